"""Chapter 09, a Cambio small enough to solve: trees, information sets, mixing, regret."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random
from typing import Any

from cambio_edu.lessons.exercises import asks


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
