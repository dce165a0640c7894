"""The box of a guess, through its traits: what is put in is kept, and stands there again."""

from collections.abc import Mapping
from typing import Any

import pytest

from cambio_edu import own_progress, predict
from cambio_edu.errors import CambioError
from cambio_edu.lessons import guesses
from cambio_edu.lessons.guesses import Question, kept
from cambio_edu.words import LANGUAGES, words

TEXTS: dict[str, dict[str, Any]] = {
    "number": {},
    "percent": {},
    "choice": {"options": {"low": "Low <cards>", "high": "High cards"}},
    "interval": {"range": [0, 50]},
    "shape": {"options": {"low": "0 to 5", "high": "6 and more"}},
}


@pytest.fixture(autouse=True)
def questions(monkeypatch: pytest.MonkeyPatch) -> None:
    """One question of each kind, under its name."""
    own_progress().clear()

    def of(key: str) -> Question:
        kind = key.removeprefix("99.")
        return Question(key, {"kind": kind, "question": "How <many>?", **TEXTS[kind]})

    monkeypatch.setattr(guesses, "question", of)
    monkeypatch.setattr("cambio_edu.widgets.guessing.question", of)


def put(box: Any, value: Any) -> None:
    """Put a guess into the box, and keep it."""
    if isinstance(value, Mapping):
        for slider, height in zip(box.inputs, value.values(), strict=True):
            slider.value = height
    else:
        (box.inputs[0].children[0] if isinstance(value, str) and box.inputs[0].trait_names()
         .count("children") else box.inputs[0]).value = value  # fmt: skip
    box.button.click()


@pytest.mark.parametrize(
    ("kind", "value", "guess"),
    [
        ("number", "6,5", 6.5),
        ("percent", "1/5", 20),
        ("percent", "20 %", 20),
        ("choice", "high", "high"),
        ("interval", (10, 20), [10, 20]),
        ("shape", {"low": 5, "high": 15}, {"low": 0.25, "high": 0.75}),
    ],
)
def test_what_is_put_in_is_kept_and_stands_there_again(
    kind: str, value: Any, guess: object
) -> None:
    box = predict(f"99.{kind}")
    put(box, value)
    assert kept(f"99.{kind}") == guess
    assert "Kept: " in box._said.value
    again = predict(f"99.{kind}")
    assert again.said == box.said
    put(again, again.value)
    near = pytest.approx(guess, abs=0.03) if kind == "shape" else guess
    assert kept(f"99.{kind}") == near, "a sketch stands there in twenty steps"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["number", "percent", "choice", "shape"])
def test_what_is_no_guess_is_told_and_not_kept(kind: str, language: str) -> None:
    box = predict(f"99.{kind}", language=language)
    box.button.click()
    assert words(language)[f"guess.wanted.{kind}"] in box._said.value
    assert kept(f"99.{kind}") is None


@pytest.mark.parametrize("kind", TEXTS)
def test_where_no_kernel_runs_the_question_stands_with_its_call(kind: str) -> None:
    box = predict(f"99.{kind}")
    data, _ = box._repr_mimebundle_()
    assert "How &lt;many&gt;?" in data["text/html"]
    assert f"predict(&quot;99.{kind}&quot;, " in data["text/html"]
    assert "Low <cards>" not in data["text/html"]
    assert f'predict("99.{kind}", ' in data["text/plain"]
    call = data["text/plain"].partition("predict(")[2].partition(", ")[2]
    predict(f"99.{kind}", eval(call.rpartition(")")[0]))  # what it tells to write is a guess


def test_a_choice_takes_options_alone() -> None:
    (choice,) = predict("99.choice").inputs
    choice.value = "high"
    choice.value = "neither"
    assert choice.value == "high"


def test_a_question_that_is_none_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    for key in ("01.none", "99.x", "", 3):
        with pytest.raises(CambioError, match="there is no question"):
            predict(key)  # type: ignore[arg-type]
