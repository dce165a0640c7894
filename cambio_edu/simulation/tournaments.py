"""Tournaments of strategies that take views: everybody against everybody, in every seating."""

import pickle
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import combinations, permutations
from statistics import fmean
from typing import Any, NamedTuple

import numpy as np

from cambio_edu import strategies
from cambio_edu.errors import CambioError
from cambio_edu.labs.asking import title
from cambio_edu.parts import in_order
from cambio_edu.probability import Estimate
from cambio_edu.report import Report, Shown, Table, Words, count, number
from cambio_edu.rules import Rules, check_seats
from cambio_edu.rules import rules as rules_by_name
from cambio_edu.simulation.estimates import Interval, estimate
from cambio_edu.simulation.matches import Endless, Entry, Fault, Played, Seat, play_match
from cambio_edu.simulation.run import check_seed
from cambio_edu.simulation.summary import chance_of, points_of
from cambio_edu.words import words as words_of

MOST_MATCHES = 1_000_000
SEATINGS = ("all", "rotations")


class Ranked(NamedTuple):
    """How a player did.

    Args:
        name: its name.
        won: the share of its matches that it won; a match that k win counts 1/k for each.
        points: what it wrote down for a hand (points).
    """

    name: str
    won: Estimate
    points: Estimate


class Pair(NamedTuple):
    """How a player did against another one, in matches of both.

    Args:
        points: how many points a hand it wrote down more.
        ahead: the share of matches that it ended ahead of the other; a tie counts one half.
    """

    points: Estimate
    ahead: Estimate


@dataclass(frozen=True, repr=False)
class Tournament(Shown):
    """What came of a tournament.

    The packs are what is random, and all seatings of a repeat share them; so a repeat is one
    observation, and errors are those of the mean over repeats.

    Args:
        rules: the rules in force.
        names: everybody who was entered.
        seats: how many sit at a table.
        played: the matches, without those of players at fault.
        faults: what was wrong with the strategies that were taken out.
        endless: hands that did not end; their matches do not count.
        stopped: whether it was stopped before its end; then whole repeats alone count.
        language: language of the words.
    """

    rules: Rules
    names: tuple[str, ...]
    seats: int
    played: tuple[Played, ...]
    faults: tuple[Fault, ...] = ()
    endless: tuple[Endless, ...] = ()
    stopped: bool = False
    language: str = "en"

    def __repr__(self) -> str:
        return f"<Tournament: {len(self.names)} players, {len(self.played)} matches>"

    @cached_property
    def counted(self) -> tuple[Played, ...]:
        """The matches that count: of a tournament that was stopped those of whole repeats."""
        if not self.stopped or not self.played:
            return self.played
        last = self.played[-1].repeat
        return tuple(one for one in self.played if one.repeat < last) or self.played

    @cached_property
    def players(self) -> list[str]:
        """Who is left, whoever was at fault being out."""
        out = {fault.name for fault in self.faults}
        return [name for name in self.names if name not in out]

    @cached_property
    def ranking(self) -> list[Ranked]:
        """The players, best first: by the share of matches won, then by points."""
        ranked = [
            Ranked(name, self._mean(_won(name), name), self._mean(_points(name), name))
            for name in self.players
            if any(name in one.names for one in self.counted)
        ]
        return sorted(ranked, key=lambda one: (-one.won.value, one.points.value, one.name))

    @cached_property
    def pairs(self) -> dict[tuple[str, str], Pair]:
        """Everybody against everybody, both ways."""
        met = {(a, b) for one in self.counted for a, b in permutations(one.names, 2)}
        return {
            (a, b): Pair(self._mean(_more_points(a, b), a, b), self._mean(_ahead(a, b), a, b))
            for a in self.players
            for b in self.players
            if (a, b) in met
        }

    def _mean(self, of: Callable[[Played], float], *names: str) -> Estimate:
        """The mean over repeats of the mean over a repeat's matches in which all of them sat."""
        repeats: dict[int, list[float]] = {}
        for one in self.counted:
            if all(name in one.names for name in names):
                repeats.setdefault(one.repeat, []).append(of(one))
        return estimate(np.array([fmean(values) for values in repeats.values()]))._replace(
            unit="repeats"
        )

    def as_dict(self) -> dict[str, Any]:
        """All of it in plain values, for JSON."""
        return {
            "rules": self.rules.preset,
            "house": self.rules.house_text(),
            "seats": self.seats,
            "stopped": self.stopped,
            "matches": len(self.counted),
            "ranking": [
                {"name": one.name, "won": one.won._asdict(), "points": one.points._asdict()}
                for one in self.ranking
            ],
            "pairs": [
                {"first": a, "second": b, "points": pair.points._asdict(),
                 "ahead": pair.ahead._asdict()}
                for (a, b), pair in self.pairs.items()
            ],
            "faults": [asdict(fault) for fault in self.faults],
        }  # fmt: skip

    # As it is shown

    def report(self) -> Report:
        words = words_of(self.language)
        tables = [self._ranking_table(words), self._pairs_table(words)] if self.ranking else []
        first = self.ranking[0].name if self.ranking else ""
        key = "tour.answer" if self.ranking else "tour.none"
        lines = [
            *(words["tour.stopped"] for _ in [0] if self.stopped),
            *(words["tour.fault"].format(**asdict(fault)) for fault in self.faults),
            *(words["tour.endless"].format(names=", ".join(e.names)) for e in self.endless[:1]),
            *(words["tour.error"] for _ in [0] if self.ranking),
        ]
        return Report(
            title("tour", self.rules, words),
            words[key].format(matches=count(len(self.counted), words), first=first),
            lines,
            tables,
            words["lang"],
        )

    def _ranking_table(self, words: Words) -> Table:
        rows = []
        for one in self.ranking:
            ends = (min(1.0, max(0.0, end)) for end in Interval.of(one.won))
            low, high = (number(100 * end, words, 1) for end in ends)
            rows.append(
                (
                    one.name,
                    chance_of(one.won, words),
                    f"{low} … {high}%",
                    points_of(one.points, words),
                )
            )
        keys = ("sim.who", "tour.won", "tour.interval", "tour.points")
        return Table(words["tour.ranking"], tuple(words[key] for key in keys), rows)

    def _pairs_table(self, words: Words) -> Table:
        names = [one.name for one in self.ranking]
        rows = [(a, *(self._pair_text(a, b, words) for b in names)) for a in names]
        return Table(words["tour.pairs"], (words["sim.who"], *names), rows)

    def _pair_text(self, first: str, second: str, words: Words) -> str:
        pair = self.pairs.get((first, second))
        return points_of(pair.points, words) if pair else "–"


def _won(name: str) -> Callable[[Played], float]:
    return lambda one: (name in one.winners) / len(one.winners)


def _points(name: str) -> Callable[[Played], float]:
    def mean(one: Played) -> float:
        seat = one.names.index(name)
        return fmean(p for hand in one.points if (p := hand[seat]) is not None)

    return mean


def _more_points(first: str, second: str) -> Callable[[Played], float]:
    def mean(one: Played) -> float:
        a, b = one.names.index(first), one.names.index(second)
        both = [(hand[a], hand[b]) for hand in one.points]
        return fmean(x - y for x, y in both if x is not None and y is not None)

    return mean


def _ahead(first: str, second: str) -> Callable[[Played], float]:
    def share(one: Played) -> float:
        a, b = (
            (name not in one.winners, one.totals[one.names.index(name)]) for name in (first, second)
        )
        return 0.5 if a == b else float(a < b)

    return share


# Playing it


def tournament(
    players: Mapping[str, Entry],
    rules: Rules | str = "cambio",
    seats: int = 2,
    repeats: int = 20,
    seed: int = 0,
    *,
    seatings: str = "all",
    house: str = "",
    executor: Executor | None = None,
    progress: bool = True,
    language: str = "en",
) -> Tournament:
    """Let everybody play everybody, whole matches, in every seating, with the same packs.

    A strategy that raises or names an illegal move is taken out with all its matches, and what it
    did is reported with the text of the hand. Stopping it (the stop button of a notebook,
    Ctrl-C in a terminal) keeps what has been played.

    Args:
        players: by name: a strategy (takes a view, gives a move or its notation), a class of
            which one is made for each match, or the name of one of ours.
        rules: a rule set, or the name of a preset.
        seats: how many sit at a table.
        repeats: how often all of it is played, with new packs each time.
        seed: of the packs.
        seatings: "all" orders around the table, or its "rotations" alone, which are fewer.
        house: house rules, where `rules` is a name.
        executor: who shares the work; the result is the same with any, or none.
        progress: whether a bar shows how far it is.
        language: language of the words.

    Raises:
        CambioError: too few players, one that is no strategy, or numbers that cannot be.

    >>> found = tournament({"a": "careful", "b": "random"}, repeats=2, progress=False)
    >>> found.ranking[0].name, len(found.played)
    ('a', 4)
    """
    in_force = rules if isinstance(rules, Rules) else rules_by_name(rules, house)
    words_of(language)
    _check(in_force, players, seats, repeats, seed, seatings)
    if isinstance(executor, ProcessPoolExecutor):
        _check_sent(players)
    tables = _tables(list(players), seats, seatings)
    diary = _Diary(players)
    parts = diary.parts(in_force, tables, repeats, seed)
    stopped = False
    bar = _bar(len(tables) * repeats, progress)
    try:
        for result in in_order(play_match, parts, executor):
            diary.note(result)
            bar.update()
    except KeyboardInterrupt:
        stopped = True
    finally:
        bar.close()
    return Tournament(
        in_force, tuple(players), seats, *diary.kept(), stopped=stopped, language=language
    )


def _tables(names: Sequence[str], seats: int, seatings: str) -> list[tuple[str, ...]]:
    """Who sits where, once for each combination of players and each seating."""
    chosen = list(combinations(names, seats))
    if seatings == "all":
        return [order for few in chosen for order in permutations(few)]
    return [few[n:] + few[:n] for few in chosen for n in range(seats)]


class _Diary:
    """What has been played, and who is out; results come in the order of the parts."""

    def __init__(self, players: Mapping[str, Entry]) -> None:
        self._players = players
        self._waiting: list[tuple[str, ...]] = []  # tables that were handed out, in order
        self._played: list[Played] = []
        self._faults: dict[str, Fault] = {}
        self._endless: list[Endless] = []

    def parts(
        self, rules: Rules, tables: Sequence[tuple[str, ...]], repeats: int, seed: int
    ) -> Iterator[tuple[Rules, list[Seat], int, int]]:
        """Each match to be played, but those of players at fault."""
        for repeat in range(repeats):
            for names in tables:
                if not self._is_out(names):
                    self._waiting.append(names)
                    yield rules, [Seat(n, self._players[n]) for n in names], seed, repeat

    def _is_out(self, names: Sequence[str]) -> bool:
        return any(name in self._faults for name in names)

    def note(self, result: Played | Fault | Endless) -> None:
        """Keep the next result, unless somebody who played is out by now.

        Which matches were handed out ahead hangs on the executor, so these must not count.
        """
        if self._is_out(self._waiting.pop(0)):
            return
        if isinstance(result, Fault):
            self._faults[result.name] = result
        elif isinstance(result, Endless):
            self._endless.append(result)
        else:
            self._played.append(result)

    def kept(self) -> tuple[tuple[Played, ...], tuple[Fault, ...], tuple[Endless, ...]]:
        """The matches without those of players at fault, the faults, and hands without end."""
        played = tuple(one for one in self._played if not self._is_out(one.names))
        endless = tuple(one for one in self._endless if not self._is_out(one.names))
        return played, tuple(self._faults.values()), endless


class _NoBar:
    """A progress bar that is not shown."""

    def update(self) -> None:
        """One more match."""

    def close(self) -> None:
        """The end."""


def _bar(total: int, progress: bool) -> Any:
    if not progress:
        return _NoBar()
    from tqdm.auto import tqdm  # a notebook shows it as a widget, a terminal as a line

    return tqdm(total=total, unit="match")


# What cannot be


def _check(
    rules: Rules, players: Mapping[str, Entry], seats: int, repeats: int, seed: int, seatings: str
) -> None:
    check_seed(seed)
    check_seats(rules, seats)
    if len(players) < seats:
        raise CambioError(f"{len(players)} players for {seats} seats; enter at least as many")
    if seatings not in SEATINGS:
        raise CambioError(f"seatings={seatings!r}: one of {', '.join(SEATINGS)} is wanted")
    most = MOST_MATCHES // len(_tables(list(players), seats, seatings))
    if type(repeats) is not int or not 1 <= repeats <= most:
        raise CambioError(f"repeats={repeats!r}: a whole number from 1 to {most} is wanted")
    for name, entry in players.items():
        _check_entry(name, entry)


def _check_entry(name: object, entry: object) -> None:
    if not isinstance(name, str) or not name.strip() or len(name.split()) > 1:
        raise CambioError(f"{name!r} is no name of a player; one word is wanted")
    if isinstance(entry, str):
        strategies.make(entry)
    elif not callable(entry):
        raise CambioError(f"{name!r} is no strategy: {entry!r} cannot be called with a view")


def _check_sent(players: Mapping[str, Entry]) -> None:
    """See that every strategy can be sent to another process."""
    for name, entry in players.items():
        if reason := _kept_here(entry):
            raise CambioError(
                f"{name!r} cannot be sent to another process ({reason}); define it in a module, "
                "or play without an executor"
            )


def _kept_here(entry: Entry) -> str:
    """Why a strategy cannot be sent to another process; "" if it can be."""
    try:
        sent = pickle.dumps(entry)
    except Exception as error:
        return str(error)
    is_notebook = not hasattr(sys.modules["__main__"], "__file__")
    return "it is of a notebook or a prompt" if is_notebook and b"__main__" in sent else ""
