"""Tournaments: all seatings, honest errors, faults reported, and the same result anywhere."""

import json
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from itertools import permutations
from math import sqrt
from statistics import fmean, stdev
from typing import Any

import pytest

from cambio_edu.errors import CambioError
from cambio_edu.moves import CALL, DISCARD, DONE, DRAW, LEAVE, PASS, SKIP, Move
from cambio_edu.notation import read
from cambio_edu.probability import Estimate
from cambio_edu.simulation import matches, tournaments
from cambio_edu.simulation.estimates import Interval
from cambio_edu.simulation.tournaments import tournament
from cambio_edu.thresholds import Threshold
from cambio_edu.view import View
from cambio_edu.words import LANGUAGES


def quiet(seen: View) -> Move:
    """Draws and discards for two turns, then calls."""
    if CALL in seen.legal and seen.turns >= 2 * len(seen.names):
        return CALL
    return next(m for m in (DRAW, DISCARD, SKIP, LEAVE, PASS, DONE, *seen.legal) if m in seen.legal)


class Twenty:
    """A learner's strategy: a class with a state of its own."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, seen: View) -> str | Move:
        self.asked += 1
        if seen.phase == "start":
            return "call" if self.asked > 10 and CALL in seen.legal else "draw"
        return quiet(seen)


def never_calls(seen: View) -> Move:
    return next(m for m in (DRAW, DISCARD, SKIP, LEAVE, PASS, DONE, *seen.legal) if m in seen.legal)


def raises(seen: View) -> Move:
    if seen.turns > 3:
        raise KeyError("so\nsorry")
    return quiet(seen)


def illegal(seen: View) -> str:
    return "swap 9" if seen.phase == "holding" else str(quiet(seen))


def nonsense(seen: View) -> Any:
    return 42 if seen.phase == "holding" else quiet(seen)


def cheats(seen: View) -> Any:
    return seen.hand.pack  # type: ignore[attr-defined]


class Broken:
    def __init__(self) -> None:
        raise RuntimeError("cannot be made")

    def __call__(self, seen: View) -> Move:
        return quiet(seen)


class Stops:
    """Stops the tournament at its so-many-th question, as the stop button does."""

    def __init__(self, after: int) -> None:
        self.left = after

    def __call__(self, seen: View) -> Move:
        self.left -= 1
        if not self.left:
            raise KeyboardInterrupt
        return quiet(seen)


def play(players: dict[str, Any], **more: Any) -> tournaments.Tournament:
    return tournament(players, **{"repeats": 2, "progress": False, **more})


# What is played


def test_all_seatings_are_played_equally_often_with_the_same_packs() -> None:
    found = play({"a": quiet, "b": Twenty, "c": quiet, "d": quiet}, seats=3)
    seatings = Counter(one.names for one in found.played)
    assert set(seatings) == set(permutations("abcd", 3))
    assert set(seatings.values()) == {2}
    alike = [one for one in found.played if "b" not in one.names]
    assert {(one.repeat, one.points[0]) for one in alike} == {
        (repeat, next(one.points[0] for one in alike if one.repeat == repeat)) for repeat in (0, 1)
    }


def test_rotations_alone_seat_everybody_everywhere() -> None:
    found = play({"a": quiet, "b": quiet, "c": quiet}, seats=3, seatings="rotations", repeats=1)
    assert [one.names for one in found.played] == [
        ("a", "b", "c"),
        ("b", "c", "a"),
        ("c", "a", "b"),
    ]


def test_better_players_win() -> None:
    players = {"careful": "careful", "beginner": "beginner", "random": "random"}
    found = play(players, repeats=8, house="limit=40")
    assert [one.name for one in found.ranking] == ["careful", "beginner", "random"]
    points = [Interval.of(one.points) for one in found.ranking]
    assert points[0].high < points[1].low < points[1].high < points[2].low
    assert found.pairs["careful", "random"].ahead.value > 0.9


def test_matches_follow_the_rules_of_a_match() -> None:
    found = play({"a": quiet, "b": "careful"}, repeats=1)
    for one in found.played:
        assert one.is_whole
        assert max(one.totals) >= 100
        assert [sum(p or 0 for p in seat) for seat in zip(*one.points, strict=True)] == list(
            one.totals
        )
        assert one.winners == (one.names[one.totals.index(min(one.totals))],)


def test_whoever_is_out_writes_no_more_points() -> None:
    found = play({"a": quiet, "b": "careful", "c": Threshold()}, seats=3, repeats=1)
    assert any(None in hand for one in found.played for hand in one.points)
    assert all(found.pairs[a, b].points.worlds == 1 for a, b in found.pairs)


# What is reckoned


def by_hand(found: tournaments.Tournament, value: Callable[[Any], float | None]) -> Estimate:
    """A mean over repeats with its error, the long way."""
    means = []
    for repeat in sorted({one.repeat for one in found.played}):
        values = [value(one) for one in found.played if one.repeat == repeat]
        means.append(fmean(v for v in values if v is not None))
    return Estimate(fmean(means), stdev(means) / sqrt(len(means)), len(means), len(means))


def test_ranking_and_pairs_are_means_over_repeats() -> None:
    found = play({"a": Threshold(), "b": "careful", "c": "beginner"}, repeats=5, house="limit=30")
    for one in found.ranking:
        name = one.name
        won = by_hand(
            found, lambda m, n=name: (n in m.winners) / len(m.winners) if n in m.names else None
        )
        assert one.won[:2] == pytest.approx(won[:2])
    more = by_hand(
        found,
        lambda m: (
            fmean(h[m.names.index("a")] - h[m.names.index("b")] for h in m.points)
            if {"a", "b"} <= set(m.names)
            else None
        ),
    )
    assert found.pairs["a", "b"].points[:2] == pytest.approx(more[:2])
    for a, b in permutations("abc", 2):
        there, back = found.pairs[a, b], found.pairs[b, a]
        assert there.points.value == pytest.approx(-back.points.value)
        assert there.ahead.value == pytest.approx(1 - back.ahead.value)


def test_shares_of_won_matches_make_up_all_matches() -> None:
    found = play({"a": quiet, "b": quiet, "c": "careful"}, seats=3, repeats=3, house="limit=30")
    assert sum(one.won.value for one in found.ranking) == pytest.approx(1)


# The same anywhere


def test_the_result_is_the_same_with_any_executor() -> None:
    players = {"a": Threshold(forget=0.2), "b": "beginner", "bad": raises}
    alone = play(players, house="limit=30")
    with ProcessPoolExecutor(2) as two, ThreadPoolExecutor(3) as three:
        for executor in (two, three):
            other = play(players, house="limit=30", executor=executor)
            assert other.played == alone.played
            assert other.faults == alone.faults
            assert str(other) == str(alone)


def test_another_seed_deals_other_packs() -> None:
    players = {"a": quiet, "b": quiet}
    assert play(players).played == play(players).played != play(players, seed=1).played


def test_a_strategy_that_cannot_be_sent_is_named() -> None:
    with ProcessPoolExecutor(1) as pool, pytest.raises(CambioError, match="'b' cannot be sent"):
        play({"a": quiet, "b": lambda seen: quiet(seen)}, executor=pool)


# Faults


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (raises, "KeyError: 'so\\nsorry'"),
        (illegal, "'swap 9' is not allowed now"),
        (nonsense, "'42' is not allowed now"),
        (cheats, "AttributeError: 'View' object has no attribute 'hand'"),
    ],
)
def test_a_fault_is_reported_with_a_hand_that_can_be_replayed(bad: Any, message: str) -> None:
    found = play({"good": quiet, "bad": bad, "fine": "beginner"}, house="limit=30")
    [fault] = found.faults
    assert fault.name == "bad"
    assert fault.error.startswith(message)
    assert "\n" not in fault.error
    hand = read(fault.text)
    assert hand.mover is not None
    assert fault.seat == "ABC"[hand.mover]
    assert hand.names[hand.mover] == "bad"
    assert {one.name for one in found.ranking} == {"fine", "good"}
    assert all("bad" not in one.names for one in found.played)
    assert len(found.played) == 4  # two seatings, two repeats
    assert "bad is out, with all its matches" in str(found)


def test_a_class_that_cannot_be_made_is_a_fault() -> None:
    found = play({"good": quiet, "bad": Broken, "fine": quiet})
    assert [(f.name, f.error, f.text) for f in found.faults] == [
        ("bad", "RuntimeError: cannot be made", "")
    ]


def test_with_too_few_players_left_nothing_counts() -> None:
    found = play({"good": quiet, "bad": illegal})
    assert found.ranking == []
    assert "No match counts" in str(found)
    assert found.as_dict()["matches"] == 0


def test_hands_without_end_are_left_out_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "MOST_MOVES", 200)
    found = play({"a": never_calls, "b": never_calls, "c": quiet}, repeats=1)
    assert {frozenset(one.names) for one in found.endless} == {frozenset("ab")}
    assert len(read(found.endless[0].text).history) == 200
    assert "did not end" in str(found)
    assert not found.faults


def test_a_match_without_end_is_stopped_and_counts_as_it_stands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(matches, "MOST_HANDS", 2)
    found = play({"a": quiet, "b": "careful"}, repeats=1)
    assert [(one.is_whole, len(one.points)) for one in found.played] == [(False, 2)] * 2
    assert all(one.winners for one in found.played)


def test_stopping_keeps_what_was_played() -> None:
    found = play({"a": quiet, "b": quiet, "c": Stops(2_000)}, repeats=500, house="limit=30")
    assert found.stopped
    assert len(found.played) > 12
    assert Counter(one.names for one in found.counted).keys() == set(permutations("abc", 2))
    assert len(set(Counter(one.names for one in found.counted).values())) == 1
    assert found.ranking
    assert "It was stopped" in str(found)


def test_progress_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    play({"a": quiet, "b": quiet}, repeats=1, house="limit=10", progress=True)
    assert "2/2" in capsys.readouterr().err


# What cannot be, and what is shown


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ({"players": {"a": quiet}}, "1 players for 2 seats; enter at least as many"),
        ({"players": {"a": quiet, "b": 7}}, "'b' is no strategy: 7 cannot be called"),
        ({"players": {"a": quiet, "b": "genius"}}, "'genius' is no strategy; there are random"),
        ({"players": {"a": quiet, "b c": quiet}}, "'b c' is no name of a player"),
        ({"repeats": 0}, "repeats=0: a whole number from 1"),
        ({"seed": -1}, "seed=-1"),
        ({"seats": 7}, "7 seats cannot play"),
        ({"rules": "poker"}, "'poker' is no rule set"),
        ({"seatings": "some"}, "seatings='some': one of all, rotations"),
    ],
)
def test_what_cannot_be_is_named(what: dict[str, Any], message: str) -> None:
    with pytest.raises(CambioError) as error:
        play(**{"players": {"a": quiet, "b": quiet}, **what})
    assert message in str(error.value)


def test_it_tells_itself_in_every_language_and_as_json() -> None:
    found = play({"a": quiet, "b": "careful"}, repeats=1)
    for language in LANGUAGES:
        text = str(play({"a": quiet, "b": "careful"}, repeats=1, language=language))
        assert text.count("±") >= 7  # two shares, two means, two pairs, and what it is
    kept = json.loads(json.dumps(found.as_dict()))
    assert kept["ranking"][0]["won"]["unit"] == "repeats"
    assert kept["matches"] == 2
