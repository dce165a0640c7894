"""Exercises: what is asked, with which numbers, what is right, and which mistakes are known."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from cambio_edu.errors import CambioError
from cambio_edu.lessons.foreign import shown
from cambio_edu.lessons.texts import filled, texts

CHAPTERS = tuple(f"{number:02}" for number in range(12))

Values = Mapping[str, Any]
Work = Callable[..., Any]


def _no_values(rng: random.Random) -> dict[str, Any]:
    return {}


@dataclass(frozen=True)
class Exercise:
    """An exercise of a chapter.

    Args:
        key: chapter and number: `05.3`.
        kind: of the answer.
        work: the values of a learner in, the right answer out. For a kind of `function` that is a
            function too; for `judged` it is any answer that is right.
        vary: makes the values of a learner, from a generator of random numbers of its own.
        facts: more numbers for the texts, from the same values.
        mistakes: what a learner comes to who makes one, by its name in the texts.
        options: what can be chosen, for a `choice`.
        cases: the arguments with which a function is tried, for a `function`.
        judge: for what only trying can tell, for a kind of `judged`: takes the answer and the
            values, and returns the name of the mistake, "" for none.
    """

    key: str
    kind: str
    work: Work
    vary: Callable[[random.Random], dict[str, Any]] = _no_values
    facts: Callable[..., dict[str, Any]] | None = None
    mistakes: dict[str, Work] = field(default_factory=dict)
    options: tuple[str, ...] = ()
    cases: Callable[..., Sequence[tuple[Any, ...]]] | None = None
    judge: Callable[..., str] | None = None

    def mistake(self, name: str) -> Callable[[Work], Work]:
        """Decorator: what somebody comes to who makes this mistake.

        Args:
            name: of the mistake; the texts say what to think about.
        """

        def note(work: Work) -> Work:
            self.mistakes[name] = work
            return work

        return note

    @property
    def texts(self) -> Mapping[str, Any]:
        """Its texts, by name."""
        chapter, number = self.key.split(".")
        found: Mapping[str, Any] = texts(f"c{chapter}")["exercise"][number]
        return found

    def values(self, learner: str) -> dict[str, Any]:
        """The numbers of a learner: the same name always has the same."""
        return self.vary(random.Random(f"{learner.strip().casefold()}:{self.key}"))

    def of(self, learner: str) -> "Asked":
        """The exercise as a learner meets it."""
        return Asked(self, self.values(learner))


@dataclass(frozen=True, repr=False)
class Asked:
    """An exercise as one learner meets it; each of its numbers is an attribute: `task.total`.

    Args:
        exercise: what is asked.
        values: the numbers of the learner, by name.
    """

    exercise: Exercise
    values: Values

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name in ("exercise", "values"):  # as while it is copied
            raise AttributeError(name)
        if name not in self.values:
            raise AttributeError(f"{self!r} has no {name!r}; it has {', '.join(self.values)}")
        return self.values[name]

    @property
    def answer(self) -> Any:
        """What is right."""
        return self.exercise.work(**self.values)

    @property
    def mistakes(self) -> dict[str, Any]:
        """What each known mistake comes to, by its name."""
        return {name: work(**self.values) for name, work in self.exercise.mistakes.items()}

    def text(self, *names: str | int) -> str:
        """A text of the exercise with its numbers filled in.

        Args:
            names: where it stands: `question`, or `advice` and the name of a mistake.
        """
        found: Any = self.exercise.texts
        for name in names:
            found = found[name]
        return filled(str(found).strip(), self._filling())

    def _filling(self) -> dict[str, Any]:
        facts = self.exercise.facts(**self.values) if self.exercise.facts else {}
        return {"answer": self.answer, **self.mistakes, **self.values, **facts}

    def __repr__(self) -> str:
        return f"<Exercise {self.exercise.key}>"

    def __str__(self) -> str:
        return f"{self._head} {self.text('question')}"

    def _repr_markdown_(self) -> str:
        return f"**{self._head}** {self.text('question')}"

    @property
    def _head(self) -> str:
        title = self.text("title")
        return f"{self.exercise.key} {title}{'' if title.endswith('?') else '.'}"


# All of them

_all: dict[str, Exercise] = {}


def asks(key: str, kind: str, **more: Any) -> Callable[[Work], Exercise]:
    """Decorator: a function that works out the right answer becomes an exercise.

    Args:
        key: chapter and number: `05.3`.
        kind: of the answer, one of `answers.KINDS`.
        more: the other arguments of `Exercise`.
    """

    def note(work: Work) -> Exercise:
        _all[key] = Exercise(key, kind, work, **more)
        return _all[key]

    return note


def exercises(chapter: str) -> list[Exercise]:
    """The exercises of a chapter, in order.

    Args:
        chapter: its number: `05`.
    """
    if find_spec(f"cambio_edu.lessons.chapters.c{chapter}"):
        import_module(f"cambio_edu.lessons.chapters.c{chapter}")
    return [_all[key] for key in sorted(_all) if key.startswith(f"{chapter}.")]


def exercise_named(key: str) -> Exercise:
    """The exercise of a key.

    Raises:
        CambioError: there is none; the message says which there are.
    """
    chapter = key[:2] if isinstance(key, str) else ""
    found = exercises(chapter) if chapter in CHAPTERS else []
    for exercise in found:
        if exercise.key == key:
            return exercise
    there = ", ".join(exercise.key for exercise in found) or "none in such a chapter"
    raise CambioError(f"there is no exercise {shown(key)!r}; there are: {there}")
