"""The box in which a guess is made and kept."""

import html
import json
from collections.abc import Callable
from typing import Any

import ipywidgets as w

from cambio_edu.errors import CambioError
from cambio_edu.lessons.asking import trouble
from cambio_edu.lessons.guesses import Question, keep, kept, question
from cambio_edu.widgets.choice import Choice
from cambio_edu.words import words as words_of

STEPS = 20  # of a slider with which a chance is sketched


class Guess(w.VBox):
    """A question, something to answer it with, and a button that keeps the guess.

    Args:
        key: of the question: `02.total`.
        language: language of the words.

    Raises:
        CambioError: there is no such question.
    """

    def __init__(self, key: str, language: str = "en") -> None:
        self._asked, self._say = question(key), words_of(language)
        self.inputs = _INPUTS[self._asked.kind](self._asked, self._say["guess.yours"])
        self.button = w.Button(description=self._say["guess.keep"])
        self.button.layout.width = "auto"
        self._said = w.HTML()
        head = w.HTML(f"<p><b>{self._say['guess.title']}</b> {self._asked.html}</p>")
        super().__init__([head, *self.inputs, self.button, self._said])
        self.add_class("cambio-guess")
        self._show_kept()
        self.button.on_click(self._keep)

    @property
    def value(self) -> Any:
        """The guess as it stands in the box."""
        return _VALUES[self._asked.kind](self._asked, self.inputs)

    @property
    def said(self) -> str:
        """What the box says of the guess."""
        guess = kept(self._asked.key)
        shown = "" if guess is None else self._asked.shown(guess)
        return self._say["guess.kept"].format(guess=shown) if shown else ""

    def _keep(self, button: w.Button) -> None:
        try:
            keep(self._asked.key, self.value)
        except CambioError:
            wanted = self._say[f"guess.wanted.{self._asked.kind}"]
            self._said.value = f'<p role="alert">{html.escape(wanted)}</p>'
            return
        self._show_kept()

    def _show_kept(self) -> None:
        said = f"{self.said}{trouble(self._say['lang'])}"
        self._said.value = f'<p role="status" aria-live="polite">{html.escape(said)}</p>'

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget, and for where no kernel runs the question and how to answer in code."""
        bundle = super()._repr_mimebundle_(**kwargs)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle or {}, {})
        return {**data, "text/plain": repr(self), "text/html": self._still()}, metadata

    def _still(self) -> str:
        code = html.escape(self._say["guess.code"].format(call=self._call()))
        options = "".join(f"<li>{html.escape(o)}</li>" for o in self._asked.options.values())
        listed = f"<ul>{options}</ul>" if options else ""
        title = html.escape(self._say["guess.title"])
        return f"<p><b>{title}.</b> {self._asked.html}</p>{listed}<p><small>{code}</small></p>"

    def _call(self) -> str:
        return f'predict("{self._asked.key}", {_EXAMPLES[self._asked.kind](self._asked)})'

    def __repr__(self) -> str:
        return f"{self._say['guess.title']}: {self._asked.text} {self._call()} {self.said}".strip()


def predict(key: str, guess: object = ..., language: str = "en") -> Guess:
    """Guess before the answer is known; the guess is kept, and shown again beside the answer.

    Args:
        key: of the question: `"02.total"`.
        guess: the guess, for whoever rather writes it than clicks it.
        language: language of the words.

    Raises:
        CambioError: there is no such question, or that can be no guess.
    """
    if guess is not ...:
        keep(key, guess)
    return Guess(key, language)


# Something to answer each kind of question with


def _number_inputs(asked: Question, label: str) -> list[w.Widget]:
    before = kept(asked.key)
    box = w.Text("" if before is None else f"{before:g}", placeholder="12", description=label)
    unit = w.HTML("%" if asked.kind == "percent" else "")
    return [w.HBox([box, unit])]


def _choice_inputs(asked: Question, label: str) -> list[w.Widget]:
    options = list(asked.options.items())
    return [Choice(label=label, options=options, value=kept(asked.key) or "")]


def _interval_inputs(asked: Question, label: str) -> list[w.Widget]:
    least, most = asked.texts["range"]
    box = w.FloatRangeSlider(
        value=kept(asked.key) or (least, most), min=least, max=most, step=(most - least) / 100,
        readout_format=".3g", description=label, layout=w.Layout(width="30em"),
    )  # fmt: skip
    return [box]


def _shape_inputs(asked: Question, label: str) -> list[w.Widget]:
    """A slider for each value; only how high they stand beside each other counts."""
    before = kept(asked.key) or {}
    most = max(before.values(), default=1)
    return [
        w.IntSlider(
            value=round(STEPS * before.get(name, 0) / most),
            max=STEPS,
            description=label,
            readout=False,
        )
        for name, label in asked.options.items()
    ]


def _single(asked: Question, inputs: list[w.Widget]) -> Any:
    return inputs[0].value


def _written(asked: Question, inputs: list[w.Widget]) -> Any:
    return inputs[0].children[0].value


def _sketched(asked: Question, inputs: list[w.Widget]) -> dict[str, int]:
    return {name: box.value for name, box in zip(asked.options, inputs, strict=True)}


_INPUTS = {
    "number": _number_inputs,
    "percent": _number_inputs,
    "choice": _choice_inputs,
    "interval": _interval_inputs,
    "shape": _shape_inputs,
}
_VALUES = {
    "number": _written,
    "percent": _written,
    "choice": _single,
    "interval": _single,
    "shape": _sketched,
}
_EXAMPLES: dict[str, Callable[[Question], str]] = {
    "number": lambda asked: "12",
    "percent": lambda asked: "12",
    "choice": lambda asked: json.dumps(next(iter(asked.options)), ensure_ascii=False),
    "interval": lambda asked: "({}, {})".format(*asked.texts["range"]),
    "shape": lambda asked: "{" + ", ".join(f'"{name}": 1' for name in asked.options) + "}",
}
