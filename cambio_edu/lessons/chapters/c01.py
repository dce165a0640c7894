"""Chapter 01, one hidden card: sample space, expected value, spread."""

from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any

from cambio_edu.lessons.exercises import asks
from cambio_edu.pmf import Pmf
from cambio_edu.rules import rules

CAMBIO = rules("cambio")


def one_card(preset: str = "cambio") -> Pmf[int]:
    """The points of one card of a full pack."""
    return Pmf(rules(preset).pack.counts).map(rules(preset).points)


def _most(rng: Random) -> dict[str, Any]:
    return {"most": rng.choice([3, 4, 5, 7, 8])}


@asks("01.1", "chance", vary=_most)
def at_most(most: int) -> Fraction:
    return one_card().at_most(most)


@at_most.mistake("four_too_few")
def _(most: int) -> Fraction:
    return Fraction(4 * most, 52)


@at_most.mistake("values_counted")
def _(most: int) -> Fraction:
    return Fraction(len([x for x in one_card() if x <= most]), len(one_card()))


@at_most.mistake("above_instead")
def _(most: int) -> Fraction:
    return 1 - one_card().at_most(most)


def _prize(rng: Random) -> dict[str, Any]:
    return {"king": rng.choice([-10, -7, 4, 10, 20, 25])}


def _with_red_kings(king: int) -> Pmf[int]:
    """One card, where red kings are worth something else."""
    return Pmf(CAMBIO.pack.counts).map(
        lambda card: king if card.rank == "K" and card.suit in "HD" else CAMBIO.points(card)
    )


@asks("01.2", "number", vary=_prize, facts=lambda king: {"sum": 52 * _with_red_kings(king).mean})
def new_kings(king: int) -> Fraction:
    return _with_red_kings(king).mean


@new_kings.mistake("all_kings")
def _(king: int) -> Fraction:
    return Fraction(4 * (78 + king), 52)


@new_kings.mistake("values_averaged")
def _(king: int) -> Fraction:
    return Fraction(sum(range(13)) + king, 14)


@new_kings.mistake("one_king")
def _(king: int) -> Fraction:
    return Fraction(4 * sum(range(1, 13)) - 2 + king, 52)


def _spread_of(rng: Random) -> dict[str, Any]:
    return {"cards": rng.choice([(2, 4, 9), (1, 5, 9), (0, 4, 8), (3, 4, 11), (2, 5, 11)])}


@asks("01.3", "number", vary=_spread_of, facts=lambda cards: _steps(cards))
def spread(cards: tuple[int, ...]) -> float:
    return Pmf(dict.fromkeys(cards, 1)).sd


def _steps(cards: tuple[int, ...]) -> dict[str, Any]:
    pmf = Pmf(dict.fromkeys(cards, 1))
    return {"listed": ", ".join(map(str, cards)), "mean": pmf.mean, "variance": pmf.variance}


@spread.mistake("variance")
def _(cards: tuple[int, ...]) -> Fraction:
    return Pmf(dict.fromkeys(cards, 1)).variance


@spread.mistake("absolute")
def _(cards: tuple[int, ...]) -> Fraction:
    pmf = Pmf(dict.fromkeys(cards, 1))
    return pmf.map(lambda x: abs(x - pmf.mean)).mean


@spread.mistake("one_fewer")
def _(cards: tuple[int, ...]) -> float:
    return sqrt(Pmf(dict.fromkeys(cards, 1)).variance * len(cards) / (len(cards) - 1))


@asks("01.4", "function", cases=lambda: [([1, 2, 3],), ([0, 0, 0, 12],), ([-2, -2, 0, 5, 12],)])
def mean_of() -> Callable[[list[int]], Fraction]:
    return lambda points: Fraction(sum(points), len(points))


@mean_of.mistake("midrange")
def _() -> Callable[[list[int]], Fraction]:
    return lambda points: Fraction(min(points) + max(points), 2)


@mean_of.mistake("median")
def _() -> Callable[[list[int]], Fraction]:
    return lambda points: Fraction(
        sorted(points)[(len(points) - 1) // 2] + sorted(points)[len(points) // 2], 2
    )


@mean_of.mistake("without_repeats")
def _() -> Callable[[list[int]], Fraction]:
    return lambda points: Fraction(sum(set(points)), len(set(points)))
