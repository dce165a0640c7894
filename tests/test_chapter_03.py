"""The mathematics of chapter 03, computed a second way."""

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from math import prod, sqrt

import pytest

from cambio_edu import believe, deal, read, rules, view
from cambio_edu.lessons.demos.c03 import all_discard, two_kings
from cambio_edu.lessons.exercises import exercise_named
from cambio_edu.widgets import Table

LEARNERS = ["", *(f"learner {n}" for n in range(25))]
#: The pack, written out: no function of the package is asked.
PACK = [
    f"{rank}{suit}"
    for suit in "SHDC"
    for rank in ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
]
NUMBERS = {"A": 1, "J": 11, "Q": 12}


def worth(card: str) -> int:
    """The points of a card, by the rules as they are told."""
    if card[:-1] == "K":
        return -2 if card[-1] in "HD" else 0
    return NUMBERS.get(card[:-1]) or int(card[:-1])


def given(kept: list[bool]) -> Fraction:
    """The share of what was kept."""
    return Fraction(sum(kept), len(kept))


def is_king(card: str) -> bool:
    return card.startswith("K")


def ann_after(turns: int):
    """Ann's view, some turns after the deal of the chapter."""
    names = ("Ann", "Ben", "Cara", "Dan")
    hand = deal(rules("cambio"), names, random.Random("a look 68 match 1 hand 0"))
    return view(all_discard(hand, turns), 0)


def unseen(seen) -> list[str]:
    """What is left of the pack without the cards a view shows."""
    shown = {*map(str, seen.discard), *map(str, seen.known.values())}
    return [card for card in PACK if card not in shown]


# What the text says


def test_the_hand_in_code_is_the_hand_on_the_table() -> None:
    table = Table(
        opponents=["beginner", "careful", "careful"],
        first="A", seed="a look 68", study=True, memory="show", name="",
    )  # fmt: skip
    assert view(read(table.hand_text), 0).known == ann_after(0).known
    assert {*map(str, ann_after(0).known.values())} == {"JC", "QS"}
    assert str(ann_after(0).upcard) == "JS"


def test_an_unseen_card_is_worth_what_is_left_over_the_cards_left() -> None:
    left = unseen(ann_after(0))
    assert Fraction(sum(map(worth, left)), len(left)) == Fraction(308 - 34, 49)
    belief = believe(ann_after(0))
    for place in ("A3", "A4", "B1", "C2", "D4"):
        assert belief.points(place).mean == Fraction(274, 49)
    assert belief.next_points().mean == Fraction(274, 49)


def test_hidden_cards_are_as_likely_in_every_deal_that_fits() -> None:
    left = unseen(ann_after(0))
    rng, dealt = random.Random(1), []
    for _ in range(20_000):
        rng.shuffle(left)
        dealt.append(worth(left[30]))
    error = sqrt(sum(x * x for x in dealt) / len(dealt) - 5.59**2) / sqrt(len(dealt))
    assert abs(sum(dealt) / len(dealt) - 274 / 49) < 4 * error


def test_cara_has_crossed_out_other_cards() -> None:
    names = ("Ann", "Ben", "Cara", "Dan")
    hand = deal(rules("cambio"), names, random.Random("a look 68 match 1 hand 0"))
    seen = view(hand, 2)
    gone = [str(seen.upcard), *map(str, seen.known.values())]
    assert len(gone) == 3
    assert believe(seen).points("A3").mean == Fraction(308 - sum(map(worth, gone)), 49)
    assert Fraction(283, 49) == Fraction(308 - sum(map(worth, gone)), 49)


def test_a_dear_first_card_makes_the_second_cheaper() -> None:
    pairs = list(permutations(PACK, 2))
    dear = [worth(b) for a, b in pairs if a[:-1] in ("J", "Q")]
    king = [worth(b) for a, b in pairs if is_king(a)]
    assert Fraction(sum(dear), len(dear)) == Fraction(308 - 11 + 308 - 12, 2 * 51)
    apart = Fraction(sum(king), len(king)) - Fraction(sum(dear), len(dear))
    assert round(float(apart), 2) == 0.25  # "about a quarter of a point"


def test_two_kings_depend_on_how_one_was_learned() -> None:
    pairs = list(permutations(PACK, 2))
    told = [is_king(a) and is_king(b) for a, b in pairs if is_king(a) or is_king(b)]
    saw = [is_king(b) for a, b in pairs if is_king(a)]
    assert (sum(told), len(told), given(told)) == (12, 396, Fraction(1, 33))
    assert (sum(saw), len(saw), given(saw)) == (12, 204, Fraction(1, 17))
    assert len(pairs) == 2652
    for ax, ways in zip(two_kings(), (396, 204), strict=True):
        assert f"{ways} ordered pairs" in ax.get_gid()


def test_the_more_closely_she_names_it_the_likelier_are_two() -> None:
    pairs = list(combinations(PACK, 2))
    found = [
        given([is_king(a) and is_king(b) for a, b in pairs if a in named or b in named])
        for named in ({"KS", "KH", "KD", "KC"}, {"KH", "KD"}, {"KH"})
    ]
    assert found == [Fraction(1, 33), Fraction(5, 101), Fraction(1, 17)]


def test_after_eight_discards_one_king_is_left_among_41_cards() -> None:
    seen, left = ann_after(8), unseen(ann_after(8))
    assert len(left) == 41
    assert [card for card in map(str, seen.discard) if is_king(card)] == ["KD", "KC", "KH"]
    assert Counter(card[:-1] for card in left) == Counter(believe(seen).left)
    assert (sum(map(is_king, left)), seen.stock) == (1, 27)
    fits = sum(card[:-1] in ("A", "K") for card in left)
    none = prod(Fraction(41 - fits - n, 41 - n) for n in range(4))
    assert believe(seen).at_least_one("A K", 4) == 1 - none
    assert fits == 5


def test_after_sixteen_discards_all_kings_are_gone() -> None:
    assert not any(map(is_king, unseen(ann_after(16))))


def test_after_35_discards_the_hidden_cards_and_the_new_stock_are_two_heaps() -> None:
    seen, left = ann_after(35), unseen(ann_after(35))
    assert (seen.stock, len(left)) == (0, 14)
    new_stock = [str(card) for card in seen.discard[:-1]]
    assert len(new_stock) == 35
    belief = believe(seen)
    assert belief.next_points().mean == Fraction(sum(map(worth, new_stock)), 35)
    assert belief.points("B1").mean == Fraction(sum(map(worth, left)), 14)
    assert sum(map(is_king, new_stock)) == 4
    names = ("Ann", "Ben", "Cara", "Dan")
    hand = deal(rules("cambio"), names, random.Random("a look 68 match 1 hand 0"))
    drawn = all_discard(hand, 35).play("draw")
    assert str(view(drawn, drawn.turn).holding) in new_stock


# Exercises


@pytest.mark.parametrize("learner", LEARNERS)
def test_five_cards_seen(learner: str) -> None:
    asked = exercise_named("03.1").of(learner)
    left = [card for card in PACK if card not in asked.cards.split()]
    assert len(left) == 47
    assert asked.answer == Fraction(sum(map(worth, left)), 47)


@pytest.mark.parametrize("learner", LEARNERS)
def test_an_ace_to_come(learner: str) -> None:
    asked = exercise_named("03.2").of(learner)
    cards, aces = 52 - asked.seen, 4 - asked.gone
    none = prod(Fraction(cards - aces - n, cards - n) for n in range(asked.draws))
    assert asked.answer == 1 - none


MEANT = {
    "a king or a queen": lambda card: card[:-1] in ("K", "Q"),
    "a jack, queen or king": lambda card: card[:-1] in ("J", "Q", "K"),
    "a heart": lambda card: card[-1] == "H",
    "a red card": lambda card: card[-1] in "HD",
}


@pytest.mark.parametrize("what", MEANT)
def test_at_least_one(what: str) -> None:
    fits = MEANT[what]
    kept = [fits(a) and fits(b) for a, b in combinations(PACK, 2) if fits(a) or fits(b)]
    assert exercise_named("03.3").work(what) == given(kept)


def test_two_ways_to_show_a_king() -> None:
    cara, dan = [], []
    for first, second in permutations(PACK, 2):
        two = is_king(first) and is_king(second)
        cara += [two] if is_king(first) else []  # the first of a shuffled pair is turned up
        dan += [two] if is_king(first) or is_king(second) else []
    assert given(cara) == Fraction(1, 17) == Fraction(12, 12 + 384 // 2)
    assert given(dan) == Fraction(1, 33)
    assert exercise_named("03.4").work() == "Cara"


@pytest.mark.parametrize("kings", [1, 2, 3])
def test_after_the_shuffle(kings: int) -> None:
    pile = ["K"] * kings + ["x"] * (39 - kings)
    others = ["K"] * (4 - kings) + ["x"] * (8 - 4 + kings)
    assert len(pile) + 1 + len(others) + 4 == 52
    found = tuple(Fraction(heap.count("K"), len(heap)) for heap in (pile, others))
    assert exercise_named("03.5").work(kings) == found
