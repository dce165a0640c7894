"""Everything that the table says, one table of words a language."""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from cambio_edu.errors import CambioError

LANGUAGES = ("en", "de", "nl", "it")


@cache
def words(language: str = "en") -> Mapping[str, str]:
    """The words of a language, by key; a value may hold `{name}`s to be filled in.

    Args:
        language: one of `LANGUAGES`.

    Raises:
        CambioError: there is no such language.

    >>> words("en")["suit.S"]
    'spades'
    """
    if language not in LANGUAGES:
        raise CambioError(f"{language!r} is no language here; there are {', '.join(LANGUAGES)}")
    text = files(__package__).joinpath(f"{language}.json").read_text(encoding="utf-8")
    return MappingProxyType(json.loads(text))
