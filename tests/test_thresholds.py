"""A threshold player does at each dial what the dial says, and plays any hand to its end."""

import os
import random
import subprocess
import sys
from typing import Any

import pytest
from alike import dials, players
from hands import deals, go, laid
from hypothesis import given, settings

from cambio_edu.cards import Pack, card
from cambio_edu.errors import CambioError
from cambio_edu.hand import Hand, deal
from cambio_edu.moves import Place
from cambio_edu.notation import read, write
from cambio_edu.rules import PRESETS, rules, seats_allowed
from cambio_edu.simulation.tournaments import tournament
from cambio_edu.strategies import play_out
from cambio_edu.thresholds import ALWAYS, MOST, NEVER, Threshold
from cambio_edu.view import view

FOUR = "AS 9S 3S 4S", "AH 2H 3H 4H"
DULL = "6D 6H 5D 5H 4D 4C"  # a stock that fires nothing
ACTIONS = {"peek": "8D", "spy": "9D", "switch": "JD", "look": "QD"}


def asked(hand: Hand, **of: Any) -> str:
    """What a player with those dials does now."""
    assert hand.mover is not None
    return str(Threshold(**of)(view(hand, hand.mover)))


def two(own: str, up: str = "10C", stock: str = DULL, more: str = "", others: int = 1) -> Hand:
    """A hand in which A knows both of its cards."""
    grids = (own, "JH QH", "JS QS")[: 1 + others]
    return laid("cambio", grids, up, stock, house=f"grid=2; {more}".rstrip("; "))


def idle(hand: Hand, turns: int) -> Hand:
    """Some turns in which everybody discards what was drawn."""
    for _ in range(turns):
        hand = hand.play("draw").play("discard")
        hand = hand.play("done") if hand.phase == "end" else hand
    return hand


# When it calls


def test_it_calls_at_so_many_points_or_fewer() -> None:
    five = two("AS 4S")
    assert asked(five, call_at=(5,)) == "call"
    assert asked(five, call_at=(4,)) == "draw"
    assert asked(two("KH KD"), call_at=(-4,)) == "call"
    assert asked(two("KH KD"), call_at=(-5,)) == "draw"


def test_each_round_has_its_own_number_and_the_last_one_stays() -> None:
    rising, falling = [], []
    for round in range(4):
        hand = idle(two("AS 7S"), 2 * round)
        rising.append(asked(hand, call_at=(2, 7, 8)))
        falling.append(asked(hand, call_at=(8, 9, 7)))
    assert rising == ["draw", "draw", "call", "call"]
    assert falling == ["call", "call", "draw", "draw"]


def test_more_seats_raise_the_number() -> None:
    for others, at in ((1, 4), (2, 5)):
        hand = two("AS 4S" if at == 5 else "AS 3S", others=others)
        assert asked(hand, call_at=(4,), per_seat=1) == "call"
    assert asked(two("AS 4S"), call_at=(4,), per_seat=1) == "draw"
    assert asked(two("AS 4S", others=2), call_at=(5,), per_seat=-1) == "draw"


def test_what_others_have_taken_counts_and_the_own_takes_do_not() -> None:
    hand = go(two("AS 4S", "6C", "6S 2D"), "A draw discard done", "B take swap 1 done")
    assert asked(hand, call_at=(4,), per_take=1) == "call"
    assert asked(hand, call_at=(5,), per_take=-1) == "draw"
    own = go(two("9S 4S", "AS", "6S 2D"), "A take swap 1 done", "B draw discard done")
    assert asked(own, call_at=(4,), per_take=1) == "draw"
    again = go(two("AS 7S", "6C"), *("A draw discard done", "B take swap 1 done") * 2)
    assert asked(again, call_at=(6,), per_take=1, take_most=-1) == "call"
    assert asked(again, call_at=(5,), per_take=1, take_most=-1) == "draw"


@pytest.mark.parametrize(
    "line", ["B draw discard switch 1 A2 done", "B draw discard look 1 A2 switch done"]
)
def test_a_switch_of_its_card_counts_until_it_has_had_a_turn(line: str) -> None:
    fires = "JD" if "look" not in line else "QD"
    hand = go(two("AS KS", stock=f"6S {fires} {DULL}"), "A draw discard done", line)
    assert asked(hand, call_at=(4,), after_switch=3) == "call"  # the ace, and 6 for B's card
    assert asked(hand, call_at=(4,), after_switch=2) == "draw"
    assert asked(hand, call_at=(7,), after_switch=-1) == "draw"
    assert asked(idle(hand, 2), call_at=(4,), after_switch=3) == "draw"


def test_other_switches_do_not_count() -> None:
    mine = go(two("AS KS", stock="JD 6S"), "A draw discard switch 2 B1 done", "B draw discard done")
    assert asked(mine, call_at=(4,), after_switch=3) == "draw"
    theirs = two("AS 5S", stock="6S JD 6D", others=2)
    theirs = go(theirs, "A draw discard done", "B draw discard switch 1 C1 done")
    assert asked(go(theirs, "C draw discard done"), call_at=(5,), after_switch=3) == "draw"
    left = go(two("AS 5S", stock="6S QD"), "A draw discard done", "B draw discard look 1 A2 leave")
    assert asked(left.play("done"), call_at=(5,), after_switch=3) == "draw"


def test_patience_comes_to_an_end() -> None:
    hand = two("QC JC")
    assert [asked(idle(hand, 2 * n), patience=2) for n in range(4)] == ["draw"] * 2 + ["call"] * 2
    assert asked(hand, patience=0) == "call"


def test_an_empty_grid_calls_whatever_the_dials_say() -> None:
    house = "grid=1; stacking in any turn"
    hand = go(
        laid("cambio", ("3H", "2S"), "3S", "4S 5S", house, whole=False), "A stack 1", "B pass"
    )
    assert asked(hand, call_at=(-50,), patience=ALWAYS) == "call"
    drawn = hand.play("draw")
    assert asked(drawn, keep_from=-NEVER // 10) == "discard"  # there is nothing to swap
    with_caller = go(laid("cambio", ("2S", "3H"), "3S", "4S 5S", house, whole=False), "A call")
    with_caller = go(with_caller, "B stack 1", "A pass")
    assert asked(with_caller) == "draw"  # only one can call


def test_where_it_may_not_call_it_plays_on() -> None:
    hand = two("KS KC", more="no early call")
    assert asked(hand) == "draw"
    assert asked(idle(hand, 2)) == "call"


# What a card counts that it does not know


def test_an_unknown_card_counts_as_many_points_as_it_is_told() -> None:
    seen = view(laid("cambio", FOUR, "10C"), 0)
    assert [Threshold(unknown=u).estimate(seen) for u in (6, 4, 0, -3)] == [22, 18, 10, 4]
    hand = laid("cambio", ("AS 2S 3S 4S", FOUR[1]), "10C", "5D")
    assert asked(hand, unknown=1) == "call"
    assert asked(hand, unknown=2) == "draw"
    drawn = hand.play("draw")
    assert asked(drawn, unknown=6) == "swap 3"
    assert asked(drawn, unknown=5) == "discard"


# Keeping, taking


def test_a_drawn_card_is_kept_that_saves_enough() -> None:
    three = two("9S 5S", stock="6D").play("draw")
    assert asked(three, keep_from=3) == "swap 1"
    assert asked(three, keep_from=4) == "discard"
    dearer = two("9S 5S", stock="QD").play("draw")
    assert asked(dearer, keep_from=-3) == "swap 1"
    assert asked(dearer, keep_from=-2) == "discard"


def test_a_card_to_peek_with_must_save_more_while_there_is_something_to_peek_at() -> None:
    hand = laid("cambio", FOUR, "10C", f"7D {DULL}")
    drawn = hand.play("draw")
    assert asked(drawn, peek_worth=1) == "swap 2"
    assert asked(drawn, peek_worth=2) == "discard"
    assert asked(drawn, peek_worth=2, keep_from=0) == "swap 2"
    assert asked(drawn, peek_worth=2, peek=0) == "swap 2"
    known = two("AS 9S", stock="7D").play("draw")
    assert asked(known, peek_worth=2) == "swap 2"
    late = idle(laid("cambio", FOUR, "10C", "6D 6H 7D"), 2).play("draw")
    assert asked(late, peek_worth=2, peek=1) == "swap 2"
    assert asked(late, peek_worth=2, peek=2) == "discard"
    spy = laid("cambio", FOUR, "10C", "8D").play("draw")
    assert asked(spy, peek_worth=1) == "discard"
    six = laid("cambio", FOUR, "10C", "6D").play("draw")
    assert asked(six, peek_worth=MOST) == "swap 2"


def test_a_taken_card_goes_in_whatever_it_saves() -> None:
    hand = laid("cambio", ("AS 2S 3S 4S", FOUR[1]), "7D").play("take")
    assert asked(hand, keep_from=NEVER, peek_worth=NEVER) == "swap 3"


def test_the_top_card_is_taken_that_is_low_and_saves_enough() -> None:
    hand = laid("cambio", FOUR, "3D")  # 9 for 3 saves six
    assert asked(hand, take_most=3, take_from=6) == "take"
    assert asked(hand, take_most=2, take_from=6) == "draw"
    assert asked(hand, take_most=3, take_from=7) == "draw"
    king = two("KH AS", "KD")  # the dearest is worth one
    assert asked(king, call_at=(-5,), take_most=-2, take_from=3) == "take"
    assert asked(king, call_at=(-5,), take_most=-3, take_from=3) == "draw"
    assert asked(king, call_at=(-5,), take_most=-2, take_from=4) == "draw"


def test_only_a_card_that_lies_face_down_can_be_saved_on() -> None:
    hand = laid("cambio-jokers", ("9S JS", "AH 2H"), "6C", "5C 8H", "grid=2")
    hand = go(hand, "A take swap 1", "B draw discard")
    assert asked(hand, take_most=5, take_from=6) == "take"  # 5 for the jack
    again = laid("cambio-jokers", ("5S JS", "AH 2H"), "QC", "5C 8H", "grid=2")
    again = go(again, "A take swap 1", "B draw discard", "A draw")  # a queen lies face up
    assert asked(again) == "swap 2"
    up = laid("cambio-jokers", ("5S JS", "AH 2H"), "QC", "5C", "grid=2")
    up = go(up, "A take swap 1", "B draw discard")
    assert asked(up, take_most=5, take_from=6) == "take"  # 5 for the jack again, not the queen
    assert asked(up, take_most=5, take_from=7) == "draw"


# Claims


def test_equal_cards_are_claimed_that_are_worth_enough_more() -> None:
    hand = laid("cambio-jokers", ("9S 9H 3S 4S", "AH 2H 3H 4H"), "5S", "AD").play("draw")
    assert asked(hand, claim_from=9) == "swap 1+2"
    assert asked(hand, claim_from=10) == "swap 1"
    assert asked(hand, claim_from=NEVER) == "swap 1"
    other = laid("cambio-jokers", ("9S 8H 3S 4S", "AH 2H 3H 4H"), "5S", "AD").play("draw")
    assert asked(other, claim_from=-NEVER // 10) == "swap 1"
    alone = laid("cambio", ("9S 9H 3S 4S", "AH 2H 3H 4H"), "5S", "AD").play("draw")
    assert asked(alone, claim_from=-MOST) == "swap 1"  # the rules know no claims


def test_a_claim_with_a_drawn_card_must_save_something_too() -> None:
    grids = "2S 2H 3S 4S", "AH 2D 3H 4H"
    for drawn, does in (("3D", "swap 1+2"), ("4D", "swap 3")):  # two twos for a three saves one
        hand = laid("cambio-jokers", grids, "9D", drawn).play("draw")
        assert asked(hand, claim_from=-2) == does
    taken = laid("cambio-jokers", grids, "9D").play("take")
    assert asked(taken, claim_from=-2) == "swap 1+2"  # it must go in, in any case
    assert asked(taken, claim_from=-1) == "swap 3"


def peeked(own: str) -> Hand:
    """A hand of five cards each in which A has looked at all of its own, and draws an ace."""
    stock = "7S 6D 7H 6C 8C 6H AD"
    hand = laid("cambio-jokers", (own, "JH QH JS QS JD"), "10C", stock, "five cards")
    for slot in (3, 4, 5):
        hand = go(hand, f"A draw discard peek {slot}", "B draw discard")
    return hand.play("draw")


def test_of_several_ranks_the_one_is_claimed_that_is_worth_most_in_all() -> None:
    assert asked(peeked("4S 4H 3S 3H 3C"), claim_from=-5) == "swap 3+4+5"
    assert asked(peeked("5S 5H 3S 3H 3C"), claim_from=-5) == "swap 1+2"
    assert asked(peeked("3S 3H 2S 2H 2C"), claim_from=-5) == "swap 1+2"  # six each: lowest slot
    assert asked(peeked("2S 3H 2C 3S 2H"), claim_from=-5) == "swap 1+3+5"


# Stacks


def test_a_card_is_stacked_that_fits_and_is_worth_it() -> None:
    hand = laid("cambio", FOUR, "9D")
    assert asked(hand, stack_from=9) == "stack 2"
    assert asked(hand, stack_from=10) == "draw"
    assert asked(two("AS KS", "KC", stock=DULL), stack_from=0, call_at=(0,)) == "stack 2"
    assert asked(two("AS KS", "KC", stock=DULL), stack_from=1, call_at=(0,)) == "draw"
    assert asked(two("9S 9H", "9D")) == "stack 1"
    mixed = two("KH KS", "KD", stock=DULL)
    assert asked(mixed, stack_from=-1) == "stack 2"
    assert asked(mixed, stack_from=-2) == "stack 1"


def test_a_joker_is_never_stacked() -> None:
    hand = laid("cambio", ("JK 2S 3S 4S", FOUR[1]), "JK", DULL, "jokers; joker=5")
    assert asked(hand, stack_from=-MOST) == "draw"


def test_it_stacks_at_the_end_of_its_turn_and_in_the_turns_of_others() -> None:
    end = go(two("5S 4S", stock="4H"), "A draw discard")
    assert (asked(end), asked(end, stack_from=5)) == ("stack 2", "done")
    window = two("5S 4S", stock="6D 4H", more="stacking in any turn")
    window = go(window, "A draw discard", "B pass", "A done", "B draw discard")
    assert (window.phase, window.mover) == ("window", 0)
    assert (asked(window), asked(window, stack_from=5)) == ("stack 2", "pass")


# Actions


@pytest.mark.parametrize(
    ("action", "does"),
    [("peek", "peek 3"), ("spy", "spy B1"), ("switch", "switch 2 B1"), ("look", "look 2 B1")],
)
def test_an_action_is_used_in_so_many_rounds(action: str, does: str) -> None:
    first = go(laid("cambio", FOUR, "10C", ACTIONS[action]), "A draw discard")
    assert asked(first) == does
    assert asked(first, **{action: 1}) == does
    assert asked(first, **{action: 0}) == "skip"
    others = {name: 0 for name in ACTIONS if name != action}
    assert asked(first, **others) == does
    second = idle(laid("cambio", FOUR, "10C", f"6D 6H {ACTIONS[action]}"), 2)
    second = go(second, "A draw discard")
    assert asked(second, **{action: 2}) == does
    assert asked(second, **{action: 1}) == "skip"


def test_there_may_be_nothing_left_to_look_at() -> None:
    peek = go(two("AS 9S", stock="8D"), "A draw discard")
    assert asked(peek) == "skip"
    spied = go(two("AS 2S", stock="9D 6D 9H 6H 9C"), "A draw discard spy B1 done")
    spied = go(spied, "B draw discard done", "A draw discard")
    assert asked(spied) == "spy B2"
    spied = go(spied, "A spy B2 done", "B draw discard done", "A draw discard")
    assert asked(spied) == "skip"


def test_a_blind_switch_must_save_enough_by_what_it_believes() -> None:
    hand = go(laid("cambio", FOUR, "10C", "JD"), "A draw discard")
    assert asked(hand, switch_from=3) == "switch 2 B1"  # nine for an unknown card
    assert asked(hand, switch_from=4) == "skip"
    assert asked(hand, switch_from=4, unknown=5) == "switch 2 B1"
    assert asked(hand, switch_from=NEVER) == "skip"
    low = go(two("AS 2S", stock="JD"), "A draw discard")
    assert asked(low, switch_from=-4) == "switch 2 B1"
    assert asked(low, switch_from=-3) == "skip"


def test_it_switches_for_the_cheapest_that_it_knows() -> None:
    hand = laid("cambio", FOUR, "10C", "9D 6D JD")
    hand = go(hand, "A draw discard spy B3 done", "B draw discard done", "A draw discard")
    assert asked(hand, switch_from=6) == "switch 2 B3"
    assert asked(hand, switch_from=7) == "skip"
    protected = laid("cambio", FOUR, "10C", "6S JD", "caller_protected=yes")
    protected = go(protected, "A draw discard done", "B call", "A draw discard")
    assert asked(protected, switch_from=-MOST) == "skip"  # nobody is left to switch with


def test_a_look_costs_nothing_and_ends_in_a_switch_that_makes_the_total_smaller() -> None:
    hand = go(laid("cambio", ("AS 9S 3S 4S", "AH 9H 10H 4H"), "10C", "QD"), "A draw discard")
    assert asked(hand, switch_from=NEVER) == "look 2 B1"
    assert asked(hand.play("look 2 B1")) == "switch"
    assert asked(hand.play("look 2 B2")) == "leave"  # nine for nine
    assert asked(hand.play("look 2 B3")) == "leave"


# Ties


def test_with_ties_the_lowest_slot_is_taken() -> None:
    assert asked(two("9S 9H", stock="6D").play("draw")) == "swap 1"
    assert asked(laid("cambio", FOUR, "10C", "6D").play("draw"), unknown=9) == "swap 2"
    switch = go(laid("cambio", FOUR, "10C", "JD"), "A draw discard")
    assert asked(switch, unknown=9, switch_from=0) == "switch 2 B1"
    assert asked(switch, unknown=10, switch_from=0) == "switch 3 B1"


@pytest.mark.parametrize(("fires", "does"), [("9D", "spy"), ("JD", "switch 2"), ("QD", "look 2")])
def test_with_ties_the_nearest_opponent_clockwise_is_taken(fires: str, does: str) -> None:
    for turns, nearest in ((0, "B1"), (1, "C1"), (2, "A1")):
        hand = two("AS 2S", stock=" ".join([*["6D", "6H"][:turns], fires]), others=2)
        hand = idle(hand, turns).play("draw").play("discard")
        assert asked(hand, switch_from=-MOST) == f"{does} {nearest}"


# Forgetting


def drawn_once(seed: int, forget: float) -> set[Place]:
    """What a player remembers that has drawn one card."""
    hand = laid("cambio", FOUR, "10C", DULL).play("draw")
    return set(Threshold(forget=forget, seed=seed).remembered(view(hand, 0)))


def test_nothing_is_forgotten_without_the_dial_and_everything_with_a_whole_one() -> None:
    both = {Place(0, 1), Place(0, 2)}
    assert all(drawn_once(seed, 0.0) == both for seed in range(50))
    assert all(drawn_once(seed, 1.0) == set() for seed in range(50))
    before = view(laid("cambio", FOUR, "10C"), 0)
    assert Threshold(forget=1.0).remembered(before) == before.known


def test_what_is_forgotten_counts_as_unknown_and_can_be_looked_at_again() -> None:
    hand = laid("cambio", FOUR, "10C", "8D 6D").play("draw")
    assert Threshold(forget=1.0, unknown=4).estimate(view(hand, 0)) == 16
    assert asked(hand, forget=1.0, unknown=10) == "swap 1"
    peek = hand.play("discard")
    assert asked(peek, forget=1.0) == "peek 1"
    seen = view(peek.play("peek 2"), 0)
    assert Threshold(forget=1.0).remembered(seen) == {Place(0, 2): card("9S")}


def test_a_card_slips_its_mind_when_it_draws_or_takes_and_at_no_other_time() -> None:
    hand = idle(laid("cambio", FOUR, "3D", DULL), 1)
    assert Threshold(forget=1.0).remembered(view(hand, 1)) == {
        Place(1, 1): card("AH"), Place(1, 2): card("2H"),
    }  # fmt: skip
    taken = laid("cambio", FOUR, "3D", DULL).play("take")
    assert Threshold(forget=1.0).remembered(view(taken, 0)) == {}
    swapped = view(taken.play("swap 2"), 0)
    assert Threshold(forget=1.0).remembered(swapped) == {Place(0, 2): card("3D")}


def test_a_card_that_lies_face_up_is_never_forgotten() -> None:
    hand = laid("cambio-jokers", FOUR, "3D", DULL)
    hand = go(hand, "A take swap 2", "B draw discard", "A draw")
    assert Threshold(forget=1.0).remembered(view(hand, 0)) == {Place(0, 2): card("3D")}


def test_a_switched_card_is_remembered_where_it_went() -> None:
    hand = go(laid("cambio", FOUR, "10C", "6D JD 6H"), "A draw discard done")
    hand = go(hand, "B draw discard switch 3 A1 done")
    remembers = [
        set(Threshold(forget=0.5, seed=seed).remembered(view(hand, 0))) for seed in range(200)
    ]
    assert {Place(0, 1)} not in remembers  # B's third card, which A never saw
    assert any(Place(1, 3) in places for places in remembers)  # the ace
    assert any(Place(1, 3) not in places for places in remembers)


def test_a_card_that_was_added_is_remembered_until_it_is_forgotten() -> None:
    hand = laid("cambio-jokers", FOUR, "10C", "2D 6D").play("draw").play("swap 1+2")
    hand = go(hand, "B draw discard")
    added = Place(0, 5)
    assert Threshold(forget=0.5).remembered(view(hand, 0))[added] == card("2D")
    later = hand.play("draw")
    kept = [added in Threshold(forget=0.5, seed=n).remembered(view(later, 0)) for n in range(60)]
    assert 0 < sum(kept) < 60


def test_each_card_slips_its_mind_as_often_as_the_dial_says() -> None:
    once = [drawn_once(seed, 0.25) for seed in range(4_000)]
    hand = idle(laid("cambio", FOUR, "10C", DULL), 2).play("draw")
    seen = view(hand, 0)
    twice = [Threshold(forget=0.25, seed=seed).remembered(seen) for seed in range(4_000)]
    for place in (Place(0, 1), Place(0, 2)):
        assert abs(sum(place in kept for kept in once) - 3_000) < 137  # five standard deviations
        assert abs(sum(place in kept for kept in twice) - 2_250) < 157
    both = sum(len(kept) == 2 for kept in once)  # independent: 9/16
    assert abs(both - 2_250) < 157


# Daring


def test_it_dares_to_stack_the_first_card_that_it_does_not_know() -> None:
    hand = laid("cambio", FOUR, "10C", DULL)
    assert asked(hand, dare=1.0) == "stack 3"
    assert asked(hand, dare=0.0) == "draw"
    failed = hand.play("stack 3")
    assert asked(failed, dare=1.0) == "draw"  # once is enough
    fits = laid("cambio", ("AS 9S 10S 4S", FOUR[1]), "10C", DULL).play("stack 3")
    assert asked(fits, dare=1.0) == "stack 4"
    assert asked(two("AS 9S"), dare=1.0) == "draw"  # it knows both
    sure = laid("cambio", ("AS 9S 3S 4S", FOUR[1]), "9C", DULL)
    assert asked(sure, dare=1.0) == "stack 2"  # what it is sure of comes first


def test_it_dares_in_a_window_and_not_at_the_end_of_its_turn() -> None:
    hand = laid("cambio", FOUR, "10C", DULL, "stacking in any turn")
    window = go(hand, "A draw discard")
    assert (window.phase, window.mover) == ("window", 1)
    assert (asked(window, dare=1.0), asked(window, dare=0.0)) == ("stack 3", "pass")
    assert asked(window.play("pass"), dare=1.0) == "done"


def test_it_dares_to_claim_the_dearest_with_the_first_unknown() -> None:
    hand = laid("cambio-jokers", FOUR, "10C", "2D QD").play("draw")
    assert asked(hand, dare=1.0) == "swap 2+3"
    assert asked(hand, dare=0.0) == "swap 2"
    assert asked(hand, dare=1.0, unknown=10) == "swap 3+4"
    low = laid("cambio-jokers", FOUR, "10C", "QD").play("draw")
    assert asked(low, dare=1.0) == "discard"  # a queen saves nothing
    single = Pack.from_counts({"A": 0} | {f"{n}S": 1 for n in range(2, 11)} | {"KH": 1})
    alone = deal(rules("cambio-jokers", "", single), 2, random.Random(1)).play("draw")
    assert "+" not in asked(alone, dare=1.0, keep_from=-MOST)  # no two cards are equal


def test_it_dares_as_often_as_the_dial_says() -> None:
    stack = view(laid("cambio", FOUR, "10C", DULL), 0)
    claim = view(laid("cambio-jokers", FOUR, "10C", "2D").play("draw"), 0)
    for seen, does in ((stack, "stack 3"), (claim, "swap 2+3")):
        dared = sum(str(Threshold(dare=0.2, seed=seed)(seen)) == does for seed in range(4_000))
        assert abs(dared - 800) < 127  # five standard deviations


def test_one_seed_decides_always_in_the_same_way() -> None:
    seen = view(laid("cambio", FOUR, "10C", DULL), 0)
    for seed in range(40):
        player = Threshold(dare=0.5, seed=seed)
        assert player(seen) == player(seen) == Threshold(dare=0.5, seed=seed)(seen)


# From a text


def test_a_text_can_be_gone_on_with() -> None:
    hand = read(write(go(two("AS 9S", stock=f"2D {DULL}"), "A draw")))
    assert asked(hand) == "swap 2"


# Bad dials

POINTS = (
    "per_seat", "per_take", "after_switch", "unknown", "keep_from", "peek_worth", "take_most",
    "take_from", "claim_from", "stack_from", "switch_from",
)  # fmt: skip
ROUNDS = ("patience", "peek", "spy", "switch", "look")
CHANCES = ("forget", "dare")
NAN = float("nan")


def refused(name: str, value: object) -> None:
    """See that a value is refused, and that the message names the dial and the value."""
    with pytest.raises(CambioError) as error:
        Threshold(**{name: value})  # type: ignore[arg-type]
    assert str(error.value).startswith(f"{name}={value!r}: ")
    assert str(error.value).endswith(" wanted")


@pytest.mark.parametrize("name", POINTS)
def test_points_are_whole_numbers(name: str) -> None:
    for value in (True, 5.0, NAN, "5", None, (5,), [5], MOST + 1, -MOST - 1, -NEVER, NEVER + 1):
        refused(name, value)
    for value in (-MOST, 0, MOST, NEVER):
        assert getattr(Threshold(**{name: value}), name) == value


def test_the_points_to_call_at_are_a_tuple_of_whole_numbers() -> None:
    for value in (
        (), [], [5], 5, None, "5", (5.0,), (True,), (5, None), (5, NAN), ((5,),), {5}, range(3),
        (MOST + 1,), (5, -MOST - 1), (5, -NEVER),
    ):  # fmt: skip
        refused("call_at", value)
    for value in ((-MOST,), (MOST, NEVER), (0,) * 40):
        assert Threshold(call_at=value).call_at == value


@pytest.mark.parametrize("name", ROUNDS)
def test_rounds_are_whole_numbers_from_0(name: str) -> None:
    for value in (True, False, 2.0, NAN, "2", None, (2,), -1, ALWAYS + 1):
        refused(name, value)
    for value in (0, 1, ALWAYS):
        assert getattr(Threshold(**{name: value}), name) == value


@pytest.mark.parametrize("name", CHANCES)
def test_chances_lie_from_0_to_1(name: str) -> None:
    for value in (-0.1, 1.1, 2, -1, NAN, float("inf"), -float("inf"), "0.5", None, (0.5,), 0.5j):
        refused(name, value)
    for value in (0, 1, 0.0, 0.5, 1.0):
        assert getattr(Threshold(**{name: value}), name) == value


def test_a_seed_is_a_whole_number_of_32_bits() -> None:
    for value in (True, -1, 1 << 32, 1.0, NAN, "1", None):
        refused("seed", value)
    assert Threshold(seed=(1 << 32) - 1).seed == (1 << 32) - 1


# Whole hands


@settings(max_examples=40, deadline=None, derandomize=True)
@given(deals(), dials())
def test_any_player_names_legal_moves_and_ends_every_hand(hand: Hand, player: Threshold) -> None:
    while hand.mover is not None:
        seen = view(hand, hand.mover)
        move = player(seen)
        assert move in seen.legal
        hand = hand.play(move)


def test_it_is_a_strategy_among_others() -> None:
    for preset in PRESETS:
        for seats in seats_allowed(rules(preset)):
            hand = deal(rules(preset), seats, random.Random(seats), first=seats - 1)
            last = play_out(hand, players(seats))
            assert last.is_over
            assert last == play_out(hand, players(seats))


def test_it_plays_in_teams_and_leaves_its_partner_alone() -> None:
    stock = "9D 6D 6H 5D 9H 5H 6C 6S 9C"
    hand = laid("cambio", ("AS 2S", "AH 2H", "KH KD", "3H 4H"), "10C", stock, "grid=2; teams")
    for place in ("B1", "B2"):
        hand = go(hand, f"A draw discard spy {place} done")
        hand = go(hand, *(f"{letter} draw discard done" for letter in "BCD"))
    assert asked(go(hand, "A draw discard")) == "spy D1"
    assert play_out(hand, players(4)).is_over


def test_it_plays_a_tournament() -> None:
    found = tournament(
        {"low": Threshold(call_at=(3,)), "high": Threshold(call_at=(12,), dare=0.1)},
        "cabo", seats=2, repeats=2, progress=False,
    )  # fmt: skip
    assert not found.faults
    assert {one.name for one in found.ranking} == {"low", "high"}


PLAYED = """
import random
from alike import players
from cambio_edu.hand import deal
from cambio_edu.notation import write
from cambio_edu.rules import rules
from cambio_edu.strategies import play_out
in_force = rules("cambio", "exchange_many=yes; stacking in any turn")
for seed in range(3):
    print(write(play_out(deal(in_force, 4, random.Random(seed)), players(4))))
"""


def test_a_hand_does_not_hang_on_the_order_of_sets() -> None:
    texts = set()
    for number in ("0", "1", "4242"):
        env = os.environ | {"PYTHONHASHSEED": number, "PYTHONPATH": os.pathsep.join(sys.path)}
        done = subprocess.run(
            [sys.executable, "-c", PLAYED], env=env, capture_output=True, text=True, check=True
        )
        texts.add(done.stdout)
    assert len(texts) == 1
    assert "stack" in texts.pop()
