"""The laboratories as widgets: what is chosen is answered anew at every change."""

import html
from collections.abc import Callable, Mapping
from typing import Any

import ipywidgets as w

from cambio_edu.errors import CambioError
from cambio_edu.labs import call_risk, explore_stock, explore_total, matching
from cambio_edu.report import Shown
from cambio_edu.rules import HOUSE_RULES, PRESETS, Rules
from cambio_edu.rules import rules as rules_by_name
from cambio_edu.words import words as words_of

LABELS, CONTROLS = "12em", "30em"  # how wide they are
MOST = 60  # cards; more than a pack has is refused with words

Ask = Callable[..., Shown]
Controls = Mapping[str, w.Widget]


class Lab(w.VBox):
    """A question whose parts are chosen, above its answer.

    Args:
        ask: the function that answers.
        controls: the parts of the question, by the names of its arguments.
        rules: the name of a preset.
        house: house rules, separated by `;`.
        language: language of the words.

    Raises:
        CambioError: what is asked at first cannot be.
    """

    def __init__(self, ask: Ask, controls: Controls, rules: str, house: str, language: str) -> None:
        self._ask, self.controls, self._language = ask, controls, language
        self._make_rules(rules_by_name(rules, house))
        self._error, self._shown = w.HTML(), w.HTML()
        super().__init__([self._form(), self._error, self._shown])
        self._asked = self._question()
        self._show(ask(**self._asked))
        for control in (self.rules, self.house, self.more, *controls.values()):
            control.observe(self._changed, "value")

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget, and for where no kernel runs its answer."""
        bundle = super()._repr_mimebundle_(**kwargs)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle or {}, {})
        return {**data, "text/html": self.result.report().html()}, metadata

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.rules.value}>"

    def _make_rules(self, rules: Rules) -> None:
        say = words_of(self._language)
        self.rules = w.Dropdown(
            options=[(say[f"rules.{name}"], name) for name in PRESETS],
            value=rules.preset,
            description=say["play.rules"],
        )
        self.house = w.SelectMultiple(
            options=[(say[f"house.{name}"], name) for name in HOUSE_RULES],
            value=[word for word in rules.house if word in HOUSE_RULES],
            rows=4,
            description=say["play.house"],
        )
        others = "; ".join(word for word in rules.house if word not in HOUSE_RULES)
        self.more = _text(say["play.more"], others, "red_king=-3")

    def _form(self) -> w.Widget:
        left, right = [self.rules, self.house, self.more], [*self.controls.values()]
        for control in (*left, *right):
            control.style.description_width = LABELS
            control.layout.width = "auto" if isinstance(control, w.Checkbox) else CONTROLS
        layout = w.Layout(flex_flow="row wrap", grid_gap="1em")
        return w.HBox([w.VBox(left), w.VBox(right)], layout=layout)

    @property
    def house_text(self) -> str:
        """The house rules that are chosen, as notation."""
        return "; ".join([*self.house.value, *filter(None, [self.more.value.strip(" ;")])])

    def _question(self) -> dict[str, Any]:
        chosen = {name: control.value for name, control in self.controls.items()}
        rules = {"rules": self.rules.value, "house": self.house_text}
        return {**chosen, **rules, "language": self._language}

    def _changed(self, change: Any) -> None:
        """Answer anew; what cannot be is said, and the last answer stays."""
        question = self._question()
        if question == self._asked:
            return
        self._asked = question
        try:
            self._show(self._ask(**question))
        except CambioError as error:
            self._error.value = f'<p role="alert"><b>{html.escape(str(error))}</b></p>'

    def _show(self, result: Shown) -> None:
        self.result = result
        self._error.value = ""
        self._shown.value = result.report().html(live=True)


def _text(label: str, value: str, example: str = "AS 10D") -> w.Text:
    """A line to write in; it counts once it is left or Enter is pressed."""
    return w.Text(value, description=label, placeholder=example, continuous_update=False)


def _number(label: str, value: int, least: int = 0, most: int = MOST) -> w.BoundedIntText:
    """A number to choose; one that is given from the start is never changed silently."""
    return w.BoundedIntText(value, min=min(least, value), max=max(most, value), description=label)


class TotalLab(Lab):
    """How likely is each total of some known and some hidden cards?

    Args:
        rules: the name of a preset.
        known: the cards of which one adds the points, such as `AS KD`.
        hidden: how many cards are hidden.
        points: the chance of so many points or fewer is said (points).
        seen: cards that lie elsewhere.
        house: house rules, separated by `;`.
        language: language of the words.

    Raises:
        CambioError: what is asked at first cannot be.
    """

    def __init__(
        self,
        rules: str = "cambio",
        known: str = "",
        hidden: int = 2,
        points: int = 5,
        seen: str = "",
        house: str = "",
        language: str = "en",
    ) -> None:
        say = words_of(language)
        controls = {
            "known": _text(say["lab.known"], known),
            "hidden": _number(say["lab.hidden"], hidden),
            "points": _number(say["lab.most"], points, -200, 500),
            "seen": _text(say["lab.seen"], seen),
        }
        super().__init__(explore_total, controls, rules, house, language)


class StockLab(Lab):
    """Does at least one of some cards come up in the next draws?

    Args:
        rules: the name of a preset.
        seen: the cards that were seen, wherever they lie.
        hidden_elsewhere: how many cards that were not seen lie outside the stock.
        want: ranks, suits or cards; any of them will do.
        draws: how many cards are drawn.
        house: house rules, separated by `;`.
        language: language of the words.

    Raises:
        CambioError: what is asked at first cannot be.
    """

    def __init__(
        self,
        rules: str = "cambio",
        seen: str = "",
        hidden_elsewhere: int = 0,
        want: str = "K",
        draws: int = 3,
        house: str = "",
        language: str = "en",
    ) -> None:
        say = words_of(language)
        controls = {
            "want": _text(say["lab.want"], want, "A KD"),
            "draws": _number(say["lab.draws"], draws),
            "seen": _text(say["lab.seen"], seen),
            "hidden_elsewhere": _number(say["lab.elsewhere"], hidden_elsewhere),
        }
        super().__init__(explore_stock, controls, rules, house, language)


class CallLab(Lab):
    """How risky is a call, when the opponents' cards are taken as random?

    Args:
        rules: the name of a preset.
        own: the caller's cards; without them the total counts.
        total: the caller's total, where the cards are not given (points).
        opponents: how many opponents there are.
        seen: cards that were seen elsewhere.
        house: house rules, separated by `;`.
        language: language of the words.

    Raises:
        CambioError: what is asked at first cannot be.
    """

    def __init__(
        self,
        rules: str = "cambio",
        own: str = "",
        total: int = 5,
        opponents: int = 3,
        seen: str = "",
        house: str = "",
        language: str = "en",
    ) -> None:
        say, in_force = words_of(language), rules_by_name(rules, house)
        controls = {
            "own": _text(say["lab.own"], own, "AS AD 2S AH"),
            "total": _number(say["lab.own.total"], total, -200, 500),
            "opponents": _number(say["lab.opponents"], opponents, 1, 12),
            "cards_each": _number(say["lab.each"], in_force.cards_each, 1),
            "penalty": _number(say["lab.penalty"], in_force.caller_penalty, 0, 10_000),
            "both_tied": w.Checkbox(in_force.both_tied_zero, description=say["lab.both"]),
            "seen": _text(say["lab.seen"], seen),
        }
        self._following = False
        super().__init__(call_risk, controls, rules, house, language)

    def _question(self) -> dict[str, Any]:
        """Cards that are given say their total themselves."""
        question = super()._question()
        self.controls["total"].disabled = known = bool(question["own"].strip())
        return {**question, "total": None} if known else question

    def _changed(self, change: Any) -> None:
        """Other rules bring their grid, penalty and tie rule along."""
        if self._following:
            return
        if change["owner"] in (self.rules, self.house, self.more):
            self._following = True
            self._follow_rules()
            self._following = False
        super()._changed(change)

    def _follow_rules(self) -> None:
        try:
            in_force = rules_by_name(self.rules.value, self.house_text)
        except CambioError:
            return  # the answer that follows says why
        self.controls["cards_each"].value = in_force.cards_each
        self.controls["penalty"].value = in_force.caller_penalty
        self.controls["both_tied"].value = in_force.both_tied_zero


class MatchLab(Lab):
    """How likely are cards to be of one rank: a claim, a card laid down, a pair?

    Args:
        rules: the name of a preset.
        known: the cards of the claim that are known.
        hidden: how many cards of the claim are hidden.
        top: the card on top of the discard pile, or nothing.
        hand: the card in hand, or nothing.
        seen: cards that were seen elsewhere.
        house: house rules, separated by `;`.
        language: language of the words.

    Raises:
        CambioError: what is asked at first cannot be.
    """

    def __init__(
        self,
        rules: str = "cabo",
        known: str = "7",
        hidden: int = 1,
        top: str = "",
        hand: str = "",
        seen: str = "",
        house: str = "",
        language: str = "en",
    ) -> None:
        say = words_of(language)
        controls = {
            "known": _text(say["lab.known"], known),
            "hidden": _number(say["lab.hidden"], hidden),
            "hand": _text(say["lab.hand"], hand),
            "top": _text(say["lab.top"], top),
            "cards": _number(say["lab.cards"], rules_by_name(rules, house).cards_each, 1),
            "seen": _text(say["lab.seen"], seen),
        }
        super().__init__(matching, controls, rules, house, language)
