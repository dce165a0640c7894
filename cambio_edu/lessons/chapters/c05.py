"""Chapter 05, calling at 5: the tail of a sum, several opponents, and what the count leaves out."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import comb
from random import Random
from typing import TYPE_CHECKING, Any

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator, PercentFormatter

from cambio_edu import figures
from cambio_edu.cards import card
from cambio_edu.figures import BLACK, BLUE, GREEN, LETTERS, ORANGE
from cambio_edu.lessons.exercises import asks
from cambio_edu.pmf import Pmf
from cambio_edu.probability import Chance, total
from cambio_edu.rules import rules

if TYPE_CHECKING:
    from cambio_edu.simulation.risk import CallNow, Risk

CAMBIO = rules("cambio")
ANN = "2S KD 2D 3D"

#: The hand that Ann plays in this chapter: she calls with five points after three turns.
ANN_CALLS = """
[Rules "cambio"]
[Seats "Ann Ben Cara Dan"]
[Pack "2S 5H 10C KH KD 3D AS 4S 8C 9H AH 3S 8S 6S KS 10D 6C 2D 4D 7S 3C 9S 4H JC 7H QH 5C 8D JD AD
2H 4C QC 6D QS 5D KC 3H 2C 10H 7D JS 7C AC 9C QD 5S 9D JH 10S 8H 6H"]
A draw swap 3 done
B draw swap 1 done
C draw swap 1 done
D draw swap 2 done
A draw discard spy B1 done
B draw swap 1 stack 1 done
C draw discard skip done
D draw discard peek 2 done
A draw discard look 4 B2 switch done
B draw swap 2 done
C draw discard peek 3 done
D draw discard skip done
A call
B draw swap 3 done
C draw swap 1 done
D draw swap 1 done
""".replace("AD\n2H", "AD 2H")


def others_left() -> Counter[int]:
    """How many cards of each worth (points) are left when Ann has taken hers out of the pack."""
    counts = CAMBIO.pack.counts
    counts.subtract(map(card, ANN.split()))
    left: Counter[int] = Counter()
    for one, n in counts.items():
        left[CAMBIO.points(one)] += n
    return left


# Figures

_LAYERS = ("random cards", "as they lie now", "after the last turns")
_MARKS = ((BLUE, ""), (GREEN, ".."), (ORANGE, "//"))


def small() -> Axes:
    """Axes for one figure of several on a page."""
    _, ax = plt.subplots(figsize=(7, 3.8), dpi=80, layout="constrained")
    return ax


def by_turn(risk: "Risk", points: int = 5, ax: Axes | None = None) -> Axes:
    """The three layers of risk at one total, a group of bars for each number of turns.

    Args:
        risk: what `risk_by_turn` found.
        points: the caller's total.
        ax: where to draw; new axes without it.
    """
    ax = figures.new_axes(ax or small(), "turns that everybody has had", "call is beaten", "")
    rows = [_layers(risk.at(round)[points], risk.random[points].beaten) for round in risk.rounds]
    for n, name in enumerate(_LAYERS):
        _bars(ax, n, name, [row[n] for row in rows])
    ax.set_xticks(range(len(rows)), list(map(str, risk.rounds)))
    ax.legend(fontsize=LETTERS, frameon=False, loc="upper left")
    told = [f"How often a call at {points} points is beaten."]
    for round, row in zip(risk.rounds, rows, strict=True):
        said = (f"{share:.1%} {name}" for name, (share, _) in zip(_LAYERS, row, strict=True))
        told.append(f"Turns: {round}; {', '.join(said)}.")
    return figures.finished(ax, " ".join(told))


def _layers(call: "CallNow", random: Chance) -> list[tuple[float, float]]:
    """The chance of being beaten in each layer, with its standard error."""
    layers = (random, call.at_once.beaten, call.to_the_end.beaten)
    return [(float(chance), getattr(chance, "standard_error", 0.0)) for chance in layers]


def _bars(ax: Axes, n: int, name: str, layer: Sequence[tuple[float, float]]) -> None:
    """One layer: a bar in each group, two standard errors to each side, its height in letters."""
    colour, hatch = _MARKS[n]
    places = [group + 0.27 * (n - 1) for group in range(len(layer))]
    shares = [share for share, _ in layer]
    exact = f": {shares[0]:.1%}" if not any(error for _, error in layer) else ""
    edge = colour if exact else "white"  # a bar that is hardly there needs its edge to be seen
    ax.bar(
        places, shares, 0.25, label=name + exact, color=colour, hatch=hatch, edgecolor=edge, lw=2
    )
    for x, (share, error) in zip(places, layer, strict=True):
        if error:
            ax.errorbar([x], [share], [2 * error], fmt="none", ecolor=BLACK, capsize=4)
            text = f"{share:.0%}"
            ax.text(x, share + 2 * error + 0.01, text, ha="center", va="bottom", fontsize=12)


def stake(call: "CallNow") -> float:
    """What a beaten call costs on average (points): the total at the end and the penalty."""
    return call.call.value / float(call.to_the_end.beaten)


def stakes(calls: Mapping[int, "CallNow"], ax: Axes | None = None) -> Axes:
    """What a call costs on average against its risk, for several penalties, and what it may cost.

    Args:
        calls: a call at the same total and turn for each penalty (points).
        ax: where to draw; new axes without it.
    """
    ax = figures.new_axes(ax or small(), "chance that the call is beaten", "points on average", "")
    told = []
    for (penalty, call), (mark, line), colour in zip(
        calls.items(), (("o", "-"), ("s", "--"), ("^", "-.")), (ORANGE, GREEN, BLUE), strict=False
    ):
        lost, on = stake(call), call.play_on.value
        ax.plot([0, 1], [0, lost], line, color=colour, linewidth=2.5, label=f"penalty {penalty}")
        ax.plot([on / lost], [on], mark, color=colour, markersize=12, markeredgecolor=BLACK)
        told.append(f"With a penalty of {penalty} it breaks even at {on / lost:.0%}.")
    risk = float(next(iter(calls.values())).to_the_end.beaten)
    ax.axvline(risk, color=BLACK, linestyle=":", linewidth=2.5)
    ax.text(risk, 0.3, " the risk", fontsize=LETTERS)
    ax.legend(fontsize=LETTERS, frameon=False, loc="upper left")
    ax.set_xlim(0, 1)
    ax.set_ylim(0, max(map(stake, calls.values())))
    ax.xaxis.set_major_locator(MaxNLocator(5))
    ax.xaxis.set_major_formatter(PercentFormatter(1))
    return figures.finished(ax, " ".join([*told, f"The risk is {risk:.0%}."]), percent=False)


# 05.1


def _below(rng: Random) -> dict[str, Any]:
    return {"points": rng.choice([2, 3, 4])}


@asks("05.1", "chance", vary=_below, facts=lambda points: {"ways": _pairs_below(points)})
def two_below(points: int) -> Fraction:
    return total(others_left(), 2).below(points)


def _pairs_below(points: int) -> int:
    return int(two_below.work(points) * comb(48, 2))


@two_below.mistake("with_replacement")
def _(points: int) -> Fraction:
    one = Pmf(others_left())
    return (one + one).below(points)


@two_below.mistake("tie_counted")
def _(points: int) -> Fraction:
    return total(others_left(), 2).at_most(points)


@two_below.mistake("full_pack")
def _(points: int) -> Fraction:
    return total(CAMBIO.worths, 2).below(points)


@two_below.mistake("sums_counted")
def _(points: int) -> Fraction:
    sums = list(total(others_left(), 2))
    return Fraction(sum(x < points for x in sums), len(sums))


# 05.2


def _several(rng: Random) -> dict[str, Any]:
    cases = [("1/10", 3), ("1/10", 4), ("3/20", 3), ("3/20", 4), ("1/5", 3), ("3/10", 3)]
    p, opponents = rng.choice(cases)
    return {"p": Fraction(p), "opponents": opponents}


@asks(
    "05.2",
    "chance",
    vary=_several,
    facts=lambda p, opponents: {"not_p": 1 - p, "safe": (1 - p) ** opponents},
)
def somebody(p: Fraction, opponents: int) -> Fraction:
    return 1 - (1 - p) ** opponents


@somebody.mistake("all_lower")
def _(p: Fraction, opponents: int) -> Fraction:
    return p**opponents


@somebody.mistake("added")
def _(p: Fraction, opponents: int) -> Fraction:
    return opponents * p


@somebody.mistake("nobody")
def _(p: Fraction, opponents: int) -> Fraction:
    return (1 - p) ** opponents


@somebody.mistake("exactly_one")
def _(p: Fraction, opponents: int) -> Fraction:
    return opponents * p * (1 - p) ** (opponents - 1)


# 05.3


def _one_each(rng: Random) -> dict[str, Any]:
    left, low, opponents = rng.choice([(10, 3, 2), (12, 3, 2), (10, 3, 3), (12, 4, 3), (15, 4, 3)])
    return {"left": left, "low": low, "opponents": opponents}


def _high(left: int, low: int, opponents: int) -> dict[str, int]:
    high = left - low
    return {"high": high, "safe": comb(high, opponents), "deals": comb(left, opponents)}


@asks("05.3", "chance", vary=_one_each, facts=_high)
def one_card_each(left: int, low: int, opponents: int) -> Fraction:
    return 1 - Fraction(comb(left - low, opponents), comb(left, opponents))


@one_card_each.mistake("with_replacement")
def _(left: int, low: int, opponents: int) -> Fraction:
    return 1 - Fraction(left - low, left) ** opponents


@one_card_each.mistake("all_lower")
def _(left: int, low: int, opponents: int) -> Fraction:
    return Fraction(comb(low, opponents), comb(left, opponents))


@one_card_each.mistake("added")
def _(left: int, low: int, opponents: int) -> Fraction:
    return Fraction(opponents * low, left)


@one_card_each.mistake("nobody")
def _(left: int, low: int, opponents: int) -> Fraction:
    return Fraction(comb(left - low, opponents), comb(left, opponents))


# 05.4


def _bet(rng: Random) -> dict[str, Any]:
    cases = [(4, 10, 3), (6, 10, 4), (4, 5, 3), (6, 5, 4), (3, 10, 2), (7, 5, 3)]
    own, penalty, on = rng.choice(cases)
    return {"own": own, "penalty": penalty, "on": on}


@asks("05.4", "chance", vary=_bet, facts=lambda own, penalty, on: {"stake": own + penalty})
def break_even(own: int, penalty: int, on: int) -> Fraction:
    return Fraction(on, own + penalty)


@break_even.mistake("penalty_alone")
def _(own: int, penalty: int, on: int) -> Fraction:
    return Fraction(on, penalty)


@break_even.mistake("own_alone")
def _(own: int, penalty: int, on: int) -> Fraction:
    return Fraction(on, own)


@break_even.mistake("chance_to_win")
def _(own: int, penalty: int, on: int) -> Fraction:
    return 1 - Fraction(on, own + penalty)


@break_even.mistake("as_odds")
def _(own: int, penalty: int, on: int) -> Fraction:
    return Fraction(on, own + penalty - on)


# 05.5

CallScore = Callable[[int, Sequence[int], int], int]


def _showdowns() -> list[tuple[int, list[int], int]]:
    return [
        (5, [7, 9, 12], 10),
        (5, [5, 8, 11], 10),
        (5, [4, 9, 12], 10),
        (7, [3, 4, 2], 5),
        (2, [0, 6], 0),
        (-1, [-2, 8], 10),
    ]


@asks("05.5", "function", cases=_showdowns)
def caller_writes() -> CallScore:
    return lambda own, others, penalty: own + penalty if min(others) < own else 0


@caller_writes.mistake("tie_lost")
def _() -> CallScore:
    return lambda own, others, penalty: own + penalty if min(others) <= own else 0


@caller_writes.mistake("penalty_alone")
def _() -> CallScore:
    return lambda own, others, penalty: penalty if min(others) < own else 0


@caller_writes.mistake("own_when_lowest")
def _() -> CallScore:
    return lambda own, others, penalty: own + penalty if min(others) < own else own


@caller_writes.mistake("all_of_them")
def _() -> CallScore:
    return lambda own, others, penalty: own + penalty if max(others) < own else 0


@caller_writes.mistake("each_counts")
def _() -> CallScore:
    return lambda own, others, penalty: (
        own + penalty * sum(x < own for x in others) if min(others) < own else 0
    )


# 05.6

READINGS = ("count", "simulation", "question", "luck")


@asks("05.6", "choice", options=READINGS)
def who_is_right() -> str:
    return "question"


@who_is_right.mistake("count")
def _() -> str:
    return "count"


@who_is_right.mistake("simulation")
def _() -> str:
    return "simulation"


@who_is_right.mistake("luck")
def _() -> str:
    return "luck"
