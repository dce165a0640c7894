"""Chapter 09: plans and situations of a small game, and the pictures of them."""

from collections.abc import Hashable, Mapping, Sequence
from itertools import accumulate

from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter

from cambio_edu import figures
from cambio_edu.figures import BLACK, BLUE, GREEN, LETTERS, ORANGE
from cambio_edu.moves import Move, read_move
from cambio_edu.solving import Tree
from cambio_edu.strategies import Strategy
from cambio_edu.view import view


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


# Pictures

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
    told = (
        "Chance deals Ben a 1 or a 3, each with ½; Ann cannot tell which. Drawing brings −3 or +3, "
        "taking −1 or 0, calling −13 in both."
    )
    return figures.finished(ax, told, percent=False)


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
    told = (
        "Saying ace rises from −2 to 1, saying three falls from 3 to −2; the better of the two is "
        "lowest, −1/8, where they cross at 5/8."
    )
    return figures.finished(ax, told, percent=False)


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
    told = (
        f"Single rounds go from {min(shares):.2f} to {max(shares):.2f}; "
        f"the mean after {len(shares)} rounds is {means[-1]:.3f}."
    )
    return figures.finished(ax, told, percent=False)


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
    return figures.finished(ax, f"{'; '.join(told)}.", percent=False)
