"""Guesses, answers and progress: read as they are written, kept, and never lost."""

import json
import os
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cambio_edu import check, exercise, hint, learner, own_progress, predict, reveal, solution
from cambio_edu.errors import CambioError
from cambio_edu.lessons import guesses
from cambio_edu.lessons.answers import KINDS
from cambio_edu.lessons.asking import is_solved, who_learns
from cambio_edu.lessons.exercises import Exercise, asks, exercise_named
from cambio_edu.lessons.guesses import Question, keep, kept
from cambio_edu.lessons.judging import CLOSE, MISSING, NOT_YET, RIGHT, WRONG_KIND, judged
from cambio_edu.lessons.numbers import as_number, as_numbers
from cambio_edu.lessons.progress import Progress
from cambio_edu.lessons.texts import filled, percent
from cambio_edu.pmf import Pmf
from cambio_edu.probability import Estimate
from cambio_edu.words import LANGUAGES, words


@pytest.fixture(autouse=True)
def anew() -> None:
    own_progress().clear()


# Numbers


@pytest.mark.parametrize(
    "given",
    [
        Fraction(3, 13), "3/13", " 3 / 13 ", "≈ 3/13", np.float64(3 / 13), 3 / 13, "6/26",
        "0.3/1.3",
    ],
)  # fmt: skip
def test_a_number_may_be_written_in_many_ways(given: object) -> None:
    found = as_number(given)
    assert found is not None
    assert abs(found - Fraction(3, 13)) < Fraction(1, 10**9)


def test_percent_commas_and_signs() -> None:
    assert as_number("23 %") == as_number("23%") == as_number("0,23") == Fraction(23, 100)
    assert as_number("−2") == as_number("-2") == as_number(-2) == -2
    assert as_number("1e-3") == Fraction(1, 1000)
    assert as_number(Decimal("0.5")) == as_number(np.int64(1)) / 2 == Fraction(1, 2)  # type: ignore[operator]
    assert as_number(Estimate(0.25, 0.1, 10, 10.0)) == Fraction(1, 4)


@pytest.mark.parametrize(
    "given",
    [
        True, np.bool_(True), "a lot", "1/0", "", "1/2/3", "1 000", float("nan"), float("inf"),
        Decimal("nan"), [1], np.array([1.0]), np.array([1.0, 2.0]), object(), 1j, "9" * 100,
        "1e9999",
    ],
)  # fmt: skip
def test_what_is_no_number_is_none(given: object) -> None:
    assert as_number(given) is None


@given(st.text())
def test_any_text_is_a_number_or_none(text: str) -> None:
    assert as_number(text) is None or isinstance(as_number(text), Fraction)


def test_several_numbers_keep_their_order() -> None:
    assert as_numbers(np.array([1, 2])) == as_numbers(("1", 2.0)) == (1, 2)
    assert as_numbers([1, "x"]) is as_numbers("12") is as_numbers({1: 2}) is as_numbers(3) is None


# Kinds of answers: Ann draws one of three cards, two of which are low


def low(values: int = 0) -> Exercise:
    found = asks("99.1", "chance")(lambda: Fraction(2, 3))
    found.mistake("high")(lambda: Fraction(1, 3))
    return found


TEXTS = {"right": "Two of three.", "advice": {"high": "That is the other one."}}


@pytest.mark.parametrize(
    ("given", "level"),
    [
        (..., MISSING), (None, MISSING), ("...", MISSING),
        ("much", WRONG_KIND), (-0.1, WRONG_KIND), (100.5, WRONG_KIND), ([2 / 3], WRONG_KIND),
        (1.5, WRONG_KIND), ("1/3", NOT_YET), (0.333, NOT_YET), (0.5, NOT_YET), (1, NOT_YET),
        (0.65, CLOSE), (0.68, CLOSE), (66.7, CLOSE), (66.6666, CLOSE),
        ("2/3", RIGHT), (0.667, RIGHT), (0.6667, RIGHT), ("66.7 %", RIGHT), ("66,67%", RIGHT),
    ],
)  # fmt: skip
def test_an_answer_comes_to_one_of_five(
    given: object, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Exercise, "texts", TEXTS)
    verdict = judged(low().of(""), given)
    assert verdict.level == level
    assert verdict.mistake == ("high" if level == NOT_YET and given in ("1/3", 0.333) else "")
    assert verdict.is_right == (level == RIGHT)
    assert str(verdict).startswith("99.1 ")


def test_what_is_not_yet_right_says_to_which_side(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Exercise, "texts", TEXTS)
    for language in LANGUAGES:
        say = words(language)
        assert say["learn.low"] in judged(low().of(""), 0.5, language).text
        assert say["learn.high"] in judged(low().of(""), 0.9, language).text


def test_a_count_is_exact_and_one_off_is_close() -> None:
    off = KINDS["count"].off
    assert off(Fraction(12), Fraction(12)) == 0
    assert off(Fraction(11), Fraction(12)) == off(Fraction(13), Fraction(12)) == 1
    assert off(Fraction(14), Fraction(12)) > 1


def test_a_distribution_may_be_a_pmf_or_a_dictionary_and_needs_no_zeros() -> None:
    kind = KINDS["pmf"]
    right = kind.read(Pmf({1: 1, 2: 3}))
    assert kind.off(kind.read({1: 0.25, 2: "3/4", 5: 0}), right) == 0
    assert kind.off(kind.read({1: 0.5, 2: 0.5}), right) > 1
    assert kind.read({}) is kind.read([1]) is kind.read({1: "x"}) is None


def test_a_list_of_another_length_is_wrong() -> None:
    kind = KINDS["numbers"]
    assert kind.off(kind.read([1, 2]), kind.read([1, 2, 3])) > 1
    assert kind.off(kind.read([1, 2.001]), kind.read([1, 2])) == 0


# Functions


@pytest.mark.parametrize(
    ("function", "level", "told"),
    [
        (lambda points: sum(points) / len(points), RIGHT, ""),
        (lambda points: ..., MISSING, "([1, 2, 3])"),
        (lambda points: None, MISSING, "([1, 2, 3])"),
        (lambda points: "many", WRONG_KIND, "no number"),
        (lambda points: 1 / 0, NOT_YET, "ZeroDivisionError"),
        (lambda: 1, NOT_YET, "TypeError"),
        (lambda points: max(points), NOT_YET, "([1, 2, 3]) gives 3"),
        (lambda points: 2, NOT_YET, "([0, 0, 0, 12]) gives 2"),
        (2.0, WRONG_KIND, "A function is wanted"),
    ],
)
def test_a_function_is_tried_and_the_first_wrong_case_named(
    function: object, level: str, told: str
) -> None:
    verdict = check("01.4", function)
    assert verdict.level == level
    assert told in verdict.text


# Exercises, hints, solutions


def test_numbers_of_ones_own() -> None:
    shown = {exercise("01.1").text("question")}
    for name in ("Ada", "Emmy", "Sofja"):
        learner(name)
        shown.add(exercise("01.1").text("question"))
    assert len(shown) > 1
    assert "Sofja" in str(learner())
    assert who_learns() == "Sofja"


@pytest.mark.parametrize("name", [3, "x" * 81, ["Ann"]])
def test_a_name_is_a_name(name: object) -> None:
    with pytest.raises(CambioError, match="a name of at most"):
        learner(name)  # type: ignore[arg-type]


def test_an_attribute_that_an_exercise_has_not_is_named() -> None:
    assert exercise("01.1").most in range(2, 10)
    with pytest.raises(AttributeError, match="has no 'least'; it has most"):
        exercise("01.1").least  # noqa: B018


def test_hints_come_one_by_one_and_the_last_stays() -> None:
    said = [hint("01.1").text for _ in range(5)]
    assert len({*said}) == 3
    assert said[2] == said[3] == said[4]
    assert "Hint 1 of 3" in str(hint("01.2"))


def test_a_solution_is_folded() -> None:
    shown = solution("01.1")._repr_markdown_()
    assert shown.startswith("<details><summary>01.1 Solution</summary>\n\n")
    assert shown.endswith("\n\n</details>")
    assert "answer = " in shown


@pytest.mark.parametrize("key", ["01.9", "1.1", "99.1", "", 5, None, "01", "../01.1"])
def test_a_key_that_is_none_is_named(key: object) -> None:
    for ask in (exercise, hint, solution, lambda key: check(key, 1), exercise_named):
        with pytest.raises(CambioError, match="there is no exercise"):
            ask(key)  # type: ignore[arg-type]


# Guesses


def test_a_guess_is_kept_and_shown_again() -> None:
    assert kept("01.mean") is None
    assert "You kept no guess" in str(reveal("01.mean", 77 / 13))
    predict("01.mean", "13/2")
    assert kept("01.mean") == 6.5
    assert "Your guess: 6.5. The answer: 5.923." in str(reveal("01.mean", 77 / 13))


def test_a_guess_made_after_the_answer_is_marked() -> None:
    keep("01.mean", 7)
    reveal("01.mean", 77 / 13)
    keep("01.mean", 5.92)
    assert [event["late"] for event in own_progress().events("guess")] == [False, True]


def asked(kind: str, **more: object) -> Question:
    return Question("99.x", {"kind": kind, "replies": {}, **more})


def test_each_kind_of_guess_is_read() -> None:
    options = {"options": {"low": "Low cards", "high": "High cards"}}
    assert asked("percent").read("1/5") == asked("percent").read(20) == 20
    assert asked("percent").read("20 %") == 20
    assert asked("choice", **options).read("high cards ") == "high"
    assert asked("interval").read((2, "5")) == [2, 5]
    assert asked("shape", **options).read({"low": 3, "high": 1}) == {"low": 0.75, "high": 0.25}


@pytest.mark.parametrize(
    ("kind", "guess"),
    [
        ("number", "x"), ("percent", 101), ("percent", -1), ("choice", "no"), ("choice", 1),
        ("interval", (5, 2)), ("interval", 5), ("shape", {"low": 1}), ("shape", 3),
        ("shape", {"low": 0, "high": 0}), ("shape", {"low": -1, "high": 2}),
    ],
)  # fmt: skip
def test_what_can_be_no_guess_is_refused(kind: str, guess: object) -> None:
    with pytest.raises(CambioError, match="is no guess here"):
        asked(kind, options={"low": "Low", "high": "High"}).read(guess)


def test_replies_to_intervals_and_sketches() -> None:
    interval = guesses._REPLY["interval"]
    wide = asked("interval", wide=10)
    said = [interval(wide, guess, 5.0) for guess in ([0, 4], [6, 9], [4, 6], [-10, 40])]
    assert said == ["low", "high", "near", "wide"]
    shape, right = guesses._REPLY["shape"], {"a": 0.8, "b": 0.1, "c": 0.1}
    third = dict.fromkeys("abc", 1 / 3)
    assert shape(asked("shape"), right, right) == "near"
    assert shape(asked("shape"), third, right) == "flat"
    assert shape(asked("shape"), {"a": 0.0, "b": 0.2, "c": 0.8}, right) == "far"


# Progress


def test_progress_survives_and_tells_what_counts(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "progress.jsonl"
    Progress(file).add("guess", "02.total", guess=20)
    Progress(file).add("answer", "02.1", verdict="right")
    again = Progress(file)
    assert [event["key"] for event in again.events()] == ["02.total", "02.1"]
    assert again.last("guess", "02.total")["guess"] == 20  # type: ignore[index]
    again.clear("02.total")
    assert [event["key"] for event in Progress(file).events("", "02")] == ["02.1"]
    Progress(file).clear()
    assert Progress(file).events() == []
    assert len(file.read_text().splitlines()) == 4, "what is cleared stays in the file"


def test_what_is_cleared_is_a_part_and_no_beginning_of_a_word() -> None:
    here = Progress()
    here.add("guess", "02.total")
    here.add("guess", "02.totals")
    here.clear("02.total")
    assert [event["key"] for event in here.events()] == ["02.totals"]


@pytest.mark.parametrize(
    "broken",
    [
        b'{"at": "x", "wh', b"[1]", b"null", b"\xff\xfe", b"[" * 5_000, b"{}",
        b'{"at":1,"what":2,"key":3}',
    ],
)  # fmt: skip
def test_a_broken_line_spoils_no_other(broken: bytes, tmp_path: Path) -> None:
    file = tmp_path / "progress.jsonl"
    Progress(file).add("guess", "01.mean", guess=1)
    with open(file, "ab") as out:
        out.write(broken)
    Progress(file).add("guess", "01.mean", guess=2)
    assert [event["guess"] for event in Progress(file).events()] == [1, 2]


def test_what_cannot_be_written_is_kept_and_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    here = Progress(tmp_path / "file" / "progress.jsonl")
    here.add("guess", "01.mean", guess=1)
    assert [event["guess"] for event in here.events()] == [1]
    assert here.trouble
    with pytest.raises(CambioError, match="No such file"):
        Progress().export(tmp_path / "none" / "x")


def test_it_can_be_exported_and_read_as_lines(tmp_path: Path) -> None:
    here = Progress(tmp_path / "a")
    here.add("guess", "01.mean", guess="süß")
    here.export(tmp_path / "b")
    (line,) = (tmp_path / "b").read_text(encoding="utf-8").splitlines()
    assert json.loads(line)["guess"] == "süß"


WRITER = """
import sys
from pathlib import Path
from cambio_edu.lessons.progress import Progress
for n in range(300):
    Progress(Path(sys.argv[1])).add("guess", sys.argv[2], guess=n)
"""


def test_two_notebooks_may_write_at_once(tmp_path: Path) -> None:
    file = tmp_path / "progress.jsonl"
    command = [sys.executable, "-c", WRITER, str(file)]
    started = [subprocess.Popen([*command, key]) for key in ("01.a", "01.b")]
    assert [one.wait() for one in started] == [0, 0]
    for key in ("01.a", "01.b"):
        assert [e["guess"] for e in Progress(file).events("guess", key)] == [*range(300)]


def test_nothing_is_written_where_tests_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for setting in ("off", ""):
        monkeypatch.setenv("CAMBIO_PROGRESS", setting)
        keep("01.mean", 5)
        check("01.1", 0.5)
        assert own_progress().file is None
    assert not os.listdir(tmp_path)


def test_elsewhere_it_is_written_beside_the_notebook(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CAMBIO_PROGRESS")
    monkeypatch.delenv("PYTEST_VERSION")
    check("01.1", exercise("01.1").answer)
    assert is_solved("01.1")
    assert not is_solved("01.2")
    (event,) = map(json.loads, (tmp_path / "cambio-progress.jsonl").read_text().splitlines())
    assert (event["what"], event["key"], event["verdict"]) == ("answer", "01.1", "right")


def test_missing_answers_are_not_noted() -> None:
    check("01.1", ...)
    assert own_progress().events("answer") == []


# Texts


def test_holes_are_filled() -> None:
    values = {"p": Fraction(-1, 3), "n": -4, "x": 2.5}
    text = "[[p~]] [[p.2]] [[n]] [[x]] [[q]]"
    assert filled(text, {**values, "q": Fraction(1, 2)}) == r"-\frac{1}{3} −0.33 −4 2.5 1/2"
    assert filled("[[q~%]] [[q%]]", {"q": Fraction(1, 2)}) == r"50\,\% 50 %"
    with pytest.raises(KeyError):
        filled("[[nothing]]", {})


def test_small_chances_are_not_shown_as_nothing() -> None:
    shown = [percent(Fraction(1, n)) for n in (1, 3, 1000, 30_000, 10**7)]
    assert shown == ["100 %", "33.33 %", "0.1 %", "0.0033 %", "0.00001 %"]


def test_a_file_that_cannot_be_written_is_told_with_the_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("CAMBIO_PROGRESS", str(tmp_path / "file" / "progress"))
    right = exercise("01.1").answer
    for said in (check("01.1", right), learner("Ada"), predict("01.mean", 3)):
        shown = said._said.value if hasattr(said, "_said") else str(said)
        assert "could not be written to your file (" in shown
    assert is_solved("01.1")
