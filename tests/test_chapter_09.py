"""Chapter 09, what is said and asked in it, worked out a second time."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product
from random import Random
from typing import Any

import numpy as np
import pytest

from cambio_edu.figures import described
from cambio_edu.lessons.demos.c09 import (
    plot_answers,
    plot_learning,
    plot_paths,
    plot_situation,
    situations,
    written_plan,
)
from cambio_edu.lessons.exercises import exercise_named
from cambio_edu.solving import (
    TINY,
    Kuhn,
    Solution,
    TinyCambio,
    best_response,
    exploitability,
    probabilities,
    solve,
    tiny,
    tree,
    value,
)
from cambio_edu.solving.cfr import values
from cambio_edu.solving.kuhn import Dealt
from cambio_edu.strategies import make, play_out
from cambio_edu.widgets import Table

LEARNERS = [f"learner {n}" for n in range(12)]
FOUR = tree(TinyCambio(TINY["two and two"]))


@pytest.fixture(scope="module")
def solved() -> dict[str, Solution]:
    return {name: solve(TinyCambio(TINY[name]), 400) for name in list(TINY)[:3]}


def asked(key: str) -> Iterator[Any]:
    return (exercise_named(key).of(name) for name in LEARNERS)


# Play


def test_the_table_has_a_three_and_an_open_one() -> None:
    table = Table(
        TINY["two and two"], opponents=["beginner"], first="A", seed="four cards 2", study=True,
        memory="show", name="",
    )  # fmt: skip
    assert "on top of the discard pile: 1." in table.described
    assert "A You: 1 3\n" in table.described


@pytest.mark.parametrize(
    ("move", "worth"), [("draw", {"1": -3, "3": 3}), ("take", {"1": -1, "3": 0}),
                        ("call", {"1": -13, "3": -13})],
)  # fmt: skip
def test_what_each_move_is_worth_with_a_three_and_an_open_one(
    move: str, worth: dict[str, float]
) -> None:
    """Ben answers as well as he can to an Ann who always moves so there."""
    plan = solve(FOUR, 1_000).probabilities.copy()
    number = [one.knows for one in FOUR.sets].index("A has 3, up 1")
    begin = FOUR.first[number]
    for n, action in enumerate(FOUR.sets[number].actions):
        plan[begin + n] = float(str(action) == move)
    _, answered = best_response(FOUR, plan, 1)
    found = {
        state.hand.cards[1][0].rank: values(FOUR, answered)[node]
        for node, state in enumerate(FOUR.states)
        if node and state.told[0].startswith(f"A has 3, up 1, A {move}")
        and len(state.hand.history) == 1
    }  # fmt: skip
    assert found == pytest.approx(worth, abs=0.01)
    assert np.mean(list(worth.values())) <= 0


# Dan's game


def worth_to_ann(p: Fraction, ace: int = 1, dear: int = 3, wrong: int = 2) -> list[Fraction]:
    """What each of her answers is worth, from all outcomes one by one."""
    wins = {("a", "a"): ace, ("d", "d"): dear, ("a", "d"): -wrong, ("d", "a"): -wrong}
    return [sum(c * wins[say, lies] for lies, c in (("a", p), ("d", 1 - p))) for say in "ad"]


def test_five_aces_in_eight_leave_ann_without_a_good_answer() -> None:
    assert worth_to_ann(Fraction(5, 8)) == [Fraction(-1, 8)] * 2
    best = {n: max(worth_to_ann(Fraction(n, 1000))) for n in range(1001)}
    assert min(best, key=best.__getitem__) == 625
    assert worth_to_ann(Fraction(1, 2))[1] == Fraction(1, 2)


def test_the_shares_by_regret_swing_about_five_eighths() -> None:
    """The same learning with matrices in NumPy."""
    wins = np.array([[1.0, -2.0], [-2.0, 3.0]])
    ann, dan, hidden = np.zeros(2), np.zeros(2), []

    def matched(regrets: Any) -> Any:
        kept = np.maximum(regrets, 0)
        return kept / kept.sum() if kept.sum() else np.full(2, 0.5)

    for _ in range(2_000):
        p, q = matched(ann), matched(dan)
        ann += wins @ q - p @ wins @ q
        dan += p @ wins @ q - p @ wins
        hidden.append(q[0])
    means = np.cumsum(hidden) / np.arange(1, 2_001)
    assert means[299] == pytest.approx(0.607, abs=0.001)
    assert abs(means[150:] - 0.625).max() < 0.07
    assert abs(means[1000:] - 0.625).max() < 0.03
    assert {0.0, 1.0} <= {*hidden[200:300]}


# The Cambio with four cards


def six_deals(dear: int) -> Fraction:
    """Draw, and keep the lower card; all 24 orders of four cards that can be told apart."""
    gains = []
    for ann, ben, _, stock in permutations([(1, 0), (1, 1), (dear, 0), (dear, 1)]):
        mine, his = min(ann[0], stock[0]), ben[0]
        gains.append((his if his > mine else 0) - (mine if mine > his else 0))
    return Fraction(sum(gains), len(gains))


def test_two_ones_and_two_threes_are_worth_one_point(solved: dict[str, Solution]) -> None:
    assert six_deals(3) == 1
    found = solved["two and two"]
    low = -best_response(found.of, found.probabilities, 1)[0]
    high = best_response(found.of, found.probabilities, 0)[0]
    assert low <= 1 + 1e-9
    assert high >= 1 - 1e-9
    assert (round(low, 4), round(high, 4)) == (0.9997, 1.0)


def test_ann_has_four_situations_at_first_and_there_are_eighty() -> None:
    begins = [line for line in situations(FOUR, "A has") if ", A" not in line and ", B" not in line]
    assert sorted(begins) == [
        f"A has {own}, up {up}:  draw | take | call" for own, up in product("13", "13")
    ]
    assert (len(FOUR.sets), len(FOUR.states)) == (80, 151)


def test_plans_are_exploitable_as_said() -> None:
    plans = {
        name: probabilities(FOUR, written_plan(FOUR, make(name)))
        for name in ("beginner", "careful")
    }
    plans["anything"] = FOUR.uniform()
    found = {name: round(exploitability(FOUR, plan), 3) for name, plan in plans.items()}
    assert found == {"anything": 3.014, "beginner": 5.333, "careful": 0.167}
    assert best_response(FOUR, plans["careful"], 1)[0] == pytest.approx(-2 / 3)  # 1/3 lost
    assert best_response(FOUR, plans["careful"], 0)[0] == pytest.approx(1)  # nothing lost
    calls = written_plan(FOUR, make("careful"))["A has 1, up 1"]
    assert [str(move) for move in calls] == ["call"]
    begins = [k for k in written_plan(FOUR, make("beginner")) if str(k).count(",") == 1]
    assert all(
        [str(m) for m in written_plan(FOUR, make("beginner"))[k]] == ["call"] for k in begins
    )


def test_a_written_plan_plays_as_the_strategy_does() -> None:
    """The value of the plan against itself, hand by hand in the engine."""
    for name in ("beginner", "careful"):
        gains = []
        for chance, state in TinyCambio(TINY["two and two"]).deals():
            end = play_out(state.hand, [make(name)] * 2)
            assert end.scores
            gains.append(chance * (end.scores[1].points - end.scores[0].points))
        plan = probabilities(FOUR, written_plan(FOUR, make(name)))
        assert value(FOUR, plan) == pytest.approx(float(sum(gains)))


def test_exploitability_falls_by_a_third_or_a_quarter_a_doubling(
    solved: dict[str, Solution],
) -> None:
    for found in solved.values():
        assert found.path[128] / found.path[64] < 0.4
        assert found.path[256] / found.path[128] < 0.3
        assert found.path[400] < 0.001


def test_what_can_be_won_from_a_plan_after_one_iteration(solved: dict[str, Solution]) -> None:
    first = {name: found.path[1] for name, found in solved.items()}
    assert 0.43 < first["two and two"] < first["ones and fours"] < 0.5  # “nearly half a point”
    assert round(first["with a queen"], 1) == 3.5


def test_other_packs_are_worth_what_is_said(solved: dict[str, Solution]) -> None:
    assert {name: round(found.value, 3) for name, found in solved.items()} == {
        "two and two": 1.0, "ones and fours": 0.9, "with a queen": 0.148,
    }  # fmt: skip
    assert [len(found.of.sets) for found in solved.values()] == [80, 503, 2010]
    mixed = solved["with a queen"].strategy["B has 1, up 6, A draw, A discard (6)"]
    chances = {str(action): chance for action, chance in mixed.items()}
    assert 0.5 < chances["call"] < 0.6
    assert chances["take"] < 0.001
    found = solved["with a queen"]
    knows = [str(one.knows) for one in found.of.sets]
    number = knows.index("B has 1, up 6, A draw, A discard (6)")
    begin, end = found.of.first[number], found.of.first[number] + len(chances)
    for pure in (begin + n for n, name in enumerate(chances) if name != "take"):
        plan = found.probabilities.copy()
        plan[begin:end] = 0
        plan[pure] = 1
        read = best_response(found.of, plan, 0)[0]
        assert read > best_response(found.of, found.probabilities, 0)[0] + 0.01


def test_the_jack_bluffs_in_kuhns_poker() -> None:
    found = solve(Kuhn(), 1_000)
    assert 18 * found.value == pytest.approx(-1, abs=0.001)
    bets = {knows: found.strategy[knows]["b"] for knows in "JQK"}
    assert 0.05 < bets["J"] < 1 / 3 < bets["K"]
    assert bets["Q"] < 0.01


# Exercises


def test_0901_another_pack_by_all_orders_and_by_the_solver() -> None:
    for task in asked("09.1"):
        assert task.answer == six_deals(task.dear)
    for dear in (4, 5, 6):
        found = solve(TinyCambio(tiny({"1": 2, str(dear): 2})), 400)
        assert found.value == pytest.approx(float(six_deals(dear)), abs=0.001)


def test_0902_and_0903_by_trying_every_mixture() -> None:
    for task in asked("09.2"):
        answers = worth_to_ann(task.answer, task.ace, task.dear, task.wrong)
        assert answers[0] == answers[1]
    for task in asked("09.3"):
        p, q = Fraction(task.hides, 100), [Fraction(n, 50) for n in range(51)]
        ace, other = worth_to_ann(p, dear=task.dear)
        assert task.answer == max(s * ace + (1 - s) * other for s in q)
        assert task.mistakes["value_of_the_game"] == min(
            max(worth_to_ann(Fraction(n, task.dear + 5), dear=task.dear))
            for n in range(task.dear + 6)
        )


def test_0904_chances_of_regret_make_up_one() -> None:
    chance, rng = exercise_named("09.4").of("").answer, Random(4)
    for _ in range(100):
        regrets = [rng.randint(-5, 5) for _ in range(rng.randint(1, 4))]
        chances = [chance(regrets, n) for n in range(len(regrets))]
        assert sum(chances) == 1
        assert all(c >= 0 for c in chances)
        if max(regrets) > 0:
            assert all((c > 0) == (r > 0) for c, r in zip(chances, regrets, strict=True))


class HighKuhn(Kuhn):
    """Kuhn's poker with another bet."""

    def __init__(self, bet: int) -> None:
        self.bet = bet

    def payoff(self, state: Dealt) -> float:
        won = super().payoff(state)
        return won / abs(won) * (1 + self.bet) if abs(won) == 2 else won


def test_0905_leaves_the_queen_without_a_good_answer() -> None:
    of = tree(Kuhn())
    for task in asked("09.5"):
        of = tree(HighKuhn(task.bet))
        bets = {str(one.knows): 0.0 for one in of.sets} | {"Kp": 1.0, "Jp": float(task.answer)}
        worth = []
        for call in (0.0, 1.0):
            plan = bets | {"Qpb": call}
            numbers = probabilities(of, {k: {"b": b, "p": 1 - b} for k, b in plan.items()})
            at = values(of, numbers)
            worth.append(sum(at[n] for n, s in enumerate(of.states) if n and s.cards[0] == "Q"
                             and s.done == "p"))  # fmt: skip
        assert worth[0] == pytest.approx(worth[1])


# Figures


def test_figures_say_what_they_show() -> None:
    assert "−1/8, where they cross at 5/8" in described(plot_answers())
    assert "taking −1 or 0, calling −13 in both" in described(plot_situation())
    assert "the mean after 3 rounds is 0.333" in described(plot_learning([0, 0, 1], 0.5))
    assert "0.500 after 1 iteration" in described(plot_paths({"x": {1: 0.5, 2: 0.25}}))
