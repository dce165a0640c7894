"""The ten questions asked before and after the course, to be answered and handed in."""

import html
from pathlib import Path
from typing import Any

import anywidget
import traitlets

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

HERE = Path(__file__).parent


class Inventory(anywidget.AnyWidget):
    """A form of the inventory: ten questions, each with options of which one is chosen.

    An answer is kept as soon as it is chosen and can be changed until the form is handed in.

    Args:
        form: `A` or `B`.
        language: language of the words.

    Raises:
        CambioError: there is no such form or language.
    """

    _esm = HERE / "inventory.js"
    _css = HERE / "inventory.css"

    lang = traitlets.Unicode().tag(sync=True)
    head = traitlets.Unicode().tag(sync=True)  # HTML
    questions: traitlets.List[Any] = traitlets.List().tag(sync=True)
    button = traitlets.Unicode().tag(sync=True)
    chosen = traitlets.Dict().tag(sync=True)  # letters by number, both as text
    locked = traitlets.Bool(False).tag(sync=True)
    said = traitlets.Unicode().tag(sync=True)
    missed = traitlets.Unicode().tag(sync=True)
    after = traitlets.Unicode().tag(sync=True)  # HTML

    def __init__(self, form: str = "A", language: str = "en") -> None:
        self.form, self._language, self._say = form, language, words_of(language)
        self._asked = questions(form, language)
        super().__init__(
            lang=language,
            head=self._head(),
            questions=[
                {"number": asked.number, "text": asked.text, "options": _labels(asked)}
                for asked in self._asked
            ],
            button=self._say["inv.hand_in"],
            chosen={str(number): letter for number, letter in picked(form).items()},
        )
        self._show()
        self.observe(self._picked, "chosen")
        self.on_msg(self._on_message)

    @property
    def answers(self) -> dict[int, str]:
        """The letters that are chosen, by number of the question."""
        return {int(number): letter for number, letter in self.chosen.items()}

    @property
    def missing(self) -> list[int]:
        """The numbers of the questions that are not answered yet."""
        return [asked.number for asked in self._asked if asked.number not in self.answers]

    @property
    def score(self) -> Score | None:
        """What was handed in, or None."""
        return next((score for score in handed_in() if score.form == self.form), None)

    def hand_in(self) -> None:
        """Hand in what is chosen; where something is missing, say what, and hand in nothing."""
        if self.score is None and self.missing:
            numbers = ", ".join(map(str, self.missing))
            self.missed = self._say["inv.missing"].format(numbers=numbers)
            return
        if self.score is None:
            hand_in(self.form, self.answers)
        self._show()

    @traitlets.validate("chosen")
    def _only_options(self, proposal: Any) -> dict[str, str]:
        """What was handed in stays, in whatever notebook it was; before, what is an option."""
        if score := self.score:
            return {str(number): letter for number, letter in score.answers.items()}
        there = {str(asked.number): asked.options for asked in self._asked}
        pairs = proposal["value"].items()
        return {n: x for n, x in pairs if isinstance(x, str) and x in there.get(n, {})}

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """A page may change what is chosen, and nothing else."""
        chosen = sync_data.get("chosen")
        super().set_state({"chosen": chosen} if isinstance(chosen, dict) else {})

    def _picked(self, change: Any) -> None:
        if self.score is None:
            for number, letter in change["new"].items():
                if change["old"].get(number) != letter:
                    pick(self.form, int(number), letter)
        self._show()

    def _on_message(self, widget: Any, content: Any, buffers: Any) -> None:
        if isinstance(content, dict) and content.get("do") == "hand_in":
            self.hand_in()

    def _show(self) -> None:
        """Show how it stands; what was handed in cannot be changed any more."""
        if score := self.score:
            self.chosen = {str(number): letter for number, letter in score.answers.items()}
            self.locked, self.after = True, self._result()
        self.missed, self.said = "", self._status(score)

    def _status(self, score: Score | None) -> str:
        if score:
            right = f"{len(score.right)}/{len(self._asked)}"
            told = [self._say["inv.handed"].format(right=right)]
            told += [] if what_changed().is_whole else [self._say["inv.other"]]
        else:
            done = f"{len(self.answers)}/{len(self._asked)}"
            told = [self._say["inv.answered"].format(done=done)]
        if own_progress().trouble:
            told.append(self._say["guess.unkept"].format(why=own_progress().trouble))
        return " ".join(told)

    def _result(self) -> str:
        """What changed and why, once both forms are handed in."""
        found = what_changed(language=self._language)
        if not found.is_whole:
            return ""
        return found.report().html() + found.explained()._repr_html_()

    def _head(self) -> str:
        title = self._say["inv.title"].format(form=self.form)
        told = f"{self._say['inv.how']} {texts(KEY, self._language)['note']}"
        return f"<p><b>{html.escape(title)}.</b> {html.escape(told)}</p>"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget, and for where no kernel runs all the questions, to be answered on paper."""
        bundle = super()._repr_mimebundle_(**kwargs)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle or {}, {})
        return {**data, "text/plain": repr(self), "text/html": self._still()}, metadata

    def _still(self) -> str:
        asked = "".join(map(_with_options, self._asked))
        code = self._say["guess.code"].format(call=self._call())
        return f"{self._head()}{asked}<p><small>{html.escape(code)}</small></p>"

    def _call(self) -> str:
        return f'hand_in("{self.form}", "{"abcd" * 2}ab")'

    def __repr__(self) -> str:
        return f"{self._say['inv.title'].format(form=self.form)}: {self.said} {self._call()}"


def _labels(asked: Question) -> dict[str, str]:
    return {letter: f"{letter}) {text}" for letter, text in asked.options.items()}


def _as_html(asked: Question) -> str:
    """The question with its number; HTML of its own, for pages differ in how they count."""
    return f"<p><b>{asked.number}.</b> {html.escape(asked.text)}</p>"


def _with_options(asked: Question) -> str:
    items = "".join(f"<li>{html.escape(label)}</li>" for label in _labels(asked).values())
    return f'{_as_html(asked)}<ul style="list-style:none">{items}</ul>'
