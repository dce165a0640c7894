"""Chapter 08, when to call: stopping, thresholds, comparing strategies, intervals."""

from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any

from cambio_edu.lessons.exercises import asks
from cambio_edu.pmf import Pmf
from cambio_edu.rules import rules

CAMBIO = rules("cambio")


def _call(rng: Random) -> dict[str, Any]:
    return {"total": rng.choice([6, 7, 8, 9]), "on": rng.choice([2, 3, 5])}


@asks("08.1", "chance", vary=_call, facts=lambda total, on: {"lost": total + 10})
def break_even(total: int, on: int) -> Fraction:
    return Fraction(on, total + 10)


@break_even.mistake("penalty_alone")
def _(total: int, on: int) -> Fraction:
    return Fraction(on, 10)


@break_even.mistake("other_side")
def _(total: int, on: int) -> Fraction:
    return 1 - Fraction(on, total + 10)


@break_even.mistake("total_alone")
def _(total: int, on: int) -> Fraction:
    return Fraction(on, total)


def _held(rng: Random) -> dict[str, Any]:
    return {"held": rng.choice([7, 8, 9, 10])}


def one_card() -> Pmf[int]:
    """The points of one card of a full pack."""
    return Pmf(CAMBIO.pack.counts).map(CAMBIO.points)


def saving(held: int) -> Fraction:
    """What one more card saves in the mean if the lower of the two is kept (points)."""
    return one_card().map(lambda x: max(held - x, 0)).mean


def _saving_facts(held: int) -> dict[str, Any]:
    return {"sum": 52 * saving(held), "one": held - 1, "black": held, "red": held + 2}


@asks("08.2", "number", vary=_held, facts=_saving_facts)
def saved(held: int) -> Fraction:
    return saving(held)


@saved.mistake("must_take")
def _(held: int) -> Fraction:
    return held - one_card().mean


@saved.mistake("only_lower_cards")
def _(held: int) -> Fraction:
    return one_card().given(lambda x: x < held).map(lambda x: held - x).mean


@saved.mistake("kings_left_out")
def _(held: int) -> Fraction:
    return Fraction(4 * sum(range(1, held)), 52)


Stops = Callable[[list[int], int], int]


def _stops(points: list[int], fee: int) -> int:
    """The dearest card at which it is best to stop."""
    return max(
        x for x in points if Fraction(sum(max(x - y, 0) for y in points), len(points)) <= fee
    )


@asks(
    "08.3",
    "function",
    cases=lambda: [
        ([0, 2, 4, 6, 8, 10], 1),
        ([1, 2, 3, 9, 10, 12], 2),
        ([-2, 0, 1, 5, 6, 7, 11, 12], 1),
    ],
)
def stops_at() -> Stops:
    return _stops


@stops_at.mistake("one_turn_left")
def _() -> Stops:
    def stops(points: list[int], fee: int) -> int:
        mean = Fraction(sum(points), len(points))
        return max(x for x in points if x - mean <= fee)

    return stops


@stops_at.mistake("one_too_far")
def _() -> Stops:
    return lambda points, fee: min(x for x in points if x > _stops(points, fee))


@stops_at.mistake("sum_instead")
def _() -> Stops:
    return lambda points, fee: max(x for x in points if sum(max(x - y, 0) for y in points) <= fee)


def _pairs(rng: Random) -> dict[str, Any]:
    first, second, tenths = rng.choice([(6, 8, 8), (5, 6, 9), (7, 8, 7), (6, 7, 8)])
    return {"first": first, "second": second, "tenths": tenths, "hands": rng.choice([100, 400])}


def _pair_facts(first: int, second: int, tenths: int, hands: int) -> dict[str, Any]:
    return {
        "apart": first**2 + second**2,
        "common": Fraction(2 * tenths * first * second, 10),
        "variance": float(first**2 + second**2 - Fraction(2 * tenths * first * second, 10)),
    }


@asks("08.4", "number", vary=_pairs, facts=_pair_facts)
def paired_error(first: int, second: int, tenths: int, hands: int) -> float:
    return sqrt((first**2 + second**2 - 2 * tenths / 10 * first * second) / hands)


@paired_error.mistake("packs_of_their_own")
def _(first: int, second: int, tenths: int, hands: int) -> float:
    return sqrt((first**2 + second**2) / hands)


@paired_error.mistake("spread_of_one_hand")
def _(first: int, second: int, tenths: int, hands: int) -> float:
    return sqrt(first**2 + second**2 - 2 * tenths / 10 * first * second)


@paired_error.mistake("covariance_once")
def _(first: int, second: int, tenths: int, hands: int) -> float:
    return sqrt((first**2 + second**2 - tenths / 10 * first * second) / hands)


@paired_error.mistake("added")
def _(first: int, second: int, tenths: int, hands: int) -> float:
    return sqrt((first**2 + second**2 + 2 * tenths / 10 * first * second) / hands)


def _many(rng: Random) -> dict[str, Any]:
    return {"tried": rng.choice([6, 8, 10, 12])}


@asks("08.5", "chance", vary=_many, facts=lambda tried: {"none": Fraction(19, 20) ** tried})
def any_clear(tried: int) -> Fraction:
    return 1 - Fraction(19, 20) ** tried


@any_clear.mistake("added")
def _(tried: int) -> Fraction:
    return Fraction(tried, 20)


@any_clear.mistake("none_clear")
def _(tried: int) -> Fraction:
    return Fraction(19, 20) ** tried


@any_clear.mistake("one_look")
def _(tried: int) -> Fraction:
    return Fraction(1, 20)


@asks("08.6", "choice", options=("a", "b", "c", "d"))
def what_it_means() -> str:
    return "c"


@what_it_means.mistake("share_of_hands")
def _() -> str:
    return "a"


@what_it_means.mistake("chance_of_the_truth")
def _() -> str:
    return "b"


@what_it_means.mistake("next_estimate")
def _() -> str:
    return "d"
