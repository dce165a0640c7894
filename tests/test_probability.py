"""Totals without replacement: known values, brute force, and the laws of probability."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cambio_edu import ways
from cambio_edu.errors import CambioError
from cambio_edu.pmf import Pmf
from cambio_edu.probability import (
    DEALS,
    Estimate,
    Hidden,
    Sample,
    anyone_lower,
    joint,
    lowest,
    random_deals,
    total,
)
from cambio_edu.rules import rules

CABO, CAMBIO = rules("cabo").worths, rules("cambio").worths
ENOUGH = 10**9


# Values that can be found by hand or in other books


def test_four_cards_of_the_cabo_pack() -> None:
    four = total(CABO, 4)
    assert four.mean == 26  # 4 × 6.5
    assert four.variance == Fraction(912, 17)
    assert four.at_most(5) == Fraction(1, 1105)
    assert (min(four), max(four)) == (0 + 0 + 1 + 1, 13 + 13 + 12 + 12)


def test_four_cards_of_the_cambio_pack() -> None:
    four = total(CAMBIO, 4)
    assert four.mean == Fraction(308, 13)
    assert four.variance == Fraction(163008, 2873)
    assert four.at_most(5) == Fraction(382, 54145)
    assert four.below(6) == four.at_most(5)


def test_a_caller_with_two_aces_a_two_and_an_ace() -> None:
    others = Counter(CAMBIO)
    others.subtract([1, 1, 2, 1])
    beaten = [anyone_lower(others, [4] * opponents, 5) for opponents in (1, 2, 3)]
    assert beaten == [
        Fraction(449, 194580),
        Fraction(5540611, 1200655890),
        Fraction(5540113, 800437260),
    ]


def test_one_opponent_is_a_total_and_no_more() -> None:
    for points in (5, 20):
        assert anyone_lower(CABO, [4], points, limit=ENOUGH) == total(CABO, 4).below(points)
        assert anyone_lower(CABO, [4], points, True, ENOUGH) == total(CABO, 4).at_most(points)


def test_a_total_of_all_cards_is_certain() -> None:
    assert total({3: 2, -2: 1}, 3) == Pmf({4: 1})
    assert total(CABO, 0) == Pmf({0: 1})


# Brute force on small packs

SMALL = st.dictionaries(st.integers(-5, 12), st.integers(0, 3), min_size=1, max_size=5).filter(
    lambda counts: 2 <= sum(counts.values()) <= 9
)


def every_deal(counts: dict[int, int], sizes: Sequence[int]) -> Iterator[list[int]]:
    """The totals of the hands in every deal, each deal of single cards once."""
    cards = [worth for worth, n in counts.items() for _ in range(n)]

    def deals(left: tuple[int, ...], sizes: Sequence[int]) -> Iterator[list[int]]:
        if not sizes:
            yield []
            return
        for hand in combinations(left, sizes[0]):
            rest = tuple(n for n in left if n not in hand)
            for others in deals(rest, sizes[1:]):
                yield [sum(cards[n] for n in hand), *others]

    return deals(tuple(range(len(cards))), sizes)


@st.composite
def several_hands(draw: st.DrawFn) -> tuple[dict[int, int], list[Hidden]]:
    counts = draw(SMALL)
    left, hands = sum(counts.values()), []
    for _ in range(draw(st.integers(1, 3))):
        cards = draw(st.integers(0, min(3, left)))
        left -= cards
        hands.append(Hidden(cards, draw(st.integers(-3, 8))))
    return counts, hands


@settings(max_examples=120, deadline=None, derandomize=True)
@given(several_hands(), st.integers(-8, 25), st.booleans())
def test_several_hands_are_what_every_deal_says(given_, points: int, at_most: bool) -> None:
    counts, hands = given_
    deals = [
        tuple(t + h.known for t, h in zip(totals, hands, strict=True))
        for totals in every_deal(counts, [hand.cards for hand in hands])
    ]
    assert joint(counts, hands) == Pmf(Counter(deals))
    low = sum(min(d) <= points if at_most else min(d) < points for d in deals)
    assert anyone_lower(counts, hands, points, at_most) == Fraction(low, len(deals))
    caller = points % len(hands)
    for shared in (False, True):
        won = Counter(winners(totals, caller, shared) for totals in deals)
        assert lowest(counts, hands, caller, shared, ENOUGH) == Pmf(won)


def winners(totals: Sequence[int], caller: int, shared: bool) -> tuple[int, ...]:
    tied = tuple(n for n, total in enumerate(totals) if total == min(totals))
    return (caller,) if caller in tied and not shared else tied


@settings(max_examples=120, deadline=None, derandomize=True)
@given(SMALL, st.integers(0, 9))
def test_a_total_is_what_every_deal_says(counts: dict[int, int], cards: int) -> None:
    cards = min(cards, sum(counts.values()))
    every = Counter(totals[0] for totals in every_deal(counts, [cards]))
    assert total(counts, cards) == Pmf(every)
    assert sum(every.values()) == comb(sum(counts.values()), cards)


@settings(max_examples=80, deadline=None, derandomize=True)
@given(
    st.lists(SMALL, min_size=1, max_size=2),
    st.data(),
    st.lists(st.integers(-4, 20), min_size=3, max_size=3),
)
def test_the_two_ways_of_counting_agree(packs, data, budgets) -> None:
    """Hands that hold cards of several urns: long integers against low totals."""
    urns = [ways.urn(counts) for counts in packs]
    shape = tuple(
        tuple(data.draw(st.integers(0, min(2, ways.size(urn) // 3))) for urn in urns)
        for _ in budgets
    )
    every = ways.joint(urns, shape)
    low = {
        totals: n
        for totals, n in every.items()
        if all(t <= b for t, b in zip(totals, budgets, strict=True))
    }
    assert ways.low_totals(urns, shape, budgets, ways.Meter(ENOUGH)) == low
    assert ways.low_count(urns, shape, budgets, ways.Meter(ENOUGH)) == sum(low.values())
    assert sum(every.values()) == ways.deals(urns, shape)
    alike = (shape[0],) * 3
    if all(3 * k <= ways.size(urn) for k, urn in zip(shape[0], urns, strict=True)):
        low = {t: n for t, n in ways.joint(urns, alike).items() if max(t) <= budgets[0]}
        assert ways.low_totals(urns, alike, budgets[:1] * 3, ways.Meter(ENOUGH)) == low


@settings(max_examples=25, deadline=None, derandomize=True)
@given(st.sampled_from([CABO, CAMBIO]), st.integers(1, 3), st.integers(0, 9))
def test_clipped_standings_agree_with_all_totals(worths, opponents: int, own: int) -> None:
    """Low totals alone are followed with a small limit, all of them with a large one."""
    sizes = [2] * opponents if opponents > 2 else [3] * opponents
    hands = [Hidden(0, own), *sizes]
    full = lowest(worths, hands, caller=0, limit=ENOUGH)
    few = lowest(worths, hands, caller=0, limit=5_000)
    if isinstance(few, Pmf):
        assert few == full
    assert full.probability((0,)) == 1 - anyone_lower(worths, sizes, own, limit=ENOUGH)


# Estimates


def test_where_there_is_too_much_to_count_the_answer_says_so() -> None:
    exact = anyone_lower(CABO, [4, 4, 4], 12, limit=ENOUGH)
    rough = anyone_lower(CABO, [4, 4, 4], 12, limit=100)
    assert isinstance(exact, Fraction)
    assert isinstance(rough, Estimate)
    assert rough.worlds == DEALS
    assert abs(rough.value - exact) < 4 * rough.standard_error
    assert rough == anyone_lower(CABO, [4, 4, 4], 12, limit=100)
    who = lowest(CABO, [4, 4, 4], limit=0)
    assert isinstance(who, Sample)
    assert abs(who.probability(lambda w: w == (1,)).value - 1 / 3) < 0.08


def test_totals_of_many_hands_are_a_sample_and_never_fill_the_memory() -> None:
    rough = joint(CABO, [4] * 4)
    assert isinstance(rough, Sample)
    assert len(rough.worlds) == DEALS
    assert isinstance(joint(CABO, [8] * 6, limit=10**9), Sample)  # it would not fit
    assert abs(rough.mean(lambda totals: totals[2]).value - 26) < 4
    assert isinstance(joint(CABO, [4, 4]), Pmf)


def test_totals_of_many_hands_of_few_cards_are_exact_though_they_lie_far_apart() -> None:
    few = {-900: 2, 0: 2, 7: 1, 800: 2}
    found = joint(few, [1] * 6, limit=10**20)
    assert isinstance(found, Pmf)
    every = Counter(tuple(deal) for deal in every_deal(few, [1] * 6))
    assert found == Pmf(every)


def test_a_standard_error_is_that_of_a_share_and_of_a_weighted_mean() -> None:
    half = Sample([0, 1] * 50).probability(bool)
    assert (half.value, half.worlds, half.effective) == (0.5, 100, 100)
    assert half.standard_error == pytest.approx(0.05)
    weighted = Sample([0, 1], [3, 1])
    assert weighted.effective == pytest.approx(16 / 10)
    found = weighted.mean(float)
    assert found.value == 0.25
    assert found.standard_error == pytest.approx(((3 * 0.25) ** 2 + 0.75**2) ** 0.5 / 4)


def test_an_estimate_of_what_never_came_up_has_an_error_all_the_same() -> None:
    never = Sample(range(99)).probability(lambda x: x < 0)
    assert (never.value, never.standard_error) == (0, 0.01)


def test_random_deals_are_fair_and_repeatable() -> None:
    urns, shape = [[1, 2, 3], [7, 8]], ((1, 1), (1, 0))
    drawn = list(random_deals(urns, shape, random.Random(5), 6000))
    assert drawn == list(random_deals(urns, shape, random.Random(5), 6000))
    seen = Counter((tuple(a), tuple(b)) for a, b in drawn)
    every = [((x, u), (y,)) for x, y in product(urns[0], urns[0]) if x != y for u in urns[1]]
    assert set(seen) == set(every)
    assert sum((n - 500) ** 2 / 500 for n in seen.values()) < 31.26  # 11 degrees, 99.9 %
    firsts = Counter(
        tuple(next(random_deals([[1, 2, 3]], ((3,),), random.Random(seed), 1))[0])
        for seed in range(6000)
    )
    assert sum((n - 1000) ** 2 / 1000 for n in firsts.values()) < 20.52  # 5 degrees


def test_a_sample_without_weight_is_refused() -> None:
    with pytest.raises(CambioError, match="0 of 2 worlds"):
        Sample([1, 2], [0, 0])
    with pytest.raises(CambioError, match="0 of 0 worlds"):
        Sample([])


# What cannot be


@pytest.mark.parametrize(
    ("question", "told"),
    [
        (lambda: total({1: 3}, 4), "4 cards cannot be drawn from 3"),
        (lambda: total({1: 3}, -1), "a hand of -1 cards"),
        (lambda: total({1: -2, 5: 3}, 1), "-2 cards of 1 points"),
        (lambda: joint({1: 3}, [2, 2]), "4 cards cannot be drawn from 3"),
        (lambda: joint({1: 3}, []), "0 hands"),
        (lambda: anyone_lower(CABO, [30, 30], 5), "60 cards cannot be drawn from 52"),
        (lambda: lowest(CABO, [4, 4], caller=2), "hand 2 cannot have called"),
    ],
)
def test_what_cannot_be_is_said_by_its_number(question, told: str) -> None:
    with pytest.raises(CambioError, match=told):
        question()
