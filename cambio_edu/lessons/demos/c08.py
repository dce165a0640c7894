"""Chapter 08: its position, the waiting game, every threshold, and the pictures of them."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from random import Random

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from cambio_edu.figures import BLUE, LETTERS, ORANGE, finished, new_axes
from cambio_edu.hand import Hand, deal
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
