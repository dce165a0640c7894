"""What an answer comes to: missing, wrong kind, not yet and what about it, close, or right."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from cambio_edu.lessons.answers import KINDS, Kind
from cambio_edu.lessons.exercises import Asked
from cambio_edu.lessons.numbers import as_number
from cambio_edu.report import Words
from cambio_edu.words import words as words_of

MISSING, WRONG_KIND, NOT_YET, CLOSE, RIGHT = "missing", "kind", "not_yet", "close", "right"
SIGNS = {MISSING: "…", WRONG_KIND: "?", NOT_YET: "✗", CLOSE: "≈", RIGHT: "✓"}


@dataclass(frozen=True, repr=False)
class Verdict:
    """What an answer comes to.

    Args:
        key: of the exercise.
        level: one of the five.
        text: what is said about it.
        mistake: the name of the mistake that was recognised, or "".
    """

    key: str
    level: str
    text: str
    mistake: str = ""

    @property
    def is_right(self) -> bool:
        """Whether the answer is right."""
        return self.level == RIGHT

    def __str__(self) -> str:
        return f"{self.key} {SIGNS[self.level]} {self.text}"

    __repr__ = __str__

    def _repr_markdown_(self) -> str:
        return f"**{self.key} {SIGNS[self.level]}** {self.text}"


def judged(asked: Asked, given: object, language: str = "en") -> Verdict:
    """What an answer comes to.

    Args:
        asked: the exercise with the learner's numbers.
        given: the answer; `...` and None are none.
        language: language of the words.
    """
    words, key = words_of(language), asked.exercise.key
    if given is ... or given is None or (isinstance(given, str) and given.strip() in ("", "...")):
        return Verdict(key, MISSING, words["learn.missing"])
    judge = {"judged": _tried, "function": _called}.get(asked.exercise.kind, _compared)
    level, text, mistake = judge(asked, given, words)
    return Verdict(key, level, text, mistake)


Found = tuple[str, str, str]


def _compared(asked: Asked, given: object, words: Words) -> Found:
    kind = KINDS[asked.exercise.kind]
    read = kind.read(given)
    if read is None or (kind.name == "choice" and read not in _options(asked)):
        return _other_kind(asked, given, words)
    found = _against(asked, read, kind.read(asked.answer), kind.read, kind, words)
    return found or (NOT_YET, _direction(read, kind.read(asked.answer), words), "")


def _against(
    asked: Asked, read: Any, right: Any, as_read: Callable[[Any], Any], kind: Kind, words: Words
) -> Found | None:
    """Set an answer against the right one, then against each known mistake."""
    off = kind.off(read, right)
    if off == 0:
        return RIGHT, f"{words['learn.right']} {asked.text('right')}", ""
    for name, value in asked.mistakes.items():
        if kind.off(read, as_read(value)) == 0:
            return NOT_YET, f"{words['learn.not_yet']} {asked.text('advice', name)}", name
    if off <= 1:
        return CLOSE, words["learn.close.one" if kind.name == "count" else "learn.close"], ""
    return None


def _options(asked: Asked) -> list[str]:
    return [option.casefold() for option in asked.exercise.options]


def _other_kind(asked: Asked, given: object, words: Words) -> Found:
    """Say what is wanted; a chance in percent without its sign is nearly right."""
    kind, number = asked.exercise.kind, as_number(given)
    if kind == "chance" and number is not None and 1 < number <= 100:
        in_percent = KINDS[kind].off(number / 100, KINDS[kind].read(asked.answer)) == 0
        if in_percent:
            return CLOSE, words["learn.close.percent"].format(given=given), ""
    options = ", ".join(f'"{option}"' for option in asked.exercise.options)
    return WRONG_KIND, words[f"learn.kind.{kind}"].format(options=options), ""


def _direction(read: object, right: object, words: Words) -> str:
    """Not yet, and for numbers to which side."""
    if not isinstance(read, Fraction) or not isinstance(right, Fraction):
        return words["learn.not_yet"]
    side = words["learn.high" if read > right else "learn.low"]
    return f"{words['learn.not_yet']} {side}"


# Functions


def _called(asked: Asked, given: object, words: Words) -> Found:
    """Try a function with several arguments, and name the first that goes wrong."""
    if not callable(given) or asked.exercise.cases is None:
        return WRONG_KIND, words["learn.kind.function"], ""
    cases = asked.exercise.cases(**asked.values)
    results = []
    for case in cases:
        shown = f"{getattr(given, '__name__', 'function')}({', '.join(map(repr, case))})"
        try:
            results.append(given(*case))
        except Exception as error:  # whatever a learner's function does wrong
            told = f"{type(error).__name__}: {error}"
            text = words["learn.function.stopped"].format(call=shown, error=told)
            return NOT_YET, f"{words['learn.not_yet']} {text}", ""
        if results[-1] is ... or results[-1] is None:
            return MISSING, words["learn.function.nothing"].format(call=shown), ""
        if as_number(results[-1]) is None:
            return WRONG_KIND, words["learn.function.kind"].format(call=shown), ""
    return _results(asked, given, results, words)


def _results(asked: Asked, given: Any, results: list[Any], words: Words) -> Found:
    assert asked.exercise.cases is not None
    cases, kind = asked.exercise.cases(**asked.values), KINDS["numbers"]

    def read(function: Any) -> Any:
        return kind.read([function(*case) for case in cases])

    read_results, right = kind.read(results), read(asked.answer)
    found = _against(asked, read_results, right, read, kind, words)
    if found:
        return found
    one = KINDS["number"]
    wrong = next(n for n in range(len(cases)) if one.off(read_results[n], right[n]))
    call = f"{getattr(given, '__name__', 'function')}({', '.join(map(repr, cases[wrong]))})"
    text = words["learn.function.differs"].format(call=call, given=results[wrong])
    return NOT_YET, f"{words['learn.not_yet']} {text}", ""


# What only trying can tell


def _tried(asked: Asked, given: object, words: Words) -> Found:
    assert asked.exercise.judge is not None
    mistake = asked.exercise.judge(given, **asked.values)
    if mistake == "":
        return RIGHT, f"{words['learn.right']} {asked.text('right')}", ""
    level = WRONG_KIND if mistake == "kind" else NOT_YET
    start = "" if level == WRONG_KIND else f"{words['learn.not_yet']} "
    return level, f"{start}{asked.text('advice', mistake)}", mistake
