"""Chapter 08: every number and claim of the notebook, worked out a second way."""

from collections import Counter
from fractions import Fraction
from math import comb, erf, sqrt
from random import Random

import numpy as np
import pytest

from cambio_edu.belief import believe
from cambio_edu.figures import described
from cambio_edu.lessons.chapters import c08
from cambio_edu.lessons.demos.c08 import (
    SEED,
    dealt,
    every_threshold,
    laid_out,
    mean_of,
    plot_intervals,
    plot_thresholds,
    position,
    score,
    waiting_cost,
)
from cambio_edu.notation import read
from cambio_edu.rules import rules
from cambio_edu.simulation import (
    compare_players,
    risk_by_turn,
    simulate,
    stored_thresholds,
)
from cambio_edu.simulation.comparing import in_every_seat
from cambio_edu.thresholds import Threshold
from cambio_edu.view import view
from cambio_edu.widgets import Table

CAMBIO = rules("cambio")
PACK = sorted(CAMBIO.points(card) for card in CAMBIO.pack.cards)
NEVER = Threshold(call_at=(-5,))


def cost(threshold: int, points: list[int], fee: int = 1) -> Fraction:
    """The cost of the waiting game: it begins anew after each card that is too dear."""
    low = [x for x in points if x <= threshold]
    # C = (sum of low + (others) (fee + C)) / n, solved for C
    others = len(points) - len(low)
    return Fraction(sum(low) + others * fee, len(low))


# The position


def test_the_position_is_from_the_hand_of_the_table() -> None:
    table = Table(opponents=["beginner", "careful"], first="A", seed=SEED, study=True, name="")
    there, hand = read(table.hand_text), position()
    assert there.pack == dealt().pack == hand.pack
    assert (hand.mover, hand.phase, hand.turns, hand.caller) == (0, "start", 12, None)
    assert [sum(map(CAMBIO.points, cards)) for cards in hand.cards] == [5, 9, 10]
    assert laid_out(view(hand, 0)).startswith("Ann: 2♠ A♠ 2♥\nBen: ? ? ? ?\nCara: ? ? ? ?")


def test_what_ann_expects_of_cards_she_has_not_seen() -> None:
    ann = view(position(), 0)
    seen = Counter([*ann.known.values(), *ann.discard])
    left = [CAMBIO.points(c) for c in (Counter(CAMBIO.pack.cards) - seen).elements()]
    assert believe(ann).total(1).mean == 4 * Fraction(sum(left), len(left)) > 21
    exact, rng = float(believe(ann).call(limit=10**6).beaten), Random(5)
    beaten = 0
    for _ in range(20_000):
        eight = rng.sample(left, 8)
        beaten += min(sum(eight[:4]), sum(eight[4:])) < 5
    assert abs(beaten / 20_000 - exact) < 4 * sqrt(exact * (1 - exact) / 20_000)
    assert 0.015 < exact < 0.025  # “a chance of two per cent”


def test_a_call_is_scored_as_the_rules_say() -> None:
    hand = position()
    assert score(hand, calls=True) in (0, 15)


# The waiting game


def test_the_best_threshold_is_four_by_every_way_of_reckoning() -> None:
    costs = {t: cost(t, PACK) for t in range(13)}
    assert min(costs, key=lambda t: costs[t]) == 4
    assert costs[4] == Fraction(17, 5)
    fixed = sum(min(Fraction(x), 1 + costs[4]) for x in PACK) / 52
    assert fixed == costs[4]  # the value that V tends to
    assert [c08.saving(t) for t in (4, 5)] == [Fraction(11, 13), Fraction(16, 13)]


def test_whoever_may_keep_the_lower_card_stops_at_the_same_number() -> None:
    """By iterating what it is worth to hold each card, if the lower of two may be kept."""
    worth = {x: float(x) for x in PACK}
    for _ in range(300):
        worth = {held: min(held, 1 + sum(worth[min(held, x)] for x in PACK) / 52) for held in worth}
    assert max(held for held in worth if worth[held] == held) == 4
    assert sum(worth[x] for x in PACK) / 52 == pytest.approx(3.4)


def test_working_backwards_gives_the_stops_that_are_printed() -> None:
    best = {0: Fraction(sum(PACK), 52)}
    for more in range(1, 9):  # with so many cards to come: the best of all thresholds
        options = [
            Fraction(sum(x for x in PACK if x <= t), 52)
            + Fraction(sum(x > t for x in PACK), 52) * (1 + best[more - 1])
            for t in range(13)
        ]
        best[more] = min(options)
    assert [int(1 + best[n]) for n in range(8)] == [6, 5, 5, 4, 4, 4, 4, 4]
    assert float(best[0]) == pytest.approx(5.923, abs=0.001)


def test_plays_of_the_game_agree_with_what_is_exact() -> None:
    rng = Random(80)
    found = {t: mean_of([waiting_cost(t, rng) for _ in range(2000)], "plays") for t in range(13)}
    off = [(e.value - float(cost(t, PACK))) / e.standard_error for t, e in found.items()]
    assert max(map(abs, off)) < 4
    assert sum(abs(z) <= 2 for z in off) >= 11


def test_ninety_five_in_a_hundred_intervals_hold_the_truth() -> None:
    rng, holds = Random(1), []
    for _ in range(1_000):
        costs = [waiting_cost(4, rng) for _ in range(100)]
        mean = sum(costs) / 100
        error = sqrt(sum((x - mean) ** 2 for x in costs) / 99 / 100)
        holds.append(abs(mean - 3.4) <= 1.96 * error)
    assert 0.925 < sum(holds) / 1_000 < 0.97


def test_the_same_cards_halve_the_error_of_the_difference() -> None:
    four = np.array([waiting_cost(4, Random(n)) for n in range(2000)])
    six = np.array([waiting_cost(6, Random(n)) for n in range(2000)])
    paired = np.var(six - four, ddof=1)
    parts = np.var(six, ddof=1) + np.var(four, ddof=1) - 2 * np.cov(six, four)[0, 1]
    assert paired == pytest.approx(parts)
    assert np.sqrt(np.var(six, ddof=1) + np.var(four, ddof=1)) > 2 * np.sqrt(paired)
    truth = float(cost(6, PACK) - cost(4, PACK))
    assert abs((six - four).mean() - truth) < 4 * sqrt(paired / 2000)


# Comparing


def test_packs_of_their_own_need_about_four_times_as_many_hands() -> None:
    found = compare_players(Threshold(call_at=(3,)), Threshold(call_at=(5,)), hands=4_000)
    assert 3.24 < (found.apart / found.difference.standard_error) ** 2 < 5.24  # near = 1
    low, high = found.interval
    assert [round(end, 2) for end in (low, high)] == [-0.99, -0.87]  # as exercise 08.6 says
    assert round(found.difference.value, 2) == -0.93
    usual = simulate(Threshold(), hands=1_000, seed=3).scores.mean()
    scores = [
        simulate([Threshold(call_at=(3 if n == seat else 5,)) for n in range(4)],
                 hands=1_000, seed=3).scores[:, seat].mean()
        for seat in range(4)
    ]  # fmt: skip
    assert abs(np.mean(scores) - usual - found.difference.value) < 0.25


def test_five_points_are_fine_early_and_dear_late() -> None:
    risk = risk_by_turn(seats=3, rounds=(2, 4, 6), hands=20_000, totals=(5,), seed=4)
    two, four, six = (risk.at(turns)[5] for turns in (2, 4, 6))
    assert abs(two.gain.value) < 1.5  # about as good as playing on
    assert four.gain.value < -2.5
    assert six.gain.value < four.gain.value
    assert float(risk.random[5].beaten) < 0.005
    assert 0.2 < four.at_once.beaten.value < 0.35
    assert 0.5 < four.to_the_end.beaten.value < 0.62


def test_the_best_of_many_is_too_good_to_be_true() -> None:
    brought = every_threshold("cabo", seats=2, hands=3_200)
    seemed, kept = [], []
    for evening in range(64):
        own = brought[:, 50 * evening : 50 * evening + 50]
        rest = np.delete(brought, np.s_[50 * evening : 50 * evening + 50], axis=1)
        pick = int(own.mean(axis=1).argmin())
        seemed.append(own[pick].mean())
        kept.append(rest[pick].mean())
    assert np.mean(kept) - np.mean(seemed) > 0.15
    assert np.mean(np.array(kept) > np.array(seemed)) > 0.65
    one = brought[[5 + 5]].reshape(64, 50)  # no choice at all: always 5
    rest = (one.sum() - one.sum(axis=1)) / 3_150
    assert rest.std() < one.mean(axis=1).std() / 20  # all Caras share nearly all other packs
    assert abs((rest - one.mean(axis=1)).mean()) < 1e-9  # and their luck cancels


def test_looking_ten_times_finds_something_four_times_as_often() -> None:
    rng = np.random.default_rng(8)
    sums = rng.normal(size=(20_000, 10)).cumsum(axis=1) / np.sqrt(np.arange(1, 11))
    clear = np.abs(sums) > 1.96
    assert abs(clear[:, -1].mean() - 0.05) < 0.01
    assert 0.17 < clear.any(axis=1).mean() < 0.22


# The stored table


def test_the_stored_table_says_what_the_prose_says() -> None:
    rows = {(row.preset, row.seats, row.aim): row for row in stored_thresholds()}
    assert {row.cycle for row in rows.values() if row.preset == "cambio"} == {(-5,)}
    assert min(PACK) * 2 == -4 == sum(PACK[:4])  # two red kings, and black kings count 0
    assert rows["cambio-jokers", 2, "lead"].as_good == (-5, -4, -3, -2, -1, 0, 9)
    for (preset, seats, aim), row in rows.items():
        assert len(row.cycle) == 1
        if aim == "lead":
            assert row.cycle[0] >= rows[preset, seats, "points"].cycle[0]
    assert all(row.hands == 16_000 for row in rows.values())


@pytest.mark.parametrize(("seats", "share", "turns"), [(2, 0.62, 24), (4, 0.24, 20)])
def test_who_never_calls_waits_until_patience_ends(seats: int, share: float, turns: int) -> None:
    waiting = simulate(NEVER, seats=seats, hands=4_000, seed=9)
    assert abs((waiting.round >= 30).mean() - share) < 0.035
    assert abs((waiting.turns / seats).mean() - turns) < 0.6


def test_waiting_is_better_but_not_at_minus_two() -> None:
    risk = risk_by_turn(
        seats=2,
        rounds=(4, 6, 10),
        hands=8_000,
        seed=3,
        me=NEVER,
        others=NEVER,
        totals=(-2, 0, 2, 5),
    )
    for turns, total in ((4, 2), (4, 5), (6, 2), (6, 5), (10, 0), (10, 2), (10, 5)):
        assert risk.at(turns)[total].gain.value < -0.5
    assert risk.at(10)[-2].gain.value > 0.5


def test_calling_at_minus_two_late_helps_the_first_seat_and_harms_the_second() -> None:
    late = Threshold(call_at=(-5,) * 10 + (-2,))
    same = simulate(NEVER, seats=2, hands=6_000, seed=5).scores
    first = simulate([late, NEVER], seats=2, hands=6_000, seed=5).scores
    second = simulate([NEVER, late], seats=2, hands=6_000, seed=5).scores
    gains = (same - first)[:, 0].mean(), (same - second)[:, 1].mean()
    assert gains[0] > 0.6
    assert gains[1] < -1
    assert sum(gains) < 0  # over both seats it is worse


def test_without_stacking_never_to_call_is_worse() -> None:
    plain = rules("cambio", "stacking=no")
    zero, found = Threshold(call_at=(0,)), {}
    for at in (-5, 0, 5):
        found[at] = in_every_seat(Threshold(call_at=(at,)), zero, plain, 2, 3_000, seed=7)
    for at in (-5, 5):
        worse = mean_of(found[at] - found[0], "packs")
        assert worse.value > 2 * worse.standard_error


# Pictures and exercises


def test_the_pictures_say_what_they_show() -> None:
    assert described(plot_intervals([(0, 2), (2, 3)], 1)) == "1 of 2 intervals miss the true value."
    found = {1: mean_of([1, 3], "plays"), 2: mean_of([1, 1.5], "plays")}
    assert described(plot_thresholds({}, found)) == "The lowest estimate is 1.25 at 2 points."


@pytest.mark.parametrize("held", [7, 8, 9, 10])
def test_08_2_by_turning_up_every_card(held: int) -> None:
    kept = [min(held, x) for x in PACK]
    assert c08.saved.work(held=held) == held - Fraction(sum(kept), 52)


def test_08_1_makes_both_equal() -> None:
    p = c08.break_even.work(total=7, on=3)
    assert p * 17 + (1 - p) * 0 == 3


def test_08_3_is_the_threshold_that_costs_least() -> None:
    for points, fee in c08.stops_at.cases():
        costs = {t: cost(t, points, fee) for t in points}
        least = min(costs.values())
        assert c08.stops_at.work()(points, fee) == max(t for t in costs if costs[t] == least)


def test_08_4_by_drawing_pairs() -> None:
    rng = np.random.default_rng(1)
    x, z = rng.normal(size=(2, 400_000))
    y = 0.8 * x + sqrt(1 - 0.64) * z
    error = (6 * x - 7 * y).std() / 20
    assert c08.paired_error.work(first=6, second=7, tenths=8, hands=400) == pytest.approx(
        error, rel=0.01
    )


def test_08_5_by_the_binomial_distribution() -> None:
    clear = sum(Fraction(comb(8, k) * 19 ** (8 - k), 20**8) for k in range(1, 9))
    assert c08.any_clear.work(tried=8) == clear


def test_a_new_estimate_lies_in_the_old_interval_in_83_of_100() -> None:
    assert round(erf(1.96 / sqrt(2) / sqrt(2)), 2) == 0.83


def test_of_intervals_from_25_coins_95_in_100_hold_one_half() -> None:
    inside = sum(comb(25, heads) for heads in range(26) if abs(heads / 25 - 0.5) <= 0.2)
    assert round(inside / 2**25, 2) in (0.95, 0.96)
