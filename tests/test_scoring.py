"""Scores of a hand: the worked examples, and every decision on scores in each preset."""

import pytest

from cambio_edu.cards import card
from cambio_edu.rules import PRESETS, rules
from cambio_edu.scoring import REASONS, Score, scores


def score(
    preset: str, *grids: str, caller: int | None = None, house: str = "", emptied: int | None = None
) -> list[int]:
    """The points of a hand, and a check that each has a reason there is."""
    held = [[card(word) for word in grid.split()] for grid in grids]
    found = scores(rules(preset, house), held, caller, emptied)
    assert all(one.reason in REASONS for one in found)
    return [one.points for one in found]


def why(preset: str, *grids: str, caller: int | None = None, house: str = "") -> list[str]:
    held = [[card(word) for word in grid.split()] for grid in grids]
    return [one.reason for one in scores(rules(preset, house), held, caller)]


# The worked examples of the texts


def test_example_joker_ace_three_called() -> None:
    found = score("cambio-jokers", "JK AS 3H", "2S 5H 4D 6C", "8S AD 2H 3C", caller=0)
    assert found == [0, 17, 14]


def test_example_caller_ties_at_six() -> None:
    assert score("cambio-jokers", "AS 5H", "2S 4H", caller=0) == [0, 6]


def test_example_caller_with_six_against_five() -> None:
    assert score("cambio-jokers", "AS 5H", "2S 3H", caller=0) == [16, 5]


@pytest.mark.parametrize(
    ("preset", "held"), [("cambio-jokers", "QS QH KS KC"), ("cabo", "12 12 13 13")]
)
def test_example_kamikaze(preset: str, held: str) -> None:
    low = "AS 2S" if preset == "cambio-jokers" else "1 2"
    assert sum(PRESETS[preset].points(card(word)) for word in held.split()) == 50
    assert score(preset, low, held, low) == [50, 0, 50]


def test_example_a_red_king_on_either_side_is_a_swing_of_fifteen() -> None:
    caller, other = "KH 4S 3S", "KD 2H"  # 5 against 0
    assert score("cambio", caller, other, caller=0) == [15, 0]


# Lowest, caller lowest, caller not lowest, ties: one case a preset


@pytest.mark.parametrize(
    ("preset", "called_low", "called_high", "tied", "nobody", "nobody_tied"),
    [
        ("cambio", [0, 5, 7], [0, 15, 7], [0, 3, 7], [0, 5, 7], [0, 0, 7]),
        ("cambio-jokers", [0, 5, 7], [3, 15, 7], [0, 3, 7], [3, 5, 7], [3, 3, 7]),
        ("cabo", [0, 5, 7], [0, 10, 7], [0, 3, 7], [0, 5, 7], [0, 0, 7]),
        ("cabo-lenient", [0, 5, 7], [0, 10, 7], [0, 3, 7], [0, 5, 7], [0, 0, 7]),
    ],
)
def test_who_writes_what(
    preset: str,
    called_low: list[int],
    called_high: list[int],
    tied: list[int],
    nobody: list[int],
    nobody_tied: list[int],
) -> None:
    suit = "" if PRESETS[preset].pack.is_cabo else "S"
    three, five, seven = f"3{suit}", f"5{suit}", f"7{suit}"
    assert score(preset, three, five, seven, caller=0) == called_low
    assert score(preset, three, five, seven, caller=1) == called_high
    assert score(preset, three, three, seven, caller=0) == tied
    assert score(preset, three, five, seven) == nobody
    assert score(preset, three, three, seven) == nobody_tied


@pytest.mark.parametrize("preset", ["cambio", "cabo", "cabo-lenient"])
def test_a_tie_for_lowest_without_a_caller_who_called_too_high(preset: str) -> None:
    suit = "" if PRESETS[preset].pack.is_cabo else "S"
    penalty = PRESETS[preset].caller_penalty
    found = score(preset, f"3{suit}", f"3{suit}", f"7{suit}", caller=2)
    assert found == [0, 0, 7 + penalty]


def test_with_jokers_those_tied_below_a_wrong_caller_write_their_own_totals() -> None:
    assert score("cambio-jokers", "3S", "3H", "7S", caller=2) == [3, 3, 17]


def test_the_lowest_scores_nothing_also_below_nothing() -> None:
    assert score("cambio", "KH KD", "KS 3H") == [0, 3]
    assert score("cambio", "KH KD", "KH 3S", caller=0) == [0, 1]


def test_a_total_below_nothing_that_is_not_lowest_is_written_down() -> None:
    assert score("cambio", "KH KD", "KH AS") == [0, -1]
    assert score("cambio", "KH", "KD", caller=0) == [0, -2]  # tied with the caller
    assert score("cambio", "KH KD", "KH AS", caller=1) == [0, 9]  # -1 + 10


def test_reasons_say_why() -> None:
    assert why("cambio", "3S", "5S", "7S", caller=0) == ["called", "own", "own"]
    assert why("cambio", "3S", "5S", "7S", caller=1) == ["lowest", "wrong", "own"]
    assert why("cambio", "3S", "3H", "7S", caller=0) == ["called", "tied", "own"]
    assert why("cambio-jokers", "3S", "5S") == ["own", "own"]
    assert why("cambio", "", "5S") == ["empty", "own"]
    assert why("cabo", "12 12 13 13", "1") == ["kamikaze", "hit"]


# Kamikaze


def test_a_kamikaze_overrides_everything() -> None:
    kamikaze = "QS QD KS KC"
    assert score("cambio-jokers", kamikaze, "AS", caller=0) == [0, 50]
    assert score("cambio-jokers", kamikaze, "AS", caller=1) == [0, 50]
    assert score("cambio-jokers", kamikaze, "JK JK", caller=1) == [0, 50]


@pytest.mark.parametrize(
    "held", ["QS QD KS", "QS QD KS KC JK", "QS QD QH KS", "QS KS KC 10D", "KS KC KS KC"]
)
def test_only_exactly_those_four_cards_are_a_kamikaze(held: str) -> None:
    total = sum(PRESETS["cambio-jokers"].points(card(word)) for word in held.split())
    assert score("cambio-jokers", held, "AS") == [total, 1]


@pytest.mark.parametrize("preset", ["cambio", "cabo-lenient"])
def test_no_kamikaze_where_the_rules_have_none(preset: str) -> None:
    held, low = ("QS QD KS KC", "AS") if preset == "cambio" else ("12 12 13 13", "1")
    total = sum(PRESETS[preset].points(card(word)) for word in held.split())
    assert score(preset, held, low) == [total, 0]
    assert score(preset, held, low, house="kamikaze=yes") == [0, 50]


def test_kings_count_for_a_kamikaze_whatever_they_are_worth() -> None:
    assert score("cambio", "QS QD KH KC", "AS", house="kamikaze=yes; open kings") == [0, 50]


def test_two_at_once_both_score_nothing() -> None:
    assert score("cabo", "12 12 13 13", "12 12 13 13", "1") == [0, 0, 50]


# An empty grid


@pytest.mark.parametrize("preset", PRESETS)
def test_an_empty_grid_scores_nothing_and_never_pays(preset: str) -> None:
    suit = "" if PRESETS[preset].pack.is_cabo else "S"
    assert score(preset, "", f"3{suit}") == [0, 3]
    assert score(preset, "", f"3{suit}", caller=0) == [0, 3]


def test_an_empty_grid_counts_nothing_when_the_lowest_is_sought() -> None:
    assert score("cambio", "", "3S", caller=1) == [0, 13]
    assert score("cambio", "", "KS", caller=1) == [0, 0]  # tied at 0
    assert score("cambio", "", "KH", caller=0) == [0, 0]  # -2 is lowest; the empty one never pays
    assert score("cambio", "", "KH", "5S") == [0, 0, 5]


# House rules


@pytest.mark.parametrize("preset", PRESETS)
def test_no_penalty(preset: str) -> None:
    suit = "" if PRESETS[preset].pack.is_cabo else "S"
    lowest = 0 if PRESETS[preset].lowest_zero else 3
    found = score(preset, f"3{suit}", f"5{suit}", caller=1, house="no penalty")
    assert found == [lowest, 5]
    found = score(preset, f"3{suit}", f"5{suit}", caller=1, house="caller_penalty=7")
    assert found == [lowest, 12]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("house", ["both tied score 0", "both_tied_zero=yes"])
def test_both_tied_score_nothing(preset: str, house: str) -> None:
    suit = "" if PRESETS[preset].pack.is_cabo else "S"
    grids = f"3{suit}", f"3{suit}", f"7{suit}"
    assert score(preset, *grids, caller=0, house=house) == [0, 0, 7]
    without_caller = score(preset, *grids)
    assert score(preset, *grids, house=house) == without_caller  # it speaks of ties with the caller


def test_the_lowest_may_write_its_total_or_not() -> None:
    assert score("cambio", "3S", "5S", house="lowest_zero=no") == [3, 5]
    assert score("cambio-jokers", "3S", "5S", house="lowest_zero=yes") == [0, 5]
    assert score("cambio-jokers", "3S", "5S", caller=1, house="lowest_zero=yes") == [0, 15]
    assert score("cambio", "3S", "5S", caller=0, house="lowest_zero=no") == [0, 5]


def test_kings_and_jokers_by_their_fields() -> None:
    assert score("cambio", "KH KS", "5S 6S", house="red_king=3; black_king=4") == [0, 11]
    assert score("cambio", "9S", "KH KS", house="open kings") == [9, 0]
    assert score("cambio", "JK", "KH", house="jokers") == [0, -2]
    assert score("cambio-jokers", "JK 2S", "AS", house="joker=-1") == [1, 1]


def test_a_grid_emptied_at_once() -> None:
    grids = "KH", "", "5S"
    assert score("cambio", *grids, house="empty grid wins", emptied=1) == [-2, 0, 5]
    assert score("cambio", *grids, caller=2, house="empty grid wins", emptied=1) == [-2, 0, 5]
    house = "empty grid wins; kamikaze=yes"
    assert score("cambio", "QS QH KS KC", "", "5S", house=house, emptied=1) == [0, 50, 50]


# Teams


TEAMS = "AS", "2S", "3S", "5S"  # A and C have 4, B and D have 7


def test_partners_share_total_and_score() -> None:
    assert score("cambio", *TEAMS, house="teams") == [0, 7, 0, 7]
    assert score("cambio", *TEAMS, caller=2, house="teams") == [0, 7, 0, 7]
    assert score("cambio", *TEAMS, caller=1, house="teams") == [0, 17, 0, 17]
    assert score("cambio-jokers", *TEAMS, caller=3, house="teams") == [4, 17, 4, 17]
    house = "teams; caller_penalty=5"
    assert score("cambio", *TEAMS, caller=1, house=house) == [0, 12, 0, 12]


def test_teams_tied_with_the_caller() -> None:
    tied = "AS", "2S", "3S", "2H"
    assert score("cambio", *tied, caller=0, house="teams") == [0, 4, 0, 4]
    assert score("cambio", *tied, caller=0, house="teams; both tied score 0") == [0, 0, 0, 0]
    assert score("cambio", *tied, house="teams") == [0, 0, 0, 0]


def test_three_teams_of_two() -> None:
    grids = "AS", "2S", "3S", "4S", "5S", "6S"  # A+D 5, B+E 7, C+F 9
    assert score("cambio", *grids, caller=4, house="teams") == [0, 17, 9, 0, 17, 9]


def test_a_kamikaze_of_one_partner_counts_for_the_team() -> None:
    grids = "QS QD KS KC", "AS", "9S", "2S"
    assert score("cambio-jokers", *grids, house="teams") == [0, 50, 0, 50]


def test_the_flat_nothing_of_an_empty_grid_needs_both_grids_empty() -> None:
    assert score("cambio", "", "2S", "9S", "3S", house="teams") == [9, 0, 9, 0]
    assert score("cambio", "", "2S", "9S", "3S", caller=0, house="teams") == [19, 0, 19, 0]
    assert score("cambio", "", "KH", "", "KD", caller=0, house="teams") == [0, 0, 0, 0]


def test_one_emptied_grid_is_enough_where_it_ends_the_hand() -> None:
    house = "teams; empty grid wins"
    assert score("cambio", "", "2S", "9S", "3S", house=house, emptied=0) == [0, 5, 0, 5]


def test_a_score_is_points_and_a_reason() -> None:
    assert scores(rules(), [[card("3S")], [card("5S")]])[0] == Score(0, "lowest")
