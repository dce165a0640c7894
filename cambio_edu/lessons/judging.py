"""What an answer comes to: missing, wrong kind, not yet and what about it, close, or right."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from cambio_edu.lessons.answers import KINDS, Kind
from cambio_edu.lessons.exercises import Asked
from cambio_edu.lessons.foreign import between, markdown, plain, shown
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
        markdown: the same for a notebook, where what a learner wrote is no markup.
    """

    key: str
    level: str
    text: str
    mistake: str = ""
    markdown: str = ""

    @property
    def is_right(self) -> bool:
        """Whether the answer is right."""
        return self.level == RIGHT

    def __str__(self) -> str:
        return f"{self.key} {SIGNS[self.level]} {self.text}"

    __repr__ = __str__

    def _repr_markdown_(self) -> str:
        return f"**{self.key} {SIGNS[self.level]}** {self.markdown or self.text}"

    def more(self, text: str) -> "Verdict":
        """With a sentence of ours after it."""
        told = f"{self.markdown or self.text}{text}"
        return replace(self, text=f"{self.text}{text}", markdown=told)


def judged(asked: Asked, given: object, language: str = "en") -> Verdict:
    """What an answer comes to.

    Args:
        asked: the exercise with the learner's numbers.
        given: the answer; `...` and None are none.
        language: language of the words.
    """
    words, key = words_of(language), asked.exercise.key
    if _is_missing(given):
        return Verdict(key, MISSING, words["learn.missing"])
    judge = {"judged": _tried, "function": _called}.get(asked.exercise.kind, _compared)
    level, text, mistake = judge(asked, given, words)
    return Verdict(key, level, plain(text), mistake, markdown(text))


def _is_missing(given: object) -> bool:
    is_text = issubclass(type(given), str)  # unlike isinstance, it asks nothing of the object
    return given is None or given is ... or (is_text and str.strip(given) in ("", "..."))  # type: ignore[arg-type]


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
            return CLOSE, words["learn.close.percent"].format(given=between(shown(given))), ""
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
    results: list[Fraction] = []
    told: list[str] = []
    for case in asked.exercise.cases(**asked.values):
        call = _call(given, case)  # as it is now: a function may change its arguments
        try:
            result = given(*case)
        except Exception as error:  # whatever a learner's function does wrong
            stop = between(f"{type(error).__name__}: {shown(error)}")
            text = words["learn.function.stopped"].format(call=call, error=stop)
            return NOT_YET, f"{words['learn.not_yet']} {text}", ""
        if result is ... or result is None:
            return MISSING, words["learn.function.nothing"].format(call=call), ""
        if (found := as_number(result)) is None:
            return WRONG_KIND, words["learn.function.kind"].format(call=call), ""
        results.append(found)
        told.append(between(shown(result)))
    return _results(asked, given, results, told, words)


def _call(function: object, case: Sequence[object]) -> str:
    """A call as it would be written."""
    try:
        name = function.__name__  # type: ignore[attr-defined]
    except Exception:  # what can be called may be any object at all
        name = "function"
    return between(f"{shown(name)}({', '.join(map(repr, case))})")


def _results(
    asked: Asked, given: object, results: list[Fraction], told: list[str], words: Words
) -> Found:
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
    call = _call(given, cases[wrong])
    text = words["learn.function.differs"].format(call=call, given=told[wrong])
    return NOT_YET, f"{words['learn.not_yet']} {text}", ""


# What only trying can tell


def _tried(asked: Asked, given: object, words: Words) -> Found:
    assert asked.exercise.judge is not None
    try:
        mistake = asked.exercise.judge(given, **asked.values)
    except Exception:  # an object that cannot even be asked what it is
        mistake = "kind"
    if mistake == "":
        return RIGHT, f"{words['learn.right']} {asked.text('right')}", ""
    level = WRONG_KIND if mistake == "kind" else NOT_YET
    start = "" if level == WRONG_KIND else f"{words['learn.not_yet']} "
    return level, f"{start}{asked.text('advice', mistake)}", mistake
