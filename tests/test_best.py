"""Best thresholds: what each brings, which is best against itself, and the stored table."""

from dataclasses import replace
from importlib.resources import files
from typing import Any

import pytest

from cambio_edu.errors import CambioError
from cambio_edu.probability import Estimate
from cambio_edu.rules import PRESETS, rules, seats_allowed
from cambio_edu.simulation import (
    Interval,
    best,
    best_response,
    best_threshold,
    compare_players,
    estimate,
    recomputed,
    stored_thresholds,
)
from cambio_edu.simulation.best import (
    STORED_HANDS,
    STORED_SEED,
    THRESHOLDS,
    Fixed,
    Response,
    rows_wanted,
    stored_text,
    table_of,
)
from cambio_edu.simulation.comparing import AIMS, in_every_seat
from cambio_edu.thresholds import Threshold
from cambio_edu.words import LANGUAGES, words

ROWS = {f"{row.preset} {row.seats} {row.aim}": row for row in stored_thresholds()}
CHEAPEST = "cambio-jokers 2 points"


def answer(points: dict[int, float], against: int = 5, behind: float = 1.0) -> Response:
    """A response laid out by hand: each is worse than the best by its points, give or take."""
    least = min(points.values())
    return Response(
        rules(),
        2,
        against,
        "lead",
        {at: Estimate(value, 0.1, 100, 100.0, "hands") for at, value in points.items()},
        {at: Estimate(value - least, behind, 100, 100.0) for at, value in points.items()},
    )


# What each threshold brings


@pytest.mark.parametrize("aim", AIMS)
def test_points_and_how_far_behind_are_those_of_the_same_packs_in_every_seat(aim: str) -> None:
    player = Threshold(forget=0.1, per_seat=1)
    found = best_response(
        4, "cabo", 3, 80, 6, aim=aim, player=player, thresholds=(9, 2, 6), house="no penalty"
    )
    in_force, others = rules("cabo", "no penalty"), replace(player, call_at=(4,))
    made = {
        at: in_every_seat(replace(player, call_at=(at,)), others, in_force, 3, 80, 6, aim)
        for at in (9, 2, 6)
    }
    assert found.points == {at: estimate(of) for at, of in made.items()}
    assert found.best == min(made, key=lambda at: made[at].mean())
    assert found.behind == {at: estimate(of - made[found.best]) for at, of in made.items()}
    assert list(found.points) == list(found.behind) == [9, 2, 6]  # in the order that was given
    assert (found.rules, found.seats, found.against, found.aim) == (in_force, 3, 4, aim)


def test_how_far_behind_is_what_comparing_them_says() -> None:
    found = best_response(5, "cabo", 2, 400, 3, thresholds=(3, 6, 12), aim="points")
    for at in found.points:
        players = (Threshold(call_at=(at,)), Threshold(call_at=(found.best,)))
        compared = compare_players(*players, "cabo", 2, 400, 3)
        assert found.behind[at] == compared.difference
        assert found.points[at] == compared.points[0]
        assert (at in found.as_good) == (not compared.is_clear)


def test_the_best_is_as_good_as_itself_and_nothing_is_better() -> None:
    for seed in range(5):
        found = best_response(5, "cambio-jokers", 2, 60, seed, thresholds=range(2, 9))
        assert found.best in found.as_good
        assert found.behind[found.best].value == 0
        assert all(worse.value >= 0 for worse in found.behind.values())


def test_what_is_as_good_is_what_the_intervals_leave_open() -> None:
    found = answer({3: 4.0, 4: 1.9, 5: 0.0, 6: 2.0})
    assert (found.best, found.as_good) == (5, [4, 5])  # 1.96 standard errors of 1
    assert [0 in Interval.of(found.behind[at]) for at in found.points] == [False, True, True, False]


def test_of_thresholds_that_bring_the_same_the_first_is_best() -> None:
    """With -9 and -8 nobody ever calls for points, so they play alike."""
    for order in ((-8, -9), (-9, -8)):
        found = best_response(5, "cabo", 2, 50, thresholds=order)
        assert found.points[-8] == found.points[-9]
        assert found.best == order[0]
        assert found.as_good == list(order)


def test_a_threshold_is_tried_once_however_often_it_is_given() -> None:
    twice = best_response(5, "cabo", 2, 50, thresholds=[4, 6, 4])
    assert twice.points == best_response(5, "cabo", 2, 50, thresholds=[4, 6]).points


def test_thresholds_from_below_0_to_15_are_tried_unless_others_are_given() -> None:
    assert list(best_response(5, "cabo", 2, 5).points) == list(THRESHOLDS) == list(range(-5, 16))


def test_more_points_are_better_for_the_lead() -> None:
    points, lead = (
        best_response(5, "cabo", 2, 4_000, thresholds=range(2, 11), aim=aim) for aim in AIMS
    )
    assert max(points.as_good) < min(lead.as_good)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_response_is_printed_in_each_language(language: str) -> None:
    found = best_response(
        5, "cabo", 2, 1_000, thresholds=range(-1, 13, 2), language=language, aim="points"
    )
    text, said = str(found), words(language)
    for key in ("sim.best.at", "sim.best.behind", "sim.points", "sim.best.caption"):
        assert said[key] in text
    good = ", ".join(map(str, found.as_good))
    filled = {"seats": 2, "against": 5, "best": found.best, "good": good}
    assert said["sim.best.answer"].format(**filled) in text
    assert ("1,000" if language == "en" else "1.000") in text
    assert repr(found) == f"<Response: {found.best} points against 5>"


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ({"thresholds": ()}, "thresholds=(): a list of points is wanted, not empty"),
        ({"thresholds": range(3, 3)}, "thresholds=range(3, 3): a list of points"),
        ({"thresholds": (5.5,)}, "call_at=(5.5,)"),
        ({"thresholds": (5, 2_000)}, "call_at=(2000,)"),
        ({"against": "5"}, "call_at=('5',)"),
        ({"aim": "score"}, "aim='score': one of points, lead is wanted"),
        ({"rules": "poker"}, "'poker' is no rule set"),
        ({"rules": rules(), "house": "blind"}, "house='blind'"),
        ({"house": "teams"}, "'teams' play together"),
        ({"seats": 7}, "7 seats cannot play 'cambio'"),
        ({"seats": 2.0}, "seats=2.0"),
        ({"hands": 0}, "hands=0: a whole number from 1"),
        ({"hands": -1}, "hands=-1"),
        ({"seed": -1}, "seed=-1"),
    ],
)
def test_what_cannot_be_asked_is_named(what: dict[str, Any], message: str) -> None:
    with pytest.raises(CambioError) as error:
        best_response(**{"against": 5, "hands": 10, **what})
    assert message in str(error.value)


# Best against itself


def check_search(found: Fixed, **asked: Any) -> None:
    """See that each is the best response to the one before, and the cycle comes back to itself."""
    answers = [best_response(at, **asked).best for at in found.path]
    assert answers[:-1] == list(found.path[1:])
    assert found.last.against == found.path[-1]
    assert found.last.best == answers[-1] == found.cycle[0]
    assert found.path[-len(found.cycle) :] == found.cycle
    assert len(set(found.path)) == len(found.path)
    assert found.is_fixed == (len(found.cycle) == 1)


def test_thresholds_can_follow_each_other_in_a_circle() -> None:
    """With so few packs luck makes one: 4 is best against 5, and 5 against 4."""
    asked: dict[str, Any] = {"rules": "cambio-jokers", "seats": 2, "hands": 20, "aim": "points"}
    found = best_threshold(**asked, seed=8)
    check_search(found, **asked, seed=8)
    assert (found.path, found.cycle, found.is_fixed) == ((5, 4), (5, 4), False)


def test_a_threshold_can_be_its_own_best_response() -> None:
    asked: dict[str, Any] = {"rules": "cambio-jokers", "seats": 2, "hands": 2_000, "aim": "points"}
    found = best_threshold(**asked, start=4, seed=1)
    check_search(found, **asked, seed=1)
    assert found.is_fixed


@pytest.mark.parametrize(
    ("answers", "path", "cycle"),
    [
        ({5: 5}, (5,), (5,)),
        ({5: 6, 6: 6}, (5, 6), (6,)),
        ({5: 6, 6: 5}, (5, 6), (5, 6)),
        ({5: 9, 9: 3, 3: 7, 7: 9}, (5, 9, 3, 7), (9, 3, 7)),
    ],
)
def test_the_search_ends_when_one_comes_again(
    answers: dict[int, int],
    path: tuple[int, ...],
    cycle: tuple[int, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def known(against: int, *_: object, **__: object) -> Response:
        return answer({answers[against]: 0.0, 15: 1.0}, against)

    monkeypatch.setattr(best, "best_response", known)
    found = best_threshold()
    assert (found.path, found.cycle, found.last.against) == (path, cycle, path[-1])
    assert found.is_fixed == (len(cycle) == 1)


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ({"start": "5"}, "call_at=('5',)"),
        ({"aim": "score"}, "aim='score'"),
        ({"seats": 5}, "5 seats cannot play 'cabo'"),
    ],
)
def test_a_search_that_cannot_be_is_named(what: dict[str, Any], message: str) -> None:
    with pytest.raises(CambioError) as error:
        best_threshold("cabo", **{"hands": 10, **what})
    assert message in str(error.value)


# The table in the package


def test_there_is_a_row_for_every_preset_number_of_seats_and_aim() -> None:
    rows = [(row.preset, row.seats, row.aim) for row in stored_thresholds()]
    assert rows == rows_wanted()
    assert set(rows) == {
        (name, seats, aim)
        for name, in_force in PRESETS.items()
        for seats in seats_allowed(in_force)
        for aim in AIMS
    }


def test_the_table_is_written_as_it_is_stored() -> None:
    stored = files("cambio_edu.simulation").joinpath("thresholds.json").read_bytes()
    assert stored_text(stored_thresholds()).encode() == stored


@pytest.mark.parametrize("name", ROWS)
def test_a_stored_row_can_be(name: str) -> None:
    row = ROWS[name]
    assert (row.hands, row.seed) == (STORED_HANDS, STORED_SEED) == (16_000, 1)
    assert row.path[0] == 5
    assert len(set(row.path)) == len(row.path)
    assert row.path[-len(row.cycle) :] == row.cycle
    assert row.cycle[0] in row.as_good  # it is the best response to the last of them
    assert list(row.as_good) == sorted(set(row.as_good))
    assert {*row.path, *row.as_good} <= set(THRESHOLDS)
    assert row.standard_error >= 0
    if row.aim == "lead" and len(row.cycle) == 1:  # all play alike, so nobody leads
        assert row.points == 0


def test_the_table_says_that_lenient_claims_change_nothing_for_this_player() -> None:
    for name, row in ROWS.items():
        if row.preset == "cabo":
            other = ROWS[name.replace("cabo", "cabo-lenient")]
            assert replace(other, preset="cabo") == row


def test_a_stored_row_comes_out_again() -> None:
    row = ROWS[CHEAPEST]
    assert recomputed(row.preset, row.seats, row.aim) == row


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in ROWS if name != CHEAPEST])
def test_every_other_stored_row_comes_out_again(name: str) -> None:
    row = ROWS[name]
    assert recomputed(row.preset, row.seats, row.aim) == row


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_is_shown_in_each_language(language: str) -> None:
    said = words(language)
    shown = table_of(stored_thresholds(), said)
    assert len(shown.rows) == len(ROWS)
    for row, cells in zip(ROWS.values(), shown.rows, strict=True):
        assert cells[:3] == (said[f"rules.{row.preset}"], str(row.seats), said[f"sim.{row.aim}"])
        assert cells[3] == ", ".join(map(str, row.cycle))
        assert f"{abs(row.points):.2f}".replace(".", "." if language == "en" else ",") in cells[5]
        assert not cells[5].startswith(("-0.00", "-0,00", "−0.00", "−0,00"))
    assert said["sim.best.stored"] == shown.caption
