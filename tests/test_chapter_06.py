"""Chapter 06: its exercises and its claims, computed a second way."""

from fractions import Fraction
from itertools import pairwise, permutations
from math import hypot
from statistics import fmean, stdev

import pytest

from cambio_edu import Table, Threshold, card, compare_players, read, rules, simulate, view
from cambio_edu.lessons.chapters.c06 import look, mean
from cambio_edu.lessons.demos.c06 import plot_worth
from cambio_edu.lessons.exercises import Asked, exercise_named

CAMBIO = rules("cambio")
PACK = [CAMBIO.points(c) for c in CAMBIO.pack.cards]
SEEN = {card("AH"), card("2C"), card("8S"), card("5D")}
POINTS = [CAMBIO.points(c) for c in CAMBIO.pack.cards if c not in SEEN]
LEARNERS = [f"learner {n}" for n in range(12)]


def asked(key: str) -> list[Asked]:
    """An exercise for several learners, each set of numbers once."""
    found = {str(e.values): e for e in map(exercise_named(key).of, LEARNERS)}
    return list(found.values())


def best_of(worlds: list[list[Fraction | int]]) -> tuple[Fraction, Fraction]:
    """What is gained by the best move in each world, and by the one best move for all of them.

    Args:
        worlds: what each move gains, in each of the equally likely worlds.
    """
    seeing = Fraction(sum(max(gains) for gains in worlds), len(worlds))
    moves = zip(*worlds, strict=True)
    return seeing, max(Fraction(sum(gains), len(worlds)) for gains in moves)


def information(worlds: list[list[Fraction | int]]) -> Fraction:
    """The expected value of perfect information, from a table of worlds and moves."""
    seeing, blind = best_of(worlds)
    return seeing - blind


def regrets(points: list[int], bar: int) -> Fraction:
    """The mean regret of the blind move: another way to the worth of a look."""
    swaps = sum(points) > bar * len(points)
    return Fraction(sum(max(0, bar - p) if swaps else max(0, p - bar) for p in points), len(points))


def without(points: list[int], value: int) -> list[int]:
    at = points.index(value)
    return points[:at] + points[at + 1 :]


# Exercises


@pytest.mark.parametrize("task", asked("06.1"), ids=str)
def test_a_look_among_five_cards_from_the_table_of_moves(task: Asked) -> None:
    assert task.answer == information([[0, c - task.drawn] for c in task.cards])
    assert task.answer == regrets(list(task.cards), task.drawn)
    assert mean(task.cards) > task.drawn  # the hints say that she swaps


@pytest.mark.parametrize("task", asked("06.2"), ids=str)
def test_a_blind_switch_from_the_points_of_the_whole_pack(task: Asked) -> None:
    seen = [CAMBIO.points(card(text)) for text in task.seen.split()]
    own = CAMBIO.points(card(task.own))
    assert sum(PACK) == 308
    assert task.answer == own - Fraction(308 - own - sum(seen), 51 - len(seen))
    assert "JS" in task.seen
    assert own == max(own, *(s for s in seen if s != 11))


def test_only_the_king_makes_the_look_worth_nothing() -> None:
    four, penalty = 4, CAMBIO.caller_penalty
    calls = [[0, four if p >= four else -penalty] for p in PACK]
    worth = {
        "swap": information([[0, p - 6] for p in PACK]),
        "king": information([[0, p + 2] for p in PACK]),
        "jack": information([[0, 7 - p] for p in PACK]),
        "call": information(calls),
    }
    assert [name for name, value in worth.items() if value == 0] == ["king"]
    assert exercise_named("06.3").of("").answer == "king"
    assert mean(PACK) < 7


@pytest.mark.parametrize("task", asked("06.4"), ids=str)
def test_a_queen_gains_half_the_mean_distance_of_two_cards(task: Asked) -> None:
    cards = sorted(task.cards)
    gaps = [(b - a) * n * (4 - n) for n, (a, b) in enumerate(pairwise(cards), 1)]
    assert task.answer == Fraction(sum(gaps), 12)  # each gap lies between n and 4 − n cards


def test_with_both_cards_known_only_the_dearer_one_counts() -> None:
    function = exercise_named("06.5").of("").answer
    for points, drawn in (([0, 12, 4], 5), ([-2, 3, 7, 9], 4), ([1, 2, 11, 12], 11)):
        ranked, n = sorted(points), len(points)
        total = sum(2 * k * max(0, top - drawn) for k, top in enumerate(ranked))
        assert function(points, drawn) == Fraction(total, n * (n - 1))


@pytest.mark.parametrize("task", asked("06.6"), ids=str)
def test_a_look_is_bought_where_the_regret_of_the_blind_move_is_large(task: Asked) -> None:
    assert task.answer == sum(regrets(PACK, drawn) >= task.price for drawn in {*PACK})
    assert len({*PACK}) == 14


# What the chapter says


def test_the_position_and_the_draw_are_the_ones_described() -> None:
    table = Table("cambio", "grid=2-1", opponents=["beginner", "careful"], first="A",
                  seed="a look 661", study=True, memory="show", name="")  # fmt: skip
    assert "1 A♥, 2 2♣, 3 hidden" in table.described
    assert "8♠" in table.described
    hand = read(table.hand_text).play("draw")
    assert view(hand, 0).holding == card("5D")


def test_the_look_is_worth_what_the_blind_swap_loses_below_five() -> None:
    assert len(POINTS) == 48
    assert look(POINTS, 5) == information([[0, p - 5] for p in POINTS]) == Fraction(57, 48)
    assert sum(p < 5 for p in POINTS) == 18
    assert best_of([[0, p - 5] for p in POINTS]) == (Fraction(109, 48), Fraction(13, 12))


def test_common_cards_make_the_error_less_than_half() -> None:
    saved = [max(0, 5 - p) for p in POINTS]
    seeing, blind = [max(0, p - 5) for p in POINTS], [p - 5 for p in POINTS]
    apart = hypot(stdev(seeing), stdev(blind))
    assert 2 < apart / stdev(saved) < 3
    assert 5 < (apart / stdev(saved)) ** 2 < 6


@pytest.mark.parametrize("points", [PACK, POINTS, [0, 12], [-2, 3, 3, 9]], ids=len)
def test_it_is_a_tent_with_half_the_mean_distance_at_its_top(points: list[int]) -> None:
    middle = mean(points)
    top = mean([abs(p - middle) for p in points]) / 2
    heights = [look(points, bar) for bar in range(-4, 15)]
    assert heights == [regrets(points, bar) for bar in range(-4, 15)]
    rising = [h for bar, h in zip(range(-4, 15), heights, strict=True) if bar <= middle]
    falling = [h for bar, h in zip(range(-4, 15), heights, strict=True) if bar >= middle]
    assert rising == sorted(rising)
    assert falling == sorted(falling, reverse=True)
    assert min(heights) >= 0
    assert max(heights) <= top
    assert mean([max(Fraction(0), p - middle) for p in points]) == top


def test_a_peek_one_turn_ahead_from_all_pairs_of_cards() -> None:
    """Hidden card and next draw in one table; blind, the move may depend on the draw alone."""
    gained, known = Fraction(0), 2
    for drawn in {*POINTS}:
        rest = without(POINTS, drawn)
        worlds = [[0, known - drawn, h - drawn] for h in rest]
        gained += Fraction(POINTS.count(drawn), len(POINTS)) * information(worlds)
    looked = mean([look(without(POINTS, d), max(d, 2)) for d in POINTS])
    assert gained == looked
    assert looked < look(POINTS, 6) / 2


def test_a_jack_that_she_knows_makes_the_look_worth_a_twelfth() -> None:
    gone = {card("JH"), card("2C"), card("8S"), card("5D")}
    rest = [CAMBIO.points(c) for c in CAMBIO.pack.cards if c not in gone]
    assert information([[0, 11 - 5, h - 5] for h in rest]) == Fraction(1, 12)
    assert information([[0, 12 - 5, h - 5] for h in without(PACK, 12)]) == 0


def test_a_blind_switch_of_two_unknown_cards_gains_nothing() -> None:
    assert sum(a - b for a, b in permutations(POINTS, 2)) == 0


def test_queen_less_jack_is_a_look_at_the_bar_of_ones_own_card() -> None:
    for v in {*POINTS}:
        rest = without(POINTS, v)
        assert information([[0, v - p] for p in rest]) == look(rest, v)
    assert look(without(POINTS, 12), 12) == 0


def test_spying_with_others_to_fall_back_on_changes_which_card() -> None:
    """Brute force over the spied card and one of the others, which is not seen."""
    for v, at_least in ((3, Fraction(0)), (7, Fraction(3, 2)), (12, Fraction(3, 2))):
        rest = without(POINTS, v)
        gained = Fraction(0)
        for n, spied in enumerate(rest):
            unseen = rest[:n] + rest[n + 1 :]
            moves = (0, v - spied, Fraction(sum(v - other for other in unseen), len(unseen)))
            gained += max(moves) / Fraction(len(rest))
        extra = gained - max(Fraction(0), v - mean(rest))
        assert extra >= max(at_least, look(rest, v))


def test_two_looks_bound_what_one_can_bring() -> None:
    pairs = list(permutations(POINTS, 2))
    two, none = best_of([[0, a - 5, b - 5] for a, b in pairs])
    rests = [Fraction(sum(POINTS) - a, 47) for a in POINTS]
    one = mean([max(Fraction(0), a - 5, rest - 5) for a, rest in zip(POINTS, rests, strict=True)])
    assert none < one < two
    assert two - one < (one - none) * Fraction(6, 10)
    assert Fraction(5, 2) < two - none < Fraction(27, 10)


def test_what_the_teacher_writes_beside_the_bids() -> None:
    assert [round(float(regrets(PACK, bar)), 2) for bar in (12, 6, 1)] == [0, 1.62, 0.15]


def test_the_numbers_hardly_move_if_the_discarded_card_is_counted_as_seen() -> None:
    half = Fraction(1, 2)
    for gone in (11, 12):
        left = without(POINTS, gone)
        known = sum(without(left, 12)) / Fraction(len(left) - 1)
        before = sum(without(POINTS, 12)) / Fraction(len(POINTS) - 1)
        assert abs(known - before) < half / 3
        both, then = (
            mean([max(0, a - b) for a, b in permutations(cards, 2)]) for cards in (POINTS, left)
        )
        assert abs(both - then) < half / 10
    ahead = [
        mean([look(without(cards, d), max(d, 2)) for d in cards])
        for cards in (POINTS, without(POINTS, 7), without(POINTS, 8))
    ]
    assert max(ahead) - min(ahead) < half / 20


def test_dear_red_kings_make_a_look_dearer() -> None:
    tops = {}
    for name, house in (
        ("cambio", ""),
        ("cambio-jokers", ""),
        ("cabo", ""),
        ("cambio", "red_king=25"),
    ):
        game = rules(name, house)
        points = [game.points(c) for c in game.pack.cards]
        tops[name, house] = fmean(abs(p - fmean(points)) for p in points) / 2
    assert max(tops, key=lambda key: tops[key]) == ("cambio", "red_king=25")


def test_never_using_an_action_costs_one_and_a_half_points_a_hand() -> None:
    usual, never = Threshold(), Threshold(peek=0, spy=0, switch=0, look=0)
    found = compare_players(never, usual, seats=3, hands=6_000, seed=66).difference
    assert abs(found.value - 1.46) < 4 * found.standard_error
    hands = simulate(usual, seats=3, hands=6_000, seed=67).scores
    assert round(hands.mean()) == 7  # “a hand costs this player some seven”
    single = {
        action: compare_players(Threshold(**{action: 0}), usual, seats=3, hands=6_000, seed=66)
        for action in ("peek", "spy", "switch", "look")
    }
    values = {action: one.difference.value for action, one in single.items()}
    assert max(values, key=lambda action: values[action]) == "look"
    assert 0 < values["spy"] < 0.15


def test_the_picture_says_what_it_shows() -> None:
    ax = plot_worth([0, 6, 12], {"look": [look(PACK, bar) for bar in (0, 6, 12)]}, xlabel="bar",
                    ylabel="points")  # fmt: skip
    assert ax.get_gid() == "look: highest at 6, with 1.62."
