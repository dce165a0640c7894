"""Strategies: they name legal moves, end every hand, and do what they say they do."""

import random
from collections import Counter

import pytest
from hands import deals, go, laid, points, rule_sets
from hypothesis import given, settings
from hypothesis import strategies as st

from cambio_edu.cards import Pack, card
from cambio_edu.errors import CambioError, MoveError
from cambio_edu.hand import Hand, deal
from cambio_edu.moves import CALL, DISCARD, DRAW, TAKE, Move, Place
from cambio_edu.probability import total
from cambio_edu.rules import PRESETS, Rules, rules, seats_allowed
from cambio_edu.strategies import (
    STRATEGIES,
    Beginner,
    Careful,
    Random,
    last_looks,
    make,
    play_out,
    unseen,
)
from cambio_edu.view import View, view

FRENCH = "AS 2S 3S 4S", "AH 2H 3H 4H"


def watched(hand: Hand, name: str, seed: int) -> Hand:
    """Play a hand out and see that each move named is one of the view's."""
    while hand.mover is not None:
        seen = view(hand, hand.mover)
        move = make(name, (seed, hand.mover))(seen)
        assert move in seen.legal
        hand = hand.play(move)
        assert len(hand.history) < 20_000
    return hand


# All of them


@settings(max_examples=60, deadline=None, derandomize=True)
@given(deals(), st.integers(0, 2**32))
def test_random_names_legal_moves_and_ends_every_hand(hand: Hand, seed: int) -> None:
    assert watched(hand, "random", seed).is_over


@pytest.mark.parametrize("name", ["beginner", "careful"])
@settings(max_examples=25, deadline=None, derandomize=True)
@given(rule_sets(), st.integers(0, 2**32))
def test_the_others_name_legal_moves_and_end_every_hand(
    name: str, in_force: Rules, seed: int
) -> None:
    seats = seats_allowed(in_force)[0]
    assert watched(deal(in_force, seats, random.Random(seed)), name, seed).is_over


@pytest.mark.parametrize("name", STRATEGIES)
def test_every_preset_for_every_number_of_seats(name: str) -> None:
    for preset in PRESETS:
        for seats in seats_allowed(rules(preset)):
            hand = deal(rules(preset), seats, random.Random(seats))
            last = play_out(hand, [make(name, n) for n in range(seats)])
            assert last.is_over
            assert last == play_out(hand, [make(name, n) for n in range(seats)])


def test_a_hand_in_which_nobody_ever_has_few_points_still_ends() -> None:
    pack = Pack.from_counts({"10": 14})
    hand = deal(rules("cabo", "caller_penalty=10000", pack), 2, random.Random(1))
    for name in ("beginner", "careful"):
        last = play_out(hand, [make(name)] * 2)
        assert last.caller is not None


def test_strategies_of_different_kinds_may_sit_together() -> None:
    hand = deal(rules(), 3, random.Random(2))
    assert play_out(hand, [make(name) for name in STRATEGIES]).is_over


def test_what_cannot_be_made_or_played() -> None:
    with pytest.raises(CambioError, match="there are random, beginner, careful"):
        make("genius")
    hand = laid("cambio", FRENCH, "5S")
    with pytest.raises(MoveError, match="1 strategies for 2 seats"):
        play_out(hand, [make("random")])
    with pytest.raises(MoveError, match="not allowed now; legal for A"):
        play_out(hand, [lambda seen: "done"] * 2)


def test_a_function_that_names_a_move_in_words_is_a_strategy() -> None:
    def drawing(seen: View) -> str:
        return {"start": "draw", "holding": "discard"}.get(seen.phase) or str(seen.legal[-1])

    pack = Pack.from_counts({"1": 4, "2": 6})
    hand = deal(rules("cabo", "grid=2; blind; stock_out=end", pack), 2, random.Random(1))
    assert play_out(hand, [drawing, drawing]).is_over


# Random


def test_random_chooses_each_legal_move_about_equally_often() -> None:
    hand = laid("cambio", FRENCH, "5S", "6D").play("draw")
    seen = view(hand, 0)
    chosen = Counter(Random(seed)(seen) for seed in range(4500))
    assert set(chosen) == set(hand.legal)
    # 500 expected of each of nine, standard deviation 21: five of them either way
    assert all(395 < count < 605 for count in chosen.values())


def test_random_does_not_call_before_three_turns_of_everybody() -> None:
    hand = laid("cambio", FRENCH, "5S")
    assert all(Random(seed)(view(hand, 0)) != CALL for seed in range(200))
    for turn in range(6):
        hand = go(hand, f"{'AB'[turn % 2]} take swap 1 done")
    assert hand.turns == 6
    assert any(Random(seed)(view(hand, 0)) == CALL for seed in range(100))


def test_random_calls_where_it_can_do_nothing_else() -> None:
    house = "grid=1; stacking in any turn; stock_out=end"
    hand = laid("cambio", ("3H", "2S"), "3S", "4S", house=house, whole=False)
    hand = go(hand, "A stack 1", "B stack 1")
    assert Random(1)(view(hand, 0)) == CALL


# What they have in common


@pytest.mark.parametrize("name", ["beginner", "careful"])
def test_a_low_card_is_kept_and_a_high_one_laid_down(name: str) -> None:
    low = laid("cambio", ("9S 8S 3S 4S", "AH 2H 3H 4H"), "5S", "AD").play("draw")
    assert make(name)(view(low, 0)) == Move("swap", (1,))
    high = laid("cambio", FRENCH, "5S", "KD JD").play("draw").play("swap 3").play("done")
    high = go(high, "B draw")
    assert make(name)(view(high, 1)) == DISCARD


@pytest.mark.parametrize("name", ["beginner", "careful"])
def test_a_red_king_is_taken_off_the_pile(name: str) -> None:
    hand = laid("cambio", ("9S 8S 3S 4S", "AH 2H 3H 4H"), "KH")
    assert make(name)(view(hand, 0)) == TAKE


@pytest.mark.parametrize("name", ["beginner", "careful"])
def test_a_card_that_surely_fits_is_stacked_and_none_worth_nothing(name: str) -> None:
    hand = laid("cambio", ("AS 9S 3S 4S", "AH 2H 3H 4H"), "9D")
    assert make(name)(view(hand, 0)) == Move("stack", (2,))
    hand = laid("cambio", ("AS KS 3S 4S", "AH 2H 3H 4H"), "KC")
    assert make(name)(view(hand, 0)).verb != "stack"
    jokers = laid("cambio", ("JK 2S 3S 4S", "AH 2H 3H 4H"), "JK", house="jokers; joker=5")
    assert make(name)(view(jokers, 0)).verb != "stack"


@pytest.mark.parametrize("name", ["beginner", "careful"])
def test_two_cards_known_to_be_equal_are_claimed(name: str) -> None:
    hand = laid("cambio-jokers", ("9S 9H 3S 4S", "AH 2H 3H 4H"), "5S", "AD").play("draw")
    assert make(name)(view(hand, 0)) == Move("swap", (1, 2))
    other = laid("cambio-jokers", ("9S 10H 3S 4S", "AH 2H 3H 4H"), "5S", "AD").play("draw")
    assert make(name)(view(other, 0)) == Move("swap", (2,))


@pytest.mark.parametrize("name", ["beginner", "careful"])
def test_actions_go_where_something_is_to_be_learnt_or_won(name: str) -> None:
    peek = go(laid("cambio", FRENCH, "5S", "8D"), "A draw discard")
    assert make(name)(view(peek, 0)) == Move("peek", (3,))
    spy = go(laid("cambio", FRENCH, "5S", "9D"), "A draw discard")
    assert make(name)(view(spy, 0)) == Move("spy", (), Place(1, 1))
    look = go(laid("cambio", ("AS QS 3S 4S", FRENCH[1]), "5S", "QD"), "A draw discard")
    assert make(name)(view(look, 0)) == Move("look", (2,), Place(1, 1))
    look = look.play("look 2 B1")
    assert make(name)(view(look, 0)) == Move("switch")  # an ace for a queen
    kept = go(laid("cambio", FRENCH, "5S", "QD"), "A draw discard look 1 B4")
    assert make(name)(view(kept, 0)) == Move("leave")


# Beginner


def test_a_beginner_forgets_half_within_eight_moves() -> None:
    hand = laid("cambio", FRENCH, "5S", "KD 6S 6C JH")
    remembered = {0: 0, 8: 0, 40: 0}
    for moves in remembered:
        later = hand
        while len(later.history) < moves:
            later = later.play("draw" if later.phase == "start" else "discard"
                               if later.phase == "holding" else str(later.legal[-1]))  # fmt: skip
        knows = [Place(0, 1) in Beginner(seed).knows(view(later, 0)) for seed in range(800)]
        remembered[moves] = sum(knows)
    assert remembered[0] == 800
    assert 330 < remembered[8] < 470  # 400 expected, standard deviation 14
    assert remembered[40] < 60


def test_a_beginner_sees_what_lies_face_up() -> None:
    hand = go(laid("cambio-jokers", FRENCH, "5S"), "A take swap 2")
    for _ in range(80):
        if hand.is_over:
            break
        assert Beginner(1).knows(view(hand, 1))[Place(0, 2)] == card("5S")
        hand = hand.play("draw" if hand.phase == "start" else "discard"
                         if hand.phase == "holding" else "skip")  # fmt: skip


def test_a_beginner_takes_unknown_cards_for_a_six_and_calls_at_six() -> None:
    five = laid("cambio", ("AS KS", "AH 2H"), "5S", house="grid=2")
    assert Beginner(1)(view(five, 0)) == CALL
    twelve = laid("cambio", ("AS KS 3S 4S", "AH 2H 3H 4H"), "9S")
    assert Beginner(1).worth(view(twelve, 0), 0) == {1: 1, 2: 0, 3: 6, 4: 6}
    assert Beginner(1)(view(twelve, 0)) == DRAW


# Careful


def test_careful_calls_with_next_to_nothing_and_not_with_much() -> None:
    nothing = laid("cambio", ("KS KH", "8H 9H"), "10S", house="grid=2")
    assert Careful()(view(nothing, 0)) == CALL
    much = laid("cambio", ("10S JS", "8H 9H"), "QS", house="grid=2")
    assert Careful()(view(much, 0)) != CALL


def test_careful_minds_the_penalty() -> None:
    for penalty, calls in ((0, True), (200, False)):
        house = f"grid=2; caller_penalty={penalty}"
        hand = laid("cambio", ("AS 2S", "8H 9H"), "QS", house=house)
        assert Careful().wants_to_call(view(hand, 0)) == calls


def test_careful_counts_the_chance_that_an_opponent_is_lower() -> None:
    hand = laid("cambio", ("AS 5S", "8H 9H"), "QS", house="grid=2; blind")
    seen = view(hand, 0)
    left = unseen(seen)
    assert left.total() == 51
    worths: Counter[int] = Counter()
    for one, count in left.items():
        worths[hand.rules.points(one)] += count
    exact = sum(p for points_, p in total(worths, 2).items() if points_ < 6)
    assert Careful()._lower(seen, 1, 6) == pytest.approx(float(exact))
    brute = [
        hand.rules.points(one) + hand.rules.points(two) < 6
        for one in left
        for two in left
        if one != two
    ]
    assert float(exact) == pytest.approx(sum(brute) / len(brute))


# What can be told from a view


def test_unseen_is_the_pack_less_what_is_known() -> None:
    hand = laid("cambio", FRENCH, "5S", "9D")
    seen = view(hand.play("draw"), 0)
    missing = {"AS", "2S", "5S", "9D"}
    assert {str(one) for one in unseen(seen)} == set(map(str, rules().pack.cards)) - missing
    assert unseen(view(hand.play("draw"), 1)).total() == 52 - 3


def test_last_looks_follow_the_cards() -> None:
    hand = laid("cambio", FRENCH, "5S", "9D JD")
    assert last_looks(view(hand, 0)) == {Place(0, 1): -1, Place(0, 2): -1}
    hand = go(hand, "A draw discard spy B3 done")
    assert last_looks(view(hand, 0))[Place(1, 3)] == 2
    hand = go(hand, "B draw discard switch 3 A1 done")
    looks = last_looks(view(hand, 0))
    assert looks == {Place(0, 1): 2, Place(0, 2): -1, Place(1, 3): -1}
    hand = laid("cambio", FRENCH, "5S", "9D JD")
    hand = go(hand, "A stack 4")
    assert last_looks(view(hand, 1))[Place(0, 4)] == 0
    queen = go(laid("cambio", FRENCH, "5S", "QD"), "A draw discard look 3 B4 switch")
    assert last_looks(view(queen, 0)) == {
        Place(0, 1): -1, Place(0, 2): -1, Place(0, 3): 2, Place(1, 4): 2,
    }  # fmt: skip


def test_careful_beats_random_on_the_whole() -> None:
    """Two careful players against two random ones, forty hands: the sums are far apart."""
    careful = chance = 0
    for seed in range(40):
        hand = deal(rules(), 4, random.Random(seed), first=seed % 4)
        players = [make("careful" if n % 2 == 0 else "random", (seed, n)) for n in range(4)]
        scored = points(play_out(hand, players))
        careful += scored[0] + scored[2]
        chance += scored[1] + scored[3]
    assert careful * 2 < chance
