"""`Pmf`: the laws of probability, exactly, and how it is shown."""

from fractions import Fraction
from itertools import product
from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cambio_edu.cards import card
from cambio_edu.errors import CambioError
from cambio_edu.pmf import Comparison, Pmf

DIE = Pmf(dict.fromkeys(range(1, 7), 1))
PMFS = st.dictionaries(
    st.integers(-9, 9), st.integers(0, 5) | st.fractions(0, 3), min_size=1, max_size=6
).filter(lambda weights: sum(weights.values()) > 0)
laws = settings(max_examples=80, deadline=None, derandomize=True)


# Laws


@laws
@given(PMFS)
def test_probabilities_add_up_to_exactly_1(weights) -> None:
    pmf, whole = Pmf(weights), sum(weights.values())
    assert sum(p for _, p in pmf.items()) == 1
    assert all(pmf[x] == Fraction(w) / Fraction(whole) for x, w in weights.items())
    assert pmf.values() == sorted(x for x, w in weights.items() if w)


@laws
@given(PMFS, PMFS)
def test_means_add_and_variances_of_independent_values_add(a, b) -> None:
    x, y = Pmf(a), Pmf(b)
    assert (x + y).mean == x.mean + y.mean
    assert (x + y).variance == x.variance + y.variance
    assert (x + 3).mean == x.mean + 3 == (3 + x).mean
    assert (x + 3).variance == x.variance


@laws
@given(PMFS, st.integers(-9, 9))
def test_total_probability(weights, least: int) -> None:
    pmf = Pmf(weights)
    above = pmf.probability(lambda x: x >= least)
    if 0 < above < 1:
        parts = [(pmf.given(lambda x: x >= least), above), (pmf.given(range(-9, least)), 1 - above)]
        assert Pmf.mixture(parts) == pmf
        assert pmf.mean == sum(part.mean * weight for part, weight in parts)


@laws
@given(PMFS, PMFS)
def test_a_comparison_is_what_every_pair_says(a, b) -> None:
    x, y = Pmf(a), Pmf(b)
    pairs = [(u, v, p * q) for (u, p), (v, q) in product(x.items(), y.items())]
    assert x.compare(y) == Comparison(
        sum(p for u, v, p in pairs if u < v),
        sum(p for u, v, p in pairs if u == v),
        sum(p for u, v, p in pairs if u > v),
    )


@laws
@given(PMFS, st.integers(-10, 10))
def test_cumulative_at_most_and_below_agree(weights, value: int) -> None:
    pmf = Pmf(weights)
    assert pmf.at_most(value) == pmf.below(value) + pmf[value]
    assert pmf.at_most(value) == pmf.probability(range(-10, value + 1))
    last = 0
    for x, sum_ in pmf.cumulative().items():
        assert sum_ == pmf.at_most(x) > last
        last = sum_
    assert last == 1


@laws
@given(PMFS)
def test_a_map_takes_the_probabilities_along(weights) -> None:
    pmf = Pmf(weights)
    square = pmf.map(lambda x: x * x)
    assert square[4] == pmf[2] + pmf[-2]
    assert pmf.variance == square.mean - pmf.mean**2
    assert pmf.map(lambda x: 0) == Pmf({0: 1})


@laws
@given(PMFS)
def test_modes_are_the_most_likely_values(weights) -> None:
    pmf = Pmf(weights)
    most = max(p for _, p in pmf.items())
    assert pmf.modes == tuple(x for x, p in pmf.items() if p == most)


# By hand


def test_two_dice() -> None:
    two = DIE + DIE
    assert two[7] == Fraction(1, 6)
    assert two.modes == (7,)
    assert two.variance == Fraction(35, 6)
    assert two.sd == pytest.approx(sqrt(35 / 6))
    assert two.probability({2, 12}) == Fraction(1, 18)
    assert two.given(lambda n: n >= 11)[12] == Fraction(1, 3)


def test_equal_distributions_are_equal_whatever_their_weights() -> None:
    assert Pmf({1: 2, 2: 4}) == Pmf({2: Fraction(2, 3), 1: Fraction(1, 3)})
    assert hash(Pmf({1: 2, 2: 4})) == hash(Pmf({1: 1, 2: 2}))
    assert Pmf({1: 1}) != Pmf({1: 1, 2: 1})
    assert Pmf({1: 1}) != 1


def test_it_does_not_change_with_what_it_was_made_from() -> None:
    weights = {1: 1, 2: 1}
    pmf = Pmf(weights)
    weights[1] = 5
    assert pmf[1] == Fraction(1, 2)
    pmf.counts[1] = 9  # a copy
    assert pmf[1] == Fraction(1, 2)


def test_values_of_any_kind_keep_their_order() -> None:
    cards = Pmf({card("KH"): 1, card("2S"): 3})
    assert [str(value) for value in cards] == ["KH", "2S"]
    assert cards[card("2S")] == Fraction(3, 4)
    assert card("AS") not in cards
    assert list(Pmf({(2, 1): 1, (1, 9): 1})) == [(1, 9), (2, 1)]


# What cannot be


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: Pmf({}), "add up to 0"),
        (lambda: Pmf({3: 0}), "add up to 0"),
        (lambda: Pmf({3: -1, 4: 2}), "weight of -1 for 3"),
        (lambda: Pmf({3: 0.5}), "weight of 0.5 for 3"),
        (lambda: DIE.given({7}), "probability 0"),
        (lambda: Pmf({card("KH"): 1}).mean, "map the values"),
        (lambda: Pmf.mixture([(DIE, -1)]), "weight of -1"),
        (lambda: Pmf.mixture([]), "add up to 0"),
    ],
)
def test_what_cannot_be_is_said(make, told: str) -> None:
    with pytest.raises(CambioError, match=told):
        make()


# How it is shown


def test_as_text_it_is_a_table_with_bars() -> None:
    lines = str(Pmf({-1: 1, 10: 3})).splitlines()
    assert lines[0] == "-1   25.00%  ████████"
    assert lines[1] == "10   75.00%  ████████████████████████"
    assert repr(Pmf({1: 1, 2: 1})) == "Pmf({1: 1/2, 2: 1/2})"
    assert repr(DIE) == "<Pmf of 6 values, 1 to 6>"
    assert str(Pmf({card("KH"): 1})).startswith("KH  100.00%")


def test_in_a_notebook_it_is_a_table_that_can_be_read_aloud() -> None:
    shown = Pmf({"<b>": 1, "c": 1})._repr_html_()
    assert "<b>" not in shown
    assert shown.count('<th scope="row">') == 2
    assert "<td>1/2</td>" in shown
    assert 'aria-hidden="true">█' in shown


def test_for_plots_it_is_floats_and_arrays() -> None:
    values, probabilities = DIE.arrays()
    assert list(values) == [1, 2, 3, 4, 5, 6]
    assert list(probabilities) == [pytest.approx(1 / 6)] * 6
    assert DIE.floats()[3] == pytest.approx(1 / 6)
