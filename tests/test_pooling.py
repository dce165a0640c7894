"""A class together: lines without names, and nothing that is broken stops it."""

import csv
import os
from fractions import Fraction
from pathlib import Path
from statistics import fmean, stdev

import matplotlib as mpl
import pytest

mpl.use("Agg")

from random import Random

from cambio_edu import (
    check,
    exercise,
    experiment,
    export_row,
    learner,
    make,
    own_progress,
    play_out,
    pool,
    reveal,
    rules,
    start,
    write_match,
)
from cambio_edu.errors import CambioError
from cambio_edu.figures import described, plot_guesses
from cambio_edu.lessons.guesses import keep
from cambio_edu.lessons.inventory import hand_in, questions
from cambio_edu.lessons.pooling import own_hands, row
from cambio_edu.words import LANGUAGES, words


@pytest.fixture(autouse=True)
def anew() -> None:
    own_progress().clear()


def one_learner(name: str, guess: float, wrong: int, points: list[float]) -> None:
    """Somebody who guesses, answers wrongly so often and then rightly, and plays some hands."""
    own_progress().clear()
    learner(name)
    keep("01.mean", guess)
    keep("01.typical", "mean" if wrong else "several")
    reveal("01.mean", Fraction(77, 13))
    reveal("01.typical", "several")
    asked = exercise("01.1")
    for _ in range(wrong):
        check("01.1", asked.mistakes["four_too_few"])
    check("01.1", asked.answer)
    experiment("01.ten_cards", points)


def a_class(folder: Path) -> None:
    for name, guess, wrong, points in (
        ("Ada", 7, 2, [5, 6, 7]), ("Emmy", 6.25, 0, [1, 12]), ("Sofja", 4, 1, [0]),
    ):  # fmt: skip
        one_learner(name, guess, wrong, points)
        export_row(folder)


def test_a_line_holds_no_name_and_no_text_of_the_learner(tmp_path: Path) -> None:
    one_learner("Ada Lovelace", 7, 1, [5])
    check("01.4", "my secret diary")
    text = export_row()
    assert "Ada" not in text
    assert "diary" not in text
    assert text.count("\n") == 2
    assert row()["guess:01.mean"] == "7"
    assert row()["check:01.1"] == "right 2"
    assert row()["check:01.4"] == "open 1"
    assert row()["mistakes:01.1"] == "four_too_few"


def test_the_number_of_a_learner_stays_and_is_nobody_elses() -> None:
    first = row()["learner"]
    assert row()["learner"] == first
    own_progress().clear()
    assert row()["learner"] != first


def test_what_was_guessed_too_late_is_left_out() -> None:
    reveal("01.mean", Fraction(77, 13))
    keep("01.mean", 5.92)
    assert "guess:01.mean" not in row()


def test_a_class_is_put_together(tmp_path: Path) -> None:
    a_class(tmp_path)
    found = pool(tmp_path)
    assert len(found) == 3
    assert found.guesses("01.mean") == [4, 6.25, 7]
    assert found.truth("01.mean") == pytest.approx(77 / 13, abs=1e-5)
    numbers = [0, 1, 5, 6, 7, 12]
    assert sorted(found.numbers("01.ten_cards")) == numbers
    mean = found.experiment("01.ten_cards")
    assert mean.value == pytest.approx(fmean(numbers))
    assert mean.standard_error == pytest.approx(stdev(numbers) / 6**0.5)
    text = str(found)
    assert "01.mean         3    6.25    5.92" in text
    assert "the average, or the number nearest to it (2)" in text
    assert "four_too_few (3)" in text
    assert "≈ 5.17 ± 1.78" in text
    with pytest.raises(CambioError, match=r"nobody brought anything into '02\.x'"):
        found.experiment("02.x")


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_told_in_every_language(language: str, tmp_path: Path) -> None:
    a_class(tmp_path)
    assert words(language)["class.guesses"] in pool(tmp_path, language)._repr_html_()


def test_three_hundred_hands_of_thirty_learners(tmp_path: Path) -> None:
    for n in range(30):
        own_progress().clear()
        experiment("05.ten_hands", [float(n % 7 == hand) for hand in range(10)])
        export_row(tmp_path)
    mean = pool(tmp_path).experiment("05.ten_hands")
    assert mean.worlds == 300
    assert mean.value == pytest.approx(0.1)


def test_the_newer_file_of_a_learner_counts_and_files_may_hold_several(tmp_path: Path) -> None:
    for name, guess, age in (("b", 3, 10), ("a", 8, 5)):
        file = tmp_path / f"{name}.csv"
        file.write_text(f"learner,guess:01.mean\nme,{guess}\nyou,1\n")
        os.utime(file, (1e9 - age, 1e9 - age))
    assert pool(tmp_path).guesses("01.mean") == [1, 8]


@pytest.mark.parametrize(
    "held",
    [
        b"", b"\xff\xfe\x00", b"name,points\nAnn,3\n", b"learner\n", b"learner,x\n,3\n",
        b"learner\n" + b"x" * 2_000_000, b'learner,a\n"un\n', b"\x00\x00",
    ],
)  # fmt: skip
def test_a_broken_file_is_left_out_and_named(held: bytes, tmp_path: Path) -> None:
    (tmp_path / "good.csv").write_text("learner,guess:01.mean\nme,5\n")
    (tmp_path / "bad.csv").write_bytes(held)
    found = pool(tmp_path)
    assert found.guesses("01.mean") == [5]
    if len(found) == 1:
        assert "Left out: bad.csv" in str(found)


def test_what_stands_in_a_cell_by_mistake_harms_nothing(tmp_path: Path) -> None:
    columns = ["learner", "guess:01.mean", "truth:01.mean", "check:01.1", "mistakes:01.1",
               "experiment:x", "inventory:1", "guess:99.x", "guess:01.typical"]  # fmt: skip
    with open(tmp_path / "odd.csv", "w", newline="") as out:
        csv.writer(out).writerows([columns, ["a", *["<i>=1+1</i>"] * 8], ["b", *["1 2 3"] * 8]])
    found = pool(tmp_path)
    assert "<i>" not in found._repr_html_()
    assert str(found)
    assert found.gained.left_out == 2


def test_no_folder_and_no_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(CambioError, match="there is no such folder"):
        pool(tmp_path / "none")
    with pytest.raises(CambioError, match=r"there is no \.csv file in it"):
        pool(tmp_path)
    with pytest.raises(CambioError, match="No such file"):
        export_row(tmp_path / "none")


@pytest.mark.parametrize("numbers", [[], ["x"], [0] * 1001, [float("nan")]])
def test_an_experiment_needs_numbers(numbers: list[float]) -> None:
    with pytest.raises(CambioError, match="numbers are wanted"):
        experiment("x", numbers)


def test_yes_and_no_are_numbers_here() -> None:
    assert "≈ 0.50" in str(experiment("x", [True, False, True, False]))


def test_what_a_class_gained(tmp_path: Path) -> None:
    rights = {form: [q.right for q in questions(form)] for form in "AB"}
    wrong = ["b" if letter == "a" else "a" for letter in rights["A"]]
    hand_in("A", wrong[:6] + rights["A"][6:])
    hand_in("B", rights["B"][:7] + ["b" if x == "a" else "a" for x in rights["B"][7:]])
    export_row(tmp_path)
    gained = pool(tmp_path).gained
    assert gained.pairs == [(Fraction(4, 10), Fraction(7, 10))]


def test_guesses_are_drawn_as_dots() -> None:
    ax = plot_guesses([7, 7, 6.5, 3], 77 / 13)
    assert described(ax) == "4 guesses, 1 of them below the answer of 5.92."
    with pytest.raises(CambioError, match="0 guesses"):
        plot_guesses([], 1)


def test_the_hands_of_a_table_are_read_for_its_player() -> None:
    match = start(rules("cambio"), ("You", "Ben", "Cara"))
    players = [make("careful", 1), make("beginner", 2), make("careful", 3)]
    for seed in range(4):
        match = match.book(play_out(match.deal(Random(seed)), players))
    found = [own_hands(write_match(match), player) for player in range(3)]
    for number, played in enumerate(match.played):
        hands = [of[number] for of in found]
        assert [hand.points for hand in hands] == list(played.points)
        assert [n for n, hand in enumerate(hands) if hand.called] == [played.hand.caller]
        assert min(hand.points for hand in hands if hand.lowest) == min(played.points)
    for wrong in ("", "nonsense", None):
        with pytest.raises(CambioError):
            own_hands(wrong)
    with pytest.raises(CambioError, match="there is no player 3; players are 0 to 2"):
        own_hands(write_match(match), 3)
