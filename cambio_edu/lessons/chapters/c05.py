"""Chapter 05, calling at 5: the tail of a sum, several opponents, and what the count leaves out."""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb
from random import Random
from typing import Any

from cambio_edu.cards import card
from cambio_edu.lessons.exercises import asks
from cambio_edu.pmf import Pmf
from cambio_edu.probability import total
from cambio_edu.rules import rules

CAMBIO = rules("cambio")
ANN = "2S KD 2D 3D"


def others_left() -> Counter[int]:
    """How many cards of each worth (points) are left when Ann has taken hers out of the pack."""
    counts = CAMBIO.pack.counts
    counts.subtract(map(card, ANN.split()))
    left: Counter[int] = Counter()
    for one, n in counts.items():
        left[CAMBIO.points(one)] += n
    return left


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
