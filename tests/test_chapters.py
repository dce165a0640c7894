"""Every exercise and every guess of every chapter: right is right, and each mistake is known."""

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import nbformat
import pytest

from cambio_edu.errors import CambioError
from cambio_edu.lessons.answers import KINDS
from cambio_edu.lessons.exercises import CHAPTERS, Asked, Exercise, exercises
from cambio_edu.lessons.guesses import KINDS as GUESSES
from cambio_edu.lessons.guesses import Question, Revealed, question
from cambio_edu.lessons.judging import MISSING, NOT_YET, RIGHT, WRONG_KIND, judged
from cambio_edu.lessons.texts import texts

NOTEBOOKS = Path(__file__).parent.parent / "notebooks"
WRITTEN = [chapter for chapter in CHAPTERS if exercises(chapter)]
ALL = [exercise for chapter in WRITTEN for exercise in exercises(chapter)]
GUESSED = [
    question(f"{chapter}.{name}") for chapter in WRITTEN for name in texts(f"c{chapter}")["guess"]
]
LEARNERS = ["", *(f"learner {n}" for n in range(25))]

each_exercise = pytest.mark.parametrize("exercise", ALL, ids=lambda e: e.key)
each_question = pytest.mark.parametrize("asked", GUESSED, ids=lambda q: q.key)
each_chapter = pytest.mark.parametrize("chapter", WRITTEN)


def sources(chapter: str) -> list[str]:
    """The code cells of a chapter's notebook."""
    (file,) = NOTEBOOKS.glob(f"{chapter}_*.ipynb")
    return [c.source for c in nbformat.read(file, 4).cells if c.cell_type == "code"]


def solved(asked: Asked) -> Any:
    """What the code of the solution comes to."""
    names: dict[str, Any] = {}
    exec("from fractions import Fraction\nfrom math import comb, perm, prod, sqrt\n"
         "from cambio_edu import *", names)  # fmt: skip
    names["exercise"] = lambda key: asked
    exec(asked.text("code"), names)
    return names["answer"]


# Exercises


@each_exercise
def test_the_solution_is_right_for_every_learner(exercise: Exercise) -> None:
    for name in LEARNERS[:6]:
        verdict = judged(exercise.of(name), solved(exercise.of(name)))
        assert verdict.level == RIGHT, f"{name}: {verdict}"


@each_exercise
def test_each_mistake_gets_its_own_advice(exercise: Exercise) -> None:
    assert len(exercise.mistakes) >= 3
    for name in LEARNERS:
        asked = exercise.of(name)
        for mistake, value in asked.mistakes.items():
            verdict = judged(asked, value)
            assert (verdict.level, verdict.mistake) == (NOT_YET, mistake), f"{name}: {mistake}"
    advice = [exercise.texts["advice"][mistake] for mistake in exercise.mistakes]
    assert len({*advice}) == len(advice)
    assert {*exercise.texts["advice"]} == {*exercise.mistakes} | (
        {"kind"} & {*exercise.texts["advice"]}
    )


@each_exercise
def test_the_same_learner_has_the_same_numbers(exercise: Exercise) -> None:
    assert exercise.of("Ada").values == exercise.of(" ada ").values
    for name in exercise.of("").values:
        assert name.isidentifier()
        assert name not in {*dir(Asked), "exercise", "values"}, f"{name} is taken"


@each_exercise
def test_nothing_is_missing_and_something_else_is_of_another_kind(exercise: Exercise) -> None:
    asked = exercise.of("")
    for nothing in (..., None, "", " ... "):
        assert judged(asked, nothing).level == MISSING
    for other in (object(), True, [[]], {}):
        assert judged(asked, other).level in (WRONG_KIND, NOT_YET)
    assert exercise.kind in {*KINDS, "function", "judged"}


@each_exercise
def test_all_texts_are_there_and_can_be_filled(exercise: Exercise) -> None:
    asked = exercise.of("")
    assert len(exercise.texts["hints"]) == 3
    filled = [asked.text(name) for name in ("title", "question", "right", "solution", "code")]
    filled += [asked.text("hints", n) for n in range(3)]
    filled += [asked.text("advice", name) for name in exercise.texts["advice"]]
    for text in filled:
        assert text
        assert "[[" not in text
        assert text.count("$") % 2 == 0


@each_exercise
def test_another_sign_for_the_same_number_is_right_too(exercise: Exercise) -> None:
    if exercise.kind not in ("chance", "number"):
        return
    asked = exercise.of("")
    right = asked.answer
    shown = [float(right), f"{float(right):.6g}", f"{float(right):.6g}".replace(".", ",")]
    shown += [str(right)] if isinstance(right, Fraction) else []
    shown += [f"{100 * float(right):.6g} %"] if exercise.kind == "chance" else []
    for given in shown:
        assert judged(asked, given).level == RIGHT, given


# Guesses


@each_question
def test_every_guess_has_its_reply(asked: Question) -> None:
    assert asked.kind in GUESSES
    replies = {
        "choice": {*asked.options},
        "shape": {"near", "far"},
        "interval": {"near", "low", "high"},
    }
    wanted = replies.get(asked.kind, {"near", "low", "high"}) | {"none"}
    assert wanted <= {*asked.texts["replies"]}
    assert {*asked.texts["replies"]} <= wanted | {"flat", "wide"}
    assert asked.kind != "interval" or len(asked.texts["range"]) == 2


@each_question
def test_no_guess_can_be_anything(asked: Question) -> None:
    for wrong in (object(), True, [1], {"x": 1}, "no such thing"):
        with pytest.raises(CambioError):
            asked.read(wrong)
    with pytest.raises(CambioError):
        question(f"{asked.key}x")


def test_what_is_said_to_a_number_names_the_side() -> None:
    asked = question("01.mean")
    said = {guess: Revealed(asked, guess, 77 / 13).reply for guess in (None, 5.9, 6.4, 7.0, 3.0)}
    assert said[5.9] == said[6.4] == asked.texts["replies"]["near"]
    assert said[7.0] == asked.texts["replies"]["high"]
    assert said[3.0] == asked.texts["replies"]["low"]
    assert said[None] == asked.texts["replies"]["none"]


# Notebooks


@each_chapter
def test_the_notebook_asks_checks_and_solves_every_exercise(chapter: str) -> None:
    code = "\n".join(sources(chapter))
    for exercise in exercises(chapter):
        for call in ("exercise", "check", "solution"):
            assert f'{call}("{exercise.key}"' in code
    assert 3 <= len(exercises(chapter)) <= 6
    assert {*re.findall(r'check\("([\d.]+)"', code)} == {e.key for e in exercises(chapter)}


@each_chapter
def test_the_notebook_shows_every_guess_again(chapter: str) -> None:
    code = "\n".join(sources(chapter))
    for name in texts(f"c{chapter}")["guess"]:
        asked, shown = (
            code.find(f'predict("{chapter}.{name}"'),
            code.find(f'reveal("{chapter}.{name}"'),
        )
        assert -1 < asked < shown


@each_chapter
def test_cells_are_short_enough_to_read(chapter: str) -> None:
    for source in sources(chapter):
        assert len(source.splitlines()) <= 10, source
        assert max(map(len, source.splitlines())) <= 100, source


@each_chapter
def test_the_chapter_has_all_its_parts(chapter: str) -> None:
    (file,) = NOTEBOOKS.glob(f"{chapter}_*.ipynb")
    cells = nbformat.read(file, 4).cells
    headings = "\n".join(re.findall(r"^## .*$", "\n".join(c.source for c in cells), re.MULTILINE))
    for part in ("Play", "Guess", "Try", "Exact", "Look back", "What if", "Exercises", "In a word"):
        assert f"## {part}" in headings, part
    assert "teacher" in cells[-1].metadata.get("tags", [])
    solutions = [c for c in cells if c.source.startswith("solution(")]
    assert all(c.metadata.get("tags") == ["solution"] for c in solutions)
