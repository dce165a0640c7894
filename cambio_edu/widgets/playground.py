"""A table of one's own choosing, and hands to step through: compositions of plain widgets."""

import html
from typing import Any

import ipywidgets as w

from cambio_edu import notation
from cambio_edu.errors import CambioError
from cambio_edu.hand import Hand
from cambio_edu.rules import HOUSE_RULES, LETTERS, PRESETS, rules
from cambio_edu.strategies import STRATEGIES
from cambio_edu.view import view
from cambio_edu.widgets.inspector import Inspector
from cambio_edu.widgets.likely import outlook
from cambio_edu.widgets.picture import still
from cambio_edu.widgets.table import Face, Table, with_picture
from cambio_edu.words import words as words_of

WIDE = {"description_width": "9em"}
PUBLIC = -1  # no seat: a choice that is None is one that was not made


class Playground(w.VBox):
    """Choose rules, house rules, seats and players, and play.

    Args:
        name: what the matches are saved under, each rule set, number of seats and mode by itself;
            "" saves nothing.
        language: language of the words.
        **table: further arguments of `Table`, such as `seed`.
    """

    def __init__(self, name: str = "playground", language: str = "en", **table: Any) -> None:
        self._words, self._name = words_of(language), name
        self._table_arguments: dict[str, Any] = {"language": language, **table}
        self.table = Face()
        self._make_controls()
        self._place, self._error, self._below = w.VBox(), w.HTML(), w.VBox()
        super().__init__([self._form(), self._error, self._place, self._below])
        self.lay()

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        return with_picture(super()._repr_mimebundle_(**kwargs), self.table)

    def __repr__(self) -> str:
        return f"<Playground: {self.rules.value}, {self.seats.value} seats>"

    def _make_controls(self) -> None:
        say = self._words
        named = [(say[f"rules.{name}"], name) for name in PRESETS]
        self.rules = w.Dropdown(options=named, description=say["play.rules"], style=WIDE)
        self.house = w.SelectMultiple(
            options=[(say[f"house.{name}"], name) for name in HOUSE_RULES],
            description=say["play.house"], rows=7, style=WIDE,
        )  # fmt: skip
        self.more = w.Text(description=say["play.more"], placeholder="limit=50", style=WIDE)
        self.seats = w.IntSlider(3, 2, 6, description=say["play.seats"], style=WIDE)
        players = [(say[f"player.{name}"], name) for name in STRATEGIES]
        self.players = [
            w.Dropdown(
                options=[(say["play.you"], "you"), *players],
                value="you" if n == 0 else ("beginner", "careful")[n % 2],
                description=say["play.player"].format(letter=LETTERS[n]), style=WIDE,
            )
            for n in range(6)
        ]  # fmt: skip
        self.study = w.Checkbox(description=say["play.study"], indent=False)
        self.button = w.Button(description=say["play.lay"], button_style="primary")
        self.button.on_click(lambda _: self.lay())
        self.inspect = w.Button(description=say["inspect.open"], layout=w.Layout(width="auto"))
        self.inspect.on_click(lambda _: self._inspect())
        self.seats.observe(lambda _: self._show_players(), "value")
        self._player_box = w.VBox()
        self._show_players()

    def _form(self) -> w.Widget:
        left = w.VBox([self.rules, self.house, self.more])
        right = w.VBox([self.seats, self._player_box, self.study, self.button])
        return w.HBox([left, right], layout=w.Layout(flex_flow="row wrap", grid_gap="1em"))

    def _show_players(self) -> None:
        self._player_box.children = self.players[: self.seats.value]

    @property
    def house_text(self) -> str:
        """The house rules that are chosen, as notation."""
        return "; ".join([*self.house.value, *filter(None, [self.more.value.strip(" ;")])])

    @property
    def save_name(self) -> str:
        """What the match at the table that is chosen is saved under; "" where it is not."""
        words = [self._name, self.rules.value, str(self.seats.value)]
        return " ".join(words + ["study"] * self.study.value) if self._name else ""

    def lay(self) -> None:
        """Lay the table that is chosen; what does not fit is said above it."""
        who = [player.value for player in self.players[: self.seats.value]]
        people = [n for n, player in enumerate(who) if player == "you"]
        try:
            if len(people) > 1:
                raise CambioError(self._words["play.one"])
            table = Table(
                rules(self.rules.value, self.house_text),
                opponents=[player for player in who if player != "you"],
                seat=LETTERS[people[0]] if people else None,
                study=self.study.value,
                name=self.save_name,
                **self._table_arguments,
            )
        except CambioError as error:
            self._error.value = _alert(str(error))
            return
        self._error.value = ""
        self.table = table
        self._place.children = (table,)
        table.observe(lambda _: self._offer_inspector(table), "state")
        self._offer_inspector(table)

    def _offer_inspector(self, table: Table) -> None:
        """A button for the inspector where it may be opened; what it showed before is put away."""
        if table is not self.table:  # one that was laid before
            return
        self.inspect.description = self._words["inspect.open"]
        self._below.children = (self.inspect,) if table.may_be_inspected else ()

    def _inspect(self) -> None:
        """Open the inspector below the table, or close it."""
        if len(self._below.children) > 1 or not isinstance(self.table, Table):
            self.inspect.description = self._words["inspect.open"]
            self._below.children = (self.inspect,)
            return
        self.inspect.description = self._words["inspect.close"]
        language = self._table_arguments["language"]
        self._below.children = (self.inspect, Inspector(self.table, language))


class Replay(w.VBox):
    """Paste the text of a hand and step through it, through the eyes of any seat.

    Args:
        text: the text of a hand, or nothing yet.
        language: language of the words.
    """

    def __init__(self, text: str = "", language: str = "en") -> None:
        self._words = words_of(language)
        self._hands: list[Hand] = []
        self._make_controls(text)
        self._picture = Face(words=dict(self._words))
        self._steps = w.HBox([self.back, self.step, self.forward, self.eyes])
        self._steps.layout.flex_flow = "row wrap"
        self._inspected = w.VBox()
        more = w.HBox([self.likely, self.inspect], layout=w.Layout(flex_flow="row wrap"))
        super().__init__(
            [self.text, self.button, self._error, self._steps, more, self._picture, self._inspected]
        )
        self.read()

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        return with_picture(super()._repr_mimebundle_(**kwargs), self._picture)

    def __repr__(self) -> str:
        return f"<Replay: {max(0, len(self._hands) - 1)} moves>"

    def _make_controls(self, text: str) -> None:
        say = self._words
        self.text = w.Textarea(text, description=say["replay.text"], rows=8, style=WIDE)
        self.text.layout.width = "95%"
        self.button = w.Button(description=say["replay.read"], button_style="primary")
        self.step = w.IntSlider(0, 0, 0, description=say["replay.step"], style=WIDE)
        self.back = w.Button(description=say["replay.back"])
        self.forward = w.Button(description=say["replay.forward"])
        self.eyes = w.Dropdown(description=say["replay.eyes"], style=WIDE)
        self.likely = w.Checkbox(description=say["likely.show"], indent=False)
        self.likely.observe(lambda _: self._show(), "value")
        self.inspect = w.Checkbox(description=say["inspect.open"], indent=False)
        self.inspect.observe(lambda _: self._show_inspector(), "value")
        self._error = w.HTML()
        self.button.on_click(lambda _: self.read())
        self.back.on_click(lambda _: self._move(-1))
        self.forward.on_click(lambda _: self._move(1))
        self.step.observe(lambda _: self._show(), "value")
        self.eyes.observe(lambda _: self._show(), "value")

    def read(self) -> None:
        """Read the text; what is wrong with it is said below it, and the hand shown stays."""
        self._error.value = ""
        if not self.text.value.strip():
            return
        try:
            hands = notation.replay(self.text.value)
        except CambioError as error:
            self._error.value = _alert(str(error))
            return
        self.step.value = 0  # before the hands change: a shorter one has no such step
        self._hands = hands
        names = self._hands[0].names
        self.eyes.options = [
            *((f"{LETTERS[n]} {name}", n) for n, name in enumerate(names)),
            (self._words["replay.public"], PUBLIC),
        ]
        self.eyes.value = 0
        self.step.max = len(self._hands) - 1
        self._show()
        self._show_inspector()

    def _show_inspector(self) -> None:
        """Every card of the hand that was pasted, where it is asked for."""
        wanted = self.inspect.value and self._hands
        self._inspected.children = (
            (Inspector(self._hands[-1], self._words["lang"]),) if wanted else ()
        )

    def _move(self, by: int) -> None:
        self.step.value = min(max(0, self.step.value + by), self.step.max)

    def _show(self) -> None:
        if self._hands:
            hand = self._hands[self.step.value]
            seat = None if self.eyes.value in (PUBLIC, None) else self.eyes.value
            seen = view(hand, seat)
            shown = outlook(seen, self._words) if self.likely.value and not hand.is_over else None
            self._picture.state = still(seen, self._words, self.step.value, shown)


def _alert(text: str) -> str:
    return f'<p role="alert"><b>{html.escape(text)}</b></p>'
