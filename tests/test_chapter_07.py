"""Chapter 07: every number of the notebook, worked out a second way."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations, product
from random import Random

import pytest

from cambio_edu.belief import believe
from cambio_edu.choices import decision, given_choices, model, points_at
from cambio_edu.figures import described
from cambio_edu.lessons.chapters import c07
from cambio_edu.lessons.demos.c07 import both_at_most_5, is_low, played, plot_tables, told
from cambio_edu.notation import read
from cambio_edu.rules import rules
from cambio_edu.thresholds import Threshold
from cambio_edu.view import view
from cambio_edu.widgets import Table

KEEPS_A_NINE = ("draw", "swap 1", "done")
TAKES_A_THREE = ("take", "swap 3", "done")
CAMBIO = rules("cambio")


def unseen_points(*shown: str) -> list[int]:
    """The points of all cards but those."""
    return [CAMBIO.points(c) for c in CAMBIO.pack.cards if c.shown not in shown]


FIRST = unseen_points("10♥", "3♣", "Q♥")
THIRD = unseen_points("8♥", "10♣", "3♦")


def keeps(drawn: int, first: int, second: int) -> bool:
    return drawn < max(first, second, 6)


def kept_by_points() -> dict[int, Counter[bool]]:
    """Of all deals of three cards: how often each drawn card is kept."""
    found: dict[int, Counter[bool]] = {}
    counts = Counter(FIRST)
    for drawn, first, second in product(counts, repeat=3):
        ways = counts[drawn] * (counts[first] - (first == drawn))
        ways *= counts[second] - (second == drawn) - (second == first)
        found.setdefault(drawn, Counter())[keeps(drawn, first, second)] += ways
    return found


# The hands


@pytest.mark.parametrize("seed", ["chapter 07 116", "chapter 07 16"])
def test_the_hands_are_those_of_the_table(seed: str) -> None:
    table = Table(opponents=["beginner", "careful"], first="C", seed=seed, study=True, name="")
    there = read(table.hand_text)
    assert (there.pack, there.first) == (played(seed).pack, played(seed).first)


@pytest.mark.parametrize("moves", [KEEPS_A_NINE, TAKES_A_THREE])
def test_cara_does_what_the_model_says(moves: tuple[str, ...]) -> None:
    hand = played("chapter 07 116" if moves == KEEPS_A_NINE else "chapter 07 16")
    for move in moves:
        assert str(Threshold()(view(hand, 2))) == move
        hand = hand.play(move)


def test_what_ann_sees_is_what_the_prose_says() -> None:
    nine = told(view(played("chapter 07 116", *KEEPS_A_NINE), 0))
    three = told(view(played("chapter 07 16", *TAKES_A_THREE), 0))
    assert "swaps card 1; 9♠ goes" in nine
    assert "takes 3♦" in three
    assert "swaps card 3; J♦ goes" in three
    assert played("chapter 07 116", *KEEPS_A_NINE).cards[2][0].shown == "8♣"


# The count


def test_the_count_by_hand_is_the_count_over_all_deals() -> None:
    found = kept_by_points()
    assert sum(sum(ways.values()) for ways in found.values()) == 49 * 48 * 47
    kept = sum(ways[True] for ways in found.values())
    low = sum(ways[True] for points, ways in found.items() if points <= 4)
    kings = sum(ways[True] for points, ways in found.items() if points <= 0)
    assert Fraction(low, kept) == Fraction(5358, 9343)
    assert round(low / kept, 2) == 0.57
    assert round(kings / kept, 2) == 0.12
    every = sum(sum(ways.values()) for points, ways in found.items() if points <= 4)
    assert every == low  # of low cards she keeps every one
    assert Fraction(every, 49 * 48 * 47) == Fraction(19, 49)
    others = 49 * 48 * 47 - every
    assert 0.46 < (kept - low) / others < 0.48  # “nearly half”, “not quite to the middle”
    assert found[12][True] == 0  # queens are gone
    assert [found[x][False] for x in (-2, 0, 1, 2, 3, 4, 5)] == [0] * 7


def test_the_count_agrees_with_ten_thousand_deals() -> None:
    rng, kept = Random(70), []
    for _ in range(10_000):
        drawn, first, second = rng.sample(FIRST, 3)
        kept += [drawn] if keeps(drawn, first, second) else []
    exact = 5358 / 9343
    error = (exact * (1 - exact) / len(kept)) ** 0.5
    assert abs(sum(x <= 4 for x in kept) / len(kept) - exact) < 4 * error


def test_for_a_nine_any_card_up_to_eight_is_as_likely() -> None:
    rest = list(FIRST)
    rest.remove(9)  # it lies on the pile, and was card 1
    found: Counter[int] = Counter()
    for drawn, second in permutations(rest, 2):
        found[drawn] += drawn < 9 and second <= 9
    per_card = {x: Fraction(found[x], rest.count(x)) for x in found if found[x]}
    assert max(per_card) == 8
    assert len({*per_card.values()}) == 1
    low = Fraction(sum(n for x, n in found.items() if x <= 4), sum(found.values()))
    assert low == Fraction(19, 35)
    assert round(float(low), 2) == 0.54


def test_with_slips_the_sampled_table_agrees_with_the_count() -> None:
    rest = list(FIRST)
    rest.remove(9)
    weights: Counter[str] = Counter()
    for drawn, second in permutations(rest, 2):
        usual = Fraction(9, 10) * (drawn < 9 and second <= 9)
        weights["low" if drawn <= 4 else "other"] += usual + Fraction(1, 90)
    exact = float(weights["low"] / weights.total())
    seen = view(played("chapter 07 116", *KEEPS_A_NINE), 0)
    table = decision(seen, 1, is_low, model("careful"), limit=4_000)
    row = {row.hypothesis: row for row in table.rows}["low"]
    assert table.rows[0].hypothesis == "low"  # the notebook prints the first row
    assert abs(row.posterior.value - exact) < 2 * row.posterior.standard_error
    assert abs(row.posterior.value - 19 / 35) < 2 * row.posterior.standard_error
    assert abs(row.prior.value - 19 / 48) < 4 * row.prior.standard_error


def test_another_model_makes_another_posterior() -> None:
    seen = view(played("chapter 07 116", *KEEPS_A_NINE), 0)
    rest = list(FIRST)
    rest.remove(9)

    def exact(save: int) -> float:
        weights: Counter[bool] = Counter()
        for drawn, second in permutations(rest, 2):
            usual = Fraction(9, 10) * (drawn <= 9 - save and second <= 9)
            weights[drawn <= 4] += usual + Fraction(1, 90)
        return float(weights[True] / weights.total())

    models = {1: Threshold(), 4: Threshold(keep_from=4), -20: Threshold(keep_from=-20)}
    found = {}
    for save, who in models.items():
        found[save] = decision(seen, 1, is_low, model(who), limit=2_000).rows[0].posterior
        assert abs(found[save].value - exact(save)) < 4 * found[save].standard_error
    assert 0.77 < exact(4) < 0.83
    assert exact(-20) == pytest.approx(19 / 48, abs=0.003)  # only that she knows no ten or more
    chance = decision(seen, 1, is_low, model("random"), limit=2_000).rows[0]
    assert chance.posterior.value == pytest.approx(chance.prior.value)


# The three


def test_where_she_puts_a_three_says_that_both_known_cards_are_at_most_five() -> None:
    three = view(played("chapter 07 16", *TAKES_A_THREE), 0)
    rest = list(THIRD)
    rest.remove(11)
    pairs = [pair for pair in permutations(rest, 2) if max(pair) < 6]
    assert len(rest) == 48
    mean = Fraction(sum(first for first, _ in pairs), len(pairs))
    assert believe(three).points("C1").given(lambda x: x <= 5).mean == mean
    assert round(float(mean), 2) == 2.3
    worlds = given_choices(three, {2: model(Threshold())})
    assert float(worlds.mean(points_at("C1"))) < float(believe(three).points("C1").mean)
    assert float(mean) < float(worlds.mean(points_at("C1"))) < 4  # softer, but far below the 5.8


def test_a_refused_three_says_much_under_one_model_and_nothing_under_the_other() -> None:
    refused = view(played("chapter 07 16", "draw"), 0)
    pairs = list(combinations(THIRD, 2))
    both = Fraction(sum(max(pair) <= 5 for pair in pairs), len(pairs))

    def weight(pair: tuple[int, int]) -> Fraction:
        usual = max(pair) <= 5 and 3 not in pair  # a three she would lay on the three
        return Fraction(9, 10) * usual + Fraction(1, 70)

    weights = [(max(pair) <= 5, weight(pair)) for pair in pairs]
    exact = sum(w for so, w in weights if so) / sum(w for _, w in weights)
    for who, wanted in ((Threshold(), both), (Threshold(unknown=5), exact)):
        table = decision(refused, 0, both_at_most_5, model(who), limit=4_000)
        row = {row.hypothesis: row for row in table.rows}["both"]
        assert abs(row.posterior.value - float(wanted)) < 4 * row.posterior.standard_error
    assert both < Fraction(22, 100)
    assert exact > Fraction(9, 10)


# Pictures and exercises


def test_the_square_says_what_it_shows() -> None:
    ax = plot_tables(Fraction(2, 5), Fraction(1), Fraction(1, 2))
    assert (
        described(ax)
        == "low: 400 tables, kept at 400 of them. other: 600 tables, kept at 300 of them."
    )


def test_07_1_by_counting_tables() -> None:
    for low, keeps_low, also in product((200, 300), (90, 96), (30, 60)):
        tables = [("low", keeps_low)] * low + [("other", also)] * (1000 - low)
        kept = [(name, n < share) for name, share in tables for n in range(100)]
        so = sum(is_kept for name, is_kept in kept if name == "low")
        asked = c07.low_if_kept.work(low=low, keeps=keeps_low, also=also)
        assert asked == Fraction(so, sum(is_kept for _, is_kept in kept))


@pytest.mark.parametrize("thrown", [6, 7, 8, 9])
def test_07_2_over_all_pairs_of_known_cards(thrown: int) -> None:
    pack = unseen_points()
    pack.remove(thrown)
    pairs = [pair for pair in permutations(pack, 2) if not keeps(thrown, *pair)]
    mean = Fraction(sum(first for first, _ in pairs), len(pairs))
    assert c07.seen_card.work(thrown=thrown) == mean


def test_07_3_and_07_4_as_trees() -> None:
    tree = {("both", "leaves"): Fraction(20 * 92), ("not", "leaves"): Fraction(80 * 8)}
    share = tree["both", "leaves"] / sum(tree.values())
    assert c07.with_slips.work(prior=20, slip=8) == share
    step = Fraction(1, 2)  # each posterior is the next prior
    for cara, dan in ((9, 3), (9, 3), (1, 7)):
        step = step * cara / (step * cara + (1 - step) * dan)
    assert c07.behind_the_screen.work(cara=9, dan=3, taken=2) == step


def test_07_5_is_right_in_a_case_worked_by_hand() -> None:
    # of 100 tables: 25 so, 22.5 with the evidence; 75 not so, 15 with it
    case = (Fraction(1, 4), Fraction(9, 10), Fraction(1, 5))
    assert c07.updating.work()(*case) == Fraction(225, 375)
