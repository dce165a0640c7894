"""What a notebook calls: a learner's name, an exercise, its check, hints, and its solution."""

import json
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from cambio_edu.errors import CambioError
from cambio_edu.lessons.exercises import Asked, exercise_named
from cambio_edu.lessons.foreign import between, line, markdown, plain, shown
from cambio_edu.lessons.judging import CLOSE, MISSING, NOT_YET, RIGHT, Verdict, judged
from cambio_edu.lessons.progress import own_progress
from cambio_edu.words import words as words_of

LONGEST_NAME = 80
CLASS = "cambio-class.json"  # beside the notebooks of a class: whether solutions are shown


@dataclass(frozen=True, repr=False)
class Said:
    """Something that is said, as text and for a notebook.

    Args:
        head: how it begins.
        text: what is said; formulas between dollar signs.
        folded: whether it is to be opened with a click.
        markdown: the text for a notebook, where what a learner wrote is no markup.
    """

    head: str
    text: str
    folded: bool = False
    markdown: str = ""

    def __repr__(self) -> str:
        return f"<{self.head}>"

    def __str__(self) -> str:
        return f"{self.head}: {self.text}"

    def _repr_pretty_(self, printer: object, cycle: bool) -> None:
        printer.text(str(self))  # type: ignore[attr-defined]

    def _repr_markdown_(self) -> str:
        if not self.folded:
            return f"**{self.head}.** {self.markdown or self.text}"
        return f"<details><summary>{self.head}</summary>\n\n{self.text}\n\n</details>"


def learner(name: str | None = None, language: str = "en") -> Said:
    """Say who learns here, so that the exercises have numbers of your own.

    Args:
        name: any name; without it nothing is changed.
        language: language of the words.

    Raises:
        CambioError: it is no name.
    """
    words = words_of(language)
    if name is not None:
        if not isinstance(name, str) or len(name) > LONGEST_NAME:
            told = f"name={shown(name)!r}"
            raise CambioError(f"{told}: a name of at most {LONGEST_NAME} letters is wanted")
        own_progress().add("learner", "name", name=_name(name))
    who = who_learns()
    text = words["learn.name.own"].format(name=between(who)) if who else words["learn.name.none"]
    text += trouble(language)
    return Said(words["learn.name"], plain(text), markdown=markdown(text))


def _name(name: str) -> str:
    """A name in letters that are the same on every machine: one way to write é."""
    return unicodedata.normalize("NFC", line(name))


def trouble(language: str = "en") -> str:
    """Why the learner's file could not be written, in a sentence to add; "" where all is well."""
    why = own_progress().trouble
    return f" {words_of(language)['guess.unkept'].format(why=why)}" if why else ""


def who_learns() -> str:
    """The name that was given last, or ""."""
    names = [event.get("name") for event in own_progress().events("learner", "name")]
    found = [name for name in names if isinstance(name, str) and len(name) <= LONGEST_NAME]
    return _name(found[-1]) if found else ""


def exercise(key: str) -> Asked:
    """An exercise, with the numbers of whoever learns here.

    Args:
        key: chapter and number: `"05.3"`.

    Raises:
        CambioError: there is no such exercise.
    """
    return exercise_named(key).of(who_learns())


def check(key: str, answer: object, language: str = "en") -> Verdict:
    """What an answer comes to; `...` is none.

    Args:
        key: of the exercise.
        answer: a number, a text such as `"3/13"` or `"23 %"`, or what the exercise asks for.
        language: language of the words.

    Raises:
        CambioError: there is no such exercise.
    """
    asked = exercise(key)
    verdict = judged(asked, answer, language)
    if verdict.level != MISSING:
        told = {"verdict": verdict.level, "mistake": verdict.mistake}
        own_progress().add("answer", key, given=shown(answer), **told)
    return verdict.more(f"{_more(verdict, language)}{trouble(language)}")


def _more(verdict: Verdict, language: str) -> str:
    """Where help is to be had, for an answer that is not right yet."""
    if verdict.level not in (NOT_YET, CLOSE):
        return ""
    call = f'`hint("{verdict.key}")`'
    return f" {words_of(language)['learn.hint.more'].format(call=call)}"


def hint(key: str, language: str = "en") -> Said:
    """The next hint; after the last one, the last again.

    Args:
        key: of the exercise.
        language: language of the words.

    Raises:
        CambioError: there is no such exercise.
    """
    asked, words = exercise(key), words_of(language)
    hints = asked.exercise.texts["hints"]
    number = min(len(own_progress().events("hint", key)), len(hints) - 1)
    own_progress().add("hint", key, number=number + 1)
    head = words["learn.hint"].format(number=number + 1, all=len(hints))
    return Said(f"{key} {head}", asked.text("hints", number))


def solution(key: str, language: str = "en") -> Said:
    """The solution, folded; once it is right, or whenever somebody wants to see it.

    In the set of a class whose teacher keeps the solutions it says so instead.

    Args:
        key: of the exercise.
        language: language of the words.

    Raises:
        CambioError: there is no such exercise.
    """
    asked, words = exercise(key), words_of(language)
    if not _solutions_shown():
        return Said(f"{key} {words['learn.solution']}", words["learn.solution.kept"])
    text = f"{asked.text('solution')}\n\n```python\n{asked.text('code')}\n```"
    return Said(f"{key} {words['learn.solution']}", text, folded=True)


def _solutions_shown() -> bool:
    """Whether no file of a class lies beside the notebook, or one that allows them."""
    try:
        found = json.loads(Path(CLASS).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return True
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(found, dict) and found.get("solutions") is True


def is_solved(key: str) -> bool:
    """Whether an exercise was once answered rightly."""
    return any(event.get("verdict") == RIGHT for event in own_progress().events("answer", key))
