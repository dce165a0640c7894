"""Small games are solved: Kuhn's known values, a Cambio on paper, and no way to do better."""

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hands import exchanged

from cambio_edu.errors import CambioError
from cambio_edu.hand import Hand
from cambio_edu.notation import read, write
from cambio_edu.rules import rules
from cambio_edu.solving import (
    TINY,
    Kuhn,
    TinyCambio,
    Tree,
    best_response,
    exploitability,
    probabilities,
    solve,
    tiny,
    tree,
    value,
)
from cambio_edu.solving.kuhn import Dealt
from cambio_edu.solving.tiny import Seen
from cambio_edu.view import view

KUHN = tree(Kuhn())


def kuhn(alpha: float) -> np.ndarray[Any, Any]:
    """Kuhn's equilibria, one for each alpha from 0 to 1/3."""
    bets = {
        "J": alpha, "Q": 0, "K": 3 * alpha, "Jpb": 0, "Qpb": alpha + 1 / 3, "Kpb": 1,
        "Jp": 1 / 3, "Qp": 0, "Kp": 1, "Jb": 0, "Qb": 1 / 3, "Kb": 1,
    }  # fmt: skip
    return probabilities(KUHN, {knows: {"b": b, "p": 1 - b} for knows, b in bets.items()})


# Kuhn


def test_kuhn_has_twelve_information_sets() -> None:
    assert sorted(str(one.knows) for one in KUHN.sets) == sorted(
        card + done for card in "JQK" for done in ("", "p", "b", "pb")
    )
    assert len(KUHN.states) == 1 + 6 * (1 + 2 + 2 + 2 + 2)


@pytest.mark.parametrize("alpha", [0, 0.1, 1 / 3])
def test_kuhns_equilibria_are_worth_minus_one_eighteenth_and_cannot_be_exploited(
    alpha: float,
) -> None:
    assert value(KUHN, kuhn(alpha)) == pytest.approx(-1 / 18)
    assert exploitability(KUHN, kuhn(alpha)) == pytest.approx(0, abs=1e-12)


def test_beyond_the_family_kuhn_can_be_exploited() -> None:
    strategy = kuhn(0.2)
    strategy[0] = 1 - strategy[0]
    strategy[1] = 1 - strategy[1]
    assert exploitability(KUHN, strategy) > 0.01


def test_regret_finds_an_equilibrium_of_kuhns_family() -> None:
    found = solve(Kuhn(), 4_000)
    assert found.value == pytest.approx(-1 / 18, abs=1e-3)
    assert found.exploitability < 1e-3
    bets = {knows: chances["b"] for knows, chances in found.strategy.items()}
    alpha = bets["J"]
    assert 0 <= alpha <= 1 / 3 + 0.01
    expected = {
        "K": 3 * alpha, "Q": 0, "Qpb": alpha + 1 / 3, "Jpb": 0, "Kpb": 1, "Jp": 1 / 3, "Qp": 0,
        "Kp": 1, "Jb": 0, "Qb": 1 / 3, "Kb": 1,
    }  # fmt: skip
    for knows, bet in expected.items():
        assert bets[knows] == pytest.approx(bet, abs=0.02), knows


def test_exploitability_falls_and_is_kept_on_the_way() -> None:
    path = solve(Kuhn(), 1_000).path
    assert list(path) == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_000]
    assert path[1] > path[16] > path[256] > 0
    assert path[1_000] < 1e-3


def test_it_is_the_same_every_time() -> None:
    assert (solve(Kuhn(), 50).probabilities == solve(Kuhn(), 50).probabilities).all()


# Best responses


def test_a_best_response_by_hand() -> None:
    """Against somebody who always bets and calls.

    The second player then knows that the first has bet: with the king it calls and wins 2, with
    the queen it calls and wins 2 or loses 2, which is as good as nothing, better than -1; with
    the jack it folds and loses 1. In the mean (2 + 0 - 1) / 3 = 1/3.
    """
    always = {str(one.knows): {"b": 1, "p": 0} for one in KUHN.sets}
    won, answer = best_response(KUHN, probabilities(KUHN, always), 1)
    assert won == pytest.approx(1 / 3)
    calls = {one.knows: answer[KUHN.first[n] + 1] for n, one in enumerate(KUHN.sets)}
    assert (calls["Kb"], calls["Qb"], calls["Jb"]) == (1, 1, 0)


def pure(of: Tree, player: int) -> Iterator[np.ndarray[Any, Any]]:
    """Every pure strategy of a player; the other's part is 0."""
    mine = [n for n, one in enumerate(of.sets) if one.player == player]
    for chosen in product(*(range(len(of.sets[n].actions)) for n in mine)):
        strategy = np.zeros(of.choices)
        strategy[[of.first[n] + action for n, action in zip(mine, chosen, strict=True)]] = 1
        yield strategy


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("player", [0, 1])
def test_no_pure_strategy_is_better_than_the_best_response(player: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    given = rng.random(KUHN.choices)
    given /= np.add.reduceat(given, KUHN.first[:-1])[KUHN.set_of]
    sign = 1 - 2 * player
    won = []
    for strategy in pure(KUHN, player):
        both = np.where(KUHN.player_of == player, strategy, given)
        won.append(sign * value(KUHN, both))
    best, answer = best_response(KUHN, given, player)
    assert best == pytest.approx(max(won))
    assert sign * value(KUHN, answer) == pytest.approx(best)


# A Cambio that can be solved on paper


def test_two_ones_and_two_threes_are_worth_one_point() -> None:
    """One card each (a, b), one up (u), one in the stock (s): six deals, equally likely.

    Who draws the last card ends the hand, nobody having called. A draws in each case:

    - a and u are the ones: A keeps its 1 against 3, and B writes down 3: +3.
    - a and b: A sees a 3 and keeps the 1; both are lowest: 0.
    - a and s: A keeps a 1 against 3: +3.
    - u and s: A draws the 1 and keeps it, against 3: +3. (Taking the upcard instead would show
      it: B then draws the other 1, and both are lowest.)
    - b and u: A has 3 against 1: -3. It cannot tell this deal from the one before: taking the
      upcard brings 0 there and -1 here (B calls, and A writes down its 1), worse than 3 and -3.
    - b and s: A draws the 1 and keeps it; both are lowest: 0.

    Together 6 of 6 deals: one point a hand. Calling is worse: with a 1 B can always tie, so that it
    brings 1, less than the 3 or the mean of 0 and 3 that drawing brings; with a 3 it costs 13.
    """
    worth = [Fraction(points) for points in (3, 0, 3, 3, -3, 0)]
    of = tree(TinyCambio(TINY["two and two"]))
    found = solve(of, 2_000)
    assert found.value == pytest.approx(float(sum(worth) / 6), abs=1e-3)
    assert found.exploitability < 1e-3
    begins = {k: v for k, v in found.strategy.items() if str(k).startswith("A") and "A draw" not in
              str(k) and "take" not in str(k)}  # fmt: skip
    assert {str(k) for k in begins} == {
        "A has 1, up 1", "A has 1, up 3", "A has 3, up 1", "A has 3, up 3",
    }  # fmt: skip
    for chances in begins.values():
        assert {str(a): round(p, 2) for a, p in chances.items()}["draw"] == 1


def test_the_solution_of_two_and_two_wins_its_value_against_anybody() -> None:
    of = tree(TinyCambio(TINY["two and two"]))
    found, rng = solve(of, 2_000), np.random.default_rng(5)
    for _ in range(50):
        anybody = rng.random(of.choices)
        anybody /= np.add.reduceat(anybody, of.first[:-1])[of.set_of]
        assert value(of, np.where(of.player_of == 0, found.probabilities, anybody)) >= 1 - 1e-3
        assert value(of, np.where(of.player_of == 1, found.probabilities, anybody)) <= 1 + 1e-3


def test_no_pure_choice_is_as_good_where_the_solution_mixes() -> None:
    """B has a one, A has thrown a six away on a six: to call at once or to draw once more?"""
    of = tree(TinyCambio(TINY["with a queen"]))
    found = solve(of, 800)
    assert found.exploitability < 2e-4
    number = [one.knows for one in of.sets].index("B has 1, up 6, A draw, A discard (6)")
    begin, end = of.first[number : number + 2]
    actions = [str(action) for action in of.sets[number].actions]
    chances = dict(zip(actions, found.probabilities[begin:end], strict=True))
    assert chances["draw"] == pytest.approx(0.455, abs=0.02)
    assert chances["call"] == pytest.approx(0.545, abs=0.02)
    for choice in range(begin, end):
        always = found.probabilities.copy()
        always[begin:end] = 0
        always[choice] = 1
        assert exploitability(of, always) > 0.008


def test_actions_can_be_solved_too() -> None:
    found = solve(TinyCambio(TINY["with a queen"]), 400)
    assert found.exploitability < 1e-3
    assert any("look 1 B1" in map(str, chances) for chances in found.strategy.values())
    assert found.value == pytest.approx(0.148, abs=2e-3)


# Information sets are what a seat sees


@pytest.mark.parametrize("name", ["two and two", "with a queen"])
def test_information_sets_part_hands_exactly_where_views_differ(name: str) -> None:
    of = tree(TinyCambio(TINY[name]))
    views: dict[Any, Any] = {}
    for state in of.states[1:]:
        if state.hand.mover is not None:
            seen = view(state.hand, state.hand.mover)
            key = TinyCambio(TINY[name]).information_set(state)
            assert views.setdefault(key, seen) == seen
    assert len(views) == len(of.sets) == len(set(map(repr, views.values())))


def test_a_seat_cannot_tell_hands_apart_by_cards_that_it_has_not_seen() -> None:
    game, rng = TinyCambio(TINY["with a queen"]), random.Random(3)
    states = [s for s in tree(game).states[1:] if s.hand.mover is not None]
    for state in rng.sample(states, 200):
        hand: Hand = state.hand
        mover = hand.mover
        assert mover is not None
        secret = [
            *hand.stock,
            *(p.card for grid in hand.grids for p in grid if p and not p.seen >> mover & 1),
        ]
        other = exchanged(hand, secret, rng)
        assert view(other, mover) == view(hand, mover)
        twin = next(
            s for s in states if s.hand.pack == other.pack and _moves(s.hand) == _moves(other)
        )
        assert game.information_set(twin) == game.information_set(state)


def _moves(hand: Hand) -> list[str]:
    return [f"{step[0].seat} {step[0].move}" for step in hand.history]


def test_every_node_is_a_hand_that_can_be_written_and_read() -> None:
    of = tree(TinyCambio(TINY["two and two"]))
    for state in of.states[1:]:
        assert read(write(state.hand)) == state.hand


def test_payoffs_are_differences_of_scores() -> None:
    game = TinyCambio(TINY["two and two"])
    of = tree(game)
    over = [(n, s) for n, s in enumerate(of.states) if n and s.hand.is_over]
    for node, state in over:
        first, second = state.hand.scores
        assert of.payoff[node] == second.points - first.points
    assert sum(of.chance[1 : of.levels[2]]) == pytest.approx(1)


def test_it_prints_what_comes_up_most_often_first() -> None:
    text = str(solve(TinyCambio(TINY["two and two"]), 200))
    assert "points a hand to the first player" in text
    shares = [float(line.split("%")[0]) for line in text.splitlines()[2:]]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] == pytest.approx(33.3)
    assert repr(solve(Kuhn(), 8)).startswith("<Solution: -0.0")


# What cannot be


class Bad(Kuhn):
    """A Kuhn poker that is wrong in one way."""

    def __init__(self, wrong: str) -> None:
        self.wrong = wrong

    def deals(self) -> Iterator[tuple[Fraction, Dealt]]:
        deals = list(super().deals())
        yield from deals[:-1] if self.wrong == "deals" else deals

    def information_set(self, state: Dealt) -> str:
        if self.wrong == "forgets" and len(state.done) == 2:
            return "later"
        known = super().information_set(state)
        return known[1:] or "begin" if self.wrong == "card" else known

    def actions(self, state: Dealt) -> tuple[str, ...]:
        jack = state.cards[0] == "J" and not state.done
        return ("p",) if self.wrong == "card" and jack else ("p", "b")


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (Bad("deals"), "the deals have a probability of 5/6 together"),
        (Bad("card"), "'begin' stands for situations with other moves"),
        (Bad("forgets"), "forgets what the player did or knew"),
    ],
)
def test_games_that_are_none_are_refused(game: Any, message: str) -> None:
    with pytest.raises(CambioError, match=message):
        tree(game)


def test_too_large_games_are_refused() -> None:
    with pytest.raises(CambioError, match="more than 500 nodes; take a smaller one"):
        tree(TinyCambio(TINY["ones and fours"]), most=500)
    with pytest.raises(CambioError, match="add 'stock_out=end'"):
        TinyCambio(tiny({"1": 2, "3": 2}, "grid=1; stacking=no"))
    with pytest.raises(CambioError, match="more than"):
        tree(TinyCambio(rules("cambio", "stock_out=end; stacking=no")), most=2_000)
    endless = tiny({"1": 1, "2": 1, "3": 1, "4": 1}, "grid=1; stacking=no; stock_out=end")
    with pytest.raises(CambioError, match="more than"):
        tree(TinyCambio(endless), most=20_000)


def test_strategies_that_are_none_are_refused() -> None:
    with pytest.raises(CambioError, match="does not say what to do at 'J'"):
        probabilities(KUHN, {})
    half = {str(one.knows): {"b": 0.5, "p": 0.4} for one in KUHN.sets}
    with pytest.raises(CambioError, match="at 'J' do not make up 1"):
        probabilities(KUHN, half)
    for wrong in (0, -1, 1.5):
        with pytest.raises(CambioError, match="iterations="):
            solve(Kuhn(), wrong)  # type: ignore[arg-type]


def test_states_name_what_each_seat_has_seen() -> None:
    game = TinyCambio(TINY["two and two"])
    state: Seen = next(s for _, s in game.deals())
    state = game.play(state, state.hand.legal[0])
    assert state.told[0].count("(") == 1  # A saw its card
    assert state.told[1].count("(") == 0
