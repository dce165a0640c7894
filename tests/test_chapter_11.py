"""Chapter 11, what is said and asked in it, worked out a second time."""

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb, sqrt
from random import Random
from statistics import NormalDist, correlation, fmean, stdev
from typing import Any

import pytest

from cambio_edu.figures import described
from cambio_edu.hand import deal
from cambio_edu.lessons.chapters.c11 import (
    CABO,
    Better,
    CallAt,
    keep_low,
    own_points,
)
from cambio_edu.lessons.demos.c11 import (
    duel,
    leads,
    plot_training,
    slope,
    try_out,
)
from cambio_edu.lessons.exercises import exercise_named
from cambio_edu.lessons.judging import NOT_YET, RIGHT, WRONG_KIND, judged
from cambio_edu.pmf import Pmf
from cambio_edu.probability import Estimate
from cambio_edu.simulation.tournaments import tournament
from cambio_edu.strategies import make, play_out
from cambio_edu.thresholds import Threshold
from cambio_edu.view import View, view
from cambio_edu.widgets import Table

LEARNERS = [f"learner {n}" for n in range(12)]


def asked(key: str) -> Iterator[Any]:
    return (exercise_named(key).of(name) for name in LEARNERS)


# Players


def test_unknown_cards_count_six_and_known_ones_their_points() -> None:
    for n in range(20):
        hand = deal(CABO, 2, Random(n)).play("see 2 4").play("see 1 2")
        cards = hand.cards[0]
        expected = {1: 6, 2: int(cards[1].rank), 3: 6, 4: int(cards[3].rank)}
        assert own_points(view(hand, 0)) == expected


def test_a_duel_is_what_the_tables_come_to() -> None:
    """One pack at a time with `play_out`, in both seats."""
    players, found = (CallAt(5), make("careful")), duel(CallAt(5), make("careful"), 12, seed=4)
    for number, gap in enumerate(found):
        hand = deal(CABO, 2, Random(f"4 {number}"))
        one, two = play_out(hand, players).scores, play_out(hand, players[::-1]).scores
        assert one and two  # noqa: PT018
        assert gap == (one[0].points - one[1].points + two[1].points - two[0].points) / 2
    assert duel(CallAt, CallAt(5), 5) == [0.0] * 5
    assert duel(keep_low, keep_low, 1) == [0.0]  # nobody calls


def test_the_third_step_loses_to_careful_and_beats_the_beginner() -> None:
    gaps = duel(CallAt(5), make("careful"), 150)
    assert fmean(gaps) - 1.96 * stdev(gaps) / sqrt(150) > 0
    band = {n: fmean(gaps[:n]) - 2 * stdev(gaps[:n]) / sqrt(n) for n in (20, 100, 150)}
    assert band[20] < 0 < min(band[100], band[150])
    assert (min(gaps[:10]), max(gaps[:10]), gaps[0]) == (-4, 16.5, 15)
    ours = duel(CallAt(5), make("beginner"), 30)
    assert fmean(ours) + 5 * stdev(ours) / sqrt(30) < 0


def test_small_tournaments_do_not_agree() -> None:
    field = {f"at{points}": CallAt(points) for points in (4, 6, 8, 10)}
    orders = []
    for seed in (0, 1):
        found = tournament(field, "cabo", seats=2, repeats=2, seed=seed, progress=False)
        assert len(found.played) == 24
        orders.append([one.name for one in found.ranking])
    assert len(set(map(tuple, orders))) == 2


def test_trying_a_player_out_says_how_it_went_and_what_was_wrong() -> None:
    assert len(try_out(CallAt(5)).splitlines()) == 4
    assert re.search(r"hand 1: .* called; your player writes \d+, the other \d+", try_out(CallAt))
    wrong = try_out(lambda seen: "draw")
    assert "'draw' is not allowed now; legal for A: see 1 2" in wrong
    assert '[Rules "cabo"]' in wrong
    assert "IndexError" in try_out(lambda seen: seen.legal[99])
    assert "nobody calls" not in try_out(lambda seen: seen.legal[0])


def test_ones_own_player_sits_down_at_the_table() -> None:
    table = Table("cabo", opponents=[CallAt(5)], first="B", seed=3, study=True, name="")
    for _ in range(3):
        table.ask({"type": "next", "position": table.state["position"]})
    assert "B Ben" in table.described
    assert "note.player" not in str(table.state)


# Luck


def test_the_best_of_sixteen_wins_nearly_four_matches_too_many() -> None:
    """By the sum of P(best > w), and with shares of 2 ** 20 counted as whole numbers."""
    at_most = [sum(comb(20, i) for i in range(w + 1)) for w in range(21)]
    mean = sum(1 - Fraction(below, 2**20) ** 16 for below in at_most[:-1])
    wins = Pmf({w: comb(20, w) for w in range(21)})
    best = Pmf({w: wins.at_most(w) ** 16 - wins.at_most(w - 1) ** 16 for w in range(21)})
    assert best.mean == mean
    assert float(mean) == pytest.approx(13.898, abs=0.001)
    assert best.at_most(11) < Fraction(1, 100)
    rng = Random(5)
    tops = [max(rng.getrandbits(20).bit_count() for _ in range(16)) for _ in range(4_000)]
    assert abs(fmean(tops) - mean) < 4 * stdev(tops) / sqrt(4_000)


def test_of_the_dots_of_the_seasons_only_the_one_at_11_is_outside() -> None:
    rng = Random(16)
    tops = [max(sum(rng.random() < 0.5 for _ in range(20)) for _ in range(16)) for _ in range(2000)]
    at_most = [sum(comb(20, i) for i in range(w + 1)) / 2**20 for w in range(21)]
    outside = []
    for w in {*tops}:
        p = at_most[w] ** 16 - at_most[w - 1] ** 16
        if abs(tops.count(w) / 2000 - p) > 2 * sqrt(p * (1 - p) / 2000):
            outside.append(w)
    assert outside == [11]


def test_how_often_the_better_one_is_ahead() -> None:
    def ahead(n: int) -> Fraction:
        """All ways in which n matches can go."""
        ways = product((Fraction(3, 5), Fraction(2, 5)), repeat=n)
        return sum(
            (won_lost(way) for way in ways if way.count(Fraction(3, 5)) > n / 2), Fraction(0)
        )

    def won_lost(way: tuple[Fraction, ...]) -> Fraction:
        wins = way.count(Fraction(3, 5))
        return Fraction(3, 5) ** wins * Fraction(2, 5) ** (len(way) - wins)

    assert [round(float(ahead(n)), 3) for n in (1, 5, 15)] == [0.6, 0.683, 0.787]
    normal = 1 - NormalDist(0.6 * 201, sqrt(201 * 0.24)).cdf(100.5)
    assert normal == pytest.approx(0.998, abs=0.001)


# Tuning


def turned(rng: Random) -> Threshold:
    return Threshold(
        call_at=(rng.randint(3, 8),), unknown=rng.randint(5, 8), keep_from=rng.randint(0, 3),
        take_most=rng.randint(0, 5), switch_from=rng.randint(0, 8),
    )  # fmt: skip


@pytest.fixture(scope="module")
def forty() -> list[Threshold]:
    rng = Random(3)
    return [turned(rng) for _ in range(40)]


def test_two_of_three_other_samples_crown_another_winner(forty: list[Threshold]) -> None:
    test, winners = leads(forty, 1_000, 203), []
    for seed in (103, 104, 105, 106):
        training = [one.value for one in leads(forty, 20, seed)]
        winners.append(training.index(min(training)))
        assert min(training) < test[winners[-1]].value
    assert [one == winners[0] for one in winners[1:]] == [False, True, False]


def test_winners_fall_back_on_test_packs(forty: list[Threshold]) -> None:
    test = [one.value for one in leads(forty, 1_000, 203)]
    for seed in (103, 105):
        training = [one.value for one in leads(forty, 20, seed)]
        top = training.index(min(training))
        assert training[top] < test[top]
        if seed == 103:
            assert training[top] == pytest.approx(-2.8)
            assert test[top] == pytest.approx(-0.61, abs=0.01)
            rise = slope(training, test)
            assert rise == pytest.approx(
                correlation(training, test) * stdev(test) / stdev(training)
            )
            assert abs(rise - (stdev(test) / stdev(training)) ** 2) < 0.1
            assert f"slope of {rise:.2f}" in described(plot_training(training, test))
            worst = max(range(40), key=lambda n: training[n])
            assert test[worst] < training[worst]


def test_leads_are_duels_against_the_usual_player(forty: list[Threshold]) -> None:
    """The simulation and the engine agree on how good a player is, with other packs each."""
    player = forty[0]
    (fast,) = leads([player], 1_000, 1)
    slow = duel(player, Threshold(), 150, seed=1)
    apart = sqrt(fast.standard_error**2 + stdev(slow) ** 2 / 150)
    assert abs(fast.value - fmean(slow)) < 4 * apart
    assert fast.unit == "packs"
    assert leads([Threshold()], 20, 1)[0].value == 0


def test_the_winner_is_not_ahead_at_every_table(forty: list[Threshold]) -> None:
    training = [one.value for one in leads(forty, 20, 103)]
    winner = forty[training.index(min(training))]

    def lead(preset: str, seats: int) -> Estimate:
        return leads([winner], 1_000, 303, preset, seats)[0]

    for preset in ("cabo", "cambio-jokers"):
        found = lead(preset, 2)
        assert found.value + 2 * found.standard_error < 0
    for preset, seats in (("cabo", 4), ("cambio", 2)):
        found = lead(preset, seats)
        assert found.value - 2 * found.standard_error > 0


# Exercises


def test_1101_knows_who_calls_late_and_who_calls_early() -> None:
    for task in asked("11.1"):
        assert judged(task, CallAt(task.limit)).level == RIGHT
        assert judged(task, CallAt(task.limit + 1)).mistake == "eager"
        assert judged(task, CallAt(task.limit - 1)).mistake == "late"
    task = exercise_named("11.1").of("")
    assert judged(task, "careful").level == WRONG_KIND
    assert judged(task, 7).text == task.text("advice", "kind")
    assert judged(task, lambda: "draw").mistake == "raises"
    assert judged(task, Better).mistake in ("late", "eager")


def test_1102_is_the_smallest_number_of_packs_that_will_do() -> None:
    for task in asked("11.2"):
        n = next(n for n in range(1, 2_000) if 2 * task.spread / sqrt(n) <= task.apart + 1e-12)
        assert task.answer == n


def test_1103_by_inclusion_and_exclusion() -> None:
    for task in asked("11.3"):
        one = Fraction(1, 2**task.matches)
        terms = [
            (-1) ** (k + 1) * comb(task.players, k) * one**k for k in range(1, task.players + 1)
        ]
        assert task.answer == sum(terms)


def test_1104_is_the_best_line_of_simulated_years() -> None:
    rng = Random(11)
    for task in asked("11.4"):
        strengths = [rng.gauss(0, task.skill) for _ in range(4_000)]
        years = [[one + rng.gauss(0, task.luck) for one in strengths] for _ in range(2)]
        again = task.ahead * slope(*years)
        assert float(task.answer) == pytest.approx(again, abs=0.06 * task.ahead)


def test_1105_wants_a_clear_advantage() -> None:
    task = exercise_named("11.5").of("")
    assert judged(task, Better(7)).level == RIGHT
    assert judged(task, make("careful")).level == RIGHT
    assert judged(task, CallAt(5)).mistake == "behind"  # its own equal
    assert judged(task, CallAt(8)).mistake == "unclear"
    assert judged(task, [1]).level == WRONG_KIND

    class Broken:
        def __init__(self) -> None:
            raise OSError

        def __call__(self, seen: View) -> str:
            return "draw"

    assert (judged(task, Broken).level, judged(task, Broken).mistake) == (NOT_YET, "raises")
