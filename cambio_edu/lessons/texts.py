"""The texts of the lessons, one file a chapter and language, and what is filled into them."""

import re
import tomllib
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

from cambio_edu.probability import Estimate

_HOLE = re.compile(r"\[\[(\w+)(~?%|~|\.\d)?\]\]")


@cache
def texts(name: str, language: str = "en") -> Mapping[str, Any]:
    """A file of texts.

    Args:
        name: of the file, such as `c05` for a chapter.
        language: of the texts; where a file is not there yet in a language, it is in English.
    """
    folder = files(__package__).joinpath("texts")
    file = folder.joinpath(language, f"{name}.toml")
    if not file.is_file():
        file = folder.joinpath("en", f"{name}.toml")
    return tomllib.loads(file.read_text(encoding="utf-8"))


def filled(text: str, values: Mapping[str, Any]) -> str:
    """A text with its holes filled.

    `[[p]]` is filled as it is, `[[p%]]` in percent, `[[p.2]]` with two decimals; within a formula
    `[[p~]]` is a fraction and `[[p~%]]` percent.

    Args:
        text: the text.
        values: what stands in it, by name.

    Raises:
        KeyError: a hole has no value; a mistake in the text, which a test finds.

    >>> filled("[[p]] is [[p%]], about [[p.2]]", {"p": Fraction(1, 3)})
    '1/3 is 33.33 %, about 0.33'
    """
    return _HOLE.sub(lambda hole: _shown(values[hole[1]], hole[2] or ""), text)


def _shown(value: Any, how: str) -> str:
    if how.endswith("%"):
        return percent(value).replace(" %", r"\,\%" if how.startswith("~") else " %")
    if how == "~":
        return _formula(value)
    if how:
        return _minus(f"{float(value):z.{how[1:]}f}")
    return _minus(f"{value:z.4g}" if isinstance(value, float) else str(value))


def _minus(text: str) -> str:
    """With the sign that is as long as a plus."""
    return re.sub(r"^-(?=\d)", "−", text)


def _formula(value: Any) -> str:
    if isinstance(value, Fraction) and value.denominator != 1:
        sign = "-" if value < 0 else ""
        return rf"{sign}\frac{{{abs(value.numerator)}}}{{{value.denominator}}}"
    return str(value)


def percent(chance: Fraction | Estimate | float) -> str:
    """A chance in percent: two decimals, more for a small one.

    >>> percent(Fraction(1, 700)), percent(Fraction(1, 70000)), percent(0.5)
    ('0.14 %', '0.0014 %', '50 %')
    """
    value = 100 * float(chance)
    digits = 2
    while value and digits < 12 and abs(value) < 10 ** (1 - digits):
        digits += 1
    text = f"{value:.{digits}f}"
    return f"{text.rstrip('0').rstrip('.')} %"
