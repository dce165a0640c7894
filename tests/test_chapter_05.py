"""The mathematics of chapter 05, computed a second way."""

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb, sqrt

import pytest

from cambio_edu.belief import believe
from cambio_edu.cards import Card, card
from cambio_edu.figures import described
from cambio_edu.lessons.demos.c05 import ANN_CALLS, by_turn, stake, stakes
from cambio_edu.lessons.exercises import exercise_named
from cambio_edu.moves import CALL
from cambio_edu.notation import read, write
from cambio_edu.rules import rules
from cambio_edu.scoring import scores
from cambio_edu.simulation import risk_by_turn, simulate
from cambio_edu.simulation.risk import CallNow, Risk
from cambio_edu.thresholds import Threshold
from cambio_edu.view import view
from cambio_edu.widgets import Table

#: Ann's 2♠ K♦ 2♦ 3♦ are gone; written out, no function of the package is asked.
LEFT = [-2, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 3] + [x for x in range(4, 13) for _ in range(4)]
KINGS = {0, 1, 2}  # where they stand in LEFT
LOW = [frozenset(four) for four in combinations(range(48), 4) if sum(LEFT[n] for n in four) < 5]
P = Fraction(len(LOW), comb(48, 4))
LEARNERS = ["", *(f"learner {n}" for n in range(25))]
USUAL = Threshold()


def waiting(turns: int) -> Threshold:
    """Calls after so many turns, whatever it has."""
    return Threshold(call_at=(-100,) * turns + (100,))


def either(low: list[frozenset[int]], hands: int) -> Fraction:
    """The chance that at least one of two or three hands is low, by pairs and by triples."""
    one = Fraction(len(low), comb(48, 4))
    pairs = [(a, b) for a in low for b in low if not a & b]
    two = Fraction(len(pairs), comb(48, 4) * comb(44, 4))
    triples = sum(1 for a, b in pairs for c in low if not c & a and not c & b) if hands == 3 else 0
    three = Fraction(triples, comb(48, 4) * comb(44, 4) * comb(40, 4))
    return hands * one - comb(hands, 2) * two + three


# Against random cards


def test_319_hands_beat_ann_and_all_but_one_have_a_king() -> None:
    assert sorted(LEFT) == sorted((rules("cambio").worths - Counter([2, 2, 3, -2])).elements())
    assert (len(LOW), comb(48, 4)) == (319, 194_580)
    assert Counter(len(four & KINGS) for four in LOW) == {0: 1, 1: 118, 2: 179, 3: 21}
    assert 609 < 1 / P < 611


def test_three_kings_and_a_card_of_six_or_less_are_twenty_one_hands() -> None:
    assert sum(LEFT[n] <= 6 for n in range(48) if n not in KINGS) == 4 + 2 + 3 + 4 + 4 + 4 == 21


def test_with_replacement_it_would_be_more_than_half_as_much_again() -> None:
    ways = Counter(LEFT)
    low = sum(
        ways[a] * ways[b] * ways[c] * ways[d]
        for a, b, c, d in product(ways, repeat=4)
        if a + b + c + d < 5
    )
    assert 1.5 < Fraction(low, 48**4) / P < 1.7


def test_two_low_hands_nearly_exclude_each_other() -> None:
    pairs = sum(not a & b for a in LOW for b in LOW)
    given_ben = Fraction(pairs, comb(44, 4) * len(LOW))
    assert 14 < P / given_ben < 14.5
    assert 1 - (1 - P) ** 2 < either(LOW, 2) < 2 * P


def test_three_opponents_lie_between_multiplying_and_adding() -> None:
    exact = either(LOW, 3)
    assert 1 - (1 - P) ** 3 < exact < 3 * P
    assert [f"{float(x):.5%}" for x in (3 * P, 1 - (1 - P) ** 3, exact)] == [
        "0.49183%", "0.49102%", "0.49177%"
    ]  # fmt: skip


def test_were_a_tie_a_defeat_it_would_be_as_bad_as_five_opponents() -> None:
    """By random deals; 0.83 % and 0.82 % cannot be told apart by these, and need not be."""
    rng, deals = random.Random(4), 100_000
    not_higher = lower = 0
    for _ in range(deals):
        cards = rng.sample(LEFT, 20)
        totals = [sum(cards[n : n + 4]) for n in range(0, 20, 4)]
        not_higher += min(totals[:3]) <= 5
        lower += min(totals) < 5
    for hits, chance in ((not_higher, 0.00832), (lower, 0.0081953)):
        assert abs(hits / deals - chance) < 4 * sqrt(chance / deals)


def test_the_rule_of_three_leaves_five_percent() -> None:
    for n in (100, 1000):
        assert (1 - 3 / n) ** n == pytest.approx(0.05, abs=0.003)


# Ann's hand


def test_ann_was_lowest_when_she_called_and_cara_drew_a_two() -> None:
    then, hand = read(ANN_CALLS.split("A call")[0]), read(ANN_CALLS)
    points = then.rules.points
    assert [one.shown for one in then.cards[0]] == ["2♠", "K♦", "2♦", "3♦"]
    assert [sum(map(points, grid)) for grid in then.cards] == [5, 20, 9, 14]
    assert [sum(map(points, grid)) for grid in hand.cards] == [5, 12, 4, 20]
    assert [score.points for score in hand.scores or ()] == [15, 12, 0, 20]
    assert card("7S") in then.cards[2]
    assert card("2H") in hand.cards[2]
    assert [len(grid) for grid in then.cards] == [4, 3, 4, 4]


def test_the_table_of_the_chapter_deals_this_hand_and_the_others_play_so() -> None:
    table = Table(
        opponents=["beginner", "careful", "beginner"], first="A", seed="five 366",
        study=True, name="",
    )  # fmt: skip
    assert write(read(table.hand_text)).split("[Pack")[1][:160] in write(read(ANN_CALLS))
    hand, players = table._session.hand, table._session.players
    for event in view(read(ANN_CALLS), 0).history:
        if event.move == CALL:
            break
        player = players[event.seat]
        move = event.move if player is None else player(view(hand, event.seat))
        assert (hand.mover, str(move)) == (event.seat, str(event.move))
        hand = hand.play(move)
    assert hand.turns == 12


def test_what_was_thrown_away_is_dear_and_the_table_says_four_percent() -> None:
    then = read(ANN_CALLS.split("A call")[0])
    seen = view(then, 0)
    thrown = [then.rules.points(one) for one in seen.discard]
    assert sum(points >= 6 for points in thrown) > len(thrown) / 2
    call = believe(seen).call()
    assert 0.03 < float(call.beaten) < 0.055


# People who play


@pytest.fixture(scope="module")
def risk() -> Risk:
    return risk_by_turn(seats=4, rounds=(2, 4, 6), totals=[5])


def test_the_three_layers_are_as_the_text_says(risk: Risk) -> None:
    assert f"{float(risk.random[5].beaten):.2%}" == "0.44%"
    said = {
        turns: (round(100 * float(at.at_once.beaten)), round(100 * float(at.to_the_end.beaten)))
        for turns in (4, 6)
        for at in [risk.at(turns)[5]]
    }
    assert said[4] == (38, 71)
    assert said[6] in ((60, 87), (60, 88))  # 87.52 %
    assert round(100 * float(risk.at(2)[5].to_the_end.beaten)) in (35, 36)
    assert float(risk.at(4)[5].to_the_end.beaten) > 100 * float(either(LOW, 3))


def test_other_packs_of_cards_give_the_same_within_four_standard_errors(risk: Risk) -> None:
    found = simulate([waiting(4), *[USUAL] * 3], hands=50_000, seed=77)
    five = (found.caller == 0) & (found.at_call[:, 0] == 5)
    for layer, totals in (("at_once", found.at_call), ("to_the_end", found.totals)):
        beaten = found.probability(totals[:, 1:].min(axis=1) < totals[:, 0], five)
        known = getattr(risk.at(4)[5], layer).beaten
        error = sqrt(beaten.standard_error**2 + known.standard_error**2)
        assert abs(beaten.value - known.value) < 4 * error


def test_a_total_after_four_turns_is_no_random_draw() -> None:
    called = simulate([waiting(4), *[USUAL] * 3], hands=50_000)
    reached = called.caller == 0
    mean = called.mean(called.at_call[:, 1], reached)
    assert 10 < mean.value < 11
    assert 25 < Fraction(4 * sum(LEFT), 48) < 25.5
    few = [called.hand(int(n)) for n in reached.nonzero()[0][:40]]
    before = [read(write(hand).split("A call")[0]) for hand in few]
    assert sum(len(grid) < 4 for hand in before for grid in hand.cards[1:]) > 40


def test_before_the_first_turn_the_simulation_agrees_with_random_deals() -> None:
    start = simulate([waiting(0), *[USUAL] * 3], hands=50_000)
    found = start.probability(start.at_call[:, 1:].min(axis=1) < 5)
    rng, pack = random.Random(1), list(rules("cambio").worths.elements())
    deals = [rng.sample(pack, 12) for _ in range(50_000)]
    dealt = sum(min(sum(d[:4]), sum(d[4:8]), sum(d[8:])) < 5 for d in deals) / len(deals)
    assert abs(found.value - dealt) < 4 * sqrt(2) * found.standard_error
    assert found.value == pytest.approx(0.0135, abs=4 * found.standard_error)


# The bet


@pytest.fixture(scope="module")
def bets() -> dict[int, Risk]:
    return {s: risk_by_turn(rounds=(2, 4), totals=[5], penalty=s) for s in (10, 5, 0)}


def test_calls_pay_or_not_as_the_text_says(bets: dict[int, Risk]) -> None:
    in_errors = {
        (s, turns): at.gain.value / at.gain.standard_error
        for s, found in bets.items()
        for turns in (2, 4)
        for at in [found.at(turns)[5]]
    }
    assert in_errors[0, 2] > 2
    assert abs(in_errors[5, 2]) < 1
    assert -2.5 < in_errors[10, 2] < -1.5
    assert max(in_errors[s, 4] for s in bets) < -5
    assert all(5 < bets[10].at(turns)[5].play_on.value < 6 for turns in (2, 4))


def test_the_stake_is_a_little_more_than_five_and_the_penalty(bets: dict[int, Risk]) -> None:
    for s, found in bets.items():
        for turns in (2, 4):
            assert 0 < stake(found.at(turns)[5]) - 5 - s < 2


def test_the_marks_are_where_calling_and_playing_on_cost_the_same(bets: dict[int, Risk]) -> None:
    calls = {s: found.at(2)[5] for s, found in bets.items()}
    assert all(gain_agrees(call) for call in calls.values())
    assert "The risk is 36%" in described(stakes(calls)) or "35%" in described(stakes(calls))


def gain_agrees(call: CallNow) -> bool:
    """Left of the mark calling gains, right of it it does not."""
    risk, mark = float(call.to_the_end.beaten), call.play_on.value / stake(call)
    return (risk < mark) == (call.gain.value > 0)


def test_somebody_else_mostly_calls_first_where_ann_plays_on() -> None:
    now = simulate([waiting(4), *[USUAL] * 3], hands=50_000)
    later = Threshold(call_at=(-1000,) * 5 + (5,))
    on = simulate([later, *[USUAL] * 3], hands=50_000)
    five = (now.caller == 0) & (now.at_call[:, 0] == 5)
    others = on.probability(on.caller > 0, five)
    assert others.value - 2 * others.standard_error > 0.5


def test_shared_ties_leave_the_call_as_it_is() -> None:
    alone, shared = (
        risk_by_turn(rounds=(4,), totals=[5], both_tied=both).at(4)[5] for both in (False, True)
    )
    assert alone.call == shared.call
    assert shared.play_on.value < alone.play_on.value
    assert round(100 * float(alone.to_the_end.tied)) == 9


def test_forgetful_people_no_stacking_and_cabo_are_less_of_a_danger(risk: Risk) -> None:
    def found(**what: object) -> CallNow:
        return risk_by_turn(rounds=(4,), totals=[5], **what).at(4)[5]  # type: ignore[arg-type]

    forgetful = found(others=Threshold(forget=0.3))
    assert round(100 * float(forgetful.to_the_end.beaten)) == 44
    assert float(found(house="stacking=no").to_the_end.beaten) < 0.36
    assert found(rules="cabo").gain.value > 1


def test_the_figure_of_the_layers_says_what_it_shows(risk: Risk) -> None:
    assert "Turns: 4; 0.4% random cards, 38" in described(by_turn(risk))


# Exercises


def values(key: str) -> list[dict[str, object]]:
    found = {
        str(exercise_named(key).values(name)): exercise_named(key).values(name) for name in LEARNERS
    }
    return list(found.values())


def answer(key: str, given: dict[str, object]) -> object:
    return exercise_named(key).work(**given)


def test_two_cards_by_all_pairs() -> None:
    for given in values("05.1"):
        pairs = [a + b < given["points"] for a, b in combinations(LEFT, 2)]
        assert answer("05.1", given) == Fraction(sum(pairs), len(pairs))
        assert len(pairs) == 1128


def test_any_of_several_by_all_outcomes() -> None:
    for given in values("05.2"):
        p, opponents = given["p"], given["opponents"]
        assert isinstance(p, Fraction)
        assert isinstance(opponents, int)
        chance = Fraction(0)
        for outcome in product((True, False), repeat=opponents):
            if any(outcome):
                weight = Fraction(1)
                for lower in outcome:
                    weight *= p if lower else 1 - p
                chance += weight
        assert answer("05.2", given) == chance
        assert 11 * p > 1  # "with eleven such opponents your sum would be more than 1"


def test_one_card_each_by_all_deals() -> None:
    for given in values("05.3"):
        left, low, opponents = given["left"], given["low"], given["opponents"]
        assert isinstance(left, int)
        assert isinstance(opponents, int)
        assert isinstance(low, int)
        deals = [min(deal) < low for deal in permutations(range(left), opponents)]
        assert answer("05.3", given) == Fraction(sum(deals), len(deals))


def test_at_the_break_even_point_both_cost_the_same() -> None:
    for given in values("05.4"):
        p = answer("05.4", given)
        assert isinstance(p, Fraction)
        own, penalty, on = (given[name] for name in ("own", "penalty", "on"))
        assert p * own + p * penalty + (1 - p) * 0 == on  # type: ignore[operator]


def test_the_caller_writes_what_the_engine_writes() -> None:
    found = exercise_named("05.5")
    assert found.cases is not None
    for own, others, penalty in found.cases():
        in_force = replace(rules("cambio"), caller_penalty=penalty)
        grids = [hand_of(total) for total in (own, *others)]
        booked = scores(in_force, grids, caller=0)
        assert found.work()(own, others, penalty) == booked[0].points


def hand_of(points: int) -> list[Card]:
    """Some cards of that total."""
    names = {-2: "KD", -1: "KD AS", 0: "KS", 11: "JS", 12: "QS", 1: "AS"}
    return list(map(card, names.get(points, f"{points}S").split()))


# For the teacher


def test_nine_cards_three_low_three_people() -> None:
    lowest = [min(three) < 3 for three in permutations(range(9), 3)]
    assert Fraction(sum(lowest), len(lowest)) == Fraction(16, 21)
    assert 1 - Fraction(6 * 5 * 4, 9 * 8 * 7) == Fraction(16, 21)
    assert 1 - Fraction(2, 3) ** 3 == Fraction(19, 27)


def test_a_class_that_deals_450_hands_sees_no_hit_or_one() -> None:
    none = float((1 - P) ** 450)
    one = float(450 * P * (1 - P) ** 449)
    assert none + one > 0.8
    assert none > one
