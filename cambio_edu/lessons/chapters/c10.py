"""Chapter 10, tips on trial: hypotheses fixed beforehand, many tests at once, size of effects."""

from collections.abc import Callable
from fractions import Fraction
from math import comb
from random import Random
from typing import Any

from cambio_edu.lessons.exercises import asks
from cambio_edu.lessons.trial import Claim, Finding, as_guess, survivors
from cambio_edu.probability import Estimate, total
from cambio_edu.rules import rules


def _worthless(rng: Random) -> dict[str, Any]:
    tips, percent = rng.choice([(5, 5), (10, 5), (12, 5), (15, 5), (10, 2), (25, 2)])
    return {"tips": tips, "percent": percent}


@asks("10.1", "chance", vary=_worthless, facts=lambda tips, percent: {"sure": 100 - percent})
def one_or_more(tips: int, percent: int) -> Fraction:
    return 1 - Fraction(100 - percent, 100) ** tips


@one_or_more.mistake("summed")
def _(tips: int, percent: int) -> Fraction:
    return Fraction(tips * percent, 100)


@one_or_more.mistake("none_of_them")
def _(tips: int, percent: int) -> Fraction:
    return Fraction(100 - percent, 100) ** tips


@one_or_more.mistake("just_one")
def _(tips: int, percent: int) -> Fraction:
    level = Fraction(percent, 100)
    return tips * level * (1 - level) ** (tips - 1)


@one_or_more.mistake("single")
def _(tips: int, percent: int) -> Fraction:
    return Fraction(percent, 100)


def _sieve(rng: Random) -> dict[str, Any]:
    good, power = rng.choice([(5, 80), (10, 80), (30, 80), (5, 90), (10, 90)])
    return {"good": good, "power": power}


def _sieved(good: int, power: int) -> dict[str, Any]:
    return {
        "bad": 100 - good,
        "found": Fraction(good * power, 100),
        "false": Fraction(5 * (100 - good), 100),
    }


@asks("10.2", "chance", vary=_sieve, facts=_sieved)
def is_good(good: int, power: int) -> Fraction:
    return Fraction(good * power, good * power + (100 - good) * 5)


@is_good.mistake("transposed")
def _(good: int, power: int) -> Fraction:
    return Fraction(95, 100)


@is_good.mistake("power_alone")
def _(good: int, power: int) -> Fraction:
    return Fraction(power, 100)


@is_good.mistake("bad_ones")
def _(good: int, power: int) -> Fraction:
    return 1 - Fraction(good * power, good * power + (100 - good) * 5)


@is_good.mistake("of_all")
def _(good: int, power: int) -> Fraction:
    return Fraction(good * power, 10_000)


def _effort(rng: Random) -> dict[str, Any]:
    return {"spread": rng.choice([1.5, 2, 4]), "effect": rng.choice([0.05, 0.1, 0.2])}


def _ratio(spread: float, effect: float) -> dict[str, Any]:
    return {"ratio": round(spread / effect, 1)}


@asks("10.3", "number", vary=_effort, facts=_ratio)
def enough(spread: float, effect: float) -> float:
    return ((1.96 + 1.28) * spread / effect) ** 2


@enough.mistake("half_the_time")
def _(spread: float, effect: float) -> float:
    return (1.96 * spread / effect) ** 2


@enough.mistake("not_squared")
def _(spread: float, effect: float) -> float:
    return (1.96 + 1.28) * spread / effect


@enough.mistake("spread_once")
def _(spread: float, effect: float) -> float:
    return (1.96 + 1.28) ** 2 * spread / effect**2


PS = ([0.001, 0.02, 0.03], [0.04, 0.001, 0.03, 0.2], [0.03, 0.04], [0.012, 0.013, 0.6, 0.3, 0.001])


@asks("10.4", "function", cases=lambda: [(list(ps),) for ps in PS])
def holm() -> Callable[[list[float]], int]:
    return lambda p_values: sum(survivors(p_values))


@holm.mistake("bonferroni")
def _() -> Callable[[list[float]], int]:
    return lambda p_values: sum(p <= 0.05 / len(p_values) for p in p_values)


@holm.mistake("not_corrected")
def _() -> Callable[[list[float]], int]:
    return lambda p_values: sum(p <= 0.05 for p in p_values)


def _without_stop(p_values: list[float]) -> int:
    return sum(p <= 0.05 / (len(p_values) - n) for n, p in enumerate(sorted(p_values)))


@holm.mistake("never_stops")
def _() -> Callable[[list[float]], int]:
    return _without_stop


def _in_given_order(p_values: list[float]) -> int:
    fits = [p <= 0.05 / (len(p_values) - n) for n, p in enumerate(p_values)]
    return fits.index(False) if False in fits else len(fits)


@holm.mistake("not_sorted")
def _() -> Callable[[list[float]], int]:
    return _in_given_order


READINGS = ("holds", "tiny", "fails", "open")


@asks("10.5", "choice", options=READINGS)
def reading() -> str:
    claim = Claim("spy", "", (lambda hands, seed: Fraction(0),), 1, least=0.1)
    found = Finding(claim, "", Estimate(0.06, 0.006, 40_000, 40_000.0, "hands"), tests=36)
    return "tiny" if found.is_tiny else as_guess(found.verdict)


@reading.mistake("only_sure")
def _() -> str:
    return "holds"


@reading.mistake("only_small")
def _() -> str:
    return "fails"


@reading.mistake("not_sure")
def _() -> str:
    return "open"


def _low_pair(rng: Random) -> dict[str, Any]:
    first, second = rng.choice([(0, 1), (1, 1), (0, 2), (1, 2)])
    return {"first": first, "second": second, "limit": rng.choice([15, 18, 20])}


def _rest(first: int, second: int) -> dict[int, int]:
    left = rules("cabo").worths
    left.subtract([first, second])
    return left


def _low_facts(first: int, second: int, limit: int) -> dict[str, Any]:
    need = limit - first - second
    pairs = comb(50, 2)
    return {
        "need": need,
        "pairs": pairs,
        "many": (1 - total(_rest(first, second), 2).at_most(need)) * pairs,
    }


@asks("10.6", "chance", vary=_low_pair, facts=_low_facts)
def above(first: int, second: int, limit: int) -> Fraction:
    return 1 - total(_rest(first, second), 2).at_most(limit - first - second)


@above.mistake("below_instead")
def _(first: int, second: int, limit: int) -> Fraction:
    return total(_rest(first, second), 2).at_most(limit - first - second)


@above.mistake("limit_counts")
def _(first: int, second: int, limit: int) -> Fraction:
    return 1 - total(_rest(first, second), 2).below(limit - first - second)


@above.mistake("known_left_out")
def _(first: int, second: int, limit: int) -> Fraction:
    return 1 - total(_rest(first, second), 2).at_most(limit)


@above.mistake("full_pack")
def _(first: int, second: int, limit: int) -> Fraction:
    return 1 - total(rules("cabo").worths, 2).at_most(limit - first - second)
