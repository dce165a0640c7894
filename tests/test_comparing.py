"""Two players with the same packs: what a plain loop says, and nobody is favoured."""

from collections.abc import Callable, Sequence
from math import hypot, sqrt
from statistics import fmean, stdev
from typing import Any

import numpy as np
import pytest

from cambio_edu.errors import CambioError
from cambio_edu.rules import Rules, rules
from cambio_edu.simulation import (
    Interval,
    best_response,
    best_threshold,
    compare_players,
    estimate,
    risk_by_turn,
    simulate,
)
from cambio_edu.simulation.comparing import AIMS, in_every_seat
from cambio_edu.thresholds import Threshold
from cambio_edu.words import LANGUAGES, words

EARLY, USUAL = Threshold(call_at=(8,)), Threshold()
FORGETS = Threshold(forget=0.3)


def looped(
    player: Threshold, others: Threshold, in_force: Rules, seats: int, seed: int, aim: str
) -> list[float]:
    """What a player makes of each of 50 packs, seat by seat and hand by hand."""
    made: list[list[float]] = [[] for _ in range(50)]
    for place in range(seats):
        seated: Sequence[Threshold] = [others] * place + [player] + [others] * (seats - 1 - place)
        found = simulate(seated, in_force, hands=50, seed=seed)
        for hand, scores in enumerate(found.scores.tolist()):
            own = scores.pop(place)
            made[hand].append(own - fmean(scores) if aim == "lead" else own)
    return [fmean(points) for points in made]


# What is compared


@pytest.mark.parametrize("aim", AIMS)
@pytest.mark.parametrize(
    ("preset", "house", "seats"),
    [("cambio", "", 2), ("cabo", "no penalty", 3), ("cambio", "stacking in any turn", 5)],
)
def test_the_difference_is_that_of_a_loop(preset: str, house: str, seats: int, aim: str) -> None:
    in_force, others = rules(preset, house), Threshold(call_at=(3,))
    found = compare_players(
        EARLY, FORGETS, preset, seats, 50, 7, others=others, aim=aim, house=house
    )
    first, second = (looped(p, others, in_force, seats, 7, aim) for p in (EARLY, FORGETS))
    apart = [a - b for a, b in zip(first, second, strict=True)]
    for of, values in zip((*found.points, found.difference), (first, second, apart), strict=True):
        assert of.value == pytest.approx(fmean(values))
        assert of.standard_error == pytest.approx(stdev(values) / sqrt(50))
        assert of.worlds == 50
    assert found.apart == pytest.approx(hypot(stdev(first), stdev(second)) / sqrt(50))
    assert (found.rules, found.players, found.aim) == (in_force, (EARLY, FORGETS), aim)


def test_without_others_the_usual_player_sits_at_the_other_seats() -> None:
    found = compare_players(EARLY, FORGETS, hands=50)
    named = compare_players(EARLY, FORGETS, rules("cambio"), hands=50, others=USUAL)
    assert found == named
    assert found != compare_players(EARLY, FORGETS, hands=50, others=EARLY)


def test_players_that_are_the_same_do_not_differ() -> None:
    found = compare_players(FORGETS, FORGETS, "cabo", 3, 200)
    assert (found.difference.value, found.difference.standard_error) == (0, 1 / 201)
    assert found.points[0] == found.points[1]
    assert not found.is_clear


def test_the_other_way_round_the_difference_is_the_opposite() -> None:
    one, other = (compare_players(*two, hands=300) for two in ((EARLY, USUAL), (USUAL, EARLY)))
    assert one.difference.value == -other.difference.value != 0
    assert one.points == other.points[::-1]
    assert one.apart == other.apart
    assert (one.interval.low, one.interval.high) == (-other.interval.high, -other.interval.low)


def test_the_leads_of_a_whole_table_of_usual_players_are_nothing() -> None:
    """Seat by seat somebody leads; over all seats of a pack nobody can."""
    for seats in (2, 4):
        lead = in_every_seat(USUAL, USUAL, rules("cabo"), seats, 100, 3, "lead")
        assert lead == pytest.approx([0.0] * 100)


def test_points_and_lead_are_not_the_same() -> None:
    points, lead = (compare_players(EARLY, USUAL, seats=2, hands=100, aim=aim) for aim in AIMS)
    assert points.difference.value != lead.difference.value
    assert points.points[1].value > 0
    assert lead.points[1].value == pytest.approx(0)


# How sure it is


def test_the_interval_is_1_96_standard_errors_to_each_side() -> None:
    found = compare_players(EARLY, USUAL, hands=300)
    value, error = found.difference.value, found.difference.standard_error
    ends = (value - 1.96 * error, value + 1.96 * error)
    assert tuple(found.interval) == pytest.approx(ends, abs=1e-4)
    assert found.is_clear == (not found.interval.low <= 0 <= found.interval.high)


@pytest.mark.parametrize("seats", [2, 4])
def test_the_same_packs_say_more_than_packs_of_their_own(seats: int) -> None:
    for other in (EARLY, FORGETS, Threshold(keep_from=2)):
        found = compare_players(USUAL, other, "cabo", seats, 2_000)
        assert found.apart > found.difference.standard_error


@pytest.mark.parametrize(
    "worse",
    [
        FORGETS,
        Threshold(call_at=(15,)),
        Threshold(unknown=0),
        Threshold(keep_from=6, take_from=9),
    ],
)
def test_who_plays_better_is_clearly_better(worse: Threshold) -> None:
    for preset, aim in (("cambio", "points"), ("cabo", "lead")):
        found = compare_players(USUAL, worse, preset, 4, 1_000, aim=aim)
        assert found.is_clear
        assert found.interval.high < 0


def test_a_few_packs_cannot_tell_two_that_are_nearly_alike() -> None:
    found = compare_players(Threshold(peek_worth=1), USUAL, hands=100)
    assert found.difference.value != 0
    assert not found.is_clear


def test_intervals_hold_the_true_difference_in_95_of_100_experiments() -> None:
    groups, each = 200, 200
    pairs = {}
    for seed, hands in ((1, groups * each), (2, 100_000)):
        first, second = (
            in_every_seat(player, USUAL, rules("cabo"), 2, hands, seed)
            for player in (Threshold(call_at=(6,)), USUAL)
        )
        pairs[seed] = first - second
    true = pairs[2].mean()
    held = sum(
        true in Interval.of(estimate(pairs[1][n * each : (n + 1) * each])) for n in range(groups)
    )
    assert abs(held - 0.95 * groups) < 4 * sqrt(groups * 0.95 * 0.05)


# What is shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_comparison_is_printed_in_each_language(language: str) -> None:
    said, point = words(language), "." if language == "en" else ","
    for other, aim, answer in (
        (Threshold(call_at=(9,)), "points", "clear"), (USUAL, "lead", "open"),
    ):  # fmt: skip
        found = compare_players(other, USUAL, seats=2, hands=1_000, aim=aim, language=language)
        text = str(found)
        for key in ("sim.usual", "sim.compare.difference", f"sim.{aim}"):
            assert said[key] in text
        assert said[f"sim.compare.{answer}"].split("{", 1)[0] in text
        assert f"{found.difference.value:.2f}".replace("-", "").replace(".", point) in text
        assert f"{found.apart:.3f}".replace(".", point) in text
        assert ("1,000" if language == "en" else "1.000") in text
        assert ("call_at=9" in text) == (other != USUAL)
        assert "{" not in text


def test_a_comparison_in_short() -> None:
    found = compare_players(EARLY, USUAL, hands=50)
    value, error = found.difference.value, found.difference.standard_error
    assert repr(found) == f"<Comparison: {value:+.2f} ± {error:.2f}>"


# What cannot be


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ({"aim": "score"}, "aim='score': one of points, lead is wanted"),
        ({"aim": None}, "aim=None: one of points, lead"),
        ({"rules": "poker"}, "'poker' is no rule set"),
        ({"house": "blond"}, "'blond' is no house rule"),
        ({"house": "teams"}, "'teams' play together"),
        ({"rules": rules(), "house": "blind"}, "house='blind'"),
        ({"seats": 9}, "9 seats cannot play 'cambio'; 2, 3, 4, 5, 6 can"),
        ({"seats": 1}, "1 seats cannot play"),
        ({"seats": 0}, "0 seats cannot play"),
        ({"seats": -2}, "-2 seats cannot play"),
        ({"seats": 2.0}, "seats=2.0: a whole number"),
        ({"hands": 0}, "hands=0: a whole number from 1"),
        ({"hands": -1}, "hands=-1"),
        ({"hands": 1.5}, "hands=1.5"),
        ({"seed": -1}, "seed=-1: a whole number from 0"),
        ({"first": "careful"}, "'careful' cannot be simulated, only a Threshold"),
        ({"second": "careful"}, "'careful' cannot be simulated, only a Threshold"),
    ],
)
def test_what_cannot_be_compared_is_named(what: dict[str, Any], message: str) -> None:
    with pytest.raises(CambioError) as error:
        compare_players(**{"first": USUAL, "second": EARLY, "hands": 10, **what})
    assert message in str(error.value)


def test_a_language_that_is_none_is_named_before_anything_is_played() -> None:
    with pytest.raises(CambioError, match="'xx' is no language"):
        compare_players(USUAL, EARLY, hands=10, language="xx")


@pytest.mark.parametrize("ask", [best_response, best_threshold, risk_by_turn])
def test_every_question_names_a_language_that_is_none_first(ask: Callable[..., object]) -> None:
    needed = (5,) if ask is best_response else ()
    with pytest.raises(CambioError, match="'xx' is no language"):
        ask(*needed, hands=10**8, language="xx")


def test_a_player_that_is_none_is_named() -> None:
    for wrong in ("careful", [USUAL] * 3):
        with pytest.raises(CambioError, match="cannot be simulated, only a Threshold"):
            compare_players(USUAL, USUAL, hands=10, others=wrong)
        with pytest.raises(CambioError, match="cannot be simulated, only a Threshold"):
            best_response(5, hands=10, player=wrong)
    for thresholds in (5, [], np.arange(3)):
        with pytest.raises(CambioError, match="a list of points is wanted"):
            best_response(5, hands=10, thresholds=thresholds)
