"""For teachers: answer keys for any learner, marks for answers on paper, and a made-up class."""

import csv
import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

from cambio_edu.errors import CambioError
from cambio_edu.lessons.exercises import CHAPTERS, Asked, exercise_named, exercises
from cambio_edu.lessons.guesses import keep
from cambio_edu.lessons.inventory import FORMS, LETTERS, hand_in, questions
from cambio_edu.lessons.judging import Verdict, judged
from cambio_edu.lessons.pooling import row
from cambio_edu.lessons.progress import Progress
from cambio_edu.lessons.texts import filled, percent, texts
from cambio_edu.notebooks import course
from cambio_edu.pmf import Pmf
from cambio_edu.probability import total
from cambio_edu.report import Report, Shown, Table
from cambio_edu.rules import rules

LONGEST_FRACTION = 16  # letters; of a longer one only the decimals are told
MANY = 1000  # from here on without decimals
NEEDED = ("You need", "Nothing to know")
_BOLD = re.compile(r"\*\*(.+?)\*\*")


# Answers in words


def told(asked: Asked, answer: Any) -> str:
    """An answer to an exercise as a teacher reads it.

    Args:
        asked: the exercise with a learner's numbers.
        answer: the right one, or one that a mistake comes to. Of a function it is what it gives
            where it is tried; of a mistake that is one, only the first case in which it is wrong.
    """
    if callable(answer):
        return _calls(asked, answer)
    if isinstance(answer, Pmf):
        return ", ".join(f"{value}: {chance}" for value, chance in answer.items())
    if isinstance(answer, tuple | list):
        return "; ".join(map(_number, answer))
    if isinstance(answer, str):
        return f'"{answer}"'
    chance = asked.exercise.kind == "chance" and 0 <= answer <= 1
    return _chance(answer) if chance else _number(answer)


def _chance(value: Any) -> str:
    return f"{value} ({percent(value)})" if _is_short(value) else percent(value)


def _number(value: Any) -> str:
    """A number as it is; a fraction with its decimals, a long one with these alone."""
    if value == int(value):
        return f"{int(value):,}".replace("-", "−")
    exact = f"{float(value):.4g}"
    text = f"{float(value):,.0f}" if abs(value) >= MANY else f"{float(value):#.4g}"
    if _is_short(value):
        text = f"{value} = {exact}" if Fraction(exact) == value else f"{value} ≈ {text}"
    return text.replace("-", "−")


def _is_short(value: Any) -> bool:
    """Whether it is a fraction that somebody would write."""
    fraction = isinstance(value, Fraction) and value.denominator != 1
    return fraction and len(str(value)) <= LONGEST_FRACTION


def _calls(asked: Asked, function: Callable[..., Any]) -> str:
    """What a function gives for the cases in which it is tried."""
    cases = asked.exercise.cases(**asked.values) if asked.exercise.cases else ()
    given = [(case, _result(function, case)) for case in cases]
    wrong = [(case, result) for case, result in given if result != _result(asked.answer, case)]
    return "; ".join(f"({_listed(case)}) → {result}" for case, result in wrong[:1] or given)


def _result(function: Callable[..., Any], case: Sequence[Any]) -> str:
    """What it gives; the name of the error, where a mistake ends in one."""
    try:
        found = function(*case)
    except Exception as error:
        return type(error).__name__
    return str(found).replace("-", "−") if _is_short(found) else _number(found)


def _listed(case: Sequence[Any]) -> str:
    return ", ".join(map(_plain, case)).replace("-", "−")


def _plain(value: Any) -> str:
    return f"[{_listed(value)}]" if isinstance(value, list | tuple) else str(value)


# Answer keys


@dataclass(frozen=True, repr=False)
class Key:
    """The exercises of a chapter with their answers, for one learner.

    Args:
        chapter: its number.
        learner: whose numbers; "" for those of the course.
    """

    chapter: str
    learner: str = ""

    @property
    def asked(self) -> list[Asked]:
        """The exercises as the learner meets them."""
        return [exercise.of(self.learner) for exercise in exercises(self.chapter)]

    def __repr__(self) -> str:
        whose = f" for {self.learner}" if self.learner else ""
        return f"<Answers to chapter {self.chapter}{whose}: {len(self.asked)} exercises>"

    def __str__(self) -> str:
        return self._repr_markdown_()

    def _repr_markdown_(self) -> str:
        say = texts("teaching")["key"]
        entries = [_entry(asked, say) for asked in self.asked]
        return "\n\n".join(entries) or filled(say["none"], {"chapter": self.chapter})


def _entry(asked: Asked, say: Mapping[str, str]) -> str:
    """An exercise: question, answer, solution with its code, and what each mistake comes to."""
    comes_to = {name: told(asked, value) for name, value in asked.mistakes.items()}
    mistakes = [
        f"- {f'{comes_to[name]} (`{name}`)' if comes_to.get(name) else f'`{name}`'}: "
        f"{asked.text('advice', name)}"
        for name in asked.exercise.texts["advice"]
    ]
    answer = told(asked, asked.answer)
    return "\n\n".join(
        [
            f"### {asked.exercise.key} {asked.text('title')}",
            asked.text("question"),
            f"**{say['answer']}:** {answer}" if answer else f"**{say['answer']}:** {say['tried']}",
            asked.text("solution"),
            f"```python\n{asked.text('code')}\n```",
            "\n".join([f"**{say['mistakes']}**\n", *mistakes]),
        ]
    )


def answer_key(chapter: str, learner: str = "") -> Key:
    """All exercises of a chapter with answers, solutions, and what each mistake comes to.

    Args:
        chapter: its number: `"05"`.
        learner: the name that was given with `learner("…")`; the numbers of the course without it.

    Raises:
        CambioError: there is no such chapter.
    """
    return Key(_chapter(chapter), learner)


def _chapter(chapter: str) -> str:
    if chapter not in CHAPTERS:
        raise CambioError(f"there is no chapter {chapter!r}; there are: {', '.join(CHAPTERS)}")
    return chapter


@dataclass(frozen=True, repr=False)
class ClassKey(Shown):
    """The answers to a chapter for a whole class, a line a learner.

    Args:
        chapter: its number.
        learners: their names.
    """

    chapter: str
    learners: tuple[str, ...]

    def report(self) -> Report:
        """The exercises whose numbers differ as a table, the others in a line each."""
        say, every = texts("teaching")["key"], exercises(self.chapter)
        differ = [e for e in every if e.values("")]
        same = [f"{e.key}: {_cell(e.of(''))}" for e in every if e not in differ]
        rows = [(name, *(_cell(e.of(name)) for e in differ)) for name in self.learners]
        head = (say["learner"], *(e.key for e in differ))
        title = filled(say["class"], {"chapter": self.chapter})
        tables = [Table(say["own"], head, rows)] if differ else []
        return Report(title, say["same"] if same else "", same, tables, "en")


def _cell(asked: Asked) -> str:
    return told(asked, asked.answer) or texts("teaching")["key"]["judged"]


def class_key(chapter: str, learners: Sequence[str]) -> ClassKey:
    """The answers to a chapter for every learner of a list.

    Args:
        chapter: its number: `"05"`.
        learners: the names that they gave.

    Raises:
        CambioError: there is no such chapter.
    """
    return ClassKey(_chapter(chapter), tuple(learners))


def mark(key: str, learner: str, answer: object) -> Verdict:
    """What an answer on paper comes to; nothing is kept.

    Args:
        key: of the exercise: `"05.3"`.
        learner: whose numbers.
        answer: as it was written.

    Raises:
        CambioError: there is no such exercise.
    """
    return judged(exercise_named(key).of(learner), answer)


# The chapters


@dataclass(frozen=True, repr=False)
class Overview(Shown):
    """The chapters with their times, as their own first lines have them."""

    def report(self) -> Report:
        """A line a chapter that is there."""
        say = texts("teaching")["overview"]
        rows = [_line(file) for chapter in CHAPTERS for file in course().glob(f"{chapter}_*.ipynb")]
        head = tuple(say[name] for name in ("chapter", "time", "ages", "guesses", "exercises"))
        return Report(say["title"], say["answer"], [], [Table(say["title"], head, rows)], "en")


def _line(file: Path) -> tuple[str, ...]:
    """Title, time, ages, and how much is guessed and asked."""
    first = "".join(json.loads(file.read_text(encoding="utf-8"))["cells"][0]["source"])
    title = first.splitlines()[0].removeprefix("# ")
    time, *others = _BOLD.findall(first)[0].split(". ")
    ages = next((part for part in others if not part.startswith(NEEDED)), "").rstrip(".")
    chapter = file.name[:2]
    asked = exercises(chapter)
    guesses = len(texts(f"c{chapter}")["guess"]) if asked else 0
    name = title if title.startswith(chapter) else f"{chapter} {title}"
    return name, time, ages, str(guesses), str(len(asked))


def overview() -> Overview:
    """The chapters of the course with their times, guesses and exercises."""
    return Overview()


# A made-up class


EXPERIMENT = "02.ten_hands"
GUESSED = {"01.mean": (6.6, 0.6), "02.spread": (11.0, 4.0), "05.random": (9.0, 5.0)}
ANN = (2, -2, 2, 3)  # points of her cards in chapter 05
TRIED = ("01.1", "02.3", "03.3", "05.2")


def made_up_class(folder: str | Path, learners: int = 24, seed: int = 1) -> None:
    """Write the files of learners who do not exist, to try out what can be done with a class.

    They guess about as high as people do, answer a few exercises, deal ten hands of four cards, and
    hand in both forms of the ten questions. Which of them knows what is drawn at random; the hands
    are really dealt.

    Args:
        folder: where to write them.
        learners: how many.
        seed: of the random numbers.
    """
    for number in range(learners):
        cells = row(_made_up(Random(f"{seed}:{number}"), number))
        file = Path(folder) / f"cambio-{cells['learner']}.csv"
        with open(file, "w", encoding="utf-8", newline="") as out:
            writer = csv.DictWriter(out, [*cells], lineterminator="\n")
            writer.writeheader()
            writer.writerow(cells)


def _made_up(rng: Random, number: int) -> Progress:
    """What a learner did who does not exist."""
    into, game = Progress(), rules("cambio")
    into.add("learner", "number", number=f"{number + 1:08x}")
    for key, (middle, spread) in GUESSED.items():
        keep(key, round(abs(rng.gauss(middle, spread)), 1), into)
        into.add("reveal", key, answer=_truth(key))
    keep("01.typical", rng.choices(["mean", "middle", "several"], [5, 2, 3])[0], into)
    into.add("reveal", "01.typical", answer="several")
    for key in TRIED:
        _answers(key, into, rng)
    hands = [sum(map(game.points, rng.sample(game.pack.cards, 4))) for _ in range(10)]
    into.add("experiment", EXPERIMENT, numbers=[float(points) for points in hands])
    knows = rng.uniform(0.2, 0.6)
    first, second = FORMS if number % 2 else FORMS[::-1]
    hand_in(first, _chosen(first, knows, rng), into)
    hand_in(second, _chosen(second, knows + 0.4 * (1 - knows), rng), into)
    return into


def _truth(key: str) -> float:
    """What the chapters come to."""
    worths = rules("cambio").worths
    if key == "05.random":
        return 100 * float(total(worths - Counter(ANN), 4).below(sum(ANN)))
    return float(total(worths, 1).mean) if key == "01.mean" else total(worths, 4).sd


def _answers(key: str, into: Progress, rng: Random) -> None:
    """Some known mistakes, and for most of them at last what is right."""
    asked = exercise_named(key).of("")
    wrong = rng.choices([*asked.mistakes.values()], k=rng.choice([0, 0, 1, 1, 2]))
    for answer in [*wrong, *([asked.answer] if rng.random() < 0.9 else [])]:
        verdict = judged(asked, answer)
        told = {"verdict": verdict.level, "mistake": verdict.mistake}
        into.add("answer", key, given=str(answer), **told)


def _chosen(form: str, knows: float, rng: Random) -> str:
    """Ten letters; each is right with that chance, else any of the four."""
    letters = ((q.right, rng.choice(LETTERS)) for q in questions(form))
    return "".join(right if rng.random() < knows else other for right, other in letters)
