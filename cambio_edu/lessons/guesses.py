"""Guesses: kept before the answer is known, and set beside it afterwards."""

import html
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from cambio_edu.errors import CambioError
from cambio_edu.lessons.exercises import CHAPTERS
from cambio_edu.lessons.foreign import shown
from cambio_edu.lessons.numbers import as_float, as_number, as_numbers, harmless
from cambio_edu.lessons.progress import Progress, own_progress
from cambio_edu.lessons.texts import filled, texts
from cambio_edu.pmf import Pmf
from cambio_edu.report import Words
from cambio_edu.words import words as words_of

KINDS = ("number", "percent", "choice", "interval", "shape")


@dataclass(frozen=True)
class Question:
    """What is to be guessed.

    Args:
        key: chapter and name: `02.total`.
        texts: its texts, by name: `question`, `kind`, and what is said to each guess.
    """

    key: str
    texts: Mapping[str, Any]

    @property
    def kind(self) -> str:
        """One of `KINDS`."""
        return str(self.texts["kind"])

    @property
    def options(self) -> dict[str, str]:
        """What can be chosen, or the values whose chances are sketched, with their labels."""
        return dict(self.texts.get("options", {}))

    @property
    def text(self) -> str:
        """The question as plain text."""
        return " ".join(str(self.texts["question"]).split())

    @property
    def html(self) -> str:
        """The question as HTML."""
        return html.escape(self.text)

    def read(self, guess: object) -> Any:
        """A guess as it is kept: a number, two, a name, or weights by name.

        Raises:
            CambioError: it is none of that kind.
        """
        found = _READ[self.kind](self, guess)
        if found is None:
            wanted = words_of("en")[f"guess.wanted.{self.kind}"]
            raise CambioError(f"{shown(guess)!r} is no guess here. {wanted}")
        return found

    def shown(self, guess: Any) -> str:
        """A guess or an answer in words."""
        if self.kind == "choice":
            return self.options.get(guess, str(guess))
        if self.kind == "interval" and isinstance(guess, Sequence):
            return f"{guess[0]:g} – {guess[1]:g}"
        if self.kind == "shape":
            return ", ".join(f"{self.options[at]}: {share:.0%}" for at, share in guess.items())
        return f"{guess:.4g} %" if self.kind == "percent" else f"{guess:.4g}"


def question(key: str) -> Question:
    """What is to be guessed under a key.

    Raises:
        CambioError: there is no such question.
    """
    chapter, _, name = key.partition(".") if isinstance(key, str) else ("", "", "")
    try:
        found = texts(f"c{chapter}")["guess"][name] if chapter in CHAPTERS else None
    except (KeyError, OSError):
        found = None
    if found is None:
        raise CambioError(f"there is no question {shown(key)!r} to guess")
    return Question(key, found)


# How guesses are read


def _read_number(of: Question, guess: object) -> float | None:
    return as_float(guess)


@harmless
def _read_percent(of: Question, guess: object) -> float | None:
    """Percent: `20`, `"20 %"`; a fraction such as `"1/5"` counts as it is meant."""
    found = as_number(guess)
    if found is None:
        return None
    as_share = isinstance(guess, str) and any(sign in guess for sign in "%/")
    value = 100 * found if as_share or isinstance(guess, Fraction) else found
    return float(value) if 0 <= value <= 100 else None


@harmless
def _read_choice(of: Question, guess: object) -> str | None:
    """The name of an option, or its label."""
    names = {label.casefold(): name for name, label in of.options.items()}
    names |= {name.casefold(): name for name in of.options}
    return names.get(str.casefold(str.strip(guess))) if isinstance(guess, str) else None


def _read_interval(of: Question, guess: object) -> list[float] | None:
    ends = [as_float(end) for end in as_numbers(guess) or ()]
    found = [end for end in ends if end is not None]
    return found if len(found) == len(ends) == 2 and found[0] <= found[1] else None


@harmless
def _read_shape(of: Question, guess: object) -> dict[str, float] | None:
    """Weights by name, as shares of 1."""
    if not isinstance(guess, Mapping) or len(guess) != len(of.options):
        return None
    weights = {str(name): as_number(weight) for name, weight in guess.items()}
    known = [weights.get(name) for name in of.options]
    heights = [height for height in known if height is not None and height >= 0]
    if len(heights) != len(known) or not sum(heights):
        return None
    return {name: float(h / sum(heights)) for name, h in zip(of.options, heights, strict=True)}


_READ = {
    "number": _read_number,
    "percent": _read_percent,
    "choice": _read_choice,
    "interval": _read_interval,
    "shape": _read_shape,
}
# Kept, and shown again


def keep(key: str, guess: object, where: Progress | None = None) -> Any:
    """Keep a guess; the guess as it is kept.

    Args:
        key: of the question.
        guess: the guess.
        where: where it is kept; with the learner's progress without it.

    Raises:
        CambioError: it cannot be a guess to that question.
    """
    into, read = where or own_progress(), question(key).read(guess)
    late = into.last("reveal", key) is not None
    into.add("guess", key, guess=read, late=late)
    return read


def kept(key: str, where: Progress | None = None) -> Any:
    """The last guess that was kept, or None; what is no guess there is somebody else's."""
    asked = question(key)
    for event in reversed((where or own_progress()).events("guess", key)):
        found = _READ[asked.kind](asked, event.get("guess"))
        if found is not None and event["key"] == key:
            return found
    return None


@dataclass(frozen=True, repr=False)
class Revealed:
    """A guess beside the answer.

    Args:
        question: what was asked.
        guess: what was guessed; None without a guess.
        answer: the answer, as it is compared.
        language: language of the words.
    """

    question: Question
    guess: Any
    answer: Any
    language: str = "en"

    @property
    def reply(self) -> str:
        """What is said to the guess: its misconception by name, or why it is good."""
        said = self.question.texts["replies"]
        name = "none" if self.guess is None else self._name()
        return filled(str(said.get(name, said["none"])).strip(), {"answer": self.answer})

    def _name(self) -> str:
        return _REPLY[self.question.kind](self.question, self.guess, self.answer)

    @property
    def _sentence(self) -> str:
        words: Words = words_of(self.language)
        key = "guess.none" if self.guess is None else "guess.was"
        guess = "" if self.guess is None else self.question.shown(self.guess)
        return words[key].format(guess=guess, answer=self.question.shown(self.answer))

    def __str__(self) -> str:
        return f"{self._sentence} {self.reply}"

    __repr__ = __str__

    def _repr_markdown_(self) -> str:
        return f"**{self._sentence}** {self.reply}"


def revealed(key: str, answer: object, language: str = "en") -> Revealed:
    """Set the guess that was kept beside the answer.

    Args:
        key: of the question.
        answer: the answer: a number (a chance for percent), the name of an option, or chances.
        language: language of the words.

    Raises:
        CambioError: there is no such question, or that cannot be its answer.
    """
    asked = question(key)
    right = _answer(asked, answer)
    own_progress().add("reveal", key, answer=right)
    return Revealed(asked, kept(key), right, language)


def _answer(asked: Question, answer: object) -> Any:
    number = as_float(answer)
    if asked.kind == "percent" and number is not None:
        return 100 * number
    if asked.kind in ("number", "interval") and number is not None:
        return number
    return asked.read(dict(answer.items()) if isinstance(answer, Pmf) else answer)


# What is said to a guess


def _reply_number(asked: Question, guess: float, answer: float) -> str:
    near = float(asked.texts.get("near", 0))
    return "near" if abs(guess - answer) <= near else "high" if guess > answer else "low"


def _reply_choice(asked: Question, guess: str, answer: str) -> str:
    return guess


def _reply_interval(asked: Question, guess: list[float], answer: float) -> str:
    """An interval that holds the answer may still be wider than it needs to be."""
    low, high = guess
    if not low <= answer <= high:
        return "high" if low > answer else "low"
    return "wide" if high - low > float(asked.texts.get("wide", float("inf"))) else "near"


def _reply_shape(asked: Question, guess: dict[str, float], answer: dict[str, float]) -> str:
    """By total variation, half the sum of all differences; a sketch all of one height is flat."""
    apart = sum(abs(guess[at] - answer[at]) for at in answer) / 2
    if apart <= float(asked.texts.get("near", 0.15)):
        return "near"
    return "flat" if max(guess.values()) - min(guess.values()) < 0.5 / len(guess) else "far"


_REPLY: dict[str, Callable[[Question, Any, Any], str]] = {
    "number": _reply_number,
    "percent": _reply_number,
    "choice": _reply_choice,
    "interval": _reply_interval,
    "shape": _reply_shape,
}
