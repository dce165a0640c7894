"""The glossary: each word of the course in four languages, and what it means."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from cambio_edu.errors import CambioError

NAMES = {"en": "English", "de": "German", "nl": "Dutch", "it": "Italian"}


@dataclass(frozen=True)
class Term:
    """A word of the course.

    Args:
        anchor: what links to it: `expected-value`.
        en: in English.
        de: in German.
        nl: in Dutch.
        it: in Italian.
        means: what it means.
        chapter: where it is met first, or "".
        game: whether it is a word of the game.
    """

    anchor: str
    en: str
    de: str
    nl: str
    it: str
    means: str
    chapter: str = ""
    game: bool = False

    def __str__(self) -> str:
        return f"{self.en} · {self.de} · {self.nl} · {self.it}: {self.means}"

    def _repr_markdown_(self) -> str:
        return f"**{self.en}** · {self.de} · {self.nl} · {self.it}. {self.means}"


@cache
def glossary() -> tuple[Term, ...]:
    """All terms, in the order of the English words."""
    text = files(__package__).joinpath("texts", "glossary.toml").read_text(encoding="utf-8")
    terms = [Term(anchor, **entry) for anchor, entry in tomllib.loads(text).items()]
    return tuple(sorted(terms, key=lambda term: term.en.casefold()))


def term(word: str) -> Term:
    """A word of the course, given in any of the four languages.

    Args:
        word: the word, or its anchor.

    Raises:
        CambioError: it is not in the glossary.

    >>> term("Erwartungswert").en
    'expected value'
    """
    asked = str(word).strip().casefold()
    for found in glossary():
        if asked in {w.casefold() for w in (found.anchor, found.en, found.de, found.nl, found.it)}:
            return found
    raise CambioError(f"{word!r} is not in the glossary; glossary() lists its words")


def page(game: bool, links: dict[str, str]) -> str:
    """The terms as they stand in the notebook, a heading a term, so that it can be linked to.

    Args:
        game: whether the words of the game are wanted, or those of probability.
        links: the notebook of each chapter, by its number.
    """
    return "\n\n".join(_entry(one, links) for one in glossary() if one.game == game)


def _entry(of: Term, links: dict[str, str]) -> str:
    """One term; its heading is the anchor's words, as notebooks make anchors of headings."""
    met = links.get(of.chapter, "")
    where = f" ([chapter {of.chapter}]({met}))" if met else ""
    said = " · ".join(f"{name}: *{getattr(of, code)}*" for code, name in NAMES.items())
    return f'<a id="{of.anchor}"></a>\n### {of.en}\n\n{of.means}{where}\n\n{said}'
