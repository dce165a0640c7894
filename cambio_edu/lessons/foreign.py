"""What learners write themselves, as text that changes nothing around it.

A name, the name of a function and what an error says stand in texts of ours, which notebooks show
as Markdown. They are short there, on one line, without signs that turn the direction of writing,
and no markup: `between` marks where they stand, and `plain` and `markdown` make a text of it.
"""

import re
from reprlib import Repr

LONGEST = 200  # signs of one that are shown and kept

_BEGIN, _END = "\u2068", "\u2069"  # Unicode's own signs around text that is not to spread
_WITHIN = re.compile(f"{_BEGIN}([^{_END}]*){_END}")
#: Control characters, signs for the direction of writing, and halves of pairs: nothing shows them.
_STEERING = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
_MARKUP = re.compile(
    r"[<&`*~$\\@]|(?<![^\W_])_|_(?![^\W_])|(?<=\])\(|:(?=//)|(?<=www)\.", re.IGNORECASE
)
#: Formulas are looked for once more in what is shown, where no other way of writing these helps.
_LOOKALIKE = {"$": "＄", "\\": "＼"}

_short = Repr()
_short.maxstring = _short.maxother = _short.maxlong = LONGEST
_short.maxlist = _short.maxtuple = _short.maxdict = _short.maxset = _short.maxfrozenset = 40


def shown(given: object) -> str:
    """Any object as a short text on one line, whatever it does when it is asked for one.

    >>> shown(" a  lot"), shown(10**10_000), shown(shown)
    ('a lot', '…', 'shown')
    """
    try:
        name = getattr(given, "__name__", None)
        return line(name if isinstance(name, str) else _told(given))
    except Exception:  # an answer can be any object at all
        return "…"


def _told(given: object) -> str:
    if isinstance(given, str):
        return str.__getitem__(given, slice(2 * LONGEST))
    many = isinstance(given, list | tuple | dict | set | frozenset | bytes | bytearray)
    return _short.repr(given) if many and type(given).__str__ is object.__str__ else str(given)


def line(text: str) -> str:
    """A text of somebody's on one line, at most so long, without signs that nothing shows."""
    return " ".join(_STEERING.sub("", text[: 4 * LONGEST]).split())[:LONGEST]


def between(text: str) -> str:
    """A text of somebody's, marked as such, to be put into one of ours."""
    return f"{_BEGIN}{line(text)}{_END}"


def plain(text: str) -> str:
    """A text of ours without the marks."""
    return _WITHIN.sub(r"\1", text)


def markdown(text: str) -> str:
    """A text of ours as Markdown, in which what is somebody's is no markup.

    >>> print(markdown(f"{between('<b>_x_ [y](z) $a_b$')} and *ours*"))
    &#60;b>&#95;x&#95; [y]&#40;z) ＄a_b＄ and *ours*
    """
    return _WITHIN.sub(lambda found: _MARKUP.sub(_as_text, found[1]), text)


def _as_text(found: re.Match[str]) -> str:
    return _LOOKALIKE.get(found[0], f"&#{ord(found[0])};")
