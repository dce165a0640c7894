"""Chapter 04: its exercises and its claims, computed a second way."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from math import comb, sqrt
from random import Random
from typing import Any

import pytest

from cambio_edu import Table, Threshold, compare_players, rules, simulate
from cambio_edu.cards import Card, card
from cambio_edu.lessons.chapters.c04 import no_two, pairs_in
from cambio_edu.lessons.exercises import Asked, exercise_named

CAMBIO, CABO = rules("cambio"), rules("cabo")
LEARNERS = [f"learner {n}" for n in range(12)]
LEFT = [c for c in CAMBIO.pack.cards if c not in {card("QH"), card("JC"), card("2S")}]


def asked(key: str) -> list[Asked]:
    """An exercise for several learners, each set of numbers once."""
    found = {str(e.values): e for e in map(exercise_named(key).of, LEARNERS)}
    return list(found.values())


def by_ranks(ranks: dict[str, int], cards: int) -> Fraction:
    """The chance of all different, from how many ways there are to choose the ranks."""
    ways = 0
    for chosen in combinations(ranks, cards):
        product = 1
        for rank in chosen:
            product *= ranks[rank]
        ways += product
    return Fraction(ways, comb(sum(ranks.values()), cards))


def ranks_of(name: str) -> dict[str, int]:
    return dict(Counter(c.rank for c in rules(name).pack.cards))


# Exercises


@pytest.mark.parametrize("task", asked("04.1"), ids=str)
def test_it_fits_as_often_as_cards_of_that_rank_are_left(task: Asked) -> None:
    seen = {card(task.top), *map(card, task.seen.split())}
    assert len(seen) == task.looked
    left = [c for c in CAMBIO.pack.cards if c not in seen]
    assert task.answer == Fraction(sum(c.rank == task.top[:-1] for c in left), len(left))


@pytest.mark.parametrize("task", asked("04.2"), ids=str)
def test_the_gain_is_the_mean_over_all_cards(task: Asked) -> None:
    gains = [task.worth] * task.fitting + [-6] * (task.left - task.fitting)
    assert len(gains) == task.left
    assert task.answer == Fraction(sum(gains), len(gains))


def test_at_break_even_nothing_is_gained() -> None:
    function = exercise_named("04.3").of("").answer
    for worth in range(1, 13):
        for price in range(1, 13):
            p = function(worth, price)
            assert p * worth == (1 - p) * price


@pytest.mark.parametrize("cards", [2, 3, 4, 5, 6])
def test_no_two_of_a_rank_by_choosing_the_ranks_first(cards: int) -> None:
    assert no_two(cards) == by_ranks(ranks_of("cambio"), cards)


@pytest.mark.parametrize("task", asked("04.4"), ids=str)
def test_a_pair_is_the_opposite_of_all_different(task: Asked) -> None:
    assert task.answer == 1 - by_ranks(ranks_of("cambio"), task.cards)


@pytest.mark.parametrize("task", asked("04.5"), ids=str)
def test_expected_pairs_over_the_table_by_dealing_them(task: Asked) -> None:
    ranks, rng, trials = [c.rank for c in CABO.pack.cards], Random(45), 4_000
    found = [pairs_in(rng.sample(ranks, 4 * task.seats)) for _ in range(trials)]
    mean = sum(found) / trials
    error = sqrt(sum((x - mean) ** 2 for x in found) / (trials - 1) / trials)
    assert abs(mean - float(task.answer)) < 4 * error
    equal = [a.rank == b.rank for a, b in combinations(CABO.pack.cards, 2)]
    assert task.answer == comb(4 * task.seats, 2) * Fraction(sum(equal), len(equal))


@pytest.mark.parametrize("task", asked("04.6"), ids=str)
def test_at_the_lenient_break_even_both_claims_bring_the_same(task: Asked) -> None:
    p, before = task.answer, 3 * task.worth
    after_two = task.worth + task.drawn
    after_three = p * task.drawn + (1 - p) * before
    assert before - after_two == before - after_three


# What the chapter says


def blind_stack(own: Card, stock: Card) -> int:
    return 12 if own.rank == "Q" else -CAMBIO.points(stock)


def test_a_blind_stack_on_the_queen_loses_four_to_five_points() -> None:
    queens, rest = 3, 46
    points = sum(map(CAMBIO.points, LEFT))
    without = points - 36
    price = Fraction(points - Fraction(without, rest), 48)
    exact = Fraction(queens * 12, 49) - Fraction(rest, 49) * price
    ways = [blind_stack(a, b) for a, b in permutations(LEFT, 2)]
    assert exact == Fraction(sum(ways), len(ways)) == Fraction(-3681, 784)
    assert Fraction(578, 100) < price < Fraction(579, 100)


def test_the_position_is_the_one_described() -> None:
    table = Table(opponents=["beginner", "careful"], first="A", seed="matching ranks 7",
                  study=True, memory="show", name="")  # fmt: skip
    assert "Q♥" in table.described
    assert "1 J♣, 2 2♠, 3 hidden" in table.described


def test_two_places_are_enough_and_four_are_too_many() -> None:
    ways = [CAMBIO.points(b) for a, b in permutations(LEFT, 2) if a.rank != "Q"]
    price = Fraction(sum(ways), len(ways))
    sure = price / (12 + price)
    assert Fraction(1, 4) < sure < Fraction(1, 3)
    assert price / (1 + price) > Fraction(5, 6)
    assert all(price / (w + price) > Fraction(3, 49) for w in range(1, 13))
    for cost in range(7):  # a third is enough as long as a card of the stock costs up to six
        assert Fraction(12, 3) - Fraction(2, 3) * cost >= 0


def test_pairs_among_four_counted_by_kinds_of_hands() -> None:
    kinds = {
        0: comb(13, 4) * 4**4,
        1: 13 * comb(4, 2) * comb(12, 2) * 4**2,
        2: comb(13, 2) * comb(4, 2) ** 2,
        3: 13 * comb(4, 3) * 48,
        6: 13,
    }
    whole = sum(kinds.values())
    assert whole == comb(52, 4)
    assert Fraction(sum(n * k for n, k in kinds.items()), whole) == Fraction(6, 17)
    assert 1 - Fraction(kinds[0], whole) == Fraction(1349, 4165) == 1 - no_two(4)


def test_pairs_in_counts_pairs_of_places() -> None:
    hands: dict[str, int] = {"7 7 K K": 2, "7 7 7 K": 3, "7 7 7 7": 6, "A 2 3 4": 0}
    assert {hand: pairs_in(hand.split()) for hand in hands} == hands


def test_added_chances_pass_one_at_seven_cards() -> None:
    assert Fraction(comb(6, 2), 17) < 1 < Fraction(comb(7, 2), 17)
    off = Fraction(6, 17) - Fraction(1349, 4165)
    assert Fraction(25, 1000) < off < Fraction(35, 1000)


def test_23_birthdays_have_253_pairs_and_more_often_than_not_one_fits() -> None:
    different = Fraction(1)
    for n in range(23):
        different *= Fraction(365 - n, 365)
    assert comb(23, 2) == 253
    assert different < Fraction(1, 2)


def claim(p: Fraction, preset: str, worth: int, drawn: int) -> Fraction:
    """What a claim of two gains, from the total before and after it."""
    before = 2 * worth
    failed = before + (drawn if rules(preset).failed_claim == "add" else 0)
    return before - (p * drawn + (1 - p) * failed)


def test_in_cabo_a_claim_of_two_pays_from_one_half_on() -> None:
    for worth in range(1, 14):
        for drawn in range(worth):
            assert claim(Fraction(1, 2), "cabo", worth, drawn) == worth - drawn
            assert claim(Fraction(49, 100), "cabo", worth, drawn) < worth - drawn


def test_the_blind_claims_of_the_chapter() -> None:
    assert claim(Fraction(3, 48), "cabo", 10, 4) == Fraction(-11, 4)
    assert claim(Fraction(3, 48), "cabo-lenient", 10, 4) == 1
    assert claim(Fraction(3, 8), "cabo-lenient", 10, 4) == 6


def test_what_a_failed_try_costs_is_what_the_table_says() -> None:
    found = {name: (rules(name).stacking, rules(name).exchange_many, rules(name).failed_claim)
             for name in ("cambio", "cambio-jokers", "cabo", "cabo-lenient")}  # fmt: skip
    assert found["cambio"][:2] == ("own turn", False)
    assert found["cambio-jokers"] == found["cabo"] == ("no", True, "add")
    assert found["cabo-lenient"] == ("no", True, "discard")


def test_who_always_dares_loses_some_nineteen_points_a_hand() -> None:
    found: Any = compare_players(Threshold(dare=1.0), Threshold(), seats=3, hands=2_000, seed=5)
    assert abs(found.difference.value - 19) < 1
    hands = simulate([Threshold(dare=1.0), Threshold(), Threshold()], seats=3, hands=200, seed=4)
    cards = [sum(c is not None for c in hands.hand(n).grids[0]) for n in range(200)]
    assert 7 < sum(cards) / 200 < 9


def test_of_75_deals_the_share_is_within_eleven_percentage_points() -> None:
    p = 1349 / 4165
    assert round(2 * sqrt(p * (1 - p) / 75), 2) == 0.11
