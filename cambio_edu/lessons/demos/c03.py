"""Chapter 03: a hand in which everybody discards, and the picture of the two kings."""

from fractions import Fraction

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from cambio_edu.figures import LARGE, LETTERS
from cambio_edu.hand import Hand


def all_discard(hand: Hand, turns: int) -> Hand:
    """The hand some turns later, if everybody discards what they draw and uses no action.

    Args:
        hand: a hand at the start of a turn.
        turns: how many turns.

    >>> from random import Random
    >>> from cambio_edu import deal, rules
    >>> hand = all_discard(deal(rules("cambio"), 4, Random(1)), 5)
    >>> len(hand.stock), len(hand.discard)
    (30, 6)
    """
    last = hand.turns + turns
    while hand.turns < last:
        legal = {str(move) for move in hand.legal}
        hand = hand.play(next(m for m in ("draw", "discard", "skip", "done") if m in legal))
    return hand


# The picture of the two kings

_BOXES = {(0, 0): 12, (0, 1): 192, (1, 0): 192, (1, 1): 2256}  # ordered pairs; row 0 is a king


def two_kings() -> tuple[Axes, Axes]:
    """Which pairs of cards are left when you are told of a king, and when you have seen one.

    A column for the first card, a row for the second; 0 is a king, 1 another card. Not to scale.
    """
    _, axes = plt.subplots(1, 2, figsize=(10, 4.6), layout="constrained")
    _boxes(axes[0], "told: at least one king", {(0, 0), (0, 1), (1, 0)})
    _boxes(axes[1], "seen: card 1 is a king", {(0, 0), (1, 0)})
    return axes[0], axes[1]


def _boxes(ax: Axes, title: str, left: set[tuple[int, int]]) -> None:
    for (row, column), ways in _BOXES.items():
        kept, both = (row, column) in left, (row, column) == (0, 0)
        face = "#F3C9A8" if both else "#CCE3F0" if kept else "white"
        hatch = None if kept else "xx"
        ax.add_patch(
            Rectangle((column, -row), 1, -1, facecolor=face, edgecolor="#999999", hatch=hatch, lw=2)
        )
        weight = "bold" if both else "normal"
        ax.text(
            column + 0.5, -row - 0.5, f"{ways:,}", ha="center", va="center", fontsize=LARGE + 3,
            weight=weight, bbox={"facecolor": face, "edgecolor": "none"},
        )  # fmt: skip
    ax.set(xlim=(0, 2), ylim=(-2, 0), xticks=[0.5, 1.5], yticks=[-0.5, -1.5])
    ax.set_xticklabels(["card 1 a king", "card 1 another"], fontsize=LETTERS)
    ax.set_yticklabels(["card 2\na king", "card 2\nanother"], fontsize=LETTERS)
    ax.tick_params(length=0)
    kept_ways = sum(_BOXES[box] for box in left)
    ax.set_title(f"{title}\n12 of {kept_ways} = {Fraction(12, kept_ways)}", fontsize=LARGE)
    ax.set_gid(f"{title}: {kept_ways} ordered pairs are left, both are kings in 12 of them.")
