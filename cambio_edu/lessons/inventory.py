"""Before and after: ten questions on eight ideas, in two parallel forms, and what was gained.

The forms ask the same ten things with other numbers and in other settings. One is taken before the
course and the other after it; which is which does not matter, so that half of a class can begin
with B. Explanations are given once both are handed in, so that the first does not teach the answers
of the second. What is kept are numbers of questions and letters, never texts.
"""

import html
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from math import sqrt
from pathlib import Path
from statistics import stdev
from typing import Any

from cambio_edu.errors import CambioError
from cambio_edu.lessons.foreign import shown
from cambio_edu.lessons.progress import Progress, own_progress
from cambio_edu.lessons.texts import texts
from cambio_edu.report import Report, Shown, Table, Words, number, percent
from cambio_edu.words import words as words_of

FORMS = ("A", "B")
LETTERS = "abcd"
RIGHT = "right"
KEY = "inventory"


# The questions


@dataclass(frozen=True)
class Item:
    """The same question in two forms.

    Args:
        idea: what it is about, by its name in the texts.
        behind: for each form, what is behind each option in their order: a known mistake by its
            name in the texts, or `RIGHT`.
    """

    idea: str
    behind: Mapping[str, tuple[str, ...]]


def _item(idea: str, a: str, b: str) -> Item:
    return Item(idea, {"A": tuple(a.split()), "B": tuple(b.split())})


ITEMS = (
    _item(
        "equiprobability",
        a="all_equal right fifty_fifty luck",
        b="luck all_equal fifty_fifty right",
    ),
    _item(
        "replacement",
        a="replaced whole_not_smaller right kind_not_fewer",
        b="kind_not_fewer right replaced whole_not_smaller",
    ),
    _item("independence", a="due streak luck right", b="right luck due streak"),
    _item("conditional", a="right time_axis joint no_chance", b="time_axis no_chance right joint"),
    _item(
        "bound",
        a="known_for_hidden mean_as_bound no_bound right",
        b="mean_as_bound right known_for_hidden no_bound",
    ),
    _item(
        "small_samples",
        a="size_left_out right more_is_wilder luck",
        b="more_is_wilder luck size_left_out right",
    ),
    _item(
        "conditional",
        a="transposed base_left_out right sign_left_out",
        b="right sign_left_out transposed base_left_out",
    ),
    _item(
        "regression",
        a="right no_regression form_goes_on evening_out",
        b="form_goes_on evening_out right no_regression",
    ),
    _item(
        "independence",
        a="always_independent like_draws_like evening_out right",
        b="evening_out right always_independent like_draws_like",
    ),
    _item(
        "expected_value",
        a="mean_most_likely mean_as_median right mean_as_typical",
        b="mean_as_median mean_as_typical mean_most_likely right",
    ),
)
IDEAS = tuple(dict.fromkeys(item.idea for item in ITEMS))


@dataclass(frozen=True)
class Question:
    """A question of one form.

    Args:
        form: `A` or `B`.
        number: from 1 to 10; the same number in the other form asks the same.
        language: language of the texts.
    """

    form: str
    number: int
    language: str = "en"

    @property
    def item(self) -> Item:
        """The question without its form."""
        return ITEMS[self.number - 1]

    @property
    def idea(self) -> str:
        """What it is about, by name."""
        return self.item.idea

    @property
    def behind(self) -> dict[str, str]:
        """What is behind each letter: the name of a mistake, or `RIGHT`."""
        names = self.item.behind[self.form]
        return dict(zip(LETTERS, names, strict=False))

    @property
    def right(self) -> str:
        """The letter that is right."""
        return next(letter for letter, name in self.behind.items() if name == RIGHT)

    @property
    def text(self) -> str:
        """What is asked."""
        return str(self._texts["question"])

    @property
    def why(self) -> str:
        """Why the right answer is right; for when both forms are handed in."""
        return str(self._texts["why"])

    @property
    def options(self) -> dict[str, str]:
        """What can be chosen, by letter."""
        return dict(zip(LETTERS, self._texts["options"], strict=False))

    @property
    def _texts(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = texts(KEY, self.language)[self.form][str(self.number)]
        return found


def questions(form: str, language: str = "en") -> list[Question]:
    """The ten questions of a form.

    Args:
        form: `A` or `B`.
        language: language of the texts.

    Raises:
        CambioError: there is no such form.
    """
    if form not in FORMS:
        raise CambioError(f"there is no form {shown(form)!r}; there are: {', '.join(FORMS)}")
    return [Question(form, number, language) for number in range(1, len(ITEMS) + 1)]


# Answers, and what they come to


@dataclass(frozen=True)
class Score:
    """The answers to one form, all ten of them.

    Args:
        form: `A` or `B`.
        answers: the letter that was chosen, by number of the question.
    """

    form: str
    answers: Mapping[int, str]

    @property
    def right(self) -> tuple[int, ...]:
        """The numbers of the questions that were answered rightly."""
        return tuple(n for n, name in self._behind.items() if name == RIGHT)

    @property
    def share(self) -> Fraction:
        """How much of all was right."""
        return Fraction(len(self.right), len(ITEMS))

    @property
    def mistakes(self) -> dict[int, str]:
        """What is behind each wrong answer, by number of the question."""
        return {n: name for n, name in self._behind.items() if name != RIGHT}

    def of(self, idea: str) -> tuple[int, int]:
        """How many questions on an idea were answered rightly, and how many there are."""
        asked = [n for n, item in enumerate(ITEMS, 1) if item.idea == idea]
        return len({*asked} & {*self.right}), len(asked)

    @property
    def _behind(self) -> dict[int, str]:
        return {q.number: q.behind[self.answers[q.number]] for q in questions(self.form)}


def scored(form: str, answers: str | Sequence[str] | Mapping[int, str]) -> Score:
    """The score of ten answers.

    Args:
        form: `A` or `B`.
        answers: ten letters in order, `"bcdadbcadc"`, or letters by number of the question.

    Raises:
        CambioError: there is no such form, an answer is missing, or it is no option; the message
            names the questions.

    >>> scored("A", "bcdadbcada").share
    Fraction(9, 10)
    """
    asked = questions(form)
    given = _by_number(answers, len(asked))
    if missing := [q.number for q in asked if given.get(q.number) in (None, "")]:
        raise CambioError(f"form {form}: no answer yet to {_listed(missing)}")
    if strange := [n for n in given if n not in range(1, len(asked) + 1)]:
        raise CambioError(f"form {form} has no question {_listed(map(shown, strange[:3]))}")
    if wrong := [q.number for q in asked if not _is_option(given[q.number], q)]:
        raise CambioError(f"form {form}: the answer to {_listed(wrong)} is none of {LETTERS}")
    return Score(form, {q.number: given[q.number] for q in asked})


def _by_number(answers: object, most: int) -> dict[int, Any]:
    """Answers by number of the question; one more than there are is enough to say so."""
    if isinstance(answers, Mapping):
        return dict(answers)
    if not isinstance(answers, Iterable):
        raise CambioError("letters are wanted, such as 'abcdabcdab'")
    return dict(enumerate(islice(answers, most + 1), 1))


def _is_option(letter: object, of: Question) -> bool:
    return isinstance(letter, str) and letter in of.options


def _listed(numbers: Iterable[object]) -> str:
    return ", ".join(map(str, numbers))


def gain(before: Fraction, after: Fraction) -> Fraction | None:
    """The normalised gain: how much of what was not right before is right after (Hake, 1998).

    It is negative where less is right after than before, and None where all was right before: then
    there is nothing to gain, and it is not defined.

    Args:
        before: the share that was right before.
        after: the share that is right after.

    >>> gain(Fraction(4, 10), Fraction(7, 10))
    Fraction(1, 2)
    """
    return None if before == 1 else Fraction(after - before) / (1 - Fraction(before))


# What is kept


def pick(form: str, number: int, letter: str, where: Progress | None = None) -> None:
    """Keep an answer that may still be changed.

    Args:
        form: `A` or `B`.
        number: of the question.
        letter: of the option.
        where: where it is kept; with the learner's progress without it.
    """
    (where or own_progress()).add("pick", f"{KEY}.{form}.{number}", option=letter)


def picked(form: str, where: Progress | None = None) -> dict[int, str]:
    """The answers to a form that were picked last, by number of the question."""
    into, found = where or own_progress(), {}
    for asked in questions(form):
        event = into.last("pick", f"{KEY}.{form}.{asked.number}") or {}
        if isinstance(letter := event.get("option"), str) and letter in asked.options:
            found[asked.number] = letter
    return found


def hand_in(
    form: str, answers: str | Sequence[str] | Mapping[int, str], where: Progress | None = None
) -> Score:
    """Hand in a form; from now on it cannot be changed.

    Args:
        form: `A` or `B`.
        answers: ten letters in order, or letters by number of the question.
        where: where it is kept; with the learner's progress without it.

    Raises:
        CambioError: the form was handed in already, or not all of it is answered.
    """
    into = where or own_progress()
    if any(score.form == form for score in handed_in(into)):
        raise CambioError(
            f'form {form} was handed in; own_progress().clear("{KEY}") begins both anew'
        )
    score = scored(form, answers)
    into.add("inventory", f"{KEY}.{form}", answers={str(n): a for n, a in score.answers.items()})
    return score


def handed_in(where: Progress | None = None) -> list[Score]:
    """The forms that were handed in, in this order, each as it was the first time."""
    found: dict[str, Score] = {}
    for event in (where or own_progress()).events("inventory", KEY):
        score = _read(event)
        if score and score.form not in found:
            found[score.form] = score
    return [*found.values()]


def _read(event: Mapping[str, Any]) -> Score | None:
    """A line of the file; None for one that holds no whole form."""
    answers = event.get("answers")
    try:
        given = {int(n): letter for n, letter in answers.items()}  # type: ignore[union-attr]
        return scored(event["key"].removeprefix(f"{KEY}."), given)
    except (CambioError, AttributeError, TypeError, ValueError):
        return None


# One learner


@dataclass(frozen=True, repr=False)
class BeforeAfter(Shown):
    """What one learner handed in before and after, and what changed.

    Args:
        scores: the forms that were handed in, in this order; none, one or two.
        language: language of the words.
    """

    scores: tuple[Score, ...]
    language: str = "en"

    @property
    def gain(self) -> Fraction | None:
        """The normalised gain; None where a form is missing, or all was right before."""
        return gain(*(score.share for score in self.scores)) if self.is_whole else None

    @property
    def is_whole(self) -> bool:
        """Whether both forms were handed in."""
        return len(self.scores) == len(FORMS)

    def report(self) -> Report:
        """What changed, idea by idea; with one form alone only how much of it was right."""
        say = words_of(self.language)
        tables = [self._ideas(say)] if self.is_whole else []
        return Report(say["inv.changed"], self._answer(say), [], tables, self.language)

    def explained(self) -> "Explained":
        """All the questions again, with why; nothing yet while a form is missing."""
        return Explained(self)

    def _answer(self, say: Words) -> str:
        counts = [f"{len(score.right)}/{len(ITEMS)}" for score in self.scores]
        if not counts:
            return say["inv.none"]
        if not self.is_whole:
            return f"{say['inv.handed'].format(right=counts[0])} {say['inv.other']}"
        told = say["inv.both"].format(before=counts[0], after=counts[1])
        return f"{told} {_gain_told(self.gain, say)}"

    def _ideas(self, say: Words) -> Table:
        named = texts(KEY, self.language)["ideas"]
        rows = [
            (named[idea]["name"], *("{}/{}".format(*score.of(idea)) for score in self.scores))
            for idea in IDEAS
        ]
        head = (say["inv.idea"], say["inv.before"], say["inv.after"])
        return Table(say["inv.ideas"], head, rows)


def _gain_told(found: Fraction | None, say: Words) -> str:
    if found is None:
        return say["inv.full"]
    return say["inv.gain"].format(gain=number(found, say))


@dataclass(frozen=True, repr=False)
class Explained(Shown):
    """The questions of both forms with what was chosen, what is right, and why.

    Args:
        of: what was handed in.
    """

    of: BeforeAfter

    def report(self) -> Report:
        """A paragraph a question, and where the ideas are known from; empty before it is time."""
        say = words_of(self.of.language)
        if not self.of.is_whole:
            when = say["inv.other" if self.of.scores else "inv.none"]
            return Report(say["inv.again"], when, [], [], self.of.language)
        lines = [" ".join(entry) for entry in self._entries(say)] + self._sources(say)
        return Report(say["inv.again"], say["inv.again.how"], lines, [], self.of.language)

    def _repr_html_(self) -> str:
        """As the report, with the parts of each entry under each other."""
        say, report = words_of(self.of.language), self.report()
        if not self.of.is_whole:
            return report.html()
        entries = "".join(
            f"<p><b>{head}</b> {'<br>'.join(map(html.escape, parts))}</p>"
            for head, *parts in self._entries(say)
        )
        sources = "".join(f"<li>{html.escape(source)}</li>" for source in self._sources(say))
        return f"{report._replace(lines=[]).html()}{entries}<ul>{sources}</ul>"

    def _entries(self, say: Words) -> list[tuple[str, ...]]:
        """Which question, what it asks, what was chosen, and why; form after form."""
        asked = {score.form: questions(score.form, self.of.language) for score in self.of.scores}
        return [
            self._entry(asked[score.form][number], score, say)
            for number in range(len(ITEMS))
            for score in self.of.scores
        ]

    def _entry(self, asked: Question, score: Score, say: Words) -> tuple[str, ...]:
        chosen = score.answers[asked.number]
        yours, right = (asked.options[letter].rstrip(".") for letter in (chosen, asked.right))
        if chosen == asked.right:
            told = say["inv.was_right"].format(right=right)
        else:
            behind = texts(KEY, self.of.language)["behind"][asked.behind[chosen]]
            told = say["inv.was_not"].format(yours=yours, right=right)
            told = f"{told} {say['inv.behind'].format(mistake=behind)}"
        return f"{asked.form} {asked.number}.", asked.text, told, asked.why

    def _sources(self, say: Words) -> list[str]:
        named = texts(KEY, self.of.language)["ideas"]
        known = [(named[idea]["name"], named[idea]["source"]) for idea in IDEAS]
        return [say["inv.source"].format(idea=n, source=s) for n, s in known if s]


def what_changed(where: Progress | None = None, language: str = "en") -> BeforeAfter:
    """What the learner here handed in before and after, and what changed.

    Args:
        where: whose progress; one's own without it.
        language: language of the words.
    """
    return BeforeAfter(tuple(handed_in(where)), language)


# A class


@dataclass(frozen=True, repr=False)
class ClassGain(Shown):
    """What a class gained.

    Args:
        learners: before and after of everybody who handed in both forms.
        left_out: how many handed in one form or none.
        language: language of the words.
    """

    learners: tuple[BeforeAfter, ...]
    left_out: int = 0
    language: str = "en"

    @property
    def pairs(self) -> list[tuple[Fraction, Fraction]]:
        """For each learner the shares that were right before and after."""
        return [(b.share, a.share) for b, a in (learner.scores for learner in self.learners)]

    def report(self) -> Report:
        """Both gains, and which ideas were known before and after."""
        say = words_of(self.language)
        if not self.learners:
            out = say["inv.class.out"].format(left_out=self.left_out)
            return Report(say["inv.class"], f"{say['inv.class.none']} {out}", [], [], self.language)
        pooled = pooled_gain(self.pairs)
        tables = [self._ideas(say), self._mistakes(say)]
        return Report(say["inv.class"], *self._told(pooled, say), tables, self.language)

    def _told(self, pooled: "PooledGain", say: Words) -> tuple[str, list[str]]:
        answer = say["inv.class.answer"].format(
            learners=len(self.learners),
            before=percent(pooled.before, say),
            after=percent(pooled.after, say),
        )
        lines = [pooled.told(self.language)]
        if self.left_out:
            lines.append(say["inv.class.out"].format(left_out=self.left_out))
        return answer, lines

    def _ideas(self, say: Words) -> Table:
        named = texts(KEY, self.language)["ideas"]
        head = (say["inv.idea"], say["inv.before"], say["inv.after"])
        rows = [(named[idea]["name"], *self._shares(idea, say)) for idea in IDEAS]
        return Table(say["inv.ideas"], head, rows)

    def _shares(self, idea: str, say: Words) -> list[str]:
        shares = []
        for when in (0, 1):
            counts = [learner.scores[when].of(idea) for learner in self.learners]
            right, asked = map(sum, zip(*counts, strict=True))
            shares.append(percent(Fraction(right, asked), say))
        return shares

    def _mistakes(self, say: Words) -> Table:
        """How often each mistake was behind an answer, the most frequent before first."""
        behind = texts(KEY, self.language)["behind"]
        before, after = (
            Counter(n for one in self.learners for n in one.scores[when].mistakes.values())
            for when in (0, 1)
        )
        names = sorted({*before, *after}, key=lambda name: (-before[name], -after[name], name))
        rows = [(behind[name], str(before[name]), str(after[name])) for name in names]
        head = (say["inv.mistake"], say["inv.before"], say["inv.after"])
        return Table(say["inv.mistakes"], head, rows)


@dataclass(frozen=True)
class PooledGain:
    """The gain of several learners, in the two ways in which it is given.

    Args:
        before: the mean share that was right before.
        after: the mean share that is right after.
        of_means: the gain of these two means, as Hake (1998) has it; None where all was right.
        mean: the mean of the individual gains of those for whom it is defined; None for nobody.
        standard_error: of that mean; None for fewer than two.
        counted: how many individual gains are in it.
        full: for how many it is not defined, because all was right before.
    """

    before: Fraction
    after: Fraction
    of_means: Fraction | None
    mean: Fraction | None
    standard_error: float | None
    counted: int
    full: int

    def told(self, language: str = "en") -> str:
        """Both gains in words."""
        say = words_of(language)
        means, mean = (
            say["inv.undefined"] if found is None else number(found, say)
            for found in (self.of_means, self.mean)
        )
        if self.standard_error is not None:
            mean = f"{mean} ± {number(self.standard_error, say)}"
        told = {"means": means, "mean": mean, "counted": self.counted, "full": self.full}
        return say["inv.class.gain"].format(**told)

    def __str__(self) -> str:
        return self.told()


def pooled_gain(pairs: Iterable[tuple[Fraction, Fraction]]) -> PooledGain:
    """The gain of a class, as the gain of the means and as the mean of the individual gains.

    Args:
        pairs: for each learner the shares that were right before and after.

    Raises:
        CambioError: there is nobody.

    >>> half, most = Fraction(1, 2), Fraction(9, 10)
    >>> pooled = pooled_gain([(half, most), (most, most), (Fraction(1), most)])
    >>> pooled.mean, pooled.of_means, pooled.full
    (Fraction(2, 5), Fraction(1, 2), 1)
    """
    shares = [(Fraction(before), Fraction(after)) for before, after in pairs]
    if not shares:
        raise CambioError("a gain needs at least one learner with both forms")
    before, after = (Fraction(sum(column), len(shares)) for column in zip(*shares, strict=True))
    gains = [found for pair in shares if (found := gain(*pair)) is not None]
    return PooledGain(
        before=before,
        after=after,
        of_means=gain(before, after),
        mean=Fraction(sum(gains), len(gains)) if gains else None,
        standard_error=stdev(map(float, gains)) / sqrt(len(gains)) if len(gains) > 1 else None,
        counted=len(gains),
        full=len(shares) - len(gains),
    )


def class_gain(files: str | Path | Iterable[str | Path], language: str = "en") -> ClassGain:
    """What a class gained, from the progress files of its learners.

    Args:
        files: a folder with one `.jsonl` file a learner, or the files themselves.
        language: language of the words.

    Raises:
        CambioError: a file or folder is not there, or cannot be read.
    """
    found = [what_changed(Progress(file), language) for file in _files(files)]
    whole = tuple(learner for learner in found if learner.is_whole)
    return ClassGain(whole, len(found) - len(whole), language)


def _files(files: str | Path | Iterable[str | Path]) -> list[Path]:
    if isinstance(files, str | Path):
        folder = Path(files)
        found = sorted(folder.glob("*.jsonl")) if folder.is_dir() else [folder]
    else:
        found = [Path(file) for file in files]
    for file in found:
        if not file.is_file():
            raise CambioError(f"{file}: there is no such file")
    return found
