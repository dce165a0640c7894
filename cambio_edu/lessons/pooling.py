"""A class together: one line of CSV a learner, without names, and what all lines say together.

No server is needed: everybody writes a file into one folder, by hand or by a shared drive, and
`pool` reads the folder.
"""

import csv
import io
import os
import re
import secrets
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from math import sqrt
from pathlib import Path
from statistics import fmean, median
from typing import NamedTuple

from cambio_edu.errors import CambioError
from cambio_edu.lessons.asking import Said
from cambio_edu.lessons.foreign import line, shown
from cambio_edu.lessons.guesses import question
from cambio_edu.lessons.inventory import BeforeAfter, ClassGain, Score, handed_in, scored
from cambio_edu.lessons.judging import RIGHT
from cambio_edu.lessons.numbers import MOST_NUMBERS, as_float, harmless, is_truth
from cambio_edu.lessons.progress import Progress, own_progress
from cambio_edu.match import Played
from cambio_edu.notation import read_match
from cambio_edu.probability import Estimate
from cambio_edu.report import Report, Shown, Table, Words, number, points_text
from cambio_edu.whole import write_whole
from cambio_edu.words import words as words_of

MOST_BYTES = 1_000_000  # of a file; a learner's is a few thousand
MOST_LINES, MOST_COLUMNS = 1_000, 2_000  # of a file; more would take hours and all memory

#: What is written into cells beside numbers: a spreadsheet would take other texts for formulas.
_NAME = re.compile(r"\w[\w .-]{0,59}")
_COLUMN = re.compile(rf"learner|[a-z]+:{_NAME.pattern}")
_NUMBER = re.compile(r"[0-9a-f]{8}")
_CHECKED = re.compile(r"(right|open) (\d{1,4})")

Row = dict[str, str]


# One learner


def experiment(key: str, numbers: Sequence[float], language: str = "en") -> Said:
    """Keep what came of a trial of one's own, so that a class can put all of them together.

    Args:
        key: a name that all learners use: `"05.ten_hands"`.
        numbers: one a hand: points, or 1 for yes and 0 for no.
        language: language of the words.

    Raises:
        CambioError: that is no name, there are no numbers, or something is none.
    """
    if not isinstance(key, str) or not _NAME.fullmatch(key):
        raise CambioError(f"{shown(key)!r}: a short name is wanted, such as '05.ten_hands'")
    kept = _brought(numbers)
    if not kept:
        raise CambioError(f"numbers: 1 to {MOST_NUMBERS:,} numbers are wanted")
    own_progress().add("experiment", key, numbers=kept)
    say = words_of(language)
    mean = points_text(_estimate(kept), say)
    return Said(key, say["class.own"].format(hands=len(kept), mean=mean))


@harmless
def _brought(numbers: Iterable[object]) -> list[float] | None:
    """Numbers as they are kept; None where there are too many, or one is none."""
    if isinstance(numbers, str | bytes | Mapping):
        return None
    each = islice(numbers, MOST_NUMBERS + 1)
    found = [as_float(int(bool(value)) if is_truth(value) else value) for value in each]
    kept = [value for value in found if value is not None]
    return kept if len(kept) == len(found) <= MOST_NUMBERS else None


class OwnHand(NamedTuple):
    """What came of one finished hand for one player.

    Args:
        points: what the player wrote down.
        called: whether it was the player who called.
        lowest: whether the player wrote down the fewest points of all.
    """

    points: int
    called: bool
    lowest: bool


def own_hands(table: object, player: int = 0) -> list[OwnHand]:
    """What came of each finished hand of a match for one player.

    Args:
        table: the table, or the text of its match.
        player: which of the players, from 0; at a table you are 0.

    Raises:
        CambioError: the text cannot be read, or there is no such player.
    """
    match, _ = read_match(table if isinstance(table, str) else str(getattr(table, "text", "")))
    if not 0 <= player < len(match.names):
        raise CambioError(f"there is no player {player}; players are 0 to {len(match.names) - 1}")
    return [
        _own(played, player, match.names[player])
        for played in match.played
        if played.points[player] is not None
    ]


def _own(played: Played, player: int, name: str) -> OwnHand:
    points = [points for points in played.points if points is not None]
    own, caller = played.points[player], played.hand.caller
    assert own is not None
    called = caller is not None and played.hand.names[caller] == name
    return OwnHand(own, called, own == min(points))


def row(of: Progress | None = None) -> Row:
    """What a learner did, as cells of text by column; no name, no texts of the learner's.

    Args:
        of: whose progress; one's own without it.
    """
    into = of or own_progress()
    cells = {"learner": _number_of(into)}
    for what, name, column in (
        ("guess", "guess", "guess"), ("reveal", "answer", "truth"),
        ("experiment", "numbers", "experiment"),
    ):  # fmt: skip
        for event in into.events(what):
            cell = "" if what == "guess" and event.get("late") else _cell(event.get(name))
            cells |= {f"{column}:{event['key']}": cell} if cell else {}
    for key in dict.fromkeys(event["key"] for event in into.events("answer")):
        cells |= _tries(key, into)
    cells = {column: cell for column, cell in cells.items() if _COLUMN.fullmatch(column)}
    for when, score in enumerate(handed_in(into), 1):
        cells[f"inventory:{when}"] = f"{score.form}:{''.join(score.answers.values())}"
    return cells


def _number_of(into: Progress) -> str:
    """A random number that stands for the learner, the same every time."""
    told = [str(event.get("number")) for event in into.events("learner", "number")]
    if not (found := [number for number in told if _NUMBER.fullmatch(number)]):
        found = [secrets.token_hex(4)]
        into.add("learner", "number", number=found[0])
    return found[-1]


def _tries(key: str, into: Progress) -> Row:
    """How many answers were given until one was right, and which mistakes were among them."""
    answers = into.events("answer", key)
    verdicts = [event.get("verdict") for event in answers]
    solved = RIGHT in verdicts
    tries = verdicts.index(RIGHT) + 1 if solved else len(verdicts)
    mistakes = [found for event in answers[:tries] if (found := _name(event.get("mistake")))]
    told = {f"check:{key}": f"{'right' if solved else 'open'} {tries}"}
    return told | ({f"mistakes:{key}": " ".join(mistakes)} if mistakes else {})


def _cell(value: object) -> str:
    """A number, several, a name, or shares by name; "" for what is none of them."""
    if isinstance(value, str):
        return _name(value)
    if isinstance(value, Mapping):
        return " ".join(f"{name}={_figure(share, 4)}" for name, share in value.items())
    if isinstance(value, list | tuple):
        return " ".join(_figure(item) for item in value)
    return _figure(value)


def _name(value: object) -> str:
    return value if isinstance(value, str) and _NAME.fullmatch(value) else ""


def _figure(value: object, digits: int = 6) -> str:
    found = as_float(value)
    return "" if found is None else f"{found:.{digits}g}"


def export_row(folder: str | Path | None = None) -> str:
    """One's own results as CSV: a line with the names of the columns, and a line without a name.

    Args:
        folder: where to write it as a file of its own; it is only given back without it.

    Raises:
        CambioError: the folder cannot be written.
    """
    cells, text = row(), io.StringIO()
    writer = csv.DictWriter(text, [*cells], lineterminator="\n")
    writer.writeheader()
    writer.writerow(cells)
    if folder is not None:
        file = Path(folder) / f"cambio-{cells['learner']}.csv"
        try:
            write_whole(file, text.getvalue().encode())
        except OSError as error:
            raise CambioError(f"{file}: {error.strerror or 'it cannot be written'}") from None
    return text.getvalue()


# A class


@dataclass(frozen=True, repr=False)
class Class(Shown):
    """What a class did, put together.

    Args:
        rows: a row a learner.
        skipped: the files that could not be read, each with why.
        language: language of the words.
    """

    rows: tuple[Row, ...]
    skipped: tuple[str, ...] = ()
    language: str = "en"

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        return f"<Class: {len(self)} learners>"

    def cells(self, what: str) -> dict[str, list[str]]:
        """What stands in all columns of a kind, by key: `guess`, `truth`, `check`, …"""
        found: dict[str, list[str]] = {}
        for cells in self.rows:
            for name, cell in cells.items():
                kind, _, key = name.partition(":")
                if kind == what and cell.strip():
                    found.setdefault(key, []).append(cell)
        return dict(sorted(found.items()))

    def guesses(self, key: str) -> list[float]:
        """The numbers that were guessed, from least to most.

        Args:
            key: of the question: `02.total`.
        """
        found = map(as_float, self.cells("guess").get(key, []))
        return sorted(value for value in found if value is not None)

    def truth(self, key: str) -> float | None:
        """The answer to a question, as most learners' notebooks have it; None without any."""
        found = [as_float(cell) for cell in self.cells("truth").get(key, [])]
        known = Counter(value for value in found if value is not None)
        return known.most_common(1)[0][0] if known else None

    def numbers(self, key: str) -> list[float]:
        """What everybody brought into an experiment, all together.

        Args:
            key: its name: `05.ten_hands`.
        """
        cells = self.cells("experiment").get(key, [])
        found = [as_float(word) for cell in cells for word in cell.split()[:MOST_NUMBERS]]
        return [value for value in found if value is not None]

    def experiment(self, key: str) -> Estimate:
        """The mean of an experiment of the whole class, with its standard error.

        Args:
            key: its name.

        Raises:
            CambioError: nobody brought anything.
        """
        numbers = self.numbers(key)
        if not numbers:
            raise CambioError(f"nobody brought anything into {key!r}")
        return _estimate(numbers)

    @property
    def gained(self) -> ClassGain:
        """What the class gained from before to after."""
        found = [BeforeAfter(_scores(cells), self.language) for cells in self.rows]
        whole = tuple(one for one in found if one.is_whole)
        return ClassGain(whole, len(found) - len(whole), self.language)

    # What is shown

    def report(self) -> Report:
        say = words_of(self.language)
        tables = [self._guessed(say), self._chosen(say), self._checked(say), self._tried(say)]
        return Report(
            say["class.title"],
            say["class.answer"].format(learners=len(self)),
            [say["class.skipped"].format(why=why) for why in self.skipped],
            [table for table in tables if table.rows],
            self.language,
        )

    def _guessed(self, say: Words) -> Table:
        rows = []
        for key in self.cells("guess"):
            guesses, truth = self.guesses(key), self.truth(key)
            if guesses and truth is not None:
                near = [guess for guess in guesses if abs(guess - truth) <= _near(key)]
                cells = (number(median(guesses), say), number(truth, say))
                rows.append((key, str(len(guesses)), *cells, str(len(near))))
        heads = ("question", "guesses.count", "median", "truth", "near")
        return Table(say["class.guesses"], _heads(heads, say), rows)

    def _chosen(self, say: Words) -> Table:
        rows, truths = [], self.cells("truth")
        for key, chosen in self.cells("guess").items():
            chosen = [cell for cell in chosen if _is_option(cell, key)]
            if not chosen:
                continue
            right = Counter(truths.get(key, [])).most_common(1)
            most, often = Counter(chosen).most_common(1)[0]
            hits = str(chosen.count(right[0][0])) if right else ""
            shown = question(key).shown(most)
            rows.append((key, str(len(chosen)), f"{shown} ({often})", hits))
        return Table(
            say["class.choices"], _heads(("question", "learners", "most", "right"), say), rows
        )

    def _checked(self, say: Words) -> Table:
        rows, mistakes = [], self.cells("mistakes")
        for key, cells in self.cells("check").items():
            told = [found for cell in cells if (found := _CHECKED.fullmatch(cell.strip()))]
            if not told:
                continue
            right = sum(found[1] == "right" for found in told)
            words = [word for cell in mistakes.get(key, []) for word in cell.split()]
            named = Counter(filter(None, map(_name, words)))
            most = "{} ({})".format(*named.most_common(1)[0]) if named else ""
            mean = number(fmean(int(found[2]) for found in told), say, 1)
            rows.append((key, str(len(told)), str(right), mean, most))
        heads = ("exercise", "learners", "solved", "tries", "mistake")
        return Table(say["class.checks"], _heads(heads, say), rows)

    def _tried(self, say: Words) -> Table:
        rows = [
            (key, str(len(self.numbers(key))), points_text(self.experiment(key), say))
            for key in self.cells("experiment")
            if self.numbers(key)
        ]
        heads = ("experiment", "numbers", "mean")
        return Table(say["class.experiments"], _heads(heads, say), rows)


def _heads(names: Iterable[str], say: Words) -> tuple[str, ...]:
    return tuple(say[f"class.{name}"] for name in names)


def _is_option(cell: str, key: str) -> bool:
    """Whether it can be chosen as an answer to a question."""
    try:
        asked = question(key)
        return asked.kind == "choice" and cell in asked.options
    except CambioError:
        return False


def _near(key: str) -> float:
    """How far off a guess may be and still be near; as the question has it."""
    try:
        return float(question(key).texts.get("near", 0))
    except CambioError:
        return 0.0


def _scores(cells: Row) -> tuple[Score, ...]:
    found: dict[str, Score] = {}
    for when in (1, 2):
        form, _, answers = cells.get(f"inventory:{when}", "").partition(":")
        try:
            found.setdefault(form, scored(form, answers))
        except CambioError:
            continue
    return tuple(found.values())


def _estimate(numbers: Sequence[float]) -> Estimate:
    """A mean with its standard error; where all agree, that of one more number, 1 away."""
    mean, many = fmean(numbers), len(numbers)
    if min(numbers) == max(numbers):
        return Estimate(mean, 1 / (1 + many), many, many, "hands")
    variance = sum((value - mean) ** 2 for value in numbers) / (many - 1)
    return Estimate(mean, sqrt(variance / many), many, many, "hands")


def pool(folder: str | Path, language: str = "en") -> Class:
    """Put the files of a class together.

    Args:
        folder: where they lie: every `.csv` file in it, written by `export_row`; one file may hold
            several learners. Of a learner that comes twice, the newer file counts.
        language: language of the words.

    Raises:
        CambioError: there is no such folder, or no such file in it.
    """
    where = Path(folder)
    if not os.path.isdir(where):
        raise CambioError(f"{folder}: there is no such folder")
    rows: dict[str, Row] = {}
    skipped = []
    for file in sorted(where.glob("*.csv"), key=_age):
        try:
            rows |= {cells["learner"]: cells for cells in _read(file)}
        except (CambioError, OSError, ValueError, csv.Error) as error:
            skipped.append(f"{line(file.name)}: {line(str(error))[:80]}")
    if not rows and not skipped:
        raise CambioError(f"{folder}: there is no .csv file in it")
    return Class(tuple(rows[name] for name in sorted(rows)), tuple(skipped), language)


def _age(file: Path) -> tuple[float, str]:
    """By this files are in order, the older first; what leads nowhere is the oldest."""
    try:
        return file.stat().st_mtime, file.name
    except OSError:
        return 0, file.name


def _read(file: Path) -> list[Row]:
    if not file.is_file():
        raise CambioError("it is no file")
    if file.stat().st_size > MOST_BYTES:
        raise CambioError("too large for results of learners")
    with open(file, encoding="utf-8-sig", newline="") as held:
        lines = csv.DictReader(held)
        many = len(lines.fieldnames or ()) > MOST_COLUMNS
        found = [] if many else list(islice(lines, MOST_LINES + 1))
    if many or len(found) > MOST_LINES:
        raise CambioError("too many columns or lines for results of learners")
    if not found or any(not cells.get("learner") for cells in found):
        raise CambioError("no line of a learner in it")
    return [_ours(cells) for cells in found]


def _ours(cells: Mapping[str, object]) -> Row:
    """What a row has in columns of ours."""
    named = ((name, cell) for name, cell in cells.items() if name and _COLUMN.fullmatch(name))
    return {name: cell for name, cell in named if isinstance(cell, str)}
