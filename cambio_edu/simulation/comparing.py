"""Two players compared in the same seats with the same packs."""

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from math import hypot

import numpy as np
from numpy.typing import NDArray

from cambio_edu.errors import CambioError
from cambio_edu.labs.asking import title
from cambio_edu.probability import Estimate
from cambio_edu.report import Report, Shown, Table, count, number
from cambio_edu.rules import Rules
from cambio_edu.simulation.estimates import Interval, estimate
from cambio_edu.simulation.run import check_players, rules_in_force, seat, simulate
from cambio_edu.simulation.summary import dials_text, points_of
from cambio_edu.thresholds import Threshold
from cambio_edu.words import words as words_of

Points = NDArray[np.float64]

#: points: what a player writes down; lead: what it writes down more than the others do in the mean.
AIMS = ("points", "lead")


@dataclass(frozen=True, repr=False)
class Comparison(Shown):
    """How many points a hand one player writes down more than another.

    Args:
        rules: the rules in force.
        players: the two players.
        aim: what is compared, one of `AIMS`.
        points: what each of them comes to for a hand.
        difference: the first's points less the second's, hand by hand.
        apart: the standard error that the difference would have with packs of their own.
        language: language of the words.
    """

    rules: Rules
    players: tuple[Threshold, Threshold]
    aim: str
    points: tuple[Estimate, Estimate]
    difference: Estimate
    apart: float
    language: str = "en"

    @property
    def interval(self) -> Interval:
        """The 95 % interval of the difference (points)."""
        return Interval.of(self.difference)

    @property
    def is_clear(self) -> bool:
        """Whether the interval leaves 0 out."""
        return 0 not in self.interval

    def __repr__(self) -> str:
        return f"<Comparison: {self.difference.value:+.2f} ± {self.difference.standard_error:.2f}>"

    def report(self) -> Report:
        words = words_of(self.language)
        low, high = (number(end, words) for end in self.interval)
        names = [dials_text(player) or words["sim.usual"] for player in self.players]
        shown = [points_of(value, words) for value in (*self.points, self.difference)]
        answer = words["sim.compare.clear" if self.is_clear else "sim.compare.open"]
        lines = [
            words["sim.compare.how"].format(hands=count(self.difference.worlds, words)),
            words["sim.compare.apart"].format(
                error=number(self.difference.standard_error, words, 3),
                apart=number(self.apart, words, 3),
            ),
        ]
        rows = list(zip([*names, words["sim.compare.difference"]], shown, strict=True))
        head = (words["sim.who"], words[f"sim.{self.aim}"])
        return Report(
            title("sim.compare", self.rules, words),
            answer.format(low=low, high=high),
            lines,
            [Table(words["sim.compare.caption"], head, rows)],
            words["lang"],
        )


def compare_players(
    first: Threshold,
    second: Threshold,
    rules: Rules | str = "cambio",
    seats: int = 4,
    hands: int = 20_000,
    seed: int = 0,
    *,
    others: Threshold | None = None,
    aim: str = "points",
    house: str = "",
    executor: Executor | None = None,
    language: str = "en",
) -> Comparison:
    """Compare two players with common random numbers.

    Each of them plays every pack in every seat against the same others, so that neither luck with
    cards nor the seat can favour one. A pack is one observation: the mean over the seats.

    Args:
        first: a player.
        second: another one.
        rules: a rule set, or the name of a preset.
        seats: how many seats.
        hands: how many packs.
        seed: of the packs.
        others: who plays at the other seats; the usual player without it.
        aim: "points", or "lead": points less what the others write down in the mean.
        house: house rules, where `rules` is a name.
        executor: who shares the work.
        language: language of the words.

    Raises:
        CambioError: as `simulate`.

    >>> same = compare_players(Threshold(), Threshold(), seats=2, hands=50)
    >>> same.difference.value
    0.0
    """
    words_of(language)
    check_aim(aim)
    in_force, against = rules_in_force(rules, house), others or Threshold()
    check_players(first, second, against)
    found = [
        in_every_seat(player, against, in_force, seats, hands, seed, aim, executor)
        for player in (first, second)
    ]
    points = (estimate(found[0]), estimate(found[1]))
    return Comparison(
        in_force,
        (first, second),
        aim,
        points,
        estimate(found[0] - found[1]),
        hypot(points[0].standard_error, points[1].standard_error),
        language,
    )


def in_every_seat(
    player: Threshold,
    others: Threshold,
    rules: Rules,
    seats: int,
    hands: int,
    seed: int,
    aim: str = "points",
    executor: Executor | None = None,
) -> Points:
    """What a player makes of each pack, the mean over all seats (points), `(hands,)`.

    Args:
        player: who sits in each seat in turn.
        others: who plays at the other seats.
        rules: the rules in force.
        seats: how many seats.
        hands: how many packs.
        seed: of the packs.
        aim: one of `AIMS`.
        executor: who shares the work.
    """
    sums, around = np.zeros(()), seat(rules, others, seats)
    for place in range(seats):
        seated = seat_at(place, player, around)
        scores = simulate(seated, rules, seats, hands, seed, executor=executor).scores
        sums = sums + scores[:, place]
        if aim == "lead":
            sums = sums - np.delete(scores, place, axis=1).mean(axis=1)
    return sums / seats


def check_aim(aim: str) -> None:
    """See that something can be aimed at."""
    if aim not in AIMS:
        raise CambioError(f"aim={aim!r}: one of {', '.join(AIMS)} is wanted")


def seat_at(place: int, player: Threshold, others: Sequence[Threshold]) -> list[Threshold]:
    """The players with one of them changed."""
    return [player if n == place else other for n, other in enumerate(others)]
