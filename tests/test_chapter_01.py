"""The mathematics of chapter 01, counted with no function of the package but the rules."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import isclose, sqrt
from random import Random
from statistics import pstdev

import pytest

from cambio_edu.lessons.exercises import exercise_named
from cambio_edu.rules import rules

PACK = [points for points in range(1, 13) for _ in range(4)] + [-2, -2, 0, 0]
LEARNERS = ["", *(f"learner {n}" for n in range(25))]


def mean(values: list[int]) -> Fraction:
    return Fraction(sum(values), len(values))


def points_of(preset: str, house: str = "") -> list[int]:
    game = rules(preset, house)
    return [game.points(card) for card in game.pack.cards]


# What the text says


def test_twelve_values_lie_on_four_cards_and_two_on_two() -> None:
    assert sorted(PACK) == sorted(points_of("cambio"))
    counts = Counter(PACK)
    assert len(counts) == 14  # the dots of the picture
    assert sorted(counts.values()) == [2, 2, *[4] * 12]
    assert sum(counts[x] == 4 and x >= 6 for x in counts) == 7  # ranks worth 6 points or more


def test_a_card_is_worth_77_thirteenths_give_or_take_four() -> None:
    assert mean(PACK) == Fraction(77, 13)
    assert Fraction(sum(x * x for x in PACK), 52) - mean(PACK) ** 2 == Fraction(2547, 169)
    assert round(pstdev(PACK)) == 4


def test_after_ten_thousand_cards_two_standard_errors_are_less_than_a_tenth() -> None:
    assert 0.07 < 2 * pstdev(PACK) / sqrt(10_000) < 0.1
    rng = Random(101)
    averages = [sum(rng.choices(PACK, k=100)) / 100 for _ in range(400)]
    again = [sum(rng.choices(PACK, k=400)) / 400 for _ in range(400)]
    assert 1.7 < pstdev(averages) / pstdev(again) < 2.3  # four times as many halve it


def test_three_packs_have_52_cards_each_and_cambio_is_the_cheapest() -> None:
    names = ("cambio", "cambio-jokers", "cabo", "cabo-lenient")
    packs = {tuple(rules(name).pack.cards) for name in names}
    assert len(packs) == 3
    assert {len(pack) for pack in packs} == {52}
    means = {name: mean(points_of(name)) for name in names}
    assert means["cabo"] == means["cambio-jokers"] == Fraction(13, 2)
    assert round(float(means["cabo"] - means["cambio"]), 1) == 0.6  # “half a point a card”
    assert min(points_of("cabo")) == 0
    assert mean([max(x, 0) for x in PACK]) == 6  # below six only because of the red kings


def test_red_kings_at_25_move_the_mean_by_more_than_a_point() -> None:
    dear = points_of("cambio", "red_king=25")
    assert mean(dear) == Fraction(181, 26)
    assert mean(dear) - mean(PACK) > 1


# Exercises


@pytest.mark.parametrize("learner", LEARNERS)
def test_at_most_so_many_by_turning_up_every_card(learner: str) -> None:
    task = exercise_named("01.1").of(learner)
    assert task.answer == Fraction(sum(x <= task.most for x in PACK), 52)


@pytest.mark.parametrize("learner", LEARNERS)
def test_other_kings_by_adding_up_the_pack(learner: str) -> None:
    task = exercise_named("01.2").of(learner)
    assert task.answer == mean([task.king if x == -2 else x for x in PACK])


@pytest.mark.parametrize("learner", LEARNERS)
def test_a_spread_by_pairs(learner: str) -> None:
    """Half the mean squared distance of two independent draws is the variance."""
    task = exercise_named("01.3").of(learner)
    pairs = [(a - b) ** 2 for a, b in product(task.cards, repeat=2)]
    assert isclose(task.answer, sqrt(sum(pairs) / len(pairs) / 2))


def test_an_expected_value_weighs_what_stands_twice() -> None:
    expected = exercise_named("01.4").of("").answer
    assert expected([0, 0, 0, 12]) == 3
    assert expected(PACK) == Fraction(77, 13)
