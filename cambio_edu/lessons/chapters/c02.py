"""Chapter 02, four hidden cards: linearity, covariance, the shape of a total, standard error."""

from fractions import Fraction
from itertools import combinations
from math import sqrt
from random import Random
from typing import Any

from cambio_edu.lessons.exercises import asks
from cambio_edu.pmf import Pmf
from cambio_edu.probability import total
from cambio_edu.rules import rules

WORTHS = rules("cambio").worths
ONE = Pmf(WORTHS)


def decade(points: int) -> str:
    """The class of a total in the sketch of the chapter.

    Args:
        points: the total of four cards.

    >>> decade(-4), decade(10), decade(48)
    ('low', 'teens', 'forties')
    """
    names = {9: "low", 19: "teens", 29: "twenties", 39: "thirties"}
    return next((name for most, name in names.items() if points <= most), "forties")


# 02.1


def _grid(rng: Random) -> dict[str, Any]:
    return {"cards": rng.choice([3, 5, 6, 7])}


@asks("02.1", "number", vary=_grid, facts=lambda cards: {"mean": Fraction(298, 54)})
def with_jokers(cards: int) -> Fraction:
    return total(rules("cambio", "jokers").worths, cards).mean


@with_jokers.mistake("no_jokers")
def _(cards: int) -> Fraction:
    return cards * ONE.mean


@with_jokers.mistake("fifty_two")
def _(cards: int) -> Fraction:
    return Fraction(298 * cards, 52)


@with_jokers.mistake("one_card")
def _(cards: int) -> Fraction:
    return Fraction(298, 54)


@with_jokers.mistake("four_cards")
def _(cards: int) -> Fraction:
    return 4 * Fraction(298, 54)


# 02.2


def _four(rng: Random) -> dict[str, Any]:
    return {"pack": rng.choice([(1, 1, 4, 6), (2, 2, 3, 7), (-2, -2, 1, 6), (0, 3, 3, 8)])}


def _listed(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers)).replace("-", "−")


def _pairs(pack: tuple[int, ...]) -> dict[str, Any]:
    pairs = [sum(pair) for pair in combinations(pack, 2)]
    pmf = total({x: pack.count(x) for x in pack}, 2)
    chances = ", ".join(rf"P({t}) = \tfrac{{{6 * p}}}{{6}}" for t, p in pmf.items())
    return {"listed": _listed(pack), "totals": _listed(tuple(pairs)), "chances": chances}


@asks("02.2", "pmf", vary=_four, facts=_pairs)
def two_cards(pack: tuple[int, ...]) -> Pmf[int]:
    return total({x: pack.count(x) for x in pack}, 2)


@two_cards.mistake("put_back")
def _(pack: tuple[int, ...]) -> Pmf[int]:
    one = Pmf({x: pack.count(x) for x in pack})
    return one + one


@two_cards.mistake("all_alike")
def _(pack: tuple[int, ...]) -> Pmf[int]:
    return Pmf({sum(pair): 1 for pair in combinations(pack, 2)})


@two_cards.mistake("twin_dropped")
def _(pack: tuple[int, ...]) -> Pmf[int]:
    return total(dict.fromkeys(pack, 1), 2)


# 02.3


def _three(rng: Random) -> dict[str, Any]:
    return {"cards": rng.choice([(2, 4, 9), (1, 5, 9), (3, 4, 11), (2, 5, 11), (1, 4, 10)])}


def _away(cards: tuple[int, ...]) -> dict[str, Any]:
    pmf = Pmf(dict.fromkeys(cards, 1))
    away = tuple(int(x - pmf.mean) for x in cards)
    products = tuple(a * b for a, b in combinations(away, 2))
    return {
        "listed": _listed(cards),
        "mean": pmf.mean,
        "away": _listed(away),
        "products": _listed(products),
        "sum": sum(products),
        "var": pmf.variance,
    }


@asks("02.3", "number", vary=_three, facts=_away)
def covariance(cards: tuple[int, ...]) -> Fraction:
    return -Pmf(dict.fromkeys(cards, 1)).variance / 2


@covariance.mistake("sign")
def _(cards: tuple[int, ...]) -> Fraction:
    return Pmf(dict.fromkeys(cards, 1)).variance / 2


@covariance.mistake("put_back")
def _(cards: tuple[int, ...]) -> Fraction:
    return Fraction(0)


@covariance.mistake("products")
def _(cards: tuple[int, ...]) -> Fraction:
    return Fraction(sum(a * b for a, b in combinations(cards, 2)), 3)


@covariance.mistake("variance")
def _(cards: tuple[int, ...]) -> Fraction:
    return Pmf(dict.fromkeys(cards, 1)).variance


@covariance.mistake("summed")
def _(cards: tuple[int, ...]) -> Fraction:
    return -3 * Pmf(dict.fromkeys(cards, 1)).variance / 2


# 02.4


def _grown(rng: Random) -> dict[str, Any]:
    return {"cards": rng.choice([6, 8, 10, 13])}


def _grown_facts(cards: int) -> dict[str, Any]:
    return {
        "pairs": cards * (cards - 1) // 2,
        "put_back": cards * ONE.variance,
        "less": cards * (cards - 1) * ONE.variance / 51,
        "var": total(WORTHS, cards).variance,
        "rest": 52 - cards,
    }


@asks("02.4", "number", vary=_grown, facts=_grown_facts)
def spread(cards: int) -> float:
    return total(WORTHS, cards).sd


@spread.mistake("with_replacement")
def _(cards: int) -> float:
    return sqrt(cards * ONE.variance)


@spread.mistake("times")
def _(cards: int) -> float:
    return cards * ONE.sd


@spread.mistake("no_root")
def _(cards: int) -> Fraction:
    return total(WORTHS, cards).variance


@spread.mistake("pairs_once")
def _(cards: int) -> float:
    return sqrt(cards * ONE.variance * (1 - Fraction(cards - 1, 102)))


@spread.mistake("average")
def _(cards: int) -> float:
    return total(WORTHS, cards).sd / cards


# 02.5


def _precision(rng: Random) -> dict[str, Any]:
    return {"error": Fraction(1, rng.choice([4, 10, 20, 50]))}


@asks("02.5", "number", vary=_precision, facts=lambda error: {"root": Fraction(15, 2) / error})
def trials(error: Fraction) -> Fraction:
    return (Fraction(15, 2) / error) ** 2


@trials.mistake("no_square")
def _(error: Fraction) -> Fraction:
    return Fraction(15, 2) / error


@trials.mistake("error_not_squared")
def _(error: Fraction) -> Fraction:
    return Fraction(15, 2) ** 2 / error


@trials.mistake("sd_not_squared")
def _(error: Fraction) -> Fraction:
    return Fraction(15, 2) / error**2


@trials.mistake("two_errors")
def _(error: Fraction) -> Fraction:
    return (2 * Fraction(15, 2) / error) ** 2
