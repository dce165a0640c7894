"""The simulation plays as the engine plays, card by card, under every rule set."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from alike import check_alike, dials, players
from hands import rule_sets
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cambio_edu.cards import Pack
from cambio_edu.errors import CambioError
from cambio_edu.hand import Hand
from cambio_edu.rules import HOUSE_RULES, PRESETS, Rules, rules, seats_allowed
from cambio_edu.simulation import simulate
from cambio_edu.simulation.faces import Faces
from cambio_edu.simulation.packs import Packs
from cambio_edu.simulation.play import CHUNK, Chunk, chunk_sizes, packs_of
from cambio_edu.thresholds import Threshold

ONLY = {"jokers": "cambio", "open kings": "cambio", "cabo cards": "cambio-jokers"}
FIELDS = (
    "taken_face_up=yes", "exchange_many=yes; failed_claim=add",
    "exchange_many=yes; failed_claim=discard", "caller_protected=yes", "stock_out=end",
    "lowest_zero=no", "kamikaze=yes; queen=switch", "first_look=choose", "grid=3-3",
    "stacking=any turn; exchange_many=yes; empty_ends=yes; taken_face_up=yes",
)  # fmt: skip
TWELVES = Pack.from_counts({"12": 9, "13": 9, "1": 4})


def event_counts(hands: list[Hand]) -> Counter[str]:
    """How often each kind of move was made, and how often claims and stacks failed."""
    found: Counter[str] = Counter()
    for hand in hands:
        for event, *_ in hand.history:
            found[event.move.verb + {None: "", True: " fits", False: " fails"}[event.fits]] += 1
        found["shuffles"] += len(hand.shuffles)
    return found


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_end_as_in_the_engine(preset: str) -> None:
    for seats in seats_allowed(PRESETS[preset]):
        check_alike(PRESETS[preset], [Threshold()] * seats, 100, seed=seats)
        check_alike(PRESETS[preset], players(seats), 100, seed=seats)


@pytest.mark.parametrize("house", [h for h in (*HOUSE_RULES, *FIELDS) if h != "teams"])
def test_house_rules_end_as_in_the_engine(house: str) -> None:
    for preset in [ONLY[house]] if house in ONLY else PRESETS:
        if not (house == "open kings" and PRESETS[preset].pack.is_cabo):
            in_force = rules(preset, house)
            for seats in (2, 4):
                check_alike(in_force, players(seats), 40, seed=seats)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_rules_and_any_players_end_as_in_the_engine(data: st.DataObject) -> None:
    in_force: Rules = data.draw(rule_sets())
    assume(not in_force.teams)
    seats = data.draw(st.sampled_from(seats_allowed(in_force)))
    seated = data.draw(st.lists(dials(), min_size=seats, max_size=seats))
    check_alike(in_force, seated, 5, data.draw(st.integers(0, 2**32)))


def test_the_wild_players_do_all_that_can_be_done() -> None:
    house = "exchange_many=yes; stacking=any turn; six cards"
    hands = check_alike(rules("cambio", house), players(4), 150, seed=1)
    seen = event_counts(hands)
    for what in (
        "take", "draw", "call", "swap", "swap fits", "swap fails", "discard", "peek", "spy", "look",
        "leave", "switch", "skip", "stack fits", "stack fails", "pass", "done", "shuffles",
    ):  # fmt: skip
        assert seen[what] > 0, what


def test_kamikazes_are_scored_as_in_the_engine() -> None:
    in_force = rules("cabo", "grid=4", TWELVES)
    hands = check_alike(in_force, [Threshold(call_at=(60,), seed=0)] * 2, 100, seed=3)
    assert any(score.reason == "kamikaze" for hand in hands for score in hand.scores or ())


WAITING = Threshold(call_at=(-50,), stack_from=-9)
DARING = Threshold(call_at=(-50,), dare=1.0, stack_from=-9)
FEW = Pack.from_counts({"5S": 2, "5H": 1, "6S": 2, "6H": 1})
FIVES = Pack.from_counts({"5S": 2, "5H": 1, "6S": 1})
KINGS = Pack.from_counts({"KH": 3, "KS": 2, "5S": 4, "6S": 2})


@pytest.mark.parametrize("seats", [2, 3])
def test_a_grid_of_one_card_ends_as_in_the_engine(seats: int) -> None:
    check_alike(rules("cambio", "grid=1"), players(seats), 40, seed=seats)
    check_alike(rules("cabo", "grid=1; blind", FEW), players(2), 40, seed=seats)


@pytest.mark.parametrize("early", ["early_call=yes", "early_call=no"])
@pytest.mark.parametrize("stock_out", ["stock_out=end", "stock_out=reshuffle"])
def test_who_has_neither_stock_nor_cards_does_what_it_does_in_the_engine(
    stock_out: str, early: str
) -> None:
    """A stacks its only card; B fails to, which takes the last one of the stock."""
    house = f"grid=1; blind; stacking in any turn; {stock_out}; {early}"
    for pack in (FIVES, FEW):
        hands = check_alike(rules("cambio", house, pack), [DARING] * 2, 100, seed=1)
        lines = [" ".join(str(step[0].move) for step in hand.history) for hand in hands]
        if pack is FIVES and stock_out == "stock_out=end":
            last = "call" if early == "early_call=yes" else "done"
            assert f"stack 1 stack 1 {last}" in lines


def test_whose_cards_all_lie_face_up_calls_without_stock_as_in_the_engine() -> None:
    house = "grid=2; blind; stacking in any turn; stock_out=end; taken_face_up=yes"
    pack = Pack.from_counts({"5S": 2, "6S": 3, "4S": 5})
    taking = Threshold(call_at=(-50,), take_most=5, take_from=-20, dare=0.5)
    seated = [
        replace(taking, keep_from=0, stack_from=-9),
        replace(taking, stack_from=5),
        replace(taking, take_most=12, keep_from=-3, stack_from=-9, dare=0.2),
    ]
    hands = check_alike(rules("cambio", house, pack), seated, 300, seed=1)
    assert any(
        hand.caller is not None and hand.cards[hand.caller] and hand.turns < 30 for hand in hands
    )


@pytest.mark.parametrize("dial", ["keep_from", "take_from"])
def test_whose_cards_all_lie_face_up_swaps_none_as_in_the_engine(dial: str) -> None:
    eager = Threshold(call_at=(-50,), take_most=12, take_from=-20)
    hands = check_alike(rules("cambio-jokers"), [replace(eager, **{dial: -1_000})] * 2, 20, seed=5)
    assert max(hand.turns for hand in hands) > 8


def test_an_empty_grid_calls_as_in_the_engine() -> None:
    in_force = rules("cambio", "grid=1; stacking in any turn", FEW)
    hands = check_alike(in_force, [WAITING] * 2, 100, seed=2)
    assert any(hand.caller is not None and not hand.cards[hand.caller] for hand in hands)


def test_an_empty_grid_scores_0_though_another_is_lower_as_in_the_engine() -> None:
    in_force = rules("cambio", "grid=1; stacking in any turn", KINGS)
    hands = check_alike(in_force, [WAITING] * 3, 200, seed=3)
    reasons = [
        [score.reason for score in hand.scores or ()] for hand in hands if hand.caller is not None
        and not hand.cards[hand.caller]
        and any(sum(map(in_force.points, cards)) < 0 for cards in hand.cards)
    ]  # fmt: skip
    assert reasons


def test_four_cards_of_five_are_no_kamikaze_as_in_the_engine() -> None:
    in_force = rules("cabo", "grid=5", TWELVES)
    hands = check_alike(in_force, [Threshold(call_at=(70,))] * 2, 100, seed=4)
    numbers = [sorted(c.number for c in cards) for hand in hands for cards in hand.cards]
    assert [12, 12, 13, 13, 13] in numbers


def test_a_simulated_hand_can_be_looked_at_move_by_move() -> None:
    found = simulate([Threshold(forget=0.1), Threshold(dare=0.2)], "cabo", hands=40, seed=5)
    for number in range(40):
        hand = found.hand(number)
        assert hand.scores is not None
        assert [score.points for score in hand.scores] == found.scores[number].tolist()
        assert hand.turns == found.turns[number]
    with pytest.raises(CambioError, match="no hand 40; hands are 0 to 39"):
        found.hand(40)


# Packs


def test_every_pack_is_whole() -> None:
    packs, _ = packs_of(rules("cambio", "jokers"), 50, [1])
    codes = sorted(Faces(rules("cambio", "jokers")).codes.tolist())
    assert all(sorted(pack.tolist()) == codes for pack in packs.T)


def test_every_place_holds_every_card_equally_often() -> None:
    hands = 20_000
    packs, _ = packs_of(rules("cambio"), hands, [2])
    for row in (0, 16, 40, 51):
        _, counts = np.unique(packs[row], return_counts=True)
        expected = hands / 52
        chi_squared = ((counts - expected) ** 2 / expected).sum()
        assert len(counts) == 52
        assert chi_squared < 51 + 4 * (2 * 51) ** 0.5


def test_neighbours_in_the_pack_are_independent() -> None:
    packs, _ = packs_of(rules("cabo"), 20_000, [3])
    points = Faces(rules("cabo")).points.take(packs).astype(float)
    found = np.corrcoef(points[0], points[1])[0, 1]
    assert abs(found - -1 / 51) < 4 / 20_000**0.5  # without replacement, -1/(N-1)


def test_a_pack_does_not_hang_on_who_plays_with_it() -> None:
    """A row of the pack is the same whether some hands are over or not."""
    whole = Packs(np.arange(52, dtype=np.uint8), 100, np.random.default_rng(7))
    part = Packs(np.arange(52, dtype=np.uint8), 100, np.random.default_rng(7))
    whole.deal(52, np.arange(100))
    part.deal(20, np.arange(100))
    part.deal(52, np.arange(30, 60))
    assert (whole.cards[:, 30:60] == part.cards[:, 30:60]).all()
    assert (whole.cards[:20] == part.cards[:20]).all()


def test_the_same_packs_are_dealt_to_other_players() -> None:
    eager, patient = (
        simulate(Threshold(call_at=(at,)), seats=3, hands=60, seed=9) for at in (60, 3)
    )
    for number in range(60):
        assert eager.hand(number).pack == patient.hand(number).pack


def test_a_chunk_is_played_in_the_same_way_whatever_plays_beside_it() -> None:
    first, second = chunk_sizes(CHUNK + 3_001)
    long = simulate(seats=2, hands=first + second, seed=4)
    alone = Chunk(rules("cambio"), [Threshold()] * 2, second, [4, 1]).play()
    assert (long.scores[first:] == alone.kept["scores"]).all()
    for number in (0, first - 1, first, first + second - 1):
        assert [s.points for s in long.hand(number).scores or ()] == long.scores[number].tolist()


# What cannot be


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ({"hands": 0}, "hands=0: a whole number from 1"),
        ({"hands": -5}, "hands=-5"),
        ({"hands": 1.5}, "hands=1.5"),
        ({"seed": -1}, "seed=-1: a whole number from 0"),
        ({"seats": 9}, "9 seats cannot play 'cambio'; 2, 3, 4, 5, 6 can"),
        ({"seats": "4"}, "seats='4': a whole number"),
        ({"rules": "poker"}, "'poker' is no rule set"),
        ({"house": "teams"}, "'teams' play together"),
        ({"rules": rules(), "house": "blind"}, "house='blind'"),
        ({"players": [Threshold()]}, "1 seats cannot play"),
        ({"players": [Threshold(), "careful"]}, "'careful' cannot be simulated, only a Threshold"),
        ({"language": "xx"}, "'xx' is no language"),
        (
            {"rules": rules("cambio", "", Pack.from_counts({"5": 17, "6": 4}))},
            "17 cards of one rank are too many to simulate; at most 16 can be",
        ),
        (
            {"rules": rules("cambio", "red_king=900")},
            "900 points on a card are too many to simulate; at most 500 can be",
        ),
    ],
)
def test_what_cannot_be_simulated_is_named(what: dict[str, object], message: str) -> None:
    with pytest.raises(CambioError) as error:
        simulate(**{"hands": 10, **what})  # type: ignore[arg-type]
    assert message in str(error.value)
