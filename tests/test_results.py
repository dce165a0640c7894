"""Results: every array is what the engine has, every estimate is one by hand, files come back."""

import gc
import json
import pickle
import sys
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from io import BytesIO
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import matplotlib as mpl
import numpy as np
import pytest
from alike import players

mpl.use("Agg")

import matplotlib.pyplot as plt

from cambio_edu.cards import Pack
from cambio_edu.errors import CambioError
from cambio_edu.figures import described
from cambio_edu.hand import Hand, deal
from cambio_edu.moves import CALL
from cambio_edu.rules import rules
from cambio_edu.simulation import Interval, Results, estimate, load_results, simulate
from cambio_edu.simulation.play import KEPT, packs_of
from cambio_edu.simulation.results import OUTCOMES
from cambio_edu.thresholds import ALWAYS, Threshold
from cambio_edu.view import view
from cambio_edu.words import LANGUAGES, words

NEVER_CALLS = Threshold(call_at=(-1_000,), patience=ALWAYS)
CLIMBS = Threshold(call_at=(2, 4, 6), forget=0.2)
SMALL_PACK = Pack.from_counts({"1": 4, "2": 4, "7": 4, "9": 4, "11": 4})

#: Who plays what: rules, house rules, players.
PLAYED: dict[str, tuple[str, str, Sequence[Threshold]]] = {
    "usual": ("cambio", "", [Threshold()] * 4),
    "climbing": ("cambio", "no early call; both tied score 0", [CLIMBS, Threshold(), CLIMBS]),
    "wild": ("cabo", "", players(3)),
    "wild stacking": (
        "cambio", "stacking=any turn; empty grid wins; six cards; exchange_many=yes", players(4),
    ),
    "lenient": ("cabo-lenient", "no penalty; blind", players(2)),
    "stock out": ("cambio-jokers", "cabo cards", [NEVER_CALLS, Threshold(call_at=(0,))]),
}  # fmt: skip


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    yield
    plt.close("all")


@pytest.fixture(scope="module")
def usual() -> Results:
    return simulate(hands=4_000, seed=3)


def by_hand(totals: list[list[int]], caller: list[int], at_call: list[list[int]]) -> Results:
    """Results laid out number by number; three usual players."""
    many = len(caller)
    return Results(
        rules("cabo"),
        (Threshold(),) * 3,
        0,
        np.array(caller, np.int8),
        np.full(many, 9, np.int16),
        np.where(np.array(caller) < 0, -1, 6).astype(np.int16),
        np.zeros(many, np.int16),
        np.array(at_call, np.int16),
        np.array(totals, np.int16),
        np.array(totals, np.int16),
    )


# What the arrays hold


def before_call(hand: Hand) -> Hand | None:
    """The hand of the engine as it was when somebody called; None where nobody did."""
    again, shuffles = deal(hand.rules, hand.seats, hand.pack), iter(hand.shuffles)
    for event, *_ in hand.history:
        if event.move == CALL:
            return again
        order = [hand.pack[n] for n in next(shuffles)] if event.shuffled else None
        again = again.play(event.move, order)
    return None


def totals_of(hand: Hand) -> list[int]:
    return [sum(map(hand.rules.points, grid)) for grid in hand.cards]


def check_hand(found: Results, number: int, seed: int) -> None:
    """See that each array has what a hand of the engine says."""
    hand = found.hand(number)
    assert hand.scores is not None
    assert found.turns[number] == hand.turns
    assert found.totals[number].tolist() == totals_of(hand)
    assert found.scores[number].tolist() == [score.points for score in hand.scores]
    call = before_call(hand)
    if call is None:
        assert (hand.caller, found.was_called[number]) == (None, False)
        assert found.caller[number] == found.called[number] == found.round[number] == -1
        assert not found.at_call[number].any()
        return
    caller = call.mover
    assert caller is not None
    assert found.was_called[number]
    assert found.caller[number] == caller == hand.caller
    assert found.called[number] == call.turns
    assert found.round[number] == sum(turn % hand.seats == caller for turn in range(call.turns))
    player = replace(found.players[caller], seed=seed)
    assert found.believed[number] == player.estimate(view(call, caller))
    assert found.at_call[number].tolist() == totals_of(call)
    assert found.total_at_call[number] == totals_of(call)[caller]
    assert found.total_at_end[number] == totals_of(hand)[caller]
    assert found.score_of_caller[number] == hand.scores[caller].points


@pytest.mark.parametrize("name", PLAYED)
def test_every_array_has_what_the_hand_of_the_engine_says(name: str) -> None:
    preset, house, seated = PLAYED[name]
    found = simulate(seated, preset, hands=60, seed=8, house=house)
    _, seeds = packs_of(found.rules, 60, (8, 0))
    for number in range(60):
        check_hand(found, number, int(seeds[number]))
    assert (len(found), found.seats) == (60, len(seated))
    if name == "stock out":  # hands with a call, and hands without one
        assert 0 < found.was_called.sum() < 60


def test_a_threshold_is_what_was_believed_and_not_the_truth() -> None:
    found = simulate(Threshold(call_at=(4,), forget=0.1), seats=3, hands=3_000)
    called = found.was_called & (found.round < 30)
    assert (found.believed[called] <= 4).all()
    assert (found.total_at_call[called] > 4).any()


def test_outcomes_by_hand() -> None:
    found = by_hand(
        totals=[[1, 2, 3], [4, 4, 9], [5, 1, 7], [3, 3, 3], [1, 2, 3], [0, -1, -2]],
        caller=[0, 1, 2, 0, -1, 2],
        at_call=[[2, 2, 2], [9, 4, 5], [1, 8, 0], [3, 2, 1], [0, 0, 0], [-2, 0, -2]],
    )
    assert found.outcome().tolist() == [0, 1, 2, 1, -1, 0]
    assert found.outcome(at_call=True).tolist() == [1, 0, 0, 2, -1, 1]
    assert [OUTCOMES[n] for n in (0, 1, 2)] == ["lowest", "tied", "beaten"]
    assert found.total_at_end[:4].tolist() == [1, 4, 7, 3]
    assert found.total_at_call[:4].tolist() == [2, 4, 0, 3]
    assert found.round.tolist() == [2, 2, 2, 2, -1, 2]


def test_a_caller_that_is_lowest_writes_down_nothing_and_one_that_is_beaten_pays(
    usual: Results,
) -> None:
    ends, own = usual.outcome(), usual.score_of_caller
    assert (own[(ends == 0) | (ends == 1)] == 0).all()
    paid = (ends == 2) & (usual.total_at_end != 0)  # 0 may be an empty grid, which writes 0
    assert (own[paid] == usual.total_at_end[paid] + 10).all()


def test_there_are_as_many_hands_as_were_asked_for(usual: Results) -> None:
    for number in (-1, 4_000):
        with pytest.raises(CambioError, match=f"no hand {number}; hands are 0 to 3999"):
            usual.hand(number)
    assert usual.hand(3_999).turns == usual.turns[-1]
    assert repr(usual) == "<Results: 4,000 hands of cambio, 4 seats>"


# Estimates


def test_means_chances_and_points_are_those_of_a_plain_loop(usual: Results) -> None:
    fives = [n for n in range(4_000) if usual.caller[n] >= 0 and usual.total_at_call[n] == 5]
    beaten = [
        min(usual.totals[n].tolist()) < usual.totals[n].tolist()[usual.caller[n]] for n in fives
    ]
    at_five = usual.was_called & (usual.total_at_call == 5)
    loops = [
        (usual.points(2), [float(scores[2]) for scores in usual.scores.tolist()]),
        (usual.mean(usual.turns), [float(turns) for turns in usual.turns.tolist()]),
        (usual.mean(usual.believed, at_five), [float(usual.believed[n]) for n in fives]),
        (usual.probability(usual.outcome() == 2, at_five), [float(b) for b in beaten]),
    ]
    for found, values in loops:
        assert found.value == pytest.approx(fmean(values))
        assert found.standard_error == pytest.approx(stdev(values) / sqrt(len(values)))
        assert (found.worlds, found.effective, found.unit) == (len(values), len(values), "hands")


def test_a_standard_error_by_hand() -> None:
    found = estimate(np.array([2, 4, 9], np.int16))  # mean 5, s² = (9 + 1 + 16) / 2 = 13
    assert (found.value, found.worlds) == (5, 3)
    assert found.standard_error == pytest.approx(sqrt(13 / 3))
    assert Interval.of(found).low == pytest.approx(5 - 1.96 * sqrt(13 / 3), abs=1e-3)
    assert Interval.of(found).high == pytest.approx(5 + 1.96 * sqrt(13 / 3), abs=1e-3)


def test_large_numbers_do_not_overflow() -> None:
    assert estimate(np.full(100_000, 30_000, np.int16)).value == 30_000
    assert estimate(np.full(1_000, 100, np.int8)).value == 100


@pytest.mark.parametrize("value", [0, 1, 7, True, False])
def test_hands_that_all_agree_do_not_prove_that_all_hands_do(value: int) -> None:
    for hands in (1, 9):
        found = estimate(np.array([value] * hands))
        assert (found.value, found.standard_error) == (value, 1 / (1 + hands))


def test_a_group_without_a_hand_has_no_mean(usual: Results) -> None:
    nowhere = usual.total_at_call == 999
    for ask in (usual.mean, usual.probability):
        with pytest.raises(CambioError, match="no hand is like that; play more of them"):
            ask(usual.turns > 4, nowhere)
    with pytest.raises(CambioError, match="no hand is like that"):
        estimate(np.array([]))


def test_an_interval_knows_what_it_holds() -> None:
    interval = Interval(-1.5, 2)
    assert all(value in interval for value in (-1.5, 0, 2, True))
    assert not any(value in interval for value in (-1.6, 2.1, "0", None))


def test_intervals_hold_the_true_mean_in_95_of_100_experiments() -> None:
    groups, each = 500, 200
    many = simulate(seats=2, hands=groups * each, seed=1)
    truth = simulate(seats=2, hands=400_000, seed=2)

    def asked(of: Results) -> dict[str, tuple[Any, Any]]:
        everywhere = np.full(len(of), True)
        return {
            "points": (of.scores[:, 0], everywhere),
            "turns": (of.turns, everywhere),
            "calls of the first": (of.caller == 0, everywhere),
            "beaten": (of.outcome() == 2, of.was_called),
            "at five": (of.score_of_caller, of.total_at_call == 5),
        }

    for name, (values, given) in asked(many).items():
        true = truth.mean(*asked(truth)[name]).value
        parts = [slice(n * each, (n + 1) * each) for n in range(groups)]
        held = sum(true in Interval.of(estimate(values[p][given[p]])) for p in parts)
        assert abs(held - 0.95 * groups) < 4 * sqrt(groups * 0.95 * 0.05), name


# What is shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_summary_is_printed_in_each_language(language: str) -> None:
    found = simulate([Threshold(), CLIMBS], hands=1_000, language=language)
    text, said = str(found), words(language)
    for key in ("sim.seats", "sim.usual", "sim.error"):
        assert said[key] in text
    assert "call_at=2/4/6, forget=0.2" in text
    assert f"{found.points(1).value:.2f}".replace(".", "." if language == "en" else ",") in text
    assert ("1,000" if language == "en" else "1.000") in text
    assert "{" not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_summary_says_that_nobody_called(language: str) -> None:
    seated = [NEVER_CALLS] * 2
    found = simulate(seated, "cambio-jokers", hands=60, language=language)
    assert not found.was_called.any()
    assert words(language)["sim.answer.none"].split(".")[-2].strip() in str(found)


def test_plots_show_the_shares_that_the_arrays_have(usual: Results) -> None:
    ax = usual.plot()
    five = usual.was_called & (usual.total_at_call == 5)
    share = usual.probability(usual.outcome() == 2, five).value
    heights = [bar.get_height() for bar in ax.patches if bar.get_x() + bar.get_width() / 2 == 5]
    assert sum(heights) == pytest.approx(1)
    assert heights[2] == pytest.approx(share)
    assert f"At 5 points {share:.0%} are beaten." in described(ax)
    own = plt.subplots()[1]
    assert usual.plot(own) is own


def test_too_few_hands_to_plot_are_named() -> None:
    with pytest.raises(CambioError, match="play more hands"):
        simulate(hands=20).plot()


# Files


def check_same(one: Results, other: Results) -> None:
    for name, kind, _ in KEPT:
        assert getattr(other, name).dtype == kind
        assert np.array_equal(getattr(one, name), getattr(other, name)), name
    assert (one.rules, one.players, one.seed) == (other.rules, other.players, other.seed)


#: What `simulate` is asked for, and saved.
SAVED: dict[str, dict[str, Any]] = {
    "one hand": {"hands": 1},
    "a long seed": {"players": [CLIMBS, Threshold(dare=0.25, seed=9)], "seed": 2**70},
    "house rules": {"players": players(3), "house": "six cards; limit=50 ;no penalty"},
    "own pack": {"seats": 2, "rules": rules("cambio", "grid=2", SMALL_PACK)},
    "jokers": {"seats": 2, "rules": rules("cambio", "jokers; five cards")},
}


@pytest.mark.parametrize("name", SAVED)
def test_what_was_saved_comes_back(name: str, tmp_path: Path) -> None:
    found = simulate(**{"hands": 70, **SAVED[name]})
    file, memory = tmp_path / "hands.npz", BytesIO()
    found.save(file)
    check_same(found, load_results(file))
    check_same(found, load_results(str(file)))
    found.save(str(file))
    check_same(found, load_results(file))
    found.save(memory)
    memory.seek(0)
    again = load_results(memory)
    check_same(found, again)
    assert again.hand(0) == found.hand(0)
    assert str(again) == str(found)


def test_the_language_is_not_in_the_file(tmp_path: Path) -> None:
    found = simulate(hands=100, language="de")
    found.save(tmp_path / "hands.npz")
    again = load_results(tmp_path / "hands.npz")
    assert (found.language, again.language) == ("de", "en")
    check_same(found, again)


Arrays = dict[str, Any]


def arrays_of(found: Results) -> Arrays:
    """All that is in the file of some results."""
    memory = BytesIO()
    found.save(memory)
    memory.seek(0)
    with np.load(memory, allow_pickle=False) as saved:
        return {name: saved[name] for name in saved.files}


def headed(**change: Any) -> Callable[[Arrays], Arrays]:
    """The head with something changed; what is changed to Ellipsis is left out."""

    def changed(arrays: Arrays) -> Arrays:
        head = {**json.loads(str(arrays["head"])), **change}
        kept = {name: value for name, value in head.items() if value is not ...}
        return {**arrays, "head": np.array(json.dumps(kept))}

    return changed


def put(**change: Any) -> Callable[[Arrays], Arrays]:
    """Arrays changed by a function, or put in the place of others."""
    return lambda arrays: {
        **arrays, **{n: c(arrays[n]) if callable(c) else c for n, c in change.items()},
    }  # fmt: skip


def without(name: str) -> Callable[[Arrays], Arrays]:
    return lambda arrays: {n: value for n, value in arrays.items() if n != name}


TWICE = [{"call_at": [5]}] * 2

BROKEN: dict[str, tuple[Callable[[Arrays], Arrays], str]] = {
    **{f"no {name}": (without(name), name) for name in ("head", *(n for n, _, _ in KEPT))},
    **{f"no {n} in the head": (headed(**{n: ...}), n) for n in ("format", "preset", "house")},
    "no seed": (headed(seed=...), "seed"),
    "no players": (headed(players=[]), "0 seats cannot play"),
    "another format": (headed(format=2), "format 2 is not known here; 1 is"),
    "no JSON": (put(head=np.array("so sorry")), "no saved results, or broken ones"),
    "a list for a head": (put(head=np.array("[1]")), "no saved results, or broken ones"),
    "another preset": (headed(preset="poker"), "'poker' is no rule set"),
    "a preset of another kind": (headed(preset=["cabo"]), "no saved results, or broken ones"),
    "another house rule": (headed(house="blond"), "'blond' is no house rule"),
    "a pack without cards": (headed(house="pack=own", pack=[]), "at least 4 cards"),
    "a card that is none": (headed(house="pack=own", pack=["1Z"]), "'1Z' is no card"),
    "a dial too far": (headed(players=[{"call_at": [5], "forget": 2}] * 2), "forget=2"),
    "a dial that is none": (headed(players=[{"call_at": [5], "luck": 2}] * 2), "luck"),
    "a dial of text": (headed(players=[{"call_at": "5"}] * 2), "call_at=('5',)"),
    "a player too many": (headed(players=[*TWICE, {"call_at": [5]}]), "'at_call'"),
    "too many players": (headed(players=TWICE * 4), "8 seats cannot play 'cambio'"),
    "seed of text": (headed(seed="x"), "seed='x'"),
    "another type": (put(turns=lambda a: a.astype(np.int64)), "'turns' holds int64"),
    "numbers with a point": (put(scores=lambda a: a * 1.5), "'scores' holds float64"),
    "a hand too few": (put(called=lambda a: a[1:]), "'called' holds int16 of shape (49,)"),
    "a seat too few": (put(totals=lambda a: a[:, 1:]), "'totals' holds int16 of shape (50, 1)"),
    "one number": (put(caller=np.int8(1)), "no saved results, or broken ones"),
    "no hand at all": (lambda arrays: {n: v[:0] if v.ndim else v for n, v in arrays.items()}, ""),
    "a seat that is not there": (put(caller=lambda a: a + np.int8(2)), "'caller' names a seat"),
    "a call after the end": (put(called=lambda a: a + np.int16(900)), "'called' names a turn"),
    "a call by nobody": (put(caller=lambda a: a * 0 - np.int8(1)), "a call by nobody"),
    "no turn at all": (put(turns=lambda a: a - np.int16(900)), "'turns' holds fewer than 0"),
    "true for a format": (headed(format=True), "format True is not known here"),
    "a seat below": (put(caller=lambda a: a - np.int8(3)), "'caller' names a seat"),
}  # fmt: skip


def refused(file: Path | BytesIO) -> str:
    """The one error of a file, in a line, with the file's name."""
    with pytest.raises(CambioError) as error:
        load_results(file)
    message = str(error.value)
    assert message.startswith(f"{file}: ")
    assert "\n" not in message
    return message


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_is_refused_and_named_with_what_is_wrong(name: str, tmp_path: Path) -> None:
    change, culprit = BROKEN[name]
    file = tmp_path / "hands.npz"
    np.savez_compressed(file, **change(arrays_of(simulate(seats=2, hands=50))))
    assert culprit in refused(file)


def test_what_is_no_such_file_is_refused(tmp_path: Path) -> None:
    assert "No such file" in refused(tmp_path / "none.npz")
    refused(tmp_path)
    for name, held in {"empty": b"", "text": b"hello\n", "zip": b"PK\x05\x06" + bytes(18)}.items():
        (tmp_path / name).write_bytes(held)
        refused(tmp_path / name)
    np.save(tmp_path / "alone.npy", np.arange(3))
    refused(tmp_path / "alone.npy")


def whole_file() -> bytes:
    """A small file as it was saved."""
    memory = BytesIO()
    simulate(seats=2, hands=50).save(memory)
    return memory.getvalue()


def test_a_file_that_was_cut_off_is_refused() -> None:
    whole = whole_file()
    for size in range(0, len(whole), 29):
        refused(BytesIO(whole[:size]))


def test_a_file_that_is_refused_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left: list[str] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda what: left.append(str(what.exc_value)))
    (tmp_path / "hands.npz").write_bytes(whole_file()[:500])
    refused(tmp_path / "hands.npz")
    gc.collect()
    assert not left


def test_a_byte_that_is_wrong_is_found_or_does_no_harm() -> None:
    found, whole, unexpected = simulate(seats=2, hands=50), whole_file(), set()
    for place in range(0, len(whole), 3):
        broken = whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :]
        try:
            check_same(found, load_results(BytesIO(broken)))
        except CambioError:
            pass
        except Exception as error:  # which, is what is asked
            unexpected.add(type(error).__name__)
    assert not unexpected


@pytest.mark.parametrize(
    "change",
    [headed(seed=float("inf")), put(head=np.array("[" * 100_000))],
    ids=["an endless seed", "a head of brackets"],
)
def test_a_head_that_cannot_be_is_refused(
    change: Callable[[Arrays], Arrays], tmp_path: Path
) -> None:
    file = tmp_path / "hands.npz"
    np.savez_compressed(file, **change(arrays_of(simulate(seats=2, hands=50))))
    refused(file)


@pytest.mark.parametrize("seed", [-1, 1.5, "7", True])
def test_a_seed_that_is_none_is_refused(seed: object, tmp_path: Path) -> None:
    file = tmp_path / "hands.npz"
    np.savez_compressed(file, **headed(seed=seed)(arrays_of(simulate(seats=2, hands=50))))
    assert "seed" in refused(file)


def test_an_array_that_says_it_is_endless_is_refused(tmp_path: Path) -> None:
    file, endless = tmp_path / "hands.npz", BytesIO()
    shape = {"descr": "<i2", "fortran_order": False, "shape": (10**14,)}
    np.lib.format.write_array_header_1_0(endless, shape)
    with zipfile.ZipFile(BytesIO(whole_file())) as old, zipfile.ZipFile(file, "w") as new:
        for name in old.namelist():
            new.writestr(name, endless.getvalue() if name == "turns.npy" else old.read(name))
    refused(file)


class Runs:
    """A pickle of it makes a file when it is read."""

    def __init__(self, made: Path) -> None:
        self.made = made

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.touch, (self.made,)


def test_no_code_of_a_file_is_run(tmp_path: Path) -> None:
    made, file = tmp_path / "made", tmp_path / "hands.npz"
    arrays, bad = arrays_of(simulate(seats=2, hands=50)), pickle.dumps(Runs(made))
    for name in ("head", "caller", "scores"):
        np.savez_compressed(file, **{**arrays, name: np.array([Runs(made)], object)})
        refused(file)
        assert not made.exists()
    file.write_bytes(bad)
    refused(file)
    assert not made.exists()
    pickle.loads(bad)  # it would have been
    assert made.exists()


def test_a_name_without_an_ending_is_the_name_of_the_file(tmp_path: Path) -> None:
    found = simulate(seats=2, hands=50)
    found.save(tmp_path / "hands")
    check_same(found, load_results(tmp_path / "hands"))


# What is asked wrongly


@pytest.mark.parametrize(
    ("ask", "culprit"),
    [
        (lambda found: found.hand(1.5), "there is no hand 1.5"),
        (lambda found: found.hand("3"), "there is no hand '3'"),
        (lambda found: found.points(2), "there is no seat 2"),
        (lambda found: found.points(-1), "there is no seat -1"),
        (lambda found: found.mean([1, 2]), r"\(50,\) is"),
        (lambda found: found.save("no/such/folder/hands.npz"), "No such file"),
    ],
)
def test_what_cannot_be_asked_is_named(ask: Callable[[Results], object], culprit: str) -> None:
    with pytest.raises(CambioError, match=culprit):
        ask(simulate(seats=2, hands=50))
