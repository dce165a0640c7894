"""What chapter 00 says of its hands, and its exercises, computed a second way."""

from collections import Counter
from fractions import Fraction
from math import sqrt
from pathlib import Path
from random import Random
from statistics import mean

import nbformat
import pytest

from cambio_edu.hand import deal
from cambio_edu.lessons.chapters.c00 import FIRST_DEAL, HAND, Played, ben_and_cara
from cambio_edu.lessons.exercises import exercise_named
from cambio_edu.notation import read
from cambio_edu.rules import rules
from cambio_edu.view import view
from cambio_edu.widgets import Table

LEARNERS = ["", *(f"learner {n}" for n in range(25))]


@pytest.fixture(scope="module")
def hands() -> list[Played]:
    return ben_and_cara(400)


def by_hand(word: str) -> int:
    """What a card is worth, out of the text of the chapter."""
    rank, suit = word[:-1], word[-1]
    if rank == "K":
        return -2 if suit in "♥♦HD" else 0
    return {"A": 1, "J": 11, "Q": 12}.get(rank) or int(rank)


# The first table


def test_the_first_cards_are_those_of_the_first_table() -> None:
    table = Table(
        opponents=["beginner", "careful"], first="A", seed="first hand 1242",
        study=True, guide=True, name="",
    )  # fmt: skip
    assert tuple(map(str, read(table.hand_text).cards[0])) == FIRST_DEAL
    assert sum(map(by_hand, FIRST_DEAL)) == 24  # "Mark 24"
    assert [word[:-1] for word in FIRST_DEAL[2:]] == ["A", "J"]  # "an ace and a jack"


# The hand to look at


def test_cara_pays_for_her_call_and_without_a_penalty_ten_less() -> None:
    hand = read(HAND)
    shown = [[one.shown for one in grid] for grid in hand.cards]
    assert {*shown[2]} == {"2♦", "Q♥", "9♣", "10♠"}
    assert {*shown[1]} == {"K♦", "6♣", "K♥", "5♥", "3♣"}
    assert [sum(map(by_hand, shown[seat])) for seat in (1, 2)] == [10, 33]
    ann = sum(map(by_hand, shown[0]))
    assert [score.points for score in hand.scores or ()] == [ann, 0, 43]
    without = read('[House "no penalty"]' + HAND)
    assert [score.points for score in without.scores or ()] == [ann, 0, 33]


# Many hands


def test_cara_wins_about_three_hands_in_four(hands: list[Played]) -> None:
    wins = Counter(hand.winner for hand in hands)
    assert 0.7 < wins["Cara"] / len(hands) < 0.82
    assert set(wins) <= {"Ben", "Cara", "both"}


def test_more_hands_begin_with_the_same_ones(hands: list[Played]) -> None:
    assert ben_and_cara(10) == hands[:10]


def test_whoever_begins_is_dealt_what_the_pack_says_within_two_standard_errors(
    hands: list[Played],
) -> None:
    dealt = [hand.dealt for hand in hands]
    error = sqrt(sum((x - mean(dealt)) ** 2 for x in dealt) / len(dealt) / (len(dealt) - 1))
    assert abs(mean(dealt) - 308 / 13) < 2 * error
    first = deal(rules("cambio"), 2, Random(0)).cards[0]
    assert hands[0].dealt == sum(by_hand(str(one)) for one in first)


# The pack


def test_thirteen_heaps_of_four_share_308_points() -> None:
    worths = [by_hand(str(one)) for one in rules("cambio").pack.cards]
    assert (len(worths), sum(worths)) == (52, 308)
    assert 4 * sum(range(1, 13)) - 4 == 308
    assert 4 * Fraction(308, 52) == Fraction(308, 13)


# Exercises


def test_grids_are_worth_what_the_text_says() -> None:
    for name in LEARNERS:
        asked = exercise_named("00.1").of(name)
        assert asked.answer == sum(map(by_hand, asked.grid.split()))
        assert sum(word[:-1] == "K" and word[-1] in "♥♦" for word in asked.grid.split()) == 1


def test_a_wrong_call_and_a_tie_are_booked_as_the_text_says() -> None:
    for name in LEARNERS:
        wrong, tied = (exercise_named(key).of(name) for key in ("00.3", "00.4"))
        assert wrong.ben < wrong.cara < wrong.ann
        assert wrong.answer == [wrong.ann, 0, wrong.cara + 10]
        assert tied.low < tied.ann
        assert tied.answer == [tied.ann, tied.low, 0]


def test_a_letter_says_who_has_seen_a_card() -> None:
    """Ann spies Ben's card 2, which he saw in his first look; Cara knows nothing of it."""
    text = HAND[: HAND.index("B stack")]
    hand = read(text)
    knows = [any((p.seat, p.slot) == (1, 2) for p in view(hand, seat).known) for seat in range(3)]
    assert knows == [True, True, False]


# What others rely on


def test_the_cells_that_lay_tables_are_as_they_were() -> None:
    file = Path(__file__).parent.parent / "notebooks" / "00_start_here.ipynb"
    code = "\n".join(c.source for c in nbformat.read(file, 4).cells if c.cell_type == "code")
    assert 'seed="first hand 1242",' in code
    assert 'study=True, guide=True, name="start-here")' in code
    assert 'match = Table(opponents=["beginner", "careful", "careful"], name="first-match")' in code
