"""The best threshold: against given players, and the one that is best against itself."""

import json
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, replace
from importlib.resources import files
from typing import Any, NamedTuple

from cambio_edu.errors import CambioError
from cambio_edu.labs.asking import title
from cambio_edu.probability import Estimate
from cambio_edu.report import Report, Shown, Table, Words, count
from cambio_edu.rules import PRESETS, Rules, check_seats, seats_allowed
from cambio_edu.simulation.comparing import AIMS, check_aim, in_every_seat
from cambio_edu.simulation.estimates import Interval, estimate
from cambio_edu.simulation.run import check_players, rules_in_force
from cambio_edu.simulation.summary import points_of
from cambio_edu.thresholds import Threshold
from cambio_edu.words import words as words_of

THRESHOLDS = tuple(range(-5, 16))
STORED_HANDS, STORED_SEED = 16_000, 1  # of the table in the package


@dataclass(frozen=True, repr=False)
class Response(Shown):
    """What each threshold brings against others, and which is best.

    Args:
        rules: the rules in force.
        seats: how many seats.
        against: at how many points the others call.
        aim: what counts: "points", or the "lead" over the others.
        points: what it comes to for a hand, by threshold (points).
        behind: by how many points a hand each threshold is worse than the best, by threshold.
        language: language of the words.
    """

    rules: Rules
    seats: int
    against: int
    aim: str
    points: dict[int, Estimate]
    behind: dict[int, Estimate]
    language: str = "en"

    @property
    def best(self) -> int:
        """The threshold that brings the fewest points."""
        return min(self.points, key=lambda at: self.points[at].value)

    @property
    def as_good(self) -> list[int]:
        """The thresholds that so many hands cannot tell from the best: 0 is in the interval."""
        return [at for at, worse in self.behind.items() if 0 in Interval.of(worse)]

    def __repr__(self) -> str:
        return f"<Response: {self.best} points against {self.against}>"

    def report(self) -> Report:
        words = words_of(self.language)
        rows = [
            (str(at), points_of(self.points[at], words), points_of(self.behind[at], words))
            for at in self.points
        ]
        head = (words["sim.best.at"], words[f"sim.{self.aim}"], words["sim.best.behind"])
        hands = count(self.points[self.best].worlds, words)
        return Report(
            title("sim.best", self.rules, words),
            words["sim.best.answer"].format(
                seats=self.seats, against=self.against, best=self.best, good=_listed(self.as_good)
            ),
            [words["sim.compare.how"].format(hands=hands)],
            [Table(words["sim.best.caption"], head, rows)],
            words["lang"],
        )


def best_response(
    against: int,
    rules: Rules | str = "cambio",
    seats: int = 4,
    hands: int = 20_000,
    seed: int = 0,
    *,
    aim: str = "lead",
    player: Threshold | None = None,
    thresholds: Sequence[int] = THRESHOLDS,
    house: str = "",
    executor: Executor | None = None,
    language: str = "en",
) -> Response:
    """Which threshold comes to the fewest points against others who call at so many?

    All thresholds play the same packs in every seat.

    Args:
        against: at how many points the others call.
        rules: a rule set, or the name of a preset.
        seats: how many seats.
        hands: how many packs.
        seed: of the packs.
        aim: "points" that are written down, or the "lead": these less what the others write down
            in the mean, which is what wins a match.
        player: how all play but for the threshold; the usual player without it.
        thresholds: which are tried (points).
        house: house rules, where `rules` is a name.
        executor: who shares the work.
        language: language of the words.

    Raises:
        CambioError: something that cannot be; the message names it.
    """
    words_of(language)
    check_aim(aim)
    in_force = rules_in_force(rules, house)
    check_seats(in_force, seats)
    if not isinstance(thresholds, Sequence) or not thresholds:
        raise CambioError(f"thresholds={thresholds!r}: a list of points is wanted, not empty")
    usual = player or Threshold()
    check_players(usual)
    others = replace(usual, call_at=(against,))
    found = {
        at: in_every_seat(
            replace(usual, call_at=(at,)), others, in_force, seats, hands, seed, aim, executor
        )
        for at in thresholds
    }
    points = {at: estimate(of) for at, of in found.items()}
    best = found[min(points, key=lambda at: points[at].value)]
    behind = {at: estimate(of - best) for at, of in found.items()}
    return Response(in_force, seats, against, aim, points, behind, language)


class Fixed(NamedTuple):
    """The search for the threshold that is its own best response.

    Args:
        path: the thresholds that were met, each the best response to the one before it.
        last: the best responses to the last of them.
        cycle: the thresholds that follow each other for ever; one alone is a fixed point.
    """

    path: tuple[int, ...]
    last: Response
    cycle: tuple[int, ...]

    @property
    def is_fixed(self) -> bool:
        """Whether it is its own best response."""
        return len(self.cycle) == 1


def best_threshold(
    rules: Rules | str = "cambio",
    seats: int = 4,
    hands: int = STORED_HANDS,
    seed: int = STORED_SEED,
    *,
    start: int = 5,
    aim: str = "lead",
    player: Threshold | None = None,
    house: str = "",
    executor: Executor | None = None,
    language: str = "en",
) -> Fixed:
    """The threshold that is its own best response: best responses in turn until one comes again.

    Args:
        rules: a rule set, or the name of a preset.
        seats: how many seats.
        hands: how many packs each threshold plays in every seat.
        seed: of the packs.
        start: where the search begins (points).
        aim: as for `best_response`.
        player: how all play but for the threshold; the usual player without it.
        house: house rules, where `rules` is a name.
        executor: who shares the work.
        language: language of the words.

    Raises:
        CambioError: something that cannot be; the message names it.
    """
    path = [start]
    while True:
        last = best_response(
            path[-1], rules, seats, hands, seed,
            aim=aim, player=player, house=house, executor=executor, language=language,
        )  # fmt: skip
        if last.best in path:
            return Fixed(tuple(path), last, tuple(path[path.index(last.best) :]))
        path.append(last.best)


# The table in the package


@dataclass(frozen=True)
class Stored:
    """A row of the stored table.

    Args:
        preset: the rule set.
        seats: how many seats.
        aim: what counts: "points", or the "lead" over the others.
        path: the best responses in turn, from 5 points on.
        cycle: those that follow each other for ever; one alone is its own best response.
        as_good: thresholds that so many hands cannot tell from the best response to the last.
        points: what the best response to the last comes to for a hand (points).
        standard_error: of these points.
        hands: how many packs were played in every seat.
        seed: of the packs.
    """

    preset: str
    seats: int
    aim: str
    path: tuple[int, ...]
    cycle: tuple[int, ...]
    as_good: tuple[int, ...]
    points: float
    standard_error: float
    hands: int
    seed: int


def recomputed(
    preset: str,
    seats: int,
    aim: str = "lead",
    hands: int = STORED_HANDS,
    seed: int = STORED_SEED,
    executor: Executor | None = None,
) -> Stored:
    """A row of the stored table, worked out anew.

    Args:
        preset: the rule set.
        seats: how many seats.
        aim: "points" or "lead".
        hands: how many packs.
        seed: of the packs.
        executor: who shares the work.
    """
    found = best_threshold(preset, seats, hands, seed, aim=aim, executor=executor)
    points = found.last.points[found.last.best]
    return Stored(
        preset, seats, aim, found.path, found.cycle, tuple(found.last.as_good),
        round(points.value, 4), round(points.standard_error, 4), hands, seed,
    )  # fmt: skip


def rows_wanted() -> list[tuple[str, int, str]]:
    """Every preset with every number of seats that can play it, and every aim."""
    return [
        (name, seats, aim)
        for name, rules in PRESETS.items()
        for seats in seats_allowed(rules)
        for aim in AIMS
    ]


def stored_thresholds() -> list[Stored]:
    """The best thresholds of all presets and numbers of seats, as `recomputed` found them."""
    text = files("cambio_edu.simulation").joinpath("thresholds.json").read_text(encoding="utf-8")
    return [Stored(**{k: _tuple(v) for k, v in row.items()}) for row in json.loads(text)]


def stored_text(rows: Sequence[Stored]) -> str:
    """The stored table as it is written, a row a line."""
    lines = ",\n".join(f"  {json.dumps(asdict(row))}" for row in rows)
    return f"[\n{lines}\n]\n"


def table_of(rows: Sequence[Stored], words: Words) -> Table:
    """The stored table as it is shown."""
    head = (
        "sim.best.rules", "sim.best.seats", "sim.best.aim", "sim.best.at", "sim.best.good",
        "sim.best.points",
    )  # fmt: skip
    return Table(
        words["sim.best.stored"],
        tuple(words[key] for key in head),
        [
            (
                words[f"rules.{row.preset}"],
                str(row.seats),
                words[f"sim.{row.aim}"],
                _listed(row.cycle),
                _listed(row.as_good),
                points_of(Estimate(row.points, row.standard_error, row.hands, row.hands), words),
            )
            for row in rows
        ],
    )


def _listed(points: Sequence[int]) -> str:
    return ", ".join(map(str, points))


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
