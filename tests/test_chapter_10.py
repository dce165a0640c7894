"""Chapter 10, what is said and asked in it, worked out a second time."""

import tomllib
from collections.abc import Iterator
from fractions import Fraction
from importlib.resources import files
from itertools import combinations
from math import comb, erfc, sqrt
from pathlib import Path
from typing import Any

import nbformat
import numpy as np
import pytest

from cambio_edu import Estimate, Table, Threshold, bayes, risk_by_turn, rules, simulate
from cambio_edu.errors import CambioError
from cambio_edu.figures import described
from cambio_edu.lessons.demos.c10 import (
    CLAIMS,
    GROUPS,
    TESTS,
    _beaten,
    _low_call,
    charges,
    claim_named,
    hidden_share,
    highest_total,
    mean_opponent,
    p_values,
    plot_evidence,
    risk_at_five,
    saved,
    saved_each,
    spread_of_four,
    swing,
    tried,
    twins,
    verdicts,
    with_red_king,
)
from cambio_edu.lessons.exercises import exercise_named
from cambio_edu.lessons.trial import (
    FAILS,
    HOLDS,
    OPEN,
    UNTESTED,
    Claim,
    Finding,
    as_guess,
    errors_wide,
    evidence,
    hands_needed,
    p_value,
    survivors,
    verdict,
)
from cambio_edu.pmf import Pmf
from cambio_edu.simulation import estimate

LEARNERS = [f"learner {n}" for n in range(12)]
NOTEBOOK = Path(__file__).parent.parent / "notebooks" / "10_tips_on_trial.ipynb"


def asked(key: str) -> Iterator[Any]:
    return (exercise_named(key).of(name) for name in LEARNERS)


def cards_of(preset: str, *gone: int) -> list[int]:
    """The points of all cards of a pack but some."""
    game = rules(preset)
    left = [game.points(card) for card in game.pack.cards]
    for points in gone:
        left.remove(points)
    return left


def shown(last_line: str) -> str:
    """What the stored notebook shows under a cell that has this line."""
    for cell in nbformat.read(NOTEBOOK, 4).cells:
        if cell.cell_type == "code" and last_line in cell.source:
            return "\n".join(
                o.get("text") or o.data.get("text/markdown") or o.data["text/plain"]
                for o in cell.outputs
            )
    raise AssertionError(last_line)


def rows(last_line: str) -> list[list[str]]:
    """The cells of a stored table, without its head."""
    lines = shown(last_line).splitlines()[2:]
    return [[part.strip() for part in line.strip("| ").split(" | ")] for line in lines]


def stored() -> dict[str, list[list[str]]]:
    """The rows of evidence in the stored notebook, by claim."""
    found: dict[str, list[list[str]]] = {}
    for part in ("calling", "looking", "cards", "switching", "around"):
        for row in rows(f"evidence({part})"):
            found.setdefault(row[0], []).append(row)
    return found


# The list


def test_every_claim_has_its_words_and_every_case_its_name() -> None:
    text = files("cambio_edu.lessons").joinpath("texts/en/c10.toml").read_text(encoding="utf-8")
    words = tomllib.loads(text)["claim"]
    assert [*words] == [claim.key for claim in CLAIMS]
    for claim in CLAIMS:
        assert len(words[claim.key]["cases"]) == len(claim.tests)
        assert {"tip", "book", "means", "unit", "depends"} <= {*words[claim.key]}
        assert bool(claim.hands) == (bool(claim.tests) and not claim.exact)


def test_the_number_of_tests_is_known_from_the_list() -> None:
    assert TESTS == sum(len(c.tests) for c in CLAIMS if c.hands) == 36
    assert {claim.group for claim in CLAIMS} == {*GROUPS}
    assert [claim.key for claim in CLAIMS if not claim.tests] == ["kamikaze", "watch_switch"]


def test_what_is_not_on_the_list_is_named() -> None:
    with pytest.raises(CambioError, match="five"):
        claim_named("six")
    with pytest.raises(CambioError, match="calling"):
        charges("everything")


def test_the_list_shows_all_its_claims() -> None:
    assert len(charges().rows) == len(CLAIMS)
    assert "counted" in str(charges("cards"))


# Errors, hands, p-values


@pytest.mark.parametrize("tests", [1, 2, 20, 36])
def test_an_interval_leaves_the_level_outside(tests: int) -> None:
    assert erfc(errors_wide(tests) / sqrt(2)) == pytest.approx(0.05 / tests)


def test_so_many_hands_show_the_effect_nine_times_in_ten() -> None:
    hands = hands_needed(1.5, 0.1, tests=36)
    error = 1.5 / sqrt(hands)
    found = np.random.default_rng(1).normal(0.1, error, 40_000)
    share = (found > errors_wide(36) * error).mean()
    assert abs(share - 0.9) < 4 * sqrt(0.09 / 40_000)
    assert hands_needed(1.5, 0.05, tests=36) == pytest.approx(4 * hands, abs=4)


def test_a_p_value_is_the_share_of_chance_at_least_so_far() -> None:
    far = np.abs(np.random.default_rng(2).normal(size=100_000))
    for z in (0.5, 1.0, 2.0):
        p = p_value(Estimate(-3 * z, 3.0, 10, 10.0))
        assert abs((far >= z).mean() - p) < 4 * sqrt(p * (1 - p) / 100_000)


def test_holm_is_what_adjusted_p_values_say() -> None:
    rng = np.random.default_rng(3)
    for _ in range(500):
        ps = rng.beta(0.3, 3, size=rng.integers(1, 12))
        order = np.argsort(ps)
        adjusted = np.maximum.accumulate(ps[order] * np.arange(len(ps), 0, -1))
        kept = survivors(ps.tolist())
        assert [kept[n] for n in order] == (adjusted <= 0.05).tolist()
        assert sum(kept) >= sum(ps <= 0.05 / len(ps))


def test_both_corrections_keep_their_promise_where_nothing_is_to_be_found() -> None:
    pages = np.random.default_rng(4).random((4_000, 20))
    alarms = np.mean([any(survivors(page.tolist())) for page in pages])
    assert alarms < 0.05 + 4 * sqrt(0.05 * 0.95 / 4_000)
    assert abs((pages.min(axis=1) < 0.05).mean() - (1 - 0.95**20)) < 4 * sqrt(0.23 / 4_000)


def test_twins_differ_by_chance_alone() -> None:
    apart = estimate(twins(40_000, seed=8))
    assert abs(apart.value) < 4 * apart.standard_error
    ps = p_values(twins(40_000, seed=8), tests=160)
    assert abs(np.mean(np.array(ps) < 0.5) - 0.5) < 4 * sqrt(0.25 / 160)


def test_points_saved_pack_by_pack_have_the_mean_of_the_comparison() -> None:
    dan = Threshold(keep_from=2)
    each = estimate(saved_each(dan, Threshold(), "cambio", 4, 1_000, 20))
    assert each == saved(dan, Threshold())(1_000, 20)


# What is counted


def test_the_swing_is_fifteen() -> None:
    assert swing(5) == 5 + rules("cambio").caller_penalty == 15


def test_a_red_king_makes_eight_only_of_a_zero() -> None:
    for gone in range(13):
        assert with_red_king(10, gone) == sum([-2, 10 - gone])
        assert (with_red_king(10, gone) == 8) == (gone == 0)


def test_five_points_are_beaten_ten_times_as_often_by_who_has_the_other_king() -> None:
    left = cards_of("cambio", -2, 1, 2, 4)
    low = sum(sum(hand) < 5 for hand in combinations(left, 4))
    assert risk_at_five(False) == Fraction(low, comb(48, 4))
    left.remove(-2)
    low = sum(sum(hand) - 2 < 5 for hand in combinations(left, 3))
    assert risk_at_five(True) == Fraction(low, comb(47, 3)) < Fraction(1, 50)
    assert risk_at_five(True) / risk_at_five(False) == pytest.approx(10, abs=0.5)


def test_the_upper_bound_is_an_opponents_mean() -> None:
    left = cards_of("cabo", 0, 1)
    assert highest_total([0, 1]) == 1 + max(map(sum, combinations(left, 2))) == 27
    assert mean_opponent([0, 1]) == Fraction(4 * sum(left), 50) == Fraction(674, 25)


def test_open_kings_have_a_smaller_variance() -> None:
    for house, king in (("", -2), ("open kings", 0)):
        cards = [king if p == -2 else p for p in cards_of("cambio")]
        mean = Fraction(sum(cards), 52)
        one = sum((x - mean) ** 2 for x in cards) / 52
        assert spread_of_four(house) == 4 * one * Fraction(48, 51)
    assert spread_of_four("") > spread_of_four("open kings")


def test_most_is_hidden_with_two_players_too() -> None:
    for seats in (2, 3, 4):
        places = [(seat, slot) for seat in range(seats) for slot in range(4)]
        seen = [(0, 0), (0, 1)]
        assert hidden_share(seats) == 1 - Fraction(len(seen), len(places)) > Fraction(1, 2)


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("swing", HOLDS),
        ("swing_king", HOLDS),
        ("bound", FAILS),
        ("hidden", HOLDS),
        ("extremes", HOLDS),
        ("ten_to_eight", "depends on the card that makes room"),
        ("calculator", HOLDS),
        ("open_kings", HOLDS),
        ("kamikaze", UNTESTED),
    ],
)
def test_counted_claims_have_their_verdicts(key: str, expected: str) -> None:
    assert verdict(tried(key)) == expected


# How verdicts are reached


def finding(value: float, error: float, none: bool = False) -> Finding:
    claim = Claim("five", "calling", (lambda hands, seed: Fraction(0),), 10, none=none, least=0.1)
    return Finding(claim, "", Estimate(value, error, 10, 10.0, "hands"), tests=1)


@pytest.mark.parametrize(
    ("value", "error", "sign", "none"),
    [
        (0.5, 0.1, HOLDS, FAILS),
        (-0.5, 0.1, FAILS, FAILS),
        (0.05, 0.01, HOLDS, HOLDS),
        (0.0, 0.01, FAILS, HOLDS),
        (0.1, 0.1, OPEN, OPEN),
    ],
)
def test_the_rules_decide_by_the_interval(value: float, error: float, sign: str, none: str) -> None:
    assert finding(value, error).verdict == sign
    assert finding(value, error, none=True).verdict == none
    assert finding(value, error).is_tiny == (value == 0.05)


def test_cases_that_disagree_make_it_depend() -> None:
    good, bad, unclear = finding(0.5, 0.1), finding(-0.5, 0.1), finding(0.1, 0.1)
    assert verdict([good, good]) == HOLDS
    assert verdict([good, unclear]) == OPEN
    assert verdict([good, unclear, bad]).startswith("depends on the rules")
    assert [as_guess(v) for v in (HOLDS, FAILS, OPEN, "depends on x")] == [
        "holds", "fails", "open", "depends",
    ]  # fmt: skip


def test_a_picture_says_how_many_are_what() -> None:
    found = {"five": [finding(0.5, 0.1), finding(0.0, 0.01)], "swing": tried("swing")}
    told = described(plot_evidence(found))
    assert told == "2 effects with intervals: 1 holds, 1 does not hold, 0 cannot tell."
    assert len(evidence(found).rows) == 3
    assert len(verdicts(found).rows) == 2


# What is simulated


def test_a_call_late_is_the_one_of_the_risk_by_turn() -> None:
    other = risk_by_turn("cambio-jokers", 4, (7,), 8_000, 5, totals=[5]).at(7)[5]
    mine = _beaten("cambio-jokers", 7, 8_000, 5)
    assert (mine.value, mine.worlds) == (other.to_the_end.beaten.value, other.hands)


def test_low_calls_are_compared_hand_by_hand() -> None:
    found = simulate(hands=4_000, seed=6)
    seen: list[int] = []
    unseen: list[int] = []
    for n in range(4_000):
        caller = int(found.caller[n])
        totals = found.at_call[n].tolist()
        if caller >= 0 and totals[caller] in (2, 3):
            tens = sum(t >= 10 for seat, t in enumerate(totals) if seat != caller)
            (seen if tens >= 2 else unseen).append(int(found.scores[n, caller]))
    effect = _low_call(False)(4_000, 6)
    assert float(effect) == pytest.approx(np.mean(unseen) - np.mean(seen))


def test_with_six_cards_and_four_seats_the_stock_ends_most_hands() -> None:
    six, four = (
        simulate(rules="cambio-jokers", house=house, hands=2_000, seed=1)
        for house in ("six cards", "")
    )
    assert 52 - 4 * 6 - 1 < 52 - 4 * 4 - 1
    assert six.was_called.mean() < 0.5 < four.was_called.mean()


# What the notebook says of its own results


def test_every_tip_gets_the_hands_that_it_needs() -> None:
    planned = rows("plan(spreads())")
    assert len(planned) == sum(bool(claim.hands) for claim in CLAIMS)
    for key, _, _, need, hands in planned:
        assert int(need.replace(",", "")) <= int(hands.replace(",", "")), key
        assert claim_named(key).hands == int(hands.replace(",", ""))


def test_calls_that_are_rare_need_most_hands() -> None:
    needs = {row[0]: int(row[3].replace(",", "")) for row in rows("plan(spreads())")}
    assert {"twice", "arithmetic"} < {*sorted(needs, key=lambda key: -needs[key])[:3]}


def test_what_the_text_says_of_the_trial_is_what_came_out() -> None:
    verdicts_of = {key: [row[2] for row in of] for key, of in stored().items()}
    assert verdicts_of["five"] == [HOLDS, HOLDS, HOLDS, FAILS]
    assert verdicts_of["red_king"] == [FAILS, FAILS]
    assert verdicts_of["peek_early"] == [OPEN, HOLDS]
    assert verdicts_of["memory"] == [FAILS, HOLDS]
    assert verdicts_of["six_longer"] == [HOLDS, FAILS]
    assert verdicts_of["crowd_faster"] == [FAILS, HOLDS]
    assert verdicts_of["arithmetic"] == verdicts_of["takes"] == verdicts_of["free_claim"] == [FAILS]
    assert verdicts_of["gamble"] == [FAILS]
    assert verdicts_of["twice"] == [FAILS, HOLDS, f"{HOLDS}, but tiny"]
    waiting = -float(stored()["five"][3][3].split()[1].replace("−", "-"))
    assert waiting > 1


def test_the_red_king_is_within_five_hundredths() -> None:
    for row in stored()["red_king"]:
        low, high = (float(end.replace("−", "-")) for end in row[4].split(" … "))
        assert -0.05 < low < 0 < high < 0.05
    share, said = shown("kings[kings != 0]").splitlines()
    assert int(share.split("%")[0].split()[-1]) < 20
    value, error = float(said.split()[1]), float(said.split()[3])
    assert abs(value) < 2 * error


def test_the_corrections_agree_on_the_trial_and_differ_on_the_pages() -> None:
    lines = shown("with Holm").splitlines()
    assert {line.split(": ")[-1] for line in lines} == {"31"}
    plain, holm = (int(line.split()[-4]) for line in shown("not corrected").splitlines())
    assert plain > 60
    assert holm < 0.05 * 120 + 4 * sqrt(120 * 0.05 * 0.95)


def test_the_dots_lie_within_the_band() -> None:
    lines = [line.split() for line in shown("false alarms on {alarms").splitlines() if line]
    for k, pages in ((int(line[0]), int(line[4])) for line in lines):
        p = comb(20, k) * 0.05**k * 0.95 ** (20 - k)
        assert abs(pages / 120 - p) < 2 * sqrt(p * (1 - p) / 120)


def test_the_best_of_twenty_saves_nothing_in_new_hands() -> None:
    there, new = shown("found_in[range").splitlines()
    assert float(there.split(": ")[1].split()[0]) > 0.5
    assert abs(float(new.split(": ")[1].split()[0])) < 4 * float(new.split("± ")[1].split()[0])


def test_each_step_of_the_penalty_takes_points_off() -> None:
    gains = [float(line.split("≈ ")[1].split()[0]) for line in shown("gain}").splitlines() if line]
    assert gains[0] < gains[1] < gains[2] < 0


def test_a_third_of_the_proven_tips_do_nothing() -> None:
    chances = {"helps": Fraction(9, 10), "does nothing": Fraction(1, 20)}
    table = bayes(Pmf({"helps": 1, "does nothing": 9}), chances.get)
    assert "33.3%" in str(table)
    assert Fraction(9 * 5, 9 * 5 + 90) == Fraction(1, 3)


def test_ann_sees_a_red_king_on_the_pile() -> None:
    table = Table(
        opponents=["beginner", "careful"], first="A", seed="tips on trial 75", study=True,
        memory="show", name="",
    )  # fmt: skip
    assert "discard pile: K♥" in table.described
    assert "1 10♣, 2 7♣" in table.described


# Exercises


def test_one_or_more_alarms_add_up() -> None:
    for task in asked("10.1"):
        p, n = Fraction(task.percent, 100), task.tips
        assert task.answer == sum(comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(1, n + 1))


def test_good_tips_among_the_significant_are_counted() -> None:
    for task in asked("10.2"):
        good = [True] * task.good * task.power
        bad = [False] * (100 - task.good) * 5
        assert task.answer == Fraction(sum(good), len(good) + len(bad))


def test_so_many_hands_make_the_effect_three_and_a_quarter_errors() -> None:
    for task in asked("10.3"):
        assert 3.24 * task.spread / sqrt(task.answer) == pytest.approx(task.effect)


def test_holms_survivors_by_adjusted_p_values() -> None:
    exercise = exercise_named("10.4")
    assert exercise.cases is not None
    for (ps,) in exercise.cases():
        adjusted = np.maximum.accumulate(np.sort(ps) * np.arange(len(ps), 0, -1))
        assert exercise.work()(ps) == int((adjusted <= 0.05).sum())


def test_spying_is_certain_and_tiny() -> None:
    low, high = 0.06 - errors_wide(36) * 0.006, 0.06 + errors_wide(36) * 0.006
    assert 0 < low < high < 0.1
    assert exercise_named("10.5").work() == "tiny"


def test_the_tail_above_the_limit_is_counted_pair_by_pair() -> None:
    for task in asked("10.6"):
        left = cards_of("cabo", task.first, task.second)
        more = [p for p in combinations(left, 2) if sum(p) + task.first + task.second > task.limit]
        assert task.answer == Fraction(len(more), comb(50, 2))
