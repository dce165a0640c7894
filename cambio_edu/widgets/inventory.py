"""The ten questions asked before and after the course, to be answered and handed in."""

import html
from typing import Any

import ipywidgets as w

from cambio_edu.lessons.inventory import (
    KEY,
    Question,
    Score,
    hand_in,
    handed_in,
    pick,
    picked,
    questions,
    what_changed,
)
from cambio_edu.lessons.progress import own_progress
from cambio_edu.lessons.texts import texts
from cambio_edu.words import words as words_of

#: A long option goes on in a second line instead of running over its neighbour.
STYLE = """<style>
.cambio-inventory .widget-radio-box label { height: auto; line-height: 1.4; white-space: normal;
  margin-bottom: .3em; width: auto; }
</style>"""


class Inventory(w.VBox):
    """A form of the inventory: ten questions, each with options of which one is chosen.

    An answer is kept as soon as it is chosen and can be changed until the form is handed in.

    Args:
        form: `A` or `B`.
        language: language of the words.

    Raises:
        CambioError: there is no such form or language.
    """

    def __init__(self, form: str = "A", language: str = "en") -> None:
        self.form, self._language, self._say = form, language, words_of(language)
        self._asked = questions(form, language)
        before = picked(form)
        self.boxes = [_radio(asked, before.get(asked.number)) for asked in self._asked]
        self.button = w.Button(description=self._say["inv.hand_in"], button_style="primary")
        self.button.layout.width = "auto"
        self._said, self._after = w.HTML(), w.HTML()
        super().__init__([w.HTML(STYLE + self._head()), *self._list(), self.button, self._said,
                          self._after])  # fmt: skip
        self.add_class("cambio-inventory")
        self._show()
        for asked, box in zip(self._asked, self.boxes, strict=True):
            box.observe(lambda change, asked=asked: self._picked(asked, change["new"]), "value")
        self.button.on_click(self._hand_in)

    @property
    def answers(self) -> dict[int, str]:
        """The letters that are chosen, by number of the question."""
        pairs = zip(self._asked, self.boxes, strict=True)
        return {asked.number: box.value for asked, box in pairs if box.value}

    @property
    def missing(self) -> list[int]:
        """The numbers of the questions that are not answered yet."""
        return [asked.number for asked in self._asked if asked.number not in self.answers]

    @property
    def score(self) -> Score | None:
        """What was handed in, or None."""
        return next((score for score in handed_in() if score.form == self.form), None)

    @property
    def said(self) -> str:
        """What the line under the questions says."""
        if self.score:
            right = f"{len(self.score.right)}/{len(self._asked)}"
            told = [self._say["inv.handed"].format(right=right)]
            told += [] if what_changed().is_whole else [self._say["inv.other"]]
        else:
            done = f"{len(self.answers)}/{len(self._asked)}"
            told = [self._say["inv.answered"].format(done=done)]
        if own_progress().trouble:
            told.append(self._say["guess.unkept"].format(why=own_progress().trouble))
        return " ".join(told)

    def _picked(self, asked: Question, letter: str | None) -> None:
        """Keep an answer; a form that was handed in, elsewhere too, stays as it is."""
        if letter and not self.score:
            pick(self.form, asked.number, letter)
        self._show()

    def _hand_in(self, button: w.Button) -> None:
        if self.missing and not self.score:
            numbers = ", ".join(map(str, self.missing))
            self._say_it(self._say["inv.missing"].format(numbers=numbers), role="alert")
            return
        if not self.score:
            hand_in(self.form, self.answers)
        self._show()

    def _show(self) -> None:
        """Show how it stands; what was handed in cannot be changed any more."""
        if self.score:
            for number, box in enumerate(self.boxes, 1):
                box.value, box.disabled = self.score.answers[number], True
            self.button.disabled = True
            self._after.value = self._result()
        self._say_it(self.said)

    def _result(self) -> str:
        """What changed and why, once both forms are handed in."""
        found = what_changed(language=self._language)
        if not found.is_whole:
            return ""
        return found.report().html() + found.explained()._repr_html_()

    def _say_it(self, text: str, role: str = "status") -> None:
        live = ' aria-live="polite"' if role == "status" else ""
        self._said.value = f'<p role="{role}"{live}>{html.escape(text)}</p>'

    # The questions as HTML

    def _head(self) -> str:
        title = self._say["inv.title"].format(form=self.form)
        told = f"{self._say['inv.how']} {texts(KEY, self._language)['note']}"
        return f"<p><b>{html.escape(title)}.</b> {html.escape(told)}</p>"

    def _list(self) -> list[w.Widget]:
        rows: list[w.Widget] = []
        for asked, box in zip(self._asked, self.boxes, strict=True):
            rows += [w.HTML(f"<p><b>{asked.number}.</b> {html.escape(asked.text)}</p>"), box]
        return rows

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget, and for where no kernel runs all the questions, to be answered on paper."""
        bundle = super()._repr_mimebundle_(**kwargs)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle or {}, {})
        return {**data, "text/plain": repr(self), "text/html": self._still()}, metadata

    def _still(self) -> str:
        asked = "".join(map(_as_html, self._asked))
        code = self._say["guess.code"].format(call=self._call())
        return f"{self._head()}<ol>{asked}</ol><p><small>{html.escape(code)}</small></p>"

    def _call(self) -> str:
        return f'hand_in("{self.form}", "{"abcd" * 2}ab")'

    def __repr__(self) -> str:
        return f"{self._say['inv.title'].format(form=self.form)}: {self.said} {self._call()}"


def _radio(asked: Question, letter: str | None) -> w.RadioButtons:
    options = [(f"{name})  {text}", name) for name, text in asked.options.items()]
    box = w.RadioButtons(options=options, value=letter, layout=w.Layout(width="auto"))
    box.tooltip = asked.text  # read aloud where the question stands apart from its box
    return box


def _as_html(asked: Question) -> str:
    options = "".join(f"<li>{html.escape(text)}</li>" for text in asked.options.values())
    return f'<li><p>{html.escape(asked.text)}</p><ol type="a">{options}</ol></li>'
