"""What if everybody turned up now: calls by hand, and estimates that say so and are right."""

import random
from fractions import Fraction
from math import comb

import pytest
from hands import cards, game, go, laid

from cambio_edu.belief import believe
from cambio_edu.cards import Pack, card
from cambio_edu.errors import CambioError
from cambio_edu.hand import deal
from cambio_edu.probability import DEALS, Estimate
from cambio_edu.rules import PRESETS, rules
from cambio_edu.showdown import Call, Showdown
from cambio_edu.view import View, view

ENOUGH = 10**9


def showdown(
    preset: str, own: str, hidden: dict[str, int], others: int, house: str = ""
) -> Showdown:
    """A caller whose cards are known, and one opponent with so many cards from an urn."""
    urn = {card(word): n for word, n in hidden.items()}
    return Showdown.of(rules(preset, house), [urn], [cards(own), []], ((0,), (others,)))


# Calls by hand


def test_a_caller_is_lowest_tied_or_beaten_by_one_hidden_card() -> None:
    call = showdown("cambio", "5S", {"4S": 1, "5H": 2, "6S": 3}, 1).call(0)
    assert call == Call(0, Fraction(1, 2), Fraction(1, 3), Fraction(1, 6), Fraction(15, 6))
    assert call.exact


def test_the_penalty_of_the_rules_is_what_a_wrong_call_adds() -> None:
    hidden = {"4S": 1, "6S": 1}
    assert showdown("cambio", "5S", hidden, 1).call(0).score == Fraction(15, 2)
    assert showdown("cambio", "5S", hidden, 1, "no penalty").call(0).score == Fraction(5, 2)
    assert showdown("cabo", "5", {"4": 1, "6": 1}, 1).call(0).score == Fraction(10, 2)


def test_an_opponent_with_kamikaze_makes_the_best_call_cost_50() -> None:
    # the opponent's four cards are two queens, two kings: 1 of the C(5, 4) hands
    call = showdown("cabo", "1", {"12": 2, "13": 2, "2": 1}, 4).call(0)
    assert call.lowest == 1
    assert call.score == Fraction(50, comb(5, 4))


def test_a_caller_with_kamikaze_scores_0_however_high_it_is() -> None:
    call = showdown("cabo", "12 12 13 13", {"1": 1, "2": 1}, 1).call(0)
    assert call.beaten == 1
    assert call.score == 0


def test_without_kamikaze_those_cards_are_just_high() -> None:
    call = showdown("cabo-lenient", "12 12 13 13", {"1": 1, "2": 1}, 1).call(0)
    assert call.score == 55


def test_an_empty_grid_scores_0_even_when_a_red_king_beats_it() -> None:
    call = showdown("cambio", "", {"KH": 1, "2S": 1}, 1).call(0)
    assert call.beaten == Fraction(1, 2)
    assert call.score == 0


def test_partners_are_lowest_together() -> None:
    urn = {card("AS"): 1, card("9S"): 1}
    teams = Showdown.of(
        rules("cambio", "teams"),
        [urn],
        [cards("2S"), cards("3S"), cards("3H"), cards("")],
        ((0,), (0,), (0,), (1,)),
    )  # A and C have 5; B and D have 3 and either 1 or 9
    assert teams.lowest() == (Fraction(1, 2),) * 4
    assert teams.call(0).score == teams.call(2).score == Fraction(15, 2)
    assert teams.call(1).score == Fraction(1, 2) * (12 + 10)


# Estimates


def seen_in_the_middle(seed: int, preset: str = "cambio", house: str = "", seats: int = 3) -> View:
    states = game(deal(rules(preset, house), seats, random.Random(seed)), seed, 24)
    return view(states[-1 if states[-1].mover is not None else len(states) // 2], 0)


@pytest.mark.parametrize("preset", PRESETS)
def test_estimates_are_within_their_errors_of_the_exact_answer(preset: str) -> None:
    seen = seen_in_the_middle(3, preset)
    belief = believe(seen)
    exact, rough = belief.call(limit=ENOUGH), belief.call(limit=0)
    assert exact.exact
    assert not rough.exact
    for name in ("lowest", "tied", "beaten", "score"):
        true, found = getattr(exact, name), getattr(rough, name)
        assert isinstance(found, Estimate)
        assert abs(found.value - true) <= 4 * found.standard_error, name
    for true, found in zip(belief.lowest(ENOUGH), belief.lowest(0), strict=True):
        assert isinstance(found, Estimate)
        assert abs(found.value - true) <= 4 * found.standard_error


def test_estimates_keep_to_the_special_scores() -> None:
    empty = showdown("cambio", "", {"KH": 1, "2S": 1}, 1).call(0, limit=0)
    assert empty.score == 0  # that needs no deals
    assert isinstance(empty.beaten, Estimate)
    kamikaze = showdown("cabo", "12 12 13 13", {"1": 1, "2": 1}, 1).call(0, limit=0)
    assert kamikaze.score.value == 0
    hit = showdown("cabo", "1", {"12": 2, "13": 2, "2": 1}, 4).call(0, limit=0)
    assert abs(hit.score.value - 10) < 4 * hit.score.standard_error


def test_estimates_of_teams_are_within_their_errors_too() -> None:
    belief = believe(seen_in_the_middle(5, house="teams", seats=4))
    exact, rough = belief.call(limit=ENOUGH), belief.call(limit=0)
    assert abs(rough.score.value - exact.score) <= 4 * rough.score.standard_error
    assert rough.lowest.worlds == DEALS


def test_a_raised_limit_turns_an_estimate_into_a_fraction() -> None:
    belief = believe(seen_in_the_middle(1))
    assert isinstance(belief.call(limit=0).beaten, Estimate)
    assert isinstance(belief.call(limit=ENOUGH).beaten, Fraction)


def test_the_same_view_gives_the_same_estimate() -> None:
    seen = seen_in_the_middle(2)
    assert believe(seen).call(limit=0) == believe(seen).call(limit=0)
    assert believe(seen).lowest(0) == believe(seen).lowest(0)


def test_an_estimate_says_so() -> None:
    found = believe(seen_in_the_middle(2)).call(limit=0).lowest
    assert str(found).startswith("≈ 0.")
    assert str(found).endswith(f"({DEALS} worlds)")
    assert repr(found) == str(found)
    assert not isinstance(found, Fraction)


def test_chances_of_a_call_add_up_to_exactly_1() -> None:
    for seed in (0, 3):
        call = believe(seen_in_the_middle(seed)).call(limit=ENOUGH)
        assert call.lowest + call.tied + call.beaten == 1


# By everybody's eyes


def test_when_all_is_known_a_call_is_what_the_scores_say() -> None:
    pack = Pack.from_counts({"AS": 4, "5H": 4, "9C": 4})
    hand = laid("cambio", ("AS 5H", "9C 9C"), "5H", "AS", house="grid=2", pack=pack)
    last = go(hand, "A call", "B draw discard done")
    assert last.is_over
    call = believe(view(last, 0)).call()
    assert (call.lowest, call.score) == (1, 0)
    assert believe(view(last, None)).call(1).score == 18 + 10


def test_somebody_who_watches_must_say_who_calls() -> None:
    seen = view(deal(rules(), 3, random.Random(1)), None)
    assert believe(seen).call(1).seat == 1
    with pytest.raises(CambioError, match="give a seat"):
        believe(seen).call()
    with pytest.raises(CambioError, match="no seat 3"):
        believe(seen).call(3)
