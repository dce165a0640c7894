"""The mathematics of chapter 02, computed a second way."""

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from math import comb, sqrt
from statistics import mean, pvariance

import pytest

from cambio_edu.lessons.chapters.c02 import decade
from cambio_edu.lessons.exercises import exercise_named
from cambio_edu.rules import rules

#: The pack in points, written out: no function of the package is asked.
PACK = [points for points in range(1, 13) for _ in range(4)] + [-2, -2, 0, 0]
HANDS = Counter(sum(hand) for hand in combinations(PACK, 4))
LEARNERS = ["", *(f"learner {n}" for n in range(25))]
VARIANCE = Fraction(sum(x * x for x in PACK), 52) - Fraction(308, 52) ** 2


def moments(counts: dict[int, int]) -> tuple[Fraction, Fraction]:
    """Mean and variance of equally likely ways."""
    whole = sum(counts.values())
    first = Fraction(sum(t * n for t, n in counts.items()), whole)
    return first, Fraction(sum(t * t * n for t, n in counts.items()), whole) - first**2


# What the text says


def test_four_cards_are_worth_four_times_one_card() -> None:
    assert sorted(PACK) == sorted(rules("cambio").worths.elements())
    assert sum(PACK) == 308
    assert moments(HANDS)[0] == 4 * Fraction(77, 13) == Fraction(308, 13)


def test_the_variance_is_four_variances_less_twelve_fifty_firsts() -> None:
    assert moments(HANDS)[1] == 4 * VARIANCE * Fraction(48, 51)
    assert round(sqrt(VARIANCE), 1) == 3.9
    assert 4 * sqrt(VARIANCE) == pytest.approx(15.53, abs=0.005)
    assert 2 * sqrt(VARIANCE) - sqrt(moments(HANDS)[1]) == pytest.approx(0.23, abs=0.005)


def test_two_cards_of_the_pack_have_the_covariance_minus_a_fifty_first() -> None:
    away = [x - Fraction(308, 52) for x in PACK]
    products = sum(a * b for a, b in permutations(away, 2))
    assert Fraction(products, 52 * 51) == -VARIANCE / 51


def test_the_counts_of_hands_are_as_said() -> None:
    assert sum(HANDS.values()) == comb(52, 4)
    assert HANDS[-4] == HANDS[48] == 1
    assert 13_500 < HANDS[24] < 14_000  # "nearly fourteen thousand"
    assert max(HANDS, key=HANDS.get) == 24


def test_two_thirds_lie_within_one_standard_deviation_and_nineteen_in_twenty_within_two() -> None:
    middle, spread = float(moments(HANDS)[0]), sqrt(moments(HANDS)[1])
    for k, share in ((1, 2 / 3), (2, 19 / 20)):
        inside = sum(n for t, n in HANDS.items() if abs(t - middle) <= k * spread)
        assert inside / comb(52, 4) == pytest.approx(share, abs=0.01)


def test_ends_are_rarer_without_putting_back_and_the_middle_is_likelier() -> None:
    back = Counter({0: 1})
    for _ in range(4):
        back = Counter({t: sum(back[t - x] for x in PACK) for t in range(-8, 49)})
    kept, put = Counter(), Counter()
    for t, n in HANDS.items():
        kept[decade(t)] += Fraction(n, comb(52, 4))
    for t, n in back.items():
        put[decade(t)] += Fraction(n, 52**4)
    assert kept["low"] < put["low"]
    assert kept["forties"] < put["forties"]
    assert kept["twenties"] > put["twenties"]


def test_classes_of_the_sketch_are_as_labelled() -> None:
    edges = {-8: "low", 9: "low", 10: "teens", 19: "teens", 20: "twenties", 29: "twenties"}
    edges |= {30: "thirties", 39: "thirties", 40: "forties", 48: "forties"}
    assert {t: decade(t) for t in edges} == edges


def test_the_tiny_pack_adds_up_and_hangs_together() -> None:
    ways = list(permutations([1, 2, 6], 2))
    assert mean(b for _, b in ways) == 3
    assert mean(a + b for a, b in ways) == 6
    assert {b for a, b in ways if a == 6} == {1, 2}
    assert sum(Fraction((a - 3) * (b - 3)) for a, b in ways) / 6 == Fraction(-7, 3)


def test_the_average_settles_and_the_sum_does_not() -> None:
    rng, pack = random.Random(4), rules("cambio").pack.cards
    points = rules("cambio").points
    deals = [sum(map(points, rng.sample(pack, 4))) for _ in range(20_011)][11:]
    assert sum(deals[:10]) - 10 * 308 / 13 == pytest.approx(-26, abs=0.5)
    assert abs(sum(deals) - 20_000 * 308 / 13) > 1_000
    assert abs(sum(deals) / 20_000 - 308 / 13) < 0.1


def test_fifty_one_cards_have_the_spread_of_one() -> None:
    left_out = [308 - x for x in PACK]
    assert Fraction(pvariance([Fraction(x) for x in left_out])) == VARIANCE
    spreads = {n: n * VARIANCE * Fraction(52 - n, 51) for n in range(1, 53)}
    assert max(spreads, key=spreads.get) == 26
    assert spreads[52] == 0


# Exercises


@pytest.mark.parametrize("learner", LEARNERS)
def test_jokers_join_in(learner: str) -> None:
    asked = exercise_named("02.1").of(learner)
    pack = [*PACK, -5, -5]
    assert asked.answer == sum(Fraction(sum(pack), len(pack)) for _ in range(asked.cards))


def test_jokers_join_in_by_counting_hands() -> None:
    hands = Counter(sum(hand) for hand in combinations([*PACK, -5, -5], 3))
    assert moments(hands)[0] == 3 * Fraction(298, 54)


@pytest.mark.parametrize("learner", LEARNERS)
def test_every_total_of_two(learner: str) -> None:
    asked = exercise_named("02.2").of(learner)
    counts = Counter(a + b for a, b in permutations(asked.pack, 2))
    assert dict(asked.answer.items()) == {t: Fraction(n, 12) for t, n in counts.items()}
    assert len(set(asked.pack)) == 3


@pytest.mark.parametrize("learner", LEARNERS)
def test_the_covariance_of_two_cards(learner: str) -> None:
    asked = exercise_named("02.3").of(learner)
    ways = list(permutations(map(Fraction, asked.cards), 2))
    middle = sum(a for a, _ in ways) / 6
    assert asked.answer == sum(a * b for a, b in ways) / 6 - middle**2
    assert middle.denominator == 1  # "the distances are" whole numbers


@pytest.mark.parametrize("cards", [6, 8, 10, 13])
def test_a_grid_that_has_grown(cards: int) -> None:
    exercise = exercise_named("02.4")
    pairs = cards * VARIANCE - 2 * comb(cards, 2) * VARIANCE / 51
    assert exercise.work(cards) == pytest.approx(sqrt(pairs))
    rng = random.Random(cards)
    tried = [sum(rng.sample(PACK, cards)) for _ in range(8_000)]
    assert sqrt(pvariance(tried)) == pytest.approx(sqrt(pairs), rel=4 / sqrt(2 * 8_000))
    assert Fraction(2547, 169) == VARIANCE


@pytest.mark.parametrize("learner", LEARNERS)
def test_how_many_hands_are_enough(learner: str) -> None:
    asked = exercise_named("02.5").of(learner)
    assert 7.5 / sqrt(asked.answer) == pytest.approx(float(asked.error))
    assert round(sqrt(moments(HANDS)[1]), 1) == 7.5  # "about 7.5"
