"""A hand, turn by turn: every decision on the turn, in each preset."""

import copy
import pickle
import random
from itertools import pairwise

import pytest
from hands import cards, deals, game, games, go, grid, known, laid, legal, pile, points
from hypothesis import given, settings
from hypothesis import strategies as st

from cambio_edu.cards import Pack, card
from cambio_edu.errors import CardError, MoveError, RulesError
from cambio_edu.hand import Hand, Placed, deal
from cambio_edu.moves import PASS, Move, Place
from cambio_edu.rules import PRESETS, rules
from cambio_edu.scoring import scores

FRENCH4 = "AS 2S 3S 4S", "AH 2H 3H 4H"
THREE = (*FRENCH4, "AD 2D 3D 4D")
CABO4 = "1 2 3 4", "1 2 3 4"
JOKERS4 = "AS 2S 3S 4S", "AH 2H 3H 4H"


def refused(hand: Hand, move: str) -> str:
    """The message of a refused move, after which nothing has changed."""
    before = dict(hand.__dict__)  # all of its values are frozen
    with pytest.raises(MoveError) as error:
        hand.play(move)
    assert hand.__dict__ == before
    return str(error.value)


def looked(hand: Hand) -> Hand:
    """Everybody has chosen a first look, where there is one."""
    while hand.phase == "first look":
        hand = hand.play("see 1 2")
    return hand


# Dealing


def test_cards_go_round_from_the_first_seat_then_the_upcard() -> None:
    pack = PRESETS["cambio"].pack.cards
    hand = deal(rules(), 3, pack, first=1)
    assert hand.grids[1] == (Placed(0, 2), Placed(3, 2), Placed(6), Placed(9))
    assert hand.grids[2] == (Placed(1, 4), Placed(4, 4), Placed(7), Placed(10))
    assert hand.grids[0] == (Placed(2, 1), Placed(5, 1), Placed(8), Placed(11))
    assert hand.discard == (12,)
    assert hand.stock == tuple(range(13, 52))
    assert (hand.turn, hand.mover, hand.phase) == (1, 1, "start")


@pytest.mark.parametrize("preset", ["cambio", "cambio-jokers"])
def test_the_two_nearest_are_seen_first(preset: str) -> None:
    hand = laid(preset, FRENCH4, "5S")
    assert [known(hand, seat) for seat in range(3)] == [{"A1", "A2"}, {"B1", "B2"}, set()]


@pytest.mark.parametrize("preset", ["cabo", "cabo-lenient"])
def test_any_two_are_chosen_clockwise_from_the_first_seat(preset: str) -> None:
    hand = laid(preset, ("1 2 3 4",) * 3, "5", first=1)
    assert hand.phase == "first look"
    assert hand.mover == 1
    assert legal(hand) == ["see 1 2", "see 1 3", "see 1 4", "see 2 3", "see 2 4", "see 3 4"]
    hand = go(hand, "B see 2 4", "C see 1 3")
    assert hand.phase == "first look"
    hand = go(hand, "A see 3 4")
    assert [known(hand, seat) for seat in range(4)] == [
        {"A3", "A4"}, {"B2", "B4"}, {"C1", "C3"}, set(),
    ]  # fmt: skip
    assert (hand.phase, hand.mover, hand.turns) == ("start", 1, 0)
    assert [str(one) for one in hand.history[0][1].cards] == ["2", "4"]
    assert hand.history[0][0].cards == hand.history[0][3].cards == ()


def test_a_look_in_the_wrong_order_is_not_read() -> None:
    hand = laid("cabo", CABO4, "5")
    assert "legal for A: see 1 2" in refused(hand, "see 4 2")
    assert "named twice" in refused(hand, "see 2 2")
    assert "2 words are wanted" in refused(hand, "see 2")


@pytest.mark.parametrize("seats", [-1, 0, 1, 7, 100])
def test_seats_out_of_range(seats: int) -> None:
    with pytest.raises(RulesError, match="2, 3, 4, 5, 6 can"):
        deal(rules(), seats, random.Random(0))


def test_a_pack_that_is_not_that_of_the_rules() -> None:
    pack = list(PRESETS["cambio"].pack.cards)
    with pytest.raises(CardError, match="the pack holds AS 2 times; in 'cambio' it is there 1"):
        deal(rules(), 2, [*pack[1:], pack[0], pack[0]])
    with pytest.raises(CardError, match="the pack holds AS 0 times"):
        deal(rules(), 2, pack[1:])


def test_a_first_seat_that_is_not_there() -> None:
    for first in (-1, 3):
        with pytest.raises(MoveError, match="seats are 0 to 2"):
            deal(rules(), 3, random.Random(0), first)


# A turn


def test_a_turn_begins_with_these() -> None:
    start = ["stack 1", "stack 2", "stack 3", "stack 4", "draw", "take", "call"]
    assert legal(laid("cambio", FRENCH4, "5S")) == start
    assert legal(laid("cambio-jokers", JOKERS4, "5S")) == ["draw", "take", "call"]
    assert legal(looked(laid("cabo", CABO4, "5"))) == ["draw", "take", "call"]
    assert legal(looked(laid("cabo-lenient", CABO4, "5"))) == ["draw", "take", "call"]


def test_a_drawn_card_is_seen_by_its_drawer_alone() -> None:
    hand = laid("cambio", FRENCH4, "5S", "9D").play("draw")
    assert hand.phase == "holding"
    assert [event.cards for event in hand.history[-1]] == [(card("9D"),), (), ()]
    swaps = ["swap 1", "swap 2", "swap 3", "swap 4"]
    assert legal(hand) == ["stack 1", "stack 2", "stack 3", "stack 4", *swaps, "discard"]


def test_a_drawn_card_that_goes_in_is_known_to_its_drawer_alone() -> None:
    hand = go(laid("cambio", FRENCH4, "5S", "9D"), "A draw swap 3")
    assert grid(hand, 0) == "AS 2S 9D 4S"
    assert pile(hand) == "5S 3S"
    assert hand.history[-1][1].cards == hand.history[-1][2].cards == (card("3S"),)
    assert [known(hand, seat) for seat in range(3)] == [{"A1", "A2", "A3"}, {"B1", "B2"}, set()]


@pytest.mark.parametrize("preset", PRESETS)
def test_a_taken_card_must_go_in_and_everybody_has_seen_it(preset: str) -> None:
    french = not PRESETS[preset].pack.is_cabo
    hand = looked(laid(preset, FRENCH4 if french else CABO4, "5S" if french else "5")).play("take")
    assert "discard" not in legal(hand)
    assert pile(hand) == ""
    hand = hand.play("swap 2")
    placed = hand.grids[0][1]
    assert placed is not None
    assert placed.seen == 0b111
    assert placed.face_up == (preset == "cambio-jokers")


def test_a_face_up_card_stays_to_the_end_also_when_a_switch_moves_it() -> None:
    hand = laid("cambio-jokers", JOKERS4, "5S", "JH JD 8S 8H")
    hand = go(hand, "A take swap 2")
    hand = go(hand, "B draw discard switch 1 A2")  # a switch may move it
    assert grid(hand, 1) == "5S 2H 3H 4H"
    assert hand.grids[1][0] == Placed(8, 0b111, True)
    hand = go(hand, "A draw")
    assert "swap 1" in legal(hand)
    hand = go(hand, "A discard skip", "B draw")
    assert legal(hand)[:3] == ["swap 2", "swap 2+3", "swap 2+3+4"]  # B1 stays where it is
    hand = hand.play("discard")
    assert legal(hand) == ["peek 2", "peek 3", "peek 4", "skip"]


def test_a_face_up_card_is_not_spied_on_and_not_stacked() -> None:
    house = "taken_face_up=yes"
    hand = laid("cambio", FRENCH4, "5S", "6S 9D", house=house)
    hand = go(hand, "A take swap 1 done", "B draw discard")
    hand = go(hand, "B done", "A draw")
    assert "stack 1" not in legal(hand)
    assert "swap 1" not in legal(hand)
    hand = laid("cambio", FRENCH4, "5S", "9D", house=house)
    hand = go(hand, "A take swap 1 done", "B draw discard")
    assert legal(hand) == ["spy A2", "spy A3", "spy A4", "skip"]


@pytest.mark.parametrize("preset", ["cambio-jokers", "cabo", "cabo-lenient"])
def test_without_stacking_a_turn_ends_by_itself(preset: str) -> None:
    french = not PRESETS[preset].pack.is_cabo
    hand = looked(laid(preset, JOKERS4 if french else CABO4, "5S" if french else "5"))
    assert go(hand, "A draw swap 1").mover == 1
    assert hand.rules.stacking == "no"


def test_with_stacking_a_turn_ends_with_done() -> None:
    hand = go(laid("cambio", FRENCH4, "5S", "6D"), "A draw discard")
    assert (hand.phase, hand.mover) == ("end", 0)
    assert legal(hand) == ["stack 1", "stack 2", "stack 3", "stack 4", "done"]
    hand = hand.play("done")
    assert (hand.phase, hand.mover, hand.turns) == ("start", 1, 1)


# Actions


def test_seven_and_eight_peek_at_an_own_card() -> None:
    for up in ("7D", "8D"):
        hand = go(laid("cambio", FRENCH4, "5S", up), "A draw discard")
        assert (hand.phase, hand.action) == ("action", "peek")
        assert legal(hand) == ["peek 1", "peek 2", "peek 3", "peek 4", "skip"]
        hand = hand.play("peek 4")
        assert known(hand, 0) == {"A1", "A2", "A4"}
        assert "A4" not in known(hand, 1) | known(hand, 2)
        assert [event.cards for event in hand.history[-1]] == [(card("4S"),), (), ()]


def test_nine_and_ten_spy_on_an_opponent() -> None:
    for up in ("9D", "10D"):
        hand = go(laid("cambio", THREE, "5S", up), "A draw discard")
        places = [f"spy {seat}{slot}" for seat in "BC" for slot in (1, 2, 3, 4)]
        assert legal(hand) == [*places, "skip"]
        hand = hand.play("spy C3")
        assert "C3" in known(hand, 0)
        assert "C3" not in known(hand, 2)  # its owner does not see it


def test_example_a_drawn_nine_spies_a_joker() -> None:
    hand = laid("cambio-jokers", ("AS 2S 3S 4S", "AH 2H JK 4H"), "5S", "9D")
    hand = go(hand, "A draw discard spy B3")
    assert hand.history[-1][0].cards == (card("JK"),)
    assert known(hand, 0) == {"A1", "A2", "B3"}


def test_a_jack_switches_blind_and_knowledge_moves_with_the_cards() -> None:
    hand = go(laid("cambio", THREE, "5S", "JD"), "A draw discard")
    expected = [
        f"switch {own} {seat}{slot}" for own in range(1, 5) for seat in "BC" for slot in range(1, 5)
    ]
    assert legal(hand) == [*expected, "skip"]
    hand = hand.play("switch 1 B3")
    assert grid(hand, 0) == "3H 2S 3S 4S"
    assert grid(hand, 1) == "AH 2H AS 4H"
    assert known(hand, 0) == {"A2", "B3"}  # still follows its ace
    assert known(hand, 1) == {"B1", "B2"}
    assert all(event.cards == () for event in hand.history[-1])


def test_a_queen_looks_before_she_switches() -> None:
    hand = go(laid("cambio", FRENCH4, "5S", "QD"), "A draw discard")
    assert legal(hand)[:2] == ["look 1 B1", "look 1 B2"]
    assert len(legal(hand)) == 17
    hand = hand.play("look 3 B4")
    assert hand.phase == "look"
    assert legal(hand) == ["switch", "leave"]
    assert [event.cards for event in hand.history[-1]] == [tuple(cards("3S 4H")), (), ()]
    assert known(hand, 0) == {"A1", "A2", "A3", "B4"}
    switched, left = hand.play("switch"), hand.play("leave")
    assert (grid(switched, 0), grid(switched, 1)) == ("AS 2S 4H 4S", "AH 2H 3H 3S")
    assert known(switched, 0) == known(left, 0) == {"A1", "A2", "A3", "B4"}
    assert (grid(left, 0), grid(left, 1)) == FRENCH4
    assert switched.phase == left.phase == "end"


@pytest.mark.parametrize("preset", ["cambio-jokers", "cabo", "cabo-lenient"])
def test_elsewhere_a_queen_switches_blind(preset: str) -> None:
    french = not PRESETS[preset].pack.is_cabo
    grids, up, queen = (JOKERS4, "5S", "QD") if french else (CABO4, "5", "12")
    hand = go(looked(laid(preset, grids, up, queen)), "A draw discard")
    assert legal(hand)[0] == "switch 1 B1"
    assert legal(hand)[-1] == "skip"
    assert hand.play("switch 1 B4").mover == 1


def test_actions_of_the_cabo_pack() -> None:
    for number, move in ((7, "peek 4"), (8, "peek 4"), (9, "spy B3"), (10, "spy B3"),
                         (11, "switch 1 B1"), (12, "switch 1 B1")):  # fmt: skip
        hand = go(looked(laid("cabo", CABO4, "5", str(number))), "A draw discard")
        assert move in legal(hand)
        assert go(hand, f"A {move}").mover == 1
    for number in (0, 1, 6, 13):
        hand = go(looked(laid("cabo", CABO4, "5", str(number))), "A draw discard")
        assert hand.mover == 1


def test_an_action_is_always_optional() -> None:
    for up in ("7D", "9D", "JD", "QD"):
        hand = go(laid("cambio", FRENCH4, "5S", up), "A draw discard skip")
        assert (hand.phase, grid(hand, 0), known(hand, 0)) == ("end", FRENCH4[0], {"A1", "A2"})


def test_an_action_fires_only_for_a_drawn_card_discarded_at_once() -> None:
    seven = "7S 2S 3S 4S", "AH 2H 3H 4H"
    assert go(laid("cambio", seven, "5S", "6D"), "A draw swap 1").phase == "end"  # swapped out
    assert go(laid("cambio", seven, "5S"), "A take swap 1").phase == "end"
    hand = go(laid("cambio", seven, "7D"), "A stack 1")  # stacked
    assert hand.phase == "start"
    claim = "7 7 3 4", "1 2 3 4"
    assert go(looked(laid("cabo", claim, "5", "6")), "A draw swap 1+2").mover == 1
    hand = looked(laid("cabo-lenient", CABO4, "5", "7"))
    assert go(hand, "A draw swap 1+2").mover == 1  # back on the pile by a failed claim


def test_without_a_target_the_action_can_only_be_skipped() -> None:
    hand = laid("cambio", ("AS", "AH"), "5S", "7D", house="grid=1; taken_face_up=yes")
    hand = go(hand, "A take swap 1 done", "B draw discard")
    assert legal(hand) == ["peek 1", "skip"]
    hand = laid("cambio", ("AS", "AH"), "5S", "9D", house="grid=1; taken_face_up=yes")
    hand = go(hand, "A take swap 1 done", "B draw discard")
    assert legal(hand) == ["skip"]
    assert hand.play("skip").phase == "end"


def test_a_seat_with_an_empty_grid_may_spy_draw_discard_or_call_only() -> None:
    hand = laid("cambio", ("5H", "AH"), "5S", "9D 7H JD QD", house="grid=1")
    hand = hand.play("stack 1")
    assert grid(hand, 0) == "-"
    assert legal(hand) == ["draw", "call"]
    hand = hand.play("draw")
    assert legal(hand) == ["discard"]
    hand = hand.play("discard")
    assert legal(hand) == ["spy B1", "skip"]
    hand = go(hand, "A spy B1")
    assert legal(hand) == ["done"]
    hand = go(hand, "A done", "B draw discard skip done", "A draw discard")
    assert legal(hand) == ["skip"]  # nothing to switch
    hand = go(hand, "A skip done", "B draw discard")
    assert legal(hand) == ["skip"]  # nobody to look at


# Claims


def test_example_two_fives_for_an_ace() -> None:
    hand = laid("cambio-jokers", ("5S 2S 5H 4S", "AH 2H 3H 4H"), "9S", "AD")
    before = sum(map(hand.rules.points, hand.cards[0]))
    hand = go(hand, "A draw swap 1+3")
    assert grid(hand, 0) == "AD 2S - 4S"
    assert before - sum(map(hand.rules.points, hand.cards[0])) == 9
    assert pile(hand) == "9S 5S 5H"
    assert hand.mover == 1


@pytest.mark.parametrize("preset", ["cambio-jokers", "cabo", "cabo-lenient"])
def test_a_claim_that_fits_lays_them_by_slot_and_keeps_the_lowest_place(preset: str) -> None:
    french = not PRESETS[preset].pack.is_cabo
    grids = ("6S 2S 6H 6D", "AH 2H 3H 4H") if french else ("6 2 6 6", "1 2 3 4")
    hand = looked(laid(preset, grids, "5S" if french else "5", "AD" if french else "0"))
    hand = go(hand, "A draw swap 4+1+3")
    assert grid(hand, 0) == ("AD 2S - -" if french else "0 2 - -")
    assert pile(hand) == ("5S 6S 6H 6D" if french else "5 6 6 6")
    event = hand.history[-1][2]
    assert (str(event.move), event.fits, len(event.cards)) == ("swap 1+3+4", True, 3)
    assert hand.grids[0][0] is not None
    assert hand.grids[0][0].seen == 0b001


@pytest.mark.parametrize("preset", ["cambio-jokers", "cabo"])
def test_a_claim_that_fails_shows_the_cards_and_adds_the_new_one(preset: str) -> None:
    french = not PRESETS[preset].pack.is_cabo
    hand = looked(laid(preset, JOKERS4 if french else CABO4, "5S" if french else "5"))
    new = str(hand.pack[hand.stock[0]])
    before = pile(hand), grid(hand, 0)
    hand = go(hand, "A draw swap 3+4")
    assert pile(hand) == before[0]
    assert grid(hand, 0) == f"{before[1]} {new}"
    assert known(hand, 1) == {"B1", "B2", "A3", "A4"}
    assert known(hand, 2) == {"A3", "A4"}
    assert known(hand, 0) == {"A1", "A2", "A3", "A4", "A5"}
    event = hand.history[-1][2]
    assert (event.fits, event.added, len(event.cards)) == (False, Place(0, 5), 2)
    assert hand.mover == 1


def test_a_lenient_claim_that_fails_costs_nothing() -> None:
    hand = go(looked(laid("cabo-lenient", CABO4, "5", "7")), "A draw swap 3+4")
    assert (pile(hand), grid(hand, 0)) == ("5 7", "1 2 3 4")
    assert known(hand, 1) == {"B1", "B2", "A3", "A4"}
    assert hand.mover == 1  # the seven does not fire
    assert [str(one) for one in hand.history[-1][2].cards] == ["3", "4", "7"]


def test_a_lenient_claim_with_a_taken_card_is_a_free_pass() -> None:
    hand = go(looked(laid("cabo-lenient", CABO4, "5")), "A take swap 3+4")
    assert (pile(hand), grid(hand, 0), hand.mover) == ("5", "1 2 3 4", 1)


def test_a_taken_card_of_a_claim_is_face_up_in_the_jokers_rules_also_when_it_fails() -> None:
    fits = go(laid("cambio-jokers", ("6S 2S 6H 4S", "AH 2H 3H 4H"), "5S"), "A take swap 1+3")
    assert fits.grids[0][0] == Placed(8, 0b111, True)
    fails = go(laid("cambio-jokers", JOKERS4, "5S"), "A take swap 1+3")
    assert fails.grids[0][4] == Placed(8, 0b111, True)
    assert fails.grids[0][0] is not None
    assert not fails.grids[0][0].face_up  # those that were shown are turned back
    cabo = go(looked(laid("cabo", CABO4, "5")), "A take swap 1+3")
    assert cabo.grids[0][4] == Placed(8, 0b111, False)  # known to all, face down


def test_equal_goes_by_rank() -> None:
    kings = "KS 2S KC 4S", "AH 2H 3H 4H"
    assert go(laid("cambio-jokers", kings, "5S"), "A draw swap 1+3").history[-1][0].fits
    red = "KS KH 3S 4S", "AH 2H 3H 4H"  # 0 and -2 points
    hand = laid("cambio", red, "5S", house="exchange_many=yes")
    assert go(hand, "A draw swap 1+2").history[-1][0].fits
    points_alone = "AS 2S 10S KS", "AH 2H 3H 4H"
    hand = laid("cambio", points_alone, "5S", house="exchange_many=yes; black_king=10")
    assert go(hand, "A draw swap 3+4").history[-1][0].fits is False
    mixed = laid("cabo", ("AS 1", "1 1"), "1", "2 2 2", house="grid=2; blind", whole=False)
    assert go(mixed, "A draw swap 1+2").history[-1][0].fits is False  # of one number, two ranks
    jokers = "JK 2S JK 4S", "AH 2H 3H 4H"
    assert go(laid("cambio-jokers", jokers, "5S"), "A draw swap 1+3").history[-1][0].fits


def test_a_claim_names_at_most_as_many_as_are_equal_in_the_pack() -> None:
    six = "1 2 3 4 5 6", "1 2 3 4 5 6"
    hand = laid("cabo", six, "7", house="six cards").play("draw")
    claims = [move for move in legal(hand) if move.startswith("swap")]
    assert max(move.count("+") for move in claims) == 3
    assert len(claims) == 6 + 15 + 20 + 15
    pack = Pack.from_counts({"1": 2, "2": 2, "3": 2, "4": 2, "5": 2, "6": 2, "7": 2})
    hand = laid("cabo", CABO4, "5", "6", pack=pack)
    claims = [move for move in legal(looked(hand).play("draw")) if move.startswith("swap")]
    assert max(move.count("+") for move in claims) == 1


def test_claims_in_the_order_of_the_notation() -> None:
    hand = looked(laid("cabo", CABO4, "5")).play("draw")
    assert legal(hand) == [
        "swap 1", "swap 1+2", "swap 1+2+3", "swap 1+2+3+4", "swap 1+2+4", "swap 1+3",
        "swap 1+3+4", "swap 1+4", "swap 2", "swap 2+3", "swap 2+3+4", "swap 2+4", "swap 3",
        "swap 3+4", "swap 4", "discard",
    ]  # fmt: skip


def test_no_claims_in_cambio() -> None:
    hand = laid("cambio", FRENCH4, "5S").play("draw")
    assert "not allowed now" in refused(hand, "swap 1+2")


def test_a_penalty_card_opens_a_slot_never_used_yet() -> None:
    hand = looked(laid("cabo", ("6 6 3 4", "1 2 3 4"), "5", "1 8 2"))
    hand = go(hand, "A draw swap 1+2", "B draw discard skip", "A draw swap 3+4")
    assert grid(hand, 0) == "1 - 3 4 2"  # slot 5, though slot 2 is empty
    hand = go(laid("cambio", ("5H 2S 3S 4S", "AH 2H 3H 4H"), "5S"), "A stack 1 stack 2")
    assert grid(hand, 0).startswith("- 2S 3S 4S ")


# Stacking


def test_a_stack_that_fits_leaves_its_place_empty_and_does_not_use_up_the_turn() -> None:
    hand = go(laid("cambio", ("5H 2S 3S 4S", "AH 2H 3H 4H"), "5S"), "A stack 1")
    assert (grid(hand, 0), pile(hand), hand.phase) == ("- 2S 3S 4S", "5S 5H", "start")
    assert hand.history[-1][2].fits
    assert legal(hand) == ["stack 2", "stack 3", "stack 4", "draw", "take", "call"]
    assert hand.play("call").mover == 1


def test_a_stack_that_fails_is_shown_and_adds_a_card_unseen() -> None:
    hand = go(laid("cambio", FRENCH4, "5S", "9D 6S 6H"), "A stack 4")
    assert (grid(hand, 0), pile(hand)) == ("AS 2S 3S 4S 9D", "5S")
    assert [known(hand, seat) for seat in range(3)] == [
        {"A1", "A2", "A4"}, {"B1", "B2", "A4"}, {"A4"},
    ]  # fmt: skip
    event = hand.history[-1][1]
    assert (event.fits, event.added, event.cards) == (False, Place(0, 5), (card("4S"),))
    assert legal(hand) == ["draw", "take", "call"]  # no more in this turn
    hand = go(hand, "A draw")
    assert not [move for move in legal(hand) if move.startswith("stack")]
    hand = go(hand, "A swap 1", "A done", "B draw discard done")
    assert "stack 1" in legal(hand)  # the next turn is another


def test_stacking_with_a_card_in_hand_after_discarding_and_as_often_as_it_fits() -> None:
    grids = "5H 5D 6S 4S", "AH 2H 3H 4H"
    hand = go(laid("cambio", grids, "5S", "6D"), "A stack 1 stack 2 draw discard stack 3 done")
    assert grid(hand, 0) == "- - - 4S"
    assert pile(hand) == "5S 5H 5D 6D 6S"
    hand = go(laid("cambio", grids, "5S", "6D"), "A draw stack 1")
    assert hand.phase == "holding"
    assert go(hand, "A stack 2 discard stack 3 done").turns == 1


def test_no_stacking_while_an_action_waits() -> None:
    hand = go(laid("cambio", ("7S 2S 3S 4S", "AH 2H 3H 4H"), "5S", "7D"), "A draw discard")
    assert not [move for move in legal(hand) if move.startswith("stack")]
    hand = go(hand, "A peek 3")
    assert go(hand, "A stack 1").history[-1][0].fits
    hand = go(
        laid("cambio", ("QS 2S 3S 4S", "AH 2H 3H 4H"), "5S", "QD"), "A draw discard look 2 B1"
    )
    assert legal(hand) == ["switch", "leave"]


def test_one_may_stack_and_still_use_the_action_drawn_afterwards() -> None:
    hand = laid("cambio", ("5H 2S 3S 4S", "AH 2H 3H 4H"), "5S", "8D")
    hand = go(hand, "A stack 1 draw discard peek 3 done")
    assert "A3" in known(hand, 0)
    hand = laid("cambio", ("5H 2S 3S 4S", "AH 2H 3H 4H"), "5S", "8D")
    assert go(hand, "A draw stack 1 discard").phase == "action"


def test_a_stack_goes_by_rank() -> None:
    hand = laid("cambio", ("KH QS JS 10S", "AH 2H 3H 4H"), "KC")
    assert go(hand, "A stack 1").history[-1][0].fits
    for slot in (2, 3, 4):
        assert go(hand, f"A stack {slot}").history[-1][0].fits is False
    hand = laid("cambio", ("10S AS 2S 3S", "AH 2H 3H 4H"), "KC", house="black_king=10")
    assert go(hand, "A stack 1").history[-1][0].fits is False


def test_with_a_taken_card_the_last_own_card_must_stay() -> None:
    grids = "5H 6H 3S 4S", "AH 2H 3H 4H"
    hand = laid("cambio", ("6H 7H", "AH 2H"), "6S", "5S", house="grid=2")
    hand = go(hand, "A stack 1")
    hand = go(hand, "A take")
    assert legal(hand) == ["swap 2"]
    hand = go(laid("cambio", ("6H 7H", "AH 2H"), "6S", "5S", house="grid=2"), "A draw stack 1")
    assert legal(hand) == ["stack 2", "swap 2", "discard"]  # a drawn card need not go in
    hand = go(laid("cambio", grids, "5S"), "A stack 1 take")
    assert pile(hand) == "5S"  # what lay under the taken card is on top now
    assert legal(hand) == ["stack 2", "stack 3", "stack 4", "swap 2", "swap 3", "swap 4"]


def test_with_a_taken_card_and_nothing_under_it_there_is_no_stacking() -> None:
    hand = laid("cambio", FRENCH4, "5S").play("take")
    assert legal(hand) == ["swap 1", "swap 2", "swap 3", "swap 4"]


@pytest.mark.parametrize("preset", PRESETS)
def test_a_stack_with_or_on_a_joker_fails_in_every_rule_set(preset: str) -> None:
    house = "stacking=own turn; blind; grid=2" + ("; jokers" if preset == "cambio" else "")
    pack = Pack.from_counts({"JK": 3, "AS": 9}) if PRESETS[preset].pack.is_cabo else None
    grids = ("JK AS", "AS AS") if pack else ("JK AS", "AH AC")
    hand = laid(preset, grids, "JK", house=house, pack=pack)
    assert go(hand, "A stack 1").history[-1][0].fits is False
    assert go(hand, "A stack 2").history[-1][0].fits is False


def test_a_failed_stack_reshuffles_an_empty_stock_first() -> None:
    hand = laid("cambio", ("AS", "2S"), "3S", "4S", house="grid=1", whole=False)
    hand = go(hand, "A draw discard done", "B stack 1")
    assert hand.history[-1][0].shuffled
    assert grid(hand, 1) == "2S 3S"
    assert (pile(hand), hand.stock) == ("4S", ())
    assert known(hand, 1) == {"B1"}  # nobody sees a penalty card


def test_with_nothing_to_reshuffle_there_is_no_penalty_card() -> None:
    hand = laid("cambio", ("AS", "2S"), "3S", "4S", house="grid=1", whole=False)
    hand = go(hand, "A draw stack 1")
    assert (grid(hand, 0), pile(hand)) == ("AS", "3S")
    assert hand.history[-1][0].added is None
    assert legal(hand) == ["swap 1", "discard"]


def test_where_the_hand_ends_with_the_stock_there_is_no_penalty_card_either() -> None:
    house = "grid=1; stock_out=end"
    hand = laid("cambio", ("AS", "2S"), "3S", "4S", house=house, whole=False)
    hand = go(hand, "A draw discard stack 1")
    assert hand.history[-1][0].added is None
    assert grid(hand, 0) == "AS"
    assert hand.play("done").is_over


# Windows: stacking in any turn


ANY = "stacking in any turn"


def test_a_window_opens_after_a_card_is_laid_clockwise_from_the_turn() -> None:
    hand = laid("cambio", THREE, "5S", "6D", house=ANY, first=1)
    hand = go(hand, "B draw discard")
    assert (hand.phase, hand.turn, hand.mover) == ("window", 1, 2)
    assert legal(hand) == ["stack 1", "stack 2", "stack 3", "stack 4", "pass"]
    hand = go(hand, "C pass", "A pass")
    assert (hand.phase, hand.mover) == ("end", 1)


def test_no_window_after_the_upcard_a_take_a_draw_or_a_call() -> None:
    hand = laid("cambio", THREE, "5S", house=ANY)
    assert hand.phase == "start"
    assert hand.play("take").phase == hand.play("draw").phase == "holding"
    assert (hand.play("call").phase, hand.play("call").mover) == ("start", 1)


def test_a_window_comes_before_the_action() -> None:
    hand = go(laid("cambio", THREE, "5S", "7D", house=ANY), "A draw discard")
    assert hand.phase == "window"
    hand = go(hand, "B pass", "C pass")
    assert (hand.phase, hand.mover) == ("action", 0)
    hand = go(hand, "A peek 3")
    assert hand.phase == "end"


def test_a_stack_that_fits_opens_a_new_window_the_stacker_included() -> None:
    grids = "AS 2S 3S 4S", "AH 2H 3H 4H", "AD 2D 3D 5D"
    hand = laid("cambio", grids, "KS", "5S", house=ANY)
    hand = go(hand, "A draw discard", "B pass", "C stack 4")
    assert (hand.phase, hand.mover) == ("window", 1)
    hand = go(hand, "B pass")
    assert hand.mover == 2  # the stacker too
    hand = go(hand, "C pass")
    assert (hand.phase, hand.mover) == ("end", 0)


def test_a_stack_in_ones_own_turn_opens_a_window_for_the_others() -> None:
    hand = laid("cambio", ("5H 2S 3S 4S", *THREE[1:]), "5S", "6D", house=ANY)
    hand = go(hand, "A stack 1")
    assert (hand.phase, hand.mover) == ("window", 1)
    hand = go(hand, "B pass", "C pass")
    assert (hand.phase, hand.mover) == ("start", 0)
    hand = laid("cambio", ("5H 2S 3S 4S", *THREE[1:]), "5S", "6D", house=ANY)
    hand = go(hand, "A draw stack 1", "B pass", "C pass")
    assert (hand.phase, hand.mover) == ("holding", 0)
    assert hand.holding is not None


def test_a_failed_stack_answers_that_window_alone() -> None:
    hand = laid("cambio", ("AS 2S 3S 4S", "AH 2H 6H 4H", "AD 2D 3D 5D"), "KS", "6D", house=ANY)
    hand = go(hand, "A draw discard", "B stack 1")
    assert hand.mover == 2
    assert len(grid(hand, 1).split()) == 5
    hand = go(hand, "C pass")
    assert "stack 1" in legal(hand)  # the seat whose turn it is has not failed
    hand = go(hand, "A done")
    assert "stack 1" in legal(hand)  # and B's own turn is another matter


def test_after_an_own_failed_stack_a_window_of_another_turn_is_still_open() -> None:
    hand = laid("cambio", THREE, "5S", "9S 6D", house=ANY)
    hand = go(hand, "A stack 1 draw discard", "B stack 3", "C pass")
    assert legal(hand) == ["done"]


def test_the_caller_stacks_too_and_also_where_it_can_only_pass() -> None:
    hand = laid("cambio", ("5H", "AH"), "5S", "9S", house=f"{ANY}; grid=1")
    hand = go(hand, "A stack 1", "B pass", "A call", "B draw discard")
    assert (hand.mover, legal(hand)) == (0, ["pass"])
    hand = laid("cambio", ("6H", "AH"), "5S", "6S", house=f"{ANY}; grid=1")
    hand = go(hand, "A call", "B draw discard", "A stack 1", "A pass", "B done")
    assert points(hand) == [0, 1]


def test_claims_open_one_window_and_failed_claims_none() -> None:
    house = f"{ANY}; first_look=none"
    claim = "6 6 3 4", "1 2 6 4"
    hand = go(laid("cabo", claim, "5", "1", house=house), "A draw swap 1+2")
    assert (hand.phase, hand.mover, hand.window) == ("window", 1, (1,))
    assert go(hand, "B stack 3").history[-1][0].fits
    hand = go(laid("cabo", CABO4, "5", "1", house=house), "A draw swap 1+2")
    assert hand.phase == "end"
    hand = go(laid("cabo-lenient", CABO4, "5", "1", house=house), "A draw swap 1+2")
    assert hand.phase == "window"  # here the new card is laid on the pile


def test_only_the_seats_of_a_window_may_pass() -> None:
    hand = laid("cambio", THREE, "5S", house=ANY)
    assert "not allowed now" in refused(hand, "pass")


# Calling


@pytest.mark.parametrize("preset", PRESETS)
def test_after_a_call_every_other_seat_has_one_more_turn(preset: str) -> None:
    french = not PRESETS[preset].pack.is_cabo
    hand = looked(laid(preset, THREE if french else ("1 2 3 4",) * 3, "5S" if french else "5"))
    hand = go(hand, "A call")
    assert (hand.caller, hand.mover, hand.turns) == (0, 1, 1)
    assert "call" not in legal(hand)
    done = " done" if preset == "cambio" else ""
    hand = go(hand, f"B take swap 1{done}")
    assert hand.mover == 2
    assert go(hand, f"C take swap 1{done}").is_over


def test_calling_is_only_at_the_start_of_a_turn() -> None:
    hand = laid("cambio", FRENCH4, "5S", "6D")
    assert "not allowed now" in refused(hand.play("draw"), "call")
    assert "not allowed now" in refused(go(hand, "A draw discard"), "call")
    assert "not allowed now" in refused(hand, "done")


def test_a_called_hand_is_scored() -> None:
    hand = laid("cambio", FRENCH4, "5S", "6D KS")
    hand = go(hand, "A call", "B draw discard done")
    assert points(hand) == [0, 10]  # tied at 10: the caller scores 0
    assert hand.scores == scores(hand.rules, hand.cards, caller=0)


@pytest.mark.parametrize("preset", ["cambio", "cabo", "cabo-lenient"])
def test_the_caller_is_open_to_switches(preset: str) -> None:
    french = not PRESETS[preset].pack.is_cabo
    grids, up, jack = (FRENCH4, "5S", "JD") if french else (CABO4, "5", "11")
    hand = go(looked(laid(preset, grids, up, jack)), "A call", "B draw discard")
    assert "switch 1 A1" in legal(hand)


def test_a_protected_caller_is_not_switched_with_but_may_be_spied_on() -> None:
    hand = laid("cambio-jokers", THREE, "5S", "JD 9D")
    hand = go(hand, "A call", "B draw discard")
    assert {move.split()[-1][0] for move in legal(hand)} == {"C", "s"}
    hand = go(hand, "B switch 1 C1", "C draw discard")
    assert "spy A1" in legal(hand)
    two = go(laid("cambio-jokers", JOKERS4, "5S", "QD"), "A call", "B draw discard")
    assert legal(two) == ["skip"]


def test_a_queen_does_not_look_at_a_protected_caller() -> None:
    hand = laid("cambio", THREE, "5S", "QD", house="caller_protected=yes")
    hand = go(hand, "A call", "B draw discard")
    assert not [move for move in legal(hand) if " A" in move]
    assert "look 1 C1" in legal(hand)


# The end of the stock


def test_discards_but_the_top_one_become_the_new_stock() -> None:
    hand = laid("cambio", ("AS", "2S"), "3S", "4S 5D", house="grid=1", whole=False)
    hand = go(hand, "A draw discard done", "B draw discard done")
    assert hand.stock == ()
    assert "draw" in legal(hand)
    hand = hand.play("draw")
    assert hand.history[-1][1].shuffled
    assert pile(hand) == "5D"
    assert {hand.holding, *hand.stock} == {2, 3}  # 3S and 4S
    assert hand.shuffles[0][0] == hand.holding


@pytest.mark.parametrize("preset", ["cambio", "cabo", "cabo-lenient"])
def test_the_stock_is_refilled_when_a_card_is_needed(preset: str) -> None:
    hand = laid(preset, ("1", "2"), "3", "4 5", house="grid=1; blind", whole=False)
    done = " done" if preset == "cambio" else ""
    hand = go(hand, f"A draw discard{done}", f"B draw discard{done}")
    assert (hand.stock, len(hand.discard)) == ((), 3)  # not before
    assert len(hand.play("draw").discard) == 1


def test_a_new_stock_is_known_to_nobody() -> None:
    hand = laid("cambio", ("AS", "2S"), "3S", "4S", house="grid=1", whole=False)
    hand = go(hand, "A draw discard done", "B stack 1")
    placed = hand.grids[1][1]
    assert placed is not None
    assert placed.seen == 0


def test_the_hand_ends_when_nothing_can_be_drawn_any_more() -> None:
    hand = laid("cambio", ("AS", "2S"), "3S", "4S", house="grid=1", whole=False)
    hand = go(hand, "A take swap 1 done")  # the pile holds AS alone, the stock 4S
    assert not hand.is_over
    hand = go(hand, "B stack 1")  # fails, and takes the last card of the stock
    assert (hand.stock, len(hand.discard)) == ((), 1)
    assert legal(hand) == ["take", "call"]
    hand = go(hand, "B take swap 1 done")
    assert hand.is_over  # the stock is empty, and one card lies on the pile
    assert points(hand) == [0, 5]


def test_a_hand_that_ends_without_a_call_has_no_penalty() -> None:
    hand = laid("cambio-jokers", ("AS", "2S"), "3S", "4S", house="grid=1", whole=False)
    hand = go(hand, "A draw discard")
    assert hand.is_over
    assert points(hand) == [1, 2]


def test_where_the_hand_ends_with_the_stock_a_call_before_counts() -> None:
    hand = laid("cambio-jokers", ("9S", "2S", "5S"), "3S", "4S", house="grid=1", whole=False)
    hand = go(hand, "A call", "B draw discard")  # C has no more turn
    assert hand.is_over
    assert points(hand) == [19, 2, 5]


def test_where_the_hand_ends_with_the_stock_it_does_so_also_by_a_penalty_card_and_a_call() -> None:
    house = "grid=1; stacking=own turn"
    hand = laid("cambio-jokers", ("9S", "2S"), "3S", "4S", house=house, whole=False)
    hand = go(hand, "A stack 1 call")
    assert hand.is_over
    assert points(hand) == [9 + 4 + 10, 2]


def test_done_at_the_start_where_nothing_else_can_be_done() -> None:
    house = "grid=1; stacking=any turn; no early call"
    end = laid("cambio", ("3H", "2S"), "3S", "4S", house=f"{house}; stock_out=end", whole=False)
    end = go(end, "A stack 1", "B stack 1")  # A has no card left, and B was given the last one
    assert (end.phase, legal(end)) == ("start", ["done"])
    assert points(end.play("done")) == [0, 6]
    again = laid("cambio", ("3H", "2S", "5S"), "3S", "4S", house=house, whole=False)
    again = go(again, "A stack 1", "B stack 1", "C stack 1")  # C was given the shuffled 3S
    assert legal(again) == ["done"]
    assert points(again.play("done")) == [0, 6, 8]


def test_done_at_the_start_is_not_there_where_one_may_call() -> None:
    house = "grid=1; stacking=any turn; stock_out=end"
    hand = laid("cambio", ("3H", "2S"), "3S", "4S", house=house, whole=False)
    assert legal(go(hand, "A stack 1", "B stack 1")) == ["call"]


def test_a_seat_whose_cards_lie_face_up_can_only_draw_and_discard() -> None:
    house = "grid=1; taken_face_up=yes"
    hand = laid("cambio", ("AS", "2S", "5S"), "3S", "6S 4S", house=house, whole=False)
    hand = go(hand, "A take swap 1 done", "B take swap 1 done", "C call")
    assert legal(hand) == ["draw"]
    hand = go(hand, "A draw discard done", "B draw")
    assert legal(hand) == ["discard"]
    assert go(hand, "B discard done").is_over


# Immutability, errors, conservation


def test_a_hand_never_changes() -> None:
    hand = laid("cambio", FRENCH4, "5S")
    with pytest.raises(AttributeError):
        hand.mover = 1
    with pytest.raises(AttributeError):
        del hand.mover
    before = copy.deepcopy(hand.__dict__)
    hand.play("draw").play("discard")
    assert hand.__dict__ == before


def test_equal_hands_are_equal_and_can_be_copied_and_pickled() -> None:
    one, two = (go(laid("cambio", FRENCH4, "5S"), "A draw discard") for _ in range(2))
    assert one == two == copy.deepcopy(one) == pickle.loads(pickle.dumps(one))
    assert hash(one) == hash(two)
    assert one != one.play("done")


@pytest.mark.parametrize(
    ("move", "says"),
    [
        ("swap 1", "'swap 1' is not allowed now; legal for A: stack 1, stack 2"),
        ("dance", "'dance': no such move; moves are see, stack, draw"),
        ("", "no such move; moves are see"),
        ("draw 2", "0 words are wanted after 'draw'"),
        ("switch 1", "2 or 0 words are wanted after 'switch'"),
        ("spy 2", "'2': a place is wanted, such as B3"),
        ("spy G1", "a place is wanted"),
        ("spy b1", "a place is wanted"),
        ("stack x", "the number of one of the mover's own slots"),
        ("stack B1", "the number of one of the mover's own slots"),
        ("stack 01", "the number of one of the mover's own slots"),
        ("stack ٣", "the number of one of the mover's own slots"),
        ("stack 99999999999999999999", "the number of one of the mover's own slots"),
        ("swap 1+1", "a slot is named twice"),
        ("swap 1+", "the number of one of the mover's own slots"),
        ("swap 1 2", "1 words are wanted"),
        ("draw  ", "words are wanted"),
        (" draw", "no such move"),
        ("Draw", "no such move"),
        ("peek A1", "the number of one of the mover's own slots"),
    ],
)
def test_a_refused_move_says_what_was_wrong_and_what_is_legal(move: str, says: str) -> None:
    hand = laid("cambio", FRENCH4, "5S")
    message = refused(hand, move)
    assert says in message
    assert message.endswith("stack 1, stack 2, stack 3, stack 4, draw, take, call")


def test_nothing_is_played_when_the_hand_is_over() -> None:
    hand = laid("cambio-jokers", ("AS", "2S"), "3S", "4S", house="grid=1", whole=False)
    hand = go(hand, "A draw discard")
    assert legal(hand) == []
    assert "the hand is over" in refused(hand, "draw")


def test_other_spellings_are_read_as_the_same_move() -> None:
    hand = looked(laid("cabo", CABO4, "5")).play("draw")
    one = hand.play("swap 1+3")
    assert hand.play("swap 3+1") == hand.play("swap A1+A3") == hand.play("swap A3+1") == one
    assert hand.play("swap A2") == hand.play("swap 2") == hand.play(Move("swap", (2,)))


def test_a_new_stock_may_be_given_and_is_checked() -> None:
    hand = laid("cambio", ("AS", "2S"), "3S", "4S 5D", house="grid=1", whole=False)
    hand = go(hand, "A draw discard done", "B draw discard done")
    assert hand.play("draw", cards("4S 3S")).holding == 3
    for order, says in (
        ("4S", "leaves out 3S"),
        ("4S 3S 5D", "5D is not among the discards"),
        ("4S 4S", "4S is not among"),
        ("", "leaves out"),
    ):
        with pytest.raises(MoveError, match=says):
            hand.play("draw", cards(order))
    with pytest.raises(MoveError, match="needs no shuffle"):
        hand.play("take", cards("4S 3S"))


def test_a_shuffle_is_the_same_again_and_depends_on_the_hand() -> None:
    def shuffled(seed: int) -> tuple[int, ...]:
        pack = Pack.from_counts({"1": 4, "2": 4, "3": 4, "4": 4})
        hand = deal(rules("cabo", "grid=1; blind", pack), 2, random.Random(seed))
        while not hand.shuffles:
            hand = hand.play("draw").play("discard")
        return hand.shuffles[0]

    assert shuffled(1) == shuffled(1)
    assert len({shuffled(seed) for seed in range(5)}) > 1


def everything(hand: Hand) -> list[int]:
    """Where every card of the pack is."""
    held = [] if hand.holding is None else [hand.holding]
    lying = [placed.card for of_seat in hand.grids for placed in of_seat if placed]
    return sorted([*hand.stock, *hand.discard, *held, *lying])


@settings(max_examples=120, deadline=None, derandomize=True)
@given(games())
def test_no_card_is_lost_or_found(states: list[Hand]) -> None:
    for hand in states:
        assert everything(hand) == list(range(len(hand.pack)))


@settings(max_examples=100, deadline=None, derandomize=True)
@given(games(), st.integers(0, 2**32))
def test_a_refused_move_changes_nothing_and_says_what_is_legal(
    states: list[Hand], seed: int
) -> None:
    rng = random.Random(seed)
    others = sorted(map(str, {move for hand in states for move in hand.legal}))
    others += ["swap 9", "spy F9", "see 1 9", "pass", "leave", "switch 7 A1"]
    for hand in rng.sample(states, min(len(states), 12)):
        wrong = sorted(set(others).difference(legal(hand)))
        message = refused(hand, rng.choice(wrong))
        if hand.is_over:
            assert message.endswith("the hand is over")
        else:
            assert message.endswith(", ".join(legal(hand)))


ORDER = ("see", "stack", "draw", "take", "call", "swap", "discard", "peek", "spy", "switch",
         "look", "switch", "leave", "skip", "pass", "done")  # fmt: skip


@settings(max_examples=100, deadline=None, derandomize=True)
@given(games())
def test_legal_moves_stand_in_the_order_of_the_notation(states: list[Hand]) -> None:
    for hand in states:
        keys = [
            (11 if str(move) == "switch" else ORDER.index(move.verb), move.slots, move.place or ())
            for move in hand.legal
        ]
        assert keys == sorted(set(keys))
        assert bool(hand.legal) != hand.is_over


@settings(max_examples=120, deadline=None, derandomize=True)
@given(games())
def test_turns_windows_and_the_call(states: list[Hand]) -> None:
    """Whoever acts, a turn is one seat's; windows go clockwise and every seat answers."""
    for before, after in pairwise(states):
        move = after.history[-1][-1].move
        if before.phase == "window":
            assert before.mover != before.turn
            waiting = [(before.turn + n) % before.seats for n in range(1, before.seats)]
            assert before.window == tuple(waiting[waiting.index(before.window[0]) :])
            fits = after.history[-1][-1].fits
            if fits and not after.is_over:
                assert after.window == tuple(waiting)  # a new window, for all but the turn
            elif move == PASS or not fits:
                assert after.window == before.window[1:]
        elif after.phase == "window":
            assert after.rules.stacking == "any turn"
            assert after.mover == (after.turn + 1) % after.seats
            assert move.verb in ("stack", "swap", "discard")
        elif not after.is_over and before.phase != "first look":
            turned = after.turns - before.turns
            assert after.turn == (before.turn + turned) % after.seats
            assert after.mover == after.turn
        if before.phase == "end":
            assert before.rules.stacking != "no"


@settings(max_examples=120, deadline=None, derandomize=True)
@given(deals(), st.integers(0, 2**32))
def test_after_a_call_at_most_one_more_turn_each(hand: Hand, seed: int) -> None:
    states = game(hand, seed, 400)
    called = [state for state in states if state.caller is not None]
    for state in called:
        assert state.turns - called[0].turns < state.seats
        assert state.caller == called[0].caller
    last = states[-1]
    if called and last.is_over and last.rules.stock_out == "reshuffle" and last.emptied is None:
        ended = last.turns - called[0].turns == last.seats - 1
        assert ended or (not last.stock and len(last.discard) <= 1)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(deals(), st.integers(0, 2**32))
def test_scores_follow_from_the_cards_and_the_call(hand: Hand, seed: int) -> None:
    last = game(hand, seed, 600)[-1]
    assert (last.scores is None) == (not last.is_over)
    if last.scores is None:
        return
    assert last.scores == scores(last.rules, last.cards, last.caller, last.emptied)
    assert all(placed.face_up for of_seat in last.grids for placed in of_seat if placed)
    if last.rules.teams:
        half = last.seats // 2
        assert last.scores[:half] == last.scores[half:]
    if not last.rules.kamikaze and last.rules.lowest_zero:
        assert 0 in points(last)


def test_every_preset_for_every_number_of_seats() -> None:
    for preset, in_force in PRESETS.items():
        for seats in range(in_force.seats[0], in_force.seats[1] + 1):
            last = game(deal(rules(preset), seats, random.Random(seats)), seats)[-1]
            assert last.is_over, (preset, seats)
