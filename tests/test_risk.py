"""The risk of a call, layer by layer."""

import re
from itertools import pairwise
from statistics import fmean
from typing import Any, NamedTuple

import pytest

from cambio_edu import call_risk
from cambio_edu.errors import CambioError
from cambio_edu.hand import Hand, deal
from cambio_edu.moves import CALL
from cambio_edu.rules import Rules, rules, seats_allowed
from cambio_edu.simulation import replaying, risk_by_turn
from cambio_edu.simulation import risk as risk_module
from cambio_edu.simulation.faces import Faces
from cambio_edu.simulation.play import packs_of
from cambio_edu.simulation.risk import Ends, Risk, _now_or_later, against_random
from cambio_edu.thresholds import Threshold
from cambio_edu.view import view
from cambio_edu.words import LANGUAGES

ME = Threshold(call_at=(2, 4, 6), forget=0.05)
OTHER = Threshold(call_at=(3,))
SEED, HANDS, SEATS = 5, 400, 3


@pytest.fixture(scope="module")
def risk() -> Risk:
    return risk_by_turn(hands=20_000, seed=3)


# By hand


class Called(NamedTuple):
    """A hand of the engine, and how it stood when somebody called."""

    hand: Hand
    then: Hand
    believed: int


def called(in_force: Rules, me: Threshold) -> list[Called | None]:
    """The hands of the simulation again; None where another seat called, or nobody did."""
    packs, seeds = packs_of(in_force, HANDS, [SEED, 0])
    found = []
    for pack, seed in zip(packs.T, seeds.tolist(), strict=True):
        hand = deal(in_force, SEATS, Faces(in_force).cards(pack.tolist()))
        seated = [Threshold(**{**vars(player), "seed": seed}) for player in (me, OTHER, OTHER)]
        found.append(of_first_seat(hand, seated, seed))
    return found


def of_first_seat(hand: Hand, seated: list[Threshold], seed: int) -> Called | None:
    then, believed = None, 0
    while hand.mover is not None:
        seen = view(hand, hand.mover)
        move = seated[hand.mover](seen)
        if move == CALL:
            then, believed = hand, seated[hand.mover].estimate(seen)
        hand = replaying._play(hand, move, seed)
    return Called(hand, then, believed) if then and hand.caller == 0 else None


def totals(hand: Hand) -> list[int]:
    return [sum(map(hand.rules.points, grid)) for grid in hand.cards]


def points(one: Called | Hand) -> int:
    hand = one.hand if isinstance(one, Called) else one
    assert hand.scores
    return hand.scores[0].points


def shares(grids: list[list[int]]) -> list[float]:
    """How often the first is lowest, tied, beaten."""
    lowest = fmean(own < min(others) for own, *others in grids)
    beaten = fmean(own > min(others) for own, *others in grids)
    return [lowest, 1 - lowest - beaten, beaten]


def values(ends: Ends) -> Any:
    return pytest.approx([float(end) for end in ends])


@pytest.mark.parametrize("by", ["true", "believed"])
@pytest.mark.parametrize("preset", ["cambio", "cabo"])
def test_a_loop_over_the_same_hands_of_the_engine_comes_to_the_same(
    preset: str, by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(risk_module, "FEWEST", 10)
    found = risk_by_turn(
        preset, SEATS, [2], HANDS, SEED, me=ME, others=OTHER, by=by, totals=None
    ).at(2)
    now = called(rules(preset), _now_or_later(ME, 2)[0])
    groups: dict[int, list[Called]] = {}
    for one in now:
        if one and one.then.turns == 2 * SEATS:
            total = one.believed if by == "believed" else totals(one.then)[0]
            groups.setdefault(total, []).append(one)
    assert list(found) == sorted(total for total, alike in groups.items() if len(alike) >= 10)
    assert len(found) > 5
    for total, call in found.items():
        alike = groups[total]
        assert call.hands == len(alike)
        assert shares([totals(one.then) for one in alike]) == values(call.at_once)
        assert shares([totals(one.hand) for one in alike]) == values(call.to_the_end)
        assert fmean(map(points, alike)) == pytest.approx(call.call.value)
        assert call.gain.value == pytest.approx(call.play_on.value - call.call.value)


def test_who_plays_on_does_not_call_in_that_turn_and_plays_as_usual_before_and_after() -> None:
    now, later = _now_or_later(ME, 1)
    assert (now.threshold(0, 4), later.threshold(0, 4)) == (-1000, -1000)
    assert (now.threshold(1, 4), later.threshold(1, 4)) == (1000, -1000)
    assert (later.threshold(2, 4), later.threshold(9, 4)) == (6, 6)
    for dial, value in vars(ME).items():
        if dial not in ("call_at", "patience", "per_seat", "per_take", "after_switch"):
            assert getattr(now, dial) == getattr(later, dial) == value


def test_somebody_out_of_patience_still_plays_on() -> None:
    hasty = Threshold(patience=2)
    found = risk_by_turn(seats=2, rounds=[2], hands=2_000, me=hasty).at(2)
    assert any(call.gain.value != 0 for call in found.values())


# What it says


def test_random_grids_are_those_of_the_laboratory(risk: Risk) -> None:
    for total in (-2, 0, 5, 7):
        call = call_risk("cambio", total, opponents=3).call
        assert against_random(rules(), [total], 3)[total] == (call.lowest, call.tied, call.beaten)
        if total in risk.random:
            assert risk.random[total].beaten == call.beaten


def test_a_total_that_no_deal_can_have_has_no_first_layer() -> None:
    assert list(against_random(rules("cabo"), [0, 1, 2, 3], 1)) == [2, 3]


def test_each_layer_is_worse_and_each_turn_makes_it_worse(risk: Risk) -> None:
    for round in risk.rounds:
        five = risk.at(round)[5]
        random = float(risk.random[5].beaten)
        assert random < float(five.at_once.beaten) < float(five.to_the_end.beaten)
    for layer in ("at_once", "to_the_end"):
        beaten = [float(getattr(risk.at(round)[5], layer).beaten) for round in risk.rounds]
        assert all(earlier < later for earlier, later in pairwise(beaten))


def test_more_opponents_make_it_worse() -> None:
    beaten = [
        float(risk_by_turn(seats=seats, rounds=[4], hands=20_000).at(4)[5].to_the_end.beaten)
        for seats in (2, 3, 5)
    ]
    assert all(fewer < more for fewer, more in pairwise(beaten))


def test_better_opponents_make_it_worse() -> None:
    """Whoever forgets what it saw is easier to beat."""
    beaten = [
        float(
            risk_by_turn(rounds=[4], hands=20_000, others=Threshold(forget=forget), totals=[5])
            .at(4)[5]
            .to_the_end.beaten
        )
        for forget in (0, 0.3, 1)
    ]
    assert all(better > worse for better, worse in pairwise(beaten))


@pytest.mark.parametrize("preset", ["cambio", "cabo"])
def test_a_penalty_is_paid_by_who_is_not_lowest(preset: str) -> None:
    """The cards are the same; the points differ by the penalty in just those hands."""
    found = {
        penalty: risk_by_turn(preset, 2, [3], 5_000, penalty=penalty, totals=range(8, 12)).at(3)
        for penalty in (0, 5, 10)
    }
    for total, free in found[0].items():
        for penalty in (5, 10):
            dear = found[penalty][total]
            assert dear.to_the_end == free.to_the_end
            pays = float(free.to_the_end.beaten)
            assert dear.call.value - free.call.value == pytest.approx(penalty * pays)


def test_the_rule_for_ties_changes_what_is_written_down_by_the_others_alone() -> None:
    found = [
        risk_by_turn(rounds=[3], hands=5_000, both_tied=both).at(3)[5] for both in (True, False)
    ]
    assert found[0].to_the_end == found[1].to_the_end
    assert found[0].call == found[1].call
    assert found[0].play_on.value < found[1].play_on.value  # it ties with callers, too


def test_totals_that_are_not_asked_for_are_left_out() -> None:
    asked: dict[str, Any] = {"rounds": [2], "hands": 5_000, "seed": 1}
    everything, few = risk_by_turn(**asked, totals=None), risk_by_turn(**asked, totals=[8, 9])
    assert list(few.at(2)) == [8, 9]
    assert all(few.at(2)[total] == everything.at(2)[total] for total in (8, 9))
    assert max(everything.at(2)) > 15 == max(risk_by_turn(**asked).at(2))


def test_rare_totals_are_left_out(risk: Risk) -> None:
    assert all(call.hands >= 100 for call in risk.calls.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_printed_with_a_table_a_round(language: str) -> None:
    found = risk_by_turn(seats=2, rounds=[1, 2], hands=3_000, language=language, others=OTHER)
    text = str(found)
    assert len(found.report().tables) == 2
    assert "call_at=3" in text
    assert not re.search(r"-0[.,]00?\b", text)
    assert "≈" in str(risk_by_turn(rounds=[1], hands=3_000, language=language))


def test_every_preset_and_number_of_seats_has_a_risk() -> None:
    for preset in ("cambio", "cambio-jokers", "cabo", "cabo-lenient"):
        for seats in seats_allowed(rules(preset)):
            found = risk_by_turn(preset, seats, rounds=[2], hands=5_000, totals=range(8, 15))
            assert found.at(2)


# What cannot be


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ({"by": "luck"}, "by='luck': one of true, believed"),
        ({"rounds": [-1]}, "round -1: a whole number of turns"),
        ({"rounds": [1.5]}, "round 1.5"),
        ({"rounds": 4}, "rounds=4: a list of whole numbers"),
        ({"totals": 5}, "totals=5: a list of whole numbers"),
        ({"hands": 0}, "hands=0"),
        ({"seats": 1}, "1 seats cannot play"),
        ({"seats": 10**9}, "1000000000 seats cannot play"),
        ({"penalty": -1}, "penalty"),
        ({"house": "teams"}, "'teams'"),
        ({"others": "careful"}, "'careful' cannot be simulated"),
    ],
)
def test_what_cannot_be_asked_is_named(what: dict[str, Any], message: str) -> None:
    with pytest.raises(CambioError) as error:
        risk_by_turn(**{"hands": 100, **what})
    assert message in str(error.value)
