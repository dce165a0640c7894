"""What a seat may know, and that nothing it is given depends on what it may not."""

import json
import pickle
import random

import pytest
from hands import Game, cards, exchanged, game, games, go, known, laid, rule_sets
from hypothesis import given, settings
from hypothesis import strategies as st

from cambio_edu.cards import Card, card
from cambio_edu.hand import _LEGAL, Hand, deal
from cambio_edu.moves import Place
from cambio_edu.notation import json_text, state
from cambio_edu.rules import Rules, rules, seats_allowed
from cambio_edu.strategies import STRATEGIES, make
from cambio_edu.view import Lying, View, view

FRENCH = "AS 2S 3S 4S", "AH 2H 3H 4H", "AD 2D 3D 4D"


# By hand


def test_a_seat_knows_what_it_has_seen() -> None:
    hand = laid("cambio", FRENCH, "5S", "9D")
    seen = view(hand, 1)
    assert seen.known == {Place(1, 1): card("AH"), Place(1, 2): card("2H")}
    assert seen.grids[1][2] == Lying(None, 0, False)
    assert seen.grids[0][0] == Lying(None, 0b0001, False)  # it sees that A knows it
    assert (seen.legal, seen.mover, seen.turn, seen.seat) == ((), 0, 0, 1)
    assert (seen.stock, seen.discard) == (39, (card("5S"),))
    assert view(hand, 0).legal == hand.legal


def test_who_watches_sees_what_is_public_alone() -> None:
    hand = go(laid("cambio", FRENCH, "5S", "KD 9D"), "A stack 3 draw discard spy B1 done")
    seen = view(hand, None)
    assert seen.known == {Place(0, 3): card("3S")}
    shown = [" ".join(map(str, event.cards)) for event in seen.history]
    assert shown == ["3S", "", "9D", "", ""]
    assert seen.legal == ()
    assert seen.grids[1][0] == Lying(None, 0b0011, False)


def test_a_card_in_hand_is_seen_by_its_holder_and_by_all_if_it_was_taken() -> None:
    hand = laid("cambio", FRENCH, "5S", "9D")
    drawn, taken = hand.play("draw"), hand.play("take")
    assert [view(drawn, seat).holding for seat in (0, 1, None)] == [card("9D"), None, None]
    assert all(view(drawn, seat).holds for seat in (0, 1, None))
    assert [view(taken, seat).holding for seat in (0, 1, None)] == [card("5S")] * 3
    assert view(taken, 1).taken
    assert not view(hand, 0).holds


def test_the_card_of_a_drawer_stays_secret_while_others_act_in_a_window() -> None:
    hand = laid("cambio", ("5H 2S 3S 4S", *FRENCH[1:]), "5S", "9D", "stacking in any turn")
    hand = go(hand, "A draw stack 1")
    assert hand.mover == 1
    assert [view(hand, seat).holding for seat in (0, 1, 2)] == [card("9D"), None, None]
    assert [state(hand, seat)["holding"] for seat in (0, 1, 2)] == ["9D", None, None]


def test_knowledge_moves_with_a_card_through_every_switch_for_everybody() -> None:
    hand = laid("cambio", FRENCH, "5S", "9D 6H 6D JS JH")
    hand = go(hand, "A draw discard spy B1 done", "B draw discard done", "C draw discard done")
    hand = go(hand, "A draw discard switch 3 B1 done")  # AH is at A3 now: A and B know it
    assert view(hand, 0).known[Place(0, 3)] == card("AH")
    assert view(hand, 1).known[Place(0, 3)] == card("AH")
    hand = go(hand, "B draw discard switch 4 A3 done")
    assert view(hand, 0).known[Place(1, 4)] == view(hand, 1).known[Place(1, 4)] == card("AH")
    assert Place(1, 4) not in view(hand, 2).known


def test_knowledge_ends_when_the_discards_are_shuffled() -> None:
    hand = laid("cambio", ("AS", "2S"), "3S", "4S", house="grid=1", whole=False)
    hand = go(hand, "A draw discard done", "B draw")  # the one card shuffled is 3S
    seen = view(hand, 0)
    assert seen.holding is None
    assert seen.history[-1].shuffled


def test_when_the_hand_is_over_everybody_sees_everything() -> None:
    hand = game(deal(rules(), 3, random.Random(1)), 1)[-1]
    for seat in (0, 1, 2, None):
        seen = view(hand, seat)
        assert len(seen.known) == sum(map(len, hand.cards))
        assert seen.scores == hand.scores
        assert seen.legal == ()


def test_slots_leave_out_what_was_emptied() -> None:
    hand = go(laid("cambio", ("5H 2S 3S 4S", *FRENCH[1:]), "5S"), "A stack 1")
    assert list(view(hand, 1).slots(0)) == [2, 3, 4]
    assert view(hand, 1).slots(0)[2].seen_by(0)
    assert not view(hand, 1).slots(0)[2].seen_by(1)


@pytest.mark.parametrize("seat", [-1, 3, 4, 99])
def test_a_seat_that_is_not_there(seat: int) -> None:
    hand = laid("cambio", FRENCH, "5S")
    with pytest.raises(IndexError, match="seats are 0 to 2"):
        view(hand, seat)
    with pytest.raises(IndexError):
        state(hand, seat)


def test_a_view_holds_no_hand() -> None:
    """Whatever can be reached from a view are words, numbers, cards, moves and rules."""
    hand = laid("cambio", FRENCH, "5S", "9D").play("draw")
    reached, waiting = set(), [view(hand, 1)]
    while waiting:
        thing = waiting.pop()
        reached.add(type(thing).__name__)
        if isinstance(thing, tuple):
            waiting += thing
        elif isinstance(thing, list | dict):
            waiting += list(thing)
    assert reached <= {
        "View", "Rules", "tuple", "str", "int", "bool", "NoneType", "Card", "Lying", "Event",
        "Move", "Place",
    }  # fmt: skip
    assert view(hand, 1).rules.pack == rules().pack  # the pack in its own order, not the dealt one


def test_an_own_pack_in_a_view_is_not_in_the_order_it_was_dealt_in() -> None:
    hand = laid("cambio", ("5H", "AH"), "5S", "9D 2C 3C", house="grid=1", whole=False)
    other = laid("cambio", ("9D", "AH"), "5S", "5H 3C 2C", house="grid=1", whole=False)
    assert view(hand, 1) == view(other, 1)


# Nothing depends on a card that a seat does not know


def hidden(hand: Hand, seat: int | None) -> list[int]:
    """The positions in the pack of all cards that a seat does not know."""
    bit = hand.seats if seat is None else seat
    lying = [placed for of_seat in hand.grids for placed in of_seat if placed]
    found = [placed.card for placed in lying if not placed.seen >> bit & 1]
    if hand.holding is not None and not hand.taken and hand.turn != seat:
        found.append(hand.holding)
    return [*found, *hand.stock]


def otherwise(hand: Hand, seat: int | None, rng: random.Random) -> Hand:
    """The same hand with the cards that a seat does not know in another order.

    What the other seats saw is put out of reach: each step is what this seat saw, for all.
    """
    who = hand.seats if seat is None else seat
    other = exchanged(hand, hidden(hand, seat), rng)
    other.__dict__["history"] = tuple((step[who],) * len(step) for step in hand.history)
    mover = hand.mover
    other.__dict__["legal"] = () if mover is None else _LEGAL[hand.phase](other, mover)
    return other


def told(seen: View, hand: Hand, seat: int | None) -> list[bytes]:
    """Everything that a seat is told, as bytes."""
    data = b"" if seat is None else json_text(state(hand, seat)).encode()
    return [pickle.dumps(seen), repr(seen).encode(), data, repr(hand).encode()]


@settings(max_examples=120, deadline=None, derandomize=True)
@given(games(length=120), st.integers(0, 2**32))
def test_what_a_seat_is_told_does_not_change_with_the_cards_it_does_not_know(
    states: Game, seed: int
) -> None:
    rng = random.Random(seed)
    for hand in rng.sample(states, min(len(states), 8)):
        seat = rng.choice([*range(hand.seats), None])
        other = otherwise(hand, seat, rng)
        assert other.legal == hand.legal
        assert view(other, seat) == view(hand, seat)
        assert told(view(other, seat), other, seat) == told(view(hand, seat), hand, seat)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(games(length=40), st.integers(0, 2**32))
def test_a_strategy_plays_the_same_whatever_it_does_not_know(states: Game, seed: int) -> None:
    rng = random.Random(seed)
    for hand in [hand for hand in states if hand.mover is not None][-2:]:
        other = otherwise(hand, hand.mover, rng)
        for name in STRATEGIES:
            player = make(name, seed)
            assert player(view(hand, hand.mover)) == player(view(other, hand.mover))


@settings(max_examples=80, deadline=None, derandomize=True)
@given(
    rule_sets(("cambio", "cambio-jokers"), own_packs=False),
    st.integers(0, 2**32),
)
def test_a_hand_played_with_two_hidden_cards_of_a_rank_exchanged(
    in_force: Rules, seed: int
) -> None:
    """From the deal on, and through the real moves, a seat is told the same."""
    rng = random.Random(seed)
    seats = rng.choice(seats_allowed(in_force))
    dealt = deal(in_force, seats, rng)
    states = [hand for hand in game(dealt, seed, 80) if not hand.is_over]
    seat = rng.randrange(seats)
    never = set.intersection(*(set(hidden(hand, seat)) for hand in states))
    pairs = [
        (one, two)
        for one in sorted(never)
        for two in sorted(never)
        if one < two and dealt.pack[one].rank == dealt.pack[two].rank
    ]
    if not pairs:
        return
    one, two = rng.choice(pairs)
    pack: list[Card] = list(dealt.pack)
    pack[one], pack[two] = pack[two], pack[one]
    other = deal(dealt.rules, seats, pack, dealt.first)
    for before, after in zip(states, [*states[1:], None], strict=True):
        seen, was = view(other, seat), view(before, seat)
        assert seen == was
        if len(before.history) % 10 == 0:  # the bytes are dear
            assert told(seen, other, seat) == told(was, before, seat)
        if after is not None:
            new = after.shuffles[len(before.shuffles) :]
            order = [pack[n] for n in new[0]] if new else None
            other = other.play(after.history[-1][-1].move, order)


# What the view says of who has seen what


@settings(max_examples=60, deadline=None, derandomize=True)
@given(games(length=80))
def test_a_view_shows_a_card_exactly_where_its_seat_has_seen_it(states: Game) -> None:
    for hand in states[::4]:
        for seat in range(hand.seats):
            seen = view(hand, seat)
            assert {str(place) for place in seen.known} == known(hand, seat)
            for owner, of_seat in enumerate(seen.grids):
                for lying, placed in zip(of_seat, hand.grids[owner], strict=True):
                    assert (lying is None) == (placed is None)
                    if lying and placed:
                        assert (lying.seen, lying.face_up) == (placed.seen, placed.face_up)
                        assert (lying.card is not None) == lying.seen_by(seat)
                        assert lying.card in (None, hand.pack[placed.card])


@settings(max_examples=60, deadline=None, derandomize=True)
@given(games(length=80))
def test_everybody_sees_that_a_move_was_made_and_only_some_see_the_cards(states: Game) -> None:
    for step in states[-1].history:
        public = step[-1]
        for seat, event in enumerate(step):
            assert event._replace(cards=()) == public._replace(cards=())
            if event.cards != public.cards:
                assert seat == event.seat
                assert public.move.verb in ("see", "draw", "peek", "spy", "look")
                assert public.cards == ()


def test_events_name_the_cards_in_the_order_of_their_places() -> None:
    hand = laid("cambio", FRENCH, "5S", "QD")
    hand = go(hand, "A draw discard look 3 C2")
    assert hand.history[-1][0].cards == tuple(cards("3S 2D"))
    assert json.loads(json_text(state(hand, 0)))["known"]["A"]["C2"] == "2D"
