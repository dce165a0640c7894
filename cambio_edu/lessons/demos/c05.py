"""Chapter 05: the hand that Ann plays, and the pictures of its risk."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator, PercentFormatter

from cambio_edu import figures
from cambio_edu.figures import BLACK, BLUE, GREEN, LETTERS, ORANGE
from cambio_edu.probability import Chance

if TYPE_CHECKING:
    from cambio_edu.simulation.risk import CallNow, Risk

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
