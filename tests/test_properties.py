"""Hands by any rule set, played at random: what must hold at every move of every one of them."""

import os
import pickle
import random
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hands import Game, deals, exchanged, game, games, legal, rule_sets
from hypothesis import given, settings
from hypothesis import strategies as st
from referee import Referee

from cambio_edu.cards import Card, Pack
from cambio_edu.errors import MoveError
from cambio_edu.hand import Hand, deal
from cambio_edu.notation import json_text, read, state, write
from cambio_edu.rules import LETTERS, Rules, rules, seats_allowed
from cambio_edu.strategies import STRATEGIES, make, play_out
from cambio_edu.view import view

LEFT_OUT = ("rules", "house", "seats", "scores")


def referee(hand: Hand) -> Referee:
    """The referee of a hand at its deal."""
    return Referee(hand.rules, hand.seats, hand.pack, LETTERS[hand.first])


def follow(judge: Referee, before: Hand, after: Hand) -> None:
    """Let the referee play the move that leads from one state to the next."""
    new = after.shuffles[len(before.shuffles) :]
    judge.play(str(after.history[-1][-1].move), list(new[0]) if new else None)


def without_names(data: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key not in LEFT_OUT}


# The engine against a second reading of the rules


@settings(max_examples=250, deadline=None, derandomize=True)
@given(games(length=250))
def test_the_engine_and_the_referee_agree_at_every_move(states: Game) -> None:
    judge = referee(states[0])
    for before, after in zip([None, *states], states, strict=False):
        if before is not None:
            follow(judge, before, after)
        assert without_names(state(after)) == judge.state()
        assert (after.turns, LETTERS[after.turn]) == (judge.ended, judge.turn)


@settings(max_examples=50, deadline=None, derandomize=True)
@given(games(length=100))
def test_the_engine_and_the_referee_agree_on_what_each_seat_sees(states: Game) -> None:
    judge = referee(states[0])
    for before, after in zip([None, *states], states, strict=False):
        if before is not None:
            follow(judge, before, after)
        for seat in range(after.seats):
            assert without_names(state(after, seat)) == judge.state(LETTERS[seat])


# Cards


@settings(max_examples=60, deadline=None, derandomize=True)
@given(games())
def test_the_cards_of_the_pack_are_all_there_after_every_move(states: Game) -> None:
    for hand in states:
        data = state(hand)
        faces = [card for grid in data["grids"].values() for card in grid.values()]
        faces += data["discard"] + [str(hand.pack[n]) for n in hand.stock]
        faces += [data["holding"]] if data["holding"] else []
        assert Counter(faces) == Counter(map(str, hand.rules.pack.cards))


# Text


@settings(max_examples=50, deadline=None, derandomize=True)
@given(games(length=60))
def test_the_text_of_every_state_reads_back(states: Game) -> None:
    for hand in states:
        text = write(hand)
        again = read(text)
        assert again == hand
        assert write(again) == text


# Moves that are refused


VERBS = ("see 1 2", "stack 1", "draw", "take", "call", "swap 1", "swap 1+2", "discard", "peek 1",
         "spy B1", "spy A1", "switch 1 A1", "switch 1 B1", "look 1 B1", "switch", "leave", "skip",
         "pass", "done", "swap 99", "jump", "", "draw ", "Draw", "shuffle")  # fmt: skip


@settings(max_examples=60, deadline=None, derandomize=True)
@given(games(length=60))
def test_a_refused_move_changes_nothing_and_names_all_that_is_legal(states: Game) -> None:
    for hand in states[::3]:
        before = pickle.dumps(hand)
        allowed = legal(hand)
        for words in set(VERBS) - set(allowed):
            with pytest.raises(MoveError) as error:
                hand.play(words)
            if hand.is_over:
                assert str(error.value).endswith("the hand is over")
            else:
                assert str(error.value).endswith(f"{LETTERS[hand.mover]}: {', '.join(allowed)}")
        assert pickle.dumps(hand) == before


# Secrets


def with_other_secrets(hand: Hand, judge: Referee, seat: int, rng: random.Random) -> Hand:
    """The hand with the cards that a seat does not know in another order, and all else as it is."""
    seen = {card for card, who in judge.knows.items() if LETTERS[seat] in who}
    return exchanged(hand, [n for n in range(len(hand.pack)) if n not in seen], rng)


@settings(max_examples=80, deadline=None, derandomize=True)
@given(games(length=100), st.integers(0, 2**32))
def test_nothing_a_seat_is_told_depends_on_what_it_does_not_know(states: Game, seed: int) -> None:
    rng = random.Random(seed)
    judge = referee(states[0])
    changed = 0
    for before, after in zip([None, *states], states, strict=False):
        if before is not None:
            follow(judge, before, after)
        seat = rng.randrange(after.seats)
        other = with_other_secrets(after, judge, seat, rng)
        changed += (other.pack, other.stock, other.grids) != (after.pack, after.stock, after.grids)
        assert other.legal == after.legal
        assert view(other, seat) == view(after, seat)
        if len(after.history) % 4 == 0:  # the bytes are dear
            assert pickle.dumps(view(other, seat)) == pickle.dumps(view(after, seat))
            assert json_text(state(other, seat)) == json_text(state(after, seat))
    assert changed or len(set(states[0].pack)) == 1 or states[-1].is_over


def cards_in(thing: object) -> set[Card]:
    """Every card that can be reached from a thing, the rule set left out."""
    if isinstance(thing, Card):
        return {thing}
    if isinstance(thing, dict):
        return cards_in(tuple(thing.values()))
    if isinstance(thing, tuple | list):
        return set().union(*map(cards_in, thing))
    assert thing is None or isinstance(thing, bool | int | str | Rules), type(thing)
    return set()


@settings(max_examples=80, deadline=None, derandomize=True)
@given(rule_sets(("cambio",), own_packs=False), st.integers(0, 2**32))
def test_a_pickled_view_holds_no_card_that_its_seat_has_never_seen(
    in_force: Rules, seed: int
) -> None:
    rng = random.Random(seed)
    states = game(deal(in_force, rng.choice(seats_allowed(in_force)), rng), seed, 80)
    judge = referee(states[0])
    for before, after in zip([None, *states], states, strict=False):
        if before is not None:
            follow(judge, before, after)
        seat = rng.randrange(after.seats)
        packed = pickle.loads(pickle.dumps(view(after, seat)))
        reached = cards_in(tuple(packed))
        assert reached <= {after.pack[n] for n in judge.ever[LETTERS[seat]]}
        assert packed.rules.pack.cards[:52] == rules().pack.cards  # in no order of any deal


# The end


@settings(max_examples=60, deadline=None, derandomize=True)
@given(deals(), st.integers(0, 2**32), st.sampled_from(sorted(STRATEGIES)))
def test_every_hand_ends_under_every_strategy(hand: Hand, seed: int, name: str) -> None:
    last = play_out(hand, [make(name, (seed, n)) for n in range(hand.seats)])
    assert last.is_over
    assert last.scores is not None
    assert len(last.scores) == hand.seats
    assert read(write(last)) == last


# The same everywhere


SCRIPT = """
import random, sys
sys.path.insert(0, sys.argv[1])
from hands import deal, game, rules, write
for preset, house in (("cambio", "stacking in any turn; jokers"), ("cambio-jokers", "teams"),
                      ("cabo", "stacking=own turn; limit=50"), ("cabo-lenient", "blind")):
    for seed in range(3):
        print(write(game(deal(rules(preset, house), 4, random.Random(seed)), seed)[-1]))
"""


def test_the_same_seed_gives_the_same_hand_under_any_hash_seed() -> None:
    here = Path(__file__).parent
    printed = [
        subprocess.run(
            [sys.executable, "-c", SCRIPT, str(here)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=here.parent,
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4242")
    ]
    assert printed[0].count(b"[Scores") == 12
    assert len(set(printed)) == 1


# Hands in which much happens


PAIRS = Pack.from_counts({"AS": 4, "QD": 4, "KH": 4, "8C": 3, "JK": 1})
BUSY = (
    ("cambio", "", None), ("cambio", "stacking in any turn; empty grid wins", None),
    ("cambio", "stacking in any turn; empty grid wins; grid=1", PAIRS),
    ("cambio", "stacking in any turn; grid=1; taken_face_up=yes; stock_out=end", PAIRS),
    ("cambio", "grid=2; exchange_many=yes; failed_claim=discard; no early call", PAIRS),
    ("cambio-jokers", "", None), ("cambio-jokers", "stacking=any turn; grid=2", PAIRS),
    ("cabo", "", None), ("cabo-lenient", "stacking=own turn", None),
)  # fmt: skip
HAPPENS = (
    "first look,start,holding,action,look,end,window,over,see,stack,draw,take,call,swap,discard,"
    "peek,spy,switch,leave,skip,pass,done,stack True,stack False,swap True,swap False,added,"
    "not added,shuffled,emptied,emptied in a window,emptied with a card in hand,called"
)


def happened(before: Hand, after: Hand) -> list[str]:
    """What a move came to, by name."""
    event = after.history[-1][-1]
    stacked = event.move.verb == "stack"
    emptied = after.emptied is not None
    names = {
        "added": event.added is not None,
        "not added": stacked and not event.fits and event.added is None,
        "shuffled": event.shuffled,
        "emptied": emptied,
        "emptied in a window": emptied and before.phase == "window",
        "emptied with a card in hand": emptied and before.holding is not None,
        "called": event.move.verb == "call",
        f"{event.move.verb} {event.fits}": True,
        event.move.verb: True,
        after.phase: True,
        before.phase: True,
    }
    return [name for name, is_so in names.items() if is_so]


def test_busy_hands_come_to_all_that_can_happen_and_the_referee_agrees() -> None:
    found: Counter[str] = Counter()
    for preset, house, pack in BUSY:
        for seed in range(20):
            states = game(deal(rules(preset, house, pack), 3, random.Random(seed)), seed)
            judge = referee(states[0])
            for before, after in pairwise(states):
                follow(judge, before, after)
                assert without_names(state(after)) == judge.state()
                found.update(happened(before, after))
            assert states[-1].is_over
    assert not [name for name in HAPPENS.split(",") if not found[name]]
