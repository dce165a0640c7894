"""Chapter 09, a Cambio small enough to solve: trees, information sets, mixing, regret."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from random import Random
from typing import Any

from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter

from cambio_edu import figures
from cambio_edu.figures import BLACK, BLUE, GREEN, LETTERS, ORANGE
from cambio_edu.lessons.exercises import asks
from cambio_edu.moves import Move, read_move
from cambio_edu.solving import Tree
from cambio_edu.strategies import Strategy
from cambio_edu.view import view

# What the notebook needs


def written_plan(of: Tree, strategy: Strategy) -> dict[Hashable, dict[Move, float]]:
    """What a strategy does in every situation of a small Cambio, written down as a plan.

    Args:
        of: the tree of the game.
        strategy: takes a view and names a move.
    """
    found: dict[Hashable, dict[Move, float]] = {}
    for state in of.states[1:]:
        if (mover := state.hand.mover) is not None:
            move = strategy(view(state.hand, mover))
            found[state.told[mover]] = {read_move(str(move), mover): 1.0}
    return found


def situations(of: Tree, begin: str) -> list[str]:
    """What a player knows and may do, for the information sets that begin so.

    Args:
        of: the tree of the game.
        begin: how the text of the information set begins.
    """
    return [
        f"{one.knows}:  {' | '.join(map(str, one.actions))}"
        for one in of.sets
        if str(one.knows).startswith(begin)
    ]


SMALL = (6.6, 3.3)  # inches


def plot_situation(ax: Axes | None = None) -> Axes:
    """Ann holds a 3 and sees a 1 lie open: the two deals that she cannot tell apart, as a tree.

    At the ends stands what Ann wins if both go on as well as they can (points).

    Args:
        ax: where to draw; new axes without it.
    """
    ax = figures.new_axes(ax, "", "", "Ann has 3, up 1: one situation, two deals", SMALL)
    ax.set_axis_off()
    ends = {"draw": (-3, 3), "take": (-1, 0), "call": (-13, -13)}
    for deal, (x, text) in enumerate(((-3.2, "Ben has 1"), (3.2, "Ben has 3"))):
        ax.plot([0, x], [3, 2], color=BLACK, linewidth=2)
        ax.text(x * 0.62, 2.62, f"{text}, ½", ha="center", fontsize=LETTERS, backgroundcolor="w")
        for n, (move, won) in enumerate(ends.items()):
            end = x + 2 * (n - 1)
            ax.plot([x, end], [2, 0.6], color=(BLUE, ORANGE, GREEN)[n], linewidth=2.5,
                    linestyle=("-", "--", ":")[n])  # fmt: skip
            ax.text((x + 2 * end) / 3, 1.05, move, ha="center", fontsize=LETTERS,
                    backgroundcolor="w")  # fmt: skip
            ax.text(
                end,
                0.25,
                f"{won[deal]:+d}".replace("-", "−").replace("+0", "0"),
                ha="center",
                fontsize=LETTERS,
            )
    ax.plot([-3.2, 3.2], [2, 2], "--", color=BLACK, linewidth=2)
    ax.plot([-3.2, 3.2], [2, 2], "o", color=BLACK, markersize=11)
    ax.plot([0], [3], "D", color=BLACK, markersize=10)
    ax.text(0, 1.78, "Ann cannot tell", ha="center", va="top", fontsize=LETTERS)
    ax.set_gid(
        "Chance deals Ben a 1 or a 3, each with ½; Ann cannot tell which. Drawing brings −3 or +3, "
        "taking −1 or 0, calling −13 in both."
    )
    return ax


def plot_answers(ax: Axes | None = None) -> Axes:
    """Dan's game: what each of Ann's answers is worth, by how often Dan hides the ace.

    Args:
        ax: where to draw; new axes without it.
    """
    ax = figures.new_axes(ax, "chance that Dan hides the ace", "Ann’s points a round", "", SMALL)
    ax.plot([0, 1], [-2, 1], color=BLUE, linewidth=2.5, label="Ann says ace")
    ax.plot([0, 1], [3, -2], "--", color=ORANGE, linewidth=2.5, label="Ann says three")
    ax.plot([0, 5 / 8, 1], [3, -1 / 8, 1], color=BLACK, linewidth=6, alpha=0.25, label="the better")
    ax.plot([5 / 8], [-1 / 8], "o", color=BLACK, markersize=10)
    ax.text(5 / 8, -0.55, "5/8, −1/8", ha="center", va="top", fontsize=LETTERS)
    ax.axhline(0, color=BLACK, linewidth=0.8)
    ax.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", "1/4", "1/2", "3/4", "1"])
    ax.legend(fontsize=LETTERS, frameon=False)
    ax.set_gid(
        "Saying ace rises from −2 to 1, saying three falls from 3 to −2; the better of the two is "
        "lowest, −1/8, where they cross at 5/8."
    )
    return ax


def plot_learning(shares: Sequence[float], exact: float, ax: Axes | None = None) -> Axes:
    """What a player does round by round while it learns, and the mean of it so far.

    Args:
        shares: the chance of the first action in each round.
        exact: where the mean should go.
        ax: where to draw; new axes without it.
    """
    rounds = range(1, len(shares) + 1)
    means = [total / n for n, total in enumerate(accumulate(shares), 1)]
    ax = figures.new_axes(ax, "round", "Dan hides the ace", "", SMALL)
    ax.plot(rounds, shares, color=ORANGE, linewidth=1, label="this round")
    ax.plot(rounds, means, color=BLUE, linewidth=3, label="mean so far")
    ax.axhline(exact, color=BLACK, linestyle="--", linewidth=2, label=f"{exact:.3f}")
    ax.set_ylim(-0.03, 1.25)
    ax.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    ax.legend(fontsize=LETTERS, frameon=False, ncols=3, loc="upper right")
    ax.set_gid(
        f"Single rounds go from {min(shares):.2f} to {max(shares):.2f}; "
        f"the mean after {len(shares)} rounds is {means[-1]:.3f}."
    )
    return ax


def plot_paths(paths: Mapping[str, Mapping[int, float]], ax: Axes | None = None) -> Axes:
    """How exploitable the solver's plan still is after so many iterations, for several games.

    Args:
        paths: for each game the exploitability (points a hand) by iterations.
        ax: where to draw; new axes without it.
    """
    ax = figures.new_axes(ax, "iterations", "exploitable (points)", "", SMALL)
    looks = zip((BLUE, ORANGE, GREEN), ("o-", "s--", "^:"), strict=True)
    for (name, path), (colour, look) in zip(paths.items(), looks, strict=False):
        ax.plot(list(path), list(path.values()), look, color=colour, linewidth=2.5, label=name)
    ax.set_xscale("log")
    ax.set_yscale("log")
    ax.legend(fontsize=LETTERS, frameon=False)
    told = (
        f"{name}: {path[1]:.3f} after 1 iteration, {path[max(path)]:.5f} after {max(path)}"
        for name, path in paths.items()
    )
    ax.set_gid("; ".join(told) + ".")
    return ax


# Exercises


def _dear(rng: Random) -> dict[str, Any]:
    return {"dear": rng.choice([4, 5, 6])}


@asks("09.1", "number", vary=_dear)
def first_seat(dear: int) -> Fraction:
    return Fraction(dear + dear + dear - dear, 6)  # and twice 0


@first_seat.mistake("loss_left_out")
def _(dear: int) -> Fraction:
    return Fraction(3 * dear, 6)


@first_seat.mistake("takes_the_one")
def _(dear: int) -> Fraction:
    return Fraction(2 * dear + 0 - 1, 6)


@first_seat.mistake("orders_of_24")
def _(dear: int) -> Fraction:
    return Fraction(2 * dear, 24)


def _hiding(rng: Random) -> dict[str, Any]:
    ace, dear, wrong = rng.choice([(1, 4, 2), (1, 5, 3), (1, 6, 2), (2, 5, 3), (1, 7, 4)])
    return {"ace": ace, "dear": dear, "wrong": wrong}


@asks(
    "09.2", "chance", vary=_hiding,
    facts=lambda ace, dear, wrong: {
        "below": ace + dear + 2 * wrong, "left": ace + wrong, "above": dear + wrong,
    },
)  # fmt: skip
def hide(ace: int, dear: int, wrong: int) -> Fraction:
    return Fraction(dear + wrong, ace + dear + 2 * wrong)


@hide.mistake("other_card")
def _(ace: int, dear: int, wrong: int) -> Fraction:
    return 1 - Fraction(dear + wrong, ace + dear + 2 * wrong)


@hide.mistake("wins_alone")
def _(ace: int, dear: int, wrong: int) -> Fraction:
    return Fraction(dear, ace + dear)


@hide.mistake("half")
def _(ace: int, dear: int, wrong: int) -> Fraction:
    return Fraction(1, 2)


def _dan(rng: Random) -> dict[str, Any]:
    percent, dear = rng.choice([(40, 3), (30, 4), (75, 4), (80, 3), (90, 3)])
    return {"hides": percent, "dear": dear}


def _ways(hides: int, dear: int) -> tuple[Fraction, Fraction]:
    """What saying each card brings: a right ace 1, a right other card its points, wrong −2."""
    p = Fraction(hides, 100)
    return p * 1 - 2 * (1 - p), -2 * p + dear * (1 - p)


def _ways_told(hides: int, dear: int) -> dict[str, Any]:
    ace, other = _ways(hides, dear)
    return {"ace": ace, "other": other, "rest": 100 - hides}


@asks("09.3", "number", vary=_dan, facts=_ways_told)
def read_dan(hides: int, dear: int) -> Fraction:
    return max(_ways(hides, dear))


@read_dan.mistake("worse_card")
def _(hides: int, dear: int) -> Fraction:
    return min(_ways(hides, dear))


@read_dan.mistake("coin")
def _(hides: int, dear: int) -> Fraction:
    return sum(_ways(hides, dear)) * Fraction(1, 2)


@read_dan.mistake("matches_him")
def _(hides: int, dear: int) -> Fraction:
    ace, other = _ways(hides, dear)
    return ace * Fraction(hides, 100) + other * Fraction(100 - hides, 100)


@read_dan.mistake("value_of_the_game")
def _(hides: int, dear: int) -> Fraction:
    return Fraction(dear - 4, dear + 5)


Matching = Callable[[Sequence[float], int], Fraction]


def _in_proportion(kept: Sequence[float], number: int) -> Fraction:
    whole = sum(map(Fraction, kept))
    return Fraction(kept[number]) / whole if whole else Fraction(1, len(kept))


@asks(
    "09.4", "function",
    cases=lambda: [([3, 1], 0), ([6, -5, 2], 0), ([-1, 4], 0), ([2, -5, 6], 2), ([-3, -1], 0)],
)  # fmt: skip
def matching_regret() -> Matching:
    return lambda regrets, number: _in_proportion([max(r, 0) for r in regrets], number)


@matching_regret.mistake("below_zero_kept")
def _() -> Matching:
    return _in_proportion


@matching_regret.mistake("size_alone")
def _() -> Matching:
    return lambda regrets, number: _in_proportion([abs(r) for r in regrets], number)


@matching_regret.mistake("largest_alone")
def _() -> Matching:
    return lambda regrets, number: Fraction(regrets[number] == max(regrets))


@matching_regret.mistake("nothing_left")
def _() -> Matching:
    def chance(regrets: Sequence[float], number: int) -> Fraction:
        kept = [max(r, 0) for r in regrets]
        return _in_proportion(kept, number) if sum(kept) else Fraction(0)

    return chance


def _bet(rng: Random) -> dict[str, Any]:
    return {"bet": rng.choice([3, 4, 6, 8])}


def _bluff_facts(bet: int) -> dict[str, Any]:
    return {"stake": bet + 1, "share": Fraction(bet, 2 * bet + 2), "twice": 2 * bet + 2}


@asks("09.5", "chance", vary=_bet, facts=_bluff_facts)
def bluff(bet: int) -> Fraction:
    return Fraction(bet, bet + 2)


@bluff.mistake("share_of_bets")
def _(bet: int) -> Fraction:
    return Fraction(bet, 2 * bet + 2)


@bluff.mistake("honest_share")
def _(bet: int) -> Fraction:
    return Fraction(2, bet + 2)


@bluff.mistake("fold_costs_nothing")
def _(bet: int) -> Fraction:
    return Fraction(1)


@bluff.mistake("stakes_alone")
def _(bet: int) -> Fraction:
    return Fraction(bet, bet + 1)
