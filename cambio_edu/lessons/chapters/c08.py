"""Chapter 08, when to call: stopping, thresholds, comparing strategies, intervals."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from cambio_edu.figures import BLUE, LETTERS, ORANGE, finished, new_axes
from cambio_edu.hand import Hand, deal
from cambio_edu.lessons.exercises import asks
from cambio_edu.pmf import Pmf
from cambio_edu.probability import Estimate
from cambio_edu.rules import rules
from cambio_edu.simulation.comparing import in_every_seat
from cambio_edu.simulation.estimates import estimate
from cambio_edu.strategies import Strategy, make, play_out
from cambio_edu.thresholds import Threshold
from cambio_edu.view import View, view

CAMBIO = rules("cambio")
NAMES = ("Ann", "Ben", "Cara")
NEVER = -5  # points that no hand can have: nobody calls with so few
SEED = "chapter 08 296"


# The position of this chapter


def _others() -> list[Strategy]:
    return [make("beginner", 1), make("careful", 2)]


def dealt() -> Hand:
    """The hand that the table of this chapter deals."""
    return deal(CAMBIO, NAMES, Random(f"{SEED} match 1 hand 0"))


def position() -> Hand:
    """The same hand after four turns of everybody: Ann is to move, and nobody has called."""
    hand = dealt()
    players: list[Strategy] = [Threshold(call_at=(NEVER,)), *_others()]
    while hand.turns < 12 and hand.mover is not None:
        hand = hand.play(players[hand.mover](view(hand, hand.mover)))
    return hand


def score(hand: Hand, calls: bool) -> int:
    """What Ann writes down if she calls now, or plays on and calls later at 5 points.

    Args:
        hand: Ann is at the start of her turn.
        calls: whether she calls now.
    """
    waits = (NEVER,) * (hand.turns // hand.seats + 1)
    started = hand.play("call") if calls else hand
    ended = play_out(started, [Threshold(call_at=(*waits, 5)), *_others()])
    assert ended.scores is not None
    return ended.scores[0].points


def laid_out(seen: View) -> str:
    """What a seat knows of each grid, and what lies on the discard pile, a line each."""
    lines = []
    for seat, name in enumerate(seen.names):
        cards = [lying.card.shown if lying.card else "?" for lying in seen.slots(seat).values()]
        lines.append(f"{name}: {' '.join(cards)}")
    return "\n".join([*lines, f"on the discard pile: {seen.discard[-1].shown}"])


# The waiting game


def waiting_cost(threshold: int, rng: Random, fee: int = 1) -> int:
    """One play of the waiting game: turn up cards until one is worth so many points or fewer.

    Args:
        threshold: stops at so many points or fewer.
        rng: draws the cards, each from a full pack.
        fee: what each card after the first one costs (points).
    """
    paid = 0
    while (card := CAMBIO.points(rng.choice(CAMBIO.pack.cards))) > threshold:
        paid += fee
    return card + paid


def every_threshold(
    preset: str, seats: int, hands: int, against: int = 5, aim: str = "points"
) -> NDArray[np.float64]:
    """What each threshold from −5 to 15 brings with each pack, `(21, hands)`.

    Args:
        preset: the rule set.
        seats: how many seats.
        hands: how many packs, the same for all thresholds.
        against: at how many points the others call.
        aim: "points" or "lead".
    """
    others = Threshold(call_at=(against,))
    return np.array(
        [
            in_every_seat(
                Threshold(call_at=(at,)), others, rules(preset), seats, hands, seed=1, aim=aim
            )
            for at in range(-5, 16)
        ]
    )


def mean_of(values: Iterable[float], unit: str) -> Estimate:
    """The mean with its standard error, and what was counted.

    Args:
        values: a number, or yes or no, for each.
        unit: what each of them is: `deals`, `plays`.
    """
    return estimate(np.array(list(values), dtype=float))._replace(unit=unit)


# Pictures

WIDE = (8, 4)  # inches


def plot_thresholds(
    exact: Mapping[int, Fraction], found: Mapping[int, Estimate], xlabel: str = "threshold (points)"
) -> Axes:
    """What each threshold comes to: a line for what is exact, dots with two errors for estimates.

    Args:
        exact: by threshold (points); may be empty.
        found: by threshold (points).
        xlabel: name of the x axis.
    """
    ax = new_axes(None, xlabel, "points in the mean", size=WIDE)
    if exact:
        ax.plot(
            list(exact), [float(x) for x in exact.values()], "-", color=BLUE, lw=2.5, label="exact"
        )
    values = [x.value for x in found.values()]
    errors = [2 * x.standard_error for x in found.values()]
    ax.errorbar(
        list(found), values, yerr=errors, fmt="o", color=ORANGE, capsize=5, markersize=7, lw=2,
        label="simulated, ± 2 standard errors",
    )  # fmt: skip
    ax.legend(fontsize=LETTERS, frameon=False)
    best = min(found, key=lambda at: found[at].value)
    told = f"The lowest estimate is {found[best].value:.2f} at {best} points."
    return finished(ax, told, percent=False)


def plot_intervals(intervals: Sequence[tuple[float, float]], truth: float) -> Axes:
    """Many intervals beside each other; those that miss the true value are thick and orange.

    Args:
        intervals: their lower and upper ends.
        truth: the true value.
    """
    ax = new_axes(None, "experiment", "points in the mean", size=WIDE)
    missed = 0
    for number, (low, high) in enumerate(intervals, 1):
        holds = low <= truth <= high
        missed += not holds
        ax.plot([number] * 2, [low, high], color=BLUE if holds else ORANGE, lw=1.5 if holds else 5)
    ax.axhline(truth, color="black", linestyle="--", lw=2)
    told = f"{missed} of {len(intervals)} intervals miss the true value."
    return finished(ax, told, percent=False)


# Exercises


def _call(rng: Random) -> dict[str, Any]:
    return {"total": rng.choice([6, 7, 8, 9]), "on": rng.choice([2, 3, 5])}


@asks("08.1", "chance", vary=_call, facts=lambda total, on: {"lost": total + 10})
def break_even(total: int, on: int) -> Fraction:
    return Fraction(on, total + 10)


@break_even.mistake("penalty_alone")
def _(total: int, on: int) -> Fraction:
    return Fraction(on, 10)


@break_even.mistake("other_side")
def _(total: int, on: int) -> Fraction:
    return 1 - Fraction(on, total + 10)


@break_even.mistake("total_alone")
def _(total: int, on: int) -> Fraction:
    return Fraction(on, total)


def _held(rng: Random) -> dict[str, Any]:
    return {"held": rng.choice([7, 8, 9, 10])}


def one_card() -> Pmf[int]:
    """The points of one card of a full pack."""
    return Pmf(CAMBIO.pack.counts).map(CAMBIO.points)


def saving(held: int) -> Fraction:
    """What one more card saves in the mean if the lower of the two is kept (points)."""
    return one_card().map(lambda x: max(held - x, 0)).mean


def _saving_facts(held: int) -> dict[str, Any]:
    return {"sum": 52 * saving(held), "one": held - 1, "black": held, "red": held + 2}


@asks("08.2", "number", vary=_held, facts=_saving_facts)
def saved(held: int) -> Fraction:
    return saving(held)


@saved.mistake("must_take")
def _(held: int) -> Fraction:
    return held - one_card().mean


@saved.mistake("only_lower_cards")
def _(held: int) -> Fraction:
    return one_card().given(lambda x: x < held).map(lambda x: held - x).mean


@saved.mistake("kings_left_out")
def _(held: int) -> Fraction:
    return Fraction(4 * sum(range(1, held)), 52)


Stops = Callable[[list[int], int], int]


def _stops(points: list[int], fee: int) -> int:
    """The dearest card at which it is best to stop."""
    return max(
        x for x in points if Fraction(sum(max(x - y, 0) for y in points), len(points)) <= fee
    )


@asks(
    "08.3",
    "function",
    cases=lambda: [
        ([0, 2, 4, 6, 8, 10], 1),
        ([1, 2, 3, 9, 10, 12], 2),
        ([-2, 0, 1, 5, 6, 7, 11, 12], 1),
    ],
)
def stops_at() -> Stops:
    return _stops


@stops_at.mistake("one_turn_left")
def _() -> Stops:
    def stops(points: list[int], fee: int) -> int:
        mean = Fraction(sum(points), len(points))
        return max(x for x in points if x - mean <= fee)

    return stops


@stops_at.mistake("one_too_far")
def _() -> Stops:
    return lambda points, fee: min(x for x in points if x > _stops(points, fee))


@stops_at.mistake("sum_instead")
def _() -> Stops:
    return lambda points, fee: max(x for x in points if sum(max(x - y, 0) for y in points) <= fee)


def _pairs(rng: Random) -> dict[str, Any]:
    first, second, tenths = rng.choice([(6, 8, 8), (5, 6, 9), (7, 8, 7), (6, 7, 8)])
    return {"first": first, "second": second, "tenths": tenths, "hands": rng.choice([100, 400])}


def _pair_facts(first: int, second: int, tenths: int, hands: int) -> dict[str, Any]:
    return {
        "apart": first**2 + second**2,
        "common": Fraction(2 * tenths * first * second, 10),
        "variance": float(first**2 + second**2 - Fraction(2 * tenths * first * second, 10)),
    }


@asks("08.4", "number", vary=_pairs, facts=_pair_facts)
def paired_error(first: int, second: int, tenths: int, hands: int) -> float:
    return sqrt((first**2 + second**2 - 2 * tenths / 10 * first * second) / hands)


@paired_error.mistake("packs_of_their_own")
def _(first: int, second: int, tenths: int, hands: int) -> float:
    return sqrt((first**2 + second**2) / hands)


@paired_error.mistake("spread_of_one_hand")
def _(first: int, second: int, tenths: int, hands: int) -> float:
    return sqrt(first**2 + second**2 - 2 * tenths / 10 * first * second)


@paired_error.mistake("covariance_once")
def _(first: int, second: int, tenths: int, hands: int) -> float:
    return sqrt((first**2 + second**2 - tenths / 10 * first * second) / hands)


@paired_error.mistake("added")
def _(first: int, second: int, tenths: int, hands: int) -> float:
    return sqrt((first**2 + second**2 + 2 * tenths / 10 * first * second) / hands)


def _many(rng: Random) -> dict[str, Any]:
    return {"tried": rng.choice([6, 8, 10, 12])}


@asks("08.5", "chance", vary=_many, facts=lambda tried: {"none": Fraction(19, 20) ** tried})
def any_clear(tried: int) -> Fraction:
    return 1 - Fraction(19, 20) ** tried


@any_clear.mistake("added")
def _(tried: int) -> Fraction:
    return Fraction(tried, 20)


@any_clear.mistake("none_clear")
def _(tried: int) -> Fraction:
    return Fraction(19, 20) ** tried


@any_clear.mistake("one_look")
def _(tried: int) -> Fraction:
    return Fraction(1, 20)


@asks("08.6", "choice", options=("a", "b", "c", "d"))
def what_it_means() -> str:
    return "c"


@what_it_means.mistake("share_of_hands")
def _() -> str:
    return "a"


@what_it_means.mistake("chance_of_the_truth")
def _() -> str:
    return "b"


@what_it_means.mistake("next_estimate")
def _() -> str:
    return "d"
