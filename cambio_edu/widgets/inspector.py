"""The inspector as a widget: a hand step by step with every card shown, loudly."""

import html
from typing import Any

import ipywidgets as w

from cambio_edu import notation
from cambio_edu.errors import CambioError
from cambio_edu.hand import Hand
from cambio_edu.inspector import inspect
from cambio_edu.rules import LETTERS
from cambio_edu.widgets.table import Table
from cambio_edu.words import words as words_of

EVERYBODY = -1  # a choice that is None is one that was not made
FRAME = (
    "border:.35em double currentColor;border-radius:.4em;padding:.6em .9em;overflow-x:auto;"
    "line-height:1.4"
)
BANNER = (
    "background:#5b1a12;color:#fff;font-weight:700;padding:.4em .7em;margin:0 0 .5em;"
    "border-inline-start:.6em solid #f0b429"
)


class Inspector(w.VBox):
    """A hand with every card shown, and what each seat knows of it, move by move.

    Args:
        source: a hand, the text of one, or a table whose hand is over or that is in study mode.
        language: language of the words.

    Raises:
        CambioError: the text cannot be read, or the hand on the table is being played for real.
    """

    def __init__(self, source: Hand | str | Table, language: str = "en") -> None:
        self._words = words_of(language)
        self._language = language
        self._hands = notation.replay(_text(source, self._words))
        self._make_controls()
        self._shown = w.HTML()
        steps = w.HBox([self.back, self.step, self.forward, self.observer])
        steps.layout.flex_flow = "row wrap"
        super().__init__([steps, self._shown])
        self._show()

    def __repr__(self) -> str:
        return f"<Inspector: {len(self._hands) - 1} moves>"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget, and for where no kernel runs what it shows: every card, on purpose."""
        bundle = super()._repr_mimebundle_(**kwargs)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle or {}, {})
        return {**data, "text/html": self._shown.value}, metadata

    def _make_controls(self) -> None:
        say, last = self._words, len(self._hands) - 1
        wide = {"description_width": "initial"}
        at_first = last - (self._hands[-1].is_over and last > 0)  # at the end all know all
        self.step = w.IntSlider(at_first, 0, last, description=say["replay.step"], style=wide)
        self.back = w.Button(description=say["replay.back"])
        self.forward = w.Button(description=say["replay.forward"])
        names = [(f"{LETTERS[n]} {name}", n) for n, name in enumerate(self._hands[0].names)]
        self.observer = w.Dropdown(
            options=[(say["inspect.everybody"], EVERYBODY), *names],
            description=say["inspect.observer"],
            style=wide,
        )
        self.back.on_click(lambda _: self._move(-1))
        self.forward.on_click(lambda _: self._move(1))
        self.step.observe(lambda _: self._show(), "value")
        self.observer.observe(lambda _: self._show(), "value")

    def _move(self, by: int) -> None:
        self.step.value = min(max(0, self.step.value + by), self.step.max)

    def _show(self) -> None:
        observer = None if self.observer.value == EVERYBODY else self.observer.value
        found = inspect(self._hands[self.step.value], observer, self._language).report()
        banner = html.escape(f"{found.title} – {found.answer}")
        self._shown.value = (
            f'<section aria-label="{html.escape(found.title)}" lang="{found.lang}" '
            f'style="{FRAME}"><p style="{BANNER}"><span aria-hidden="true">⚠ </span>{banner}</p>'
            f"{found.details()}</section>"
        )


def _text(source: Hand | str | Table, words: Any) -> str:
    """The hand as text: nothing is kept of a table but what was written down of it."""
    if isinstance(source, Table):
        if not source.may_be_inspected:
            raise CambioError(words["inspect.refused"])
        return source.hand_text
    return source if isinstance(source, str) else notation.write(source)
