"""Chapter 11: duels of players, and how the best on training packs do on others."""

from collections.abc import Sequence
from random import Random
from statistics import fmean

from matplotlib.axes import Axes

from cambio_edu import figures
from cambio_edu.errors import CambioError
from cambio_edu.figures import BLACK, BLUE, LETTERS, ORANGE
from cambio_edu.hand import Hand, deal
from cambio_edu.lessons.chapters.c11 import CABO, MOST_MOVES, Player, made
from cambio_edu.notation import write
from cambio_edu.probability import Estimate
from cambio_edu.rules import rules
from cambio_edu.simulation.comparing import in_every_seat
from cambio_edu.simulation.estimates import estimate
from cambio_edu.strategies import Strategy
from cambio_edu.thresholds import Threshold
from cambio_edu.view import view


def duel(first: Player, second: Player, packs: int, seed: int = 0) -> list[float]:
    """How many points a hand one player writes down more than another, pack by pack.

    Each pack is played twice, once in each seat, and is one observation: the mean of both hands.
    A hand that does not end counts 0. The rules are those of `cabo`.

    Args:
        first: a player.
        second: another one.
        packs: how many packs.
        seed: of the packs.
    """
    one, other = made(first), made(second)
    seatings = ((one, other), (other, one))
    return [
        fmean(_lead(number, seed, players, seat) for seat, players in enumerate(seatings))
        for number in range(packs)
    ]


def _lead(number: int, seed: object, players: Sequence[Strategy], seat: int) -> int:
    hand = deal(CABO, 2, Random(f"{seed} {number}"))
    while hand.mover is not None and len(hand.history) < MOST_MOVES:
        hand = hand.play(players[hand.mover](view(hand, hand.mover)))
    if hand.scores is None:
        return 0
    return hand.scores[seat].points - hand.scores[1 - seat].points


def try_out(player: Player, hands: int = 4) -> str:
    """Let a player play a few hands of `cabo` against `usual`, and say how they went.

    Args:
        player: a function, a class or one that was made of it.
        hands: how many hands.
    """
    lines = []
    for number in range(hands):
        hand = deal(CABO, 2, Random(f"try {number}"))
        try:
            one = made(player)
            while hand.mover is not None and len(hand.history) < MOST_MOVES:
                mover = one if hand.mover == 0 else Threshold()
                hand = hand.play(mover(view(hand, hand.mover)))
        except Exception as error:  # whatever a learner's player does wrong
            lines.append(_stopped(hand, number, error))
            break
        lines.append(f"hand {number + 1}: {_ended(hand)}")
    return "\n".join(lines)


def _stopped(hand: Hand, number: int, error: Exception) -> str:
    told = str(error) if isinstance(error, CambioError) else f"{type(error).__name__}: {error}"
    begin = (
        f"hand {number + 1} stopped in the phase {hand.phase!r}, after {len(hand.history)} moves"
    )
    return f"{begin}:\n{told}\n\n{write(hand)}"


def _ended(hand: Hand) -> str:
    if hand.scores is None:
        return f"not ended after {MOST_MOVES} moves; nobody calls"
    caller = {None: "nobody", 0: "your player", 1: "the other"}[hand.caller]
    mine, other = (score.points for score in hand.scores)
    return f"{caller} called; your player writes {mine}, the other {other}"


def leads(
    players: Sequence[Threshold], packs: int, seed: int, preset: str = "cabo", seats: int = 2
) -> list[Estimate]:
    """How many points a hand each player writes down more than the usual ones at its table.

    All of them play the same packs, in every seat.

    Args:
        players: players with dials.
        packs: how many packs.
        seed: of the packs.
        preset: name of the rules.
        seats: how many sit at the table.
    """
    game, usual = rules(preset), Threshold()
    return [
        estimate(in_every_seat(one, usual, game, seats, packs, seed, "lead"))._replace(unit="packs")
        for one in players
    ]


def plot_training(training: Sequence[float], test: Sequence[float], ax: Axes | None = None) -> Axes:
    """Each player as a point: its lead on the training packs, and on packs that were not tuned on.

    Args:
        training: leads on the packs that were tuned on (points a hand).
        test: leads of the same players on other packs.
        ax: where to draw; new axes without it.
    """
    xlabel, ylabel = "points a hand more, training packs", "… and on test packs"
    ax = figures.new_axes(ax, xlabel, ylabel, size=(7, 4))
    ends = [min(training) - 0.2, max(training) + 0.2]
    ax.plot(ends, ends, "--", color=BLACK, linewidth=2, label="the same on both")
    rise = slope(training, test)
    line = [fmean(test) + rise * (x - fmean(training)) for x in ends]
    ax.plot(ends, line, ":", color=ORANGE, linewidth=3, label=f"best line, slope {rise:.2f}")
    ax.plot(training, test, "o", color=BLUE, markersize=7, alpha=0.8)
    best = min(range(len(training)), key=lambda n: training[n])
    ax.plot([training[best]], [test[best]], "D", color=ORANGE, markersize=13, mfc="none", mew=3)
    ax.text(training[best], test[best] - 0.5, "the winner", va="top", fontsize=LETTERS)
    ax.legend(fontsize=LETTERS, frameon=False)
    told = (
        f"The winner has {training[best]:.2f} on the training packs and {test[best]:.2f} on the "
        f"test packs; the best line has a slope of {rise:.2f}."
    )
    return figures.finished(ax, told, percent=False)


def slope(x: Sequence[float], y: Sequence[float]) -> float:
    """Slope of the line through points that fits best (least squares).

    >>> slope([0, 1, 2], [0, 1, 2])
    1.0
    """
    mx, my = fmean(x), fmean(y)
    together = sum((a - mx) * (b - my) for a, b in zip(x, y, strict=True))
    return together / sum((a - mx) ** 2 for a in x)
