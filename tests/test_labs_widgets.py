"""The laboratories as widgets: what is chosen is answered, and what cannot be is said."""

import html
import re

import ipywidgets
import pytest

import cambio_edu
from cambio_edu.errors import CambioError
from cambio_edu.labs import call_risk, explore_stock, explore_total, matching
from cambio_edu.rules import HOUSE_RULES, PRESETS
from cambio_edu.widgets.labs import CallLab, Lab, MatchLab, StockLab, TotalLab
from cambio_edu.words import LANGUAGES, words

LABS = {
    TotalLab: (explore_total, {"known": "AS KD", "hidden": 1, "points": 3}),
    StockLab: (explore_stock, {"want": "A", "draws": 4, "seen": "KD", "hidden_elsewhere": 8}),
    CallLab: (call_risk, {"own": "AS AD 2S AH", "opponents": 2}),
    MatchLab: (matching, {"known": "7S", "hidden": 1, "top": "5S", "hand": "3S"}),
}
each_lab = pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.__name__)


def made(lab: type[Lab], **more: str) -> Lab:
    return lab(**{"rules": "cambio", **LABS[lab][1], **more})


def error(lab: Lab) -> str:
    return str(lab._error.value)


def shown(lab: Lab) -> str:
    return str(lab._shown.value)


@each_lab
def test_a_widget_and_its_function_say_the_same(lab: type[Lab]):
    function, question = LABS[lab]
    widget = made(lab)
    assert widget.result == function("cambio", **question)
    assert shown(widget) == widget.result.report().html(live=True)
    assert repr(widget) == f"<{lab.__name__}: cambio>"
    assert error(widget) == ""


@each_lab
def test_it_can_be_made_without_arguments_and_has_a_name_at_the_top(lab: type[Lab]):
    assert getattr(cambio_edu, lab.__name__)().result.language == "en"


@each_lab
def test_the_answer_is_a_live_region_of_one_sentence_or_two(lab: type[Lab]):
    page = shown(made(lab))
    [live] = re.findall(r'<p role="status" aria-live="polite"[^>]*>(.*?)</p>', page)
    assert html.unescape(live) == made(lab).result.report().answer


@each_lab
def test_what_cannot_be_is_said_and_the_last_answer_stays(lab: type[Lab]):
    widget = made(lab)
    before, page = widget.result, shown(widget)
    for text, told in (("KS KS", "KS is given 2 times"), ("<b>x</b>", "&lt;b&gt;x&lt;/b&gt;")):
        widget.controls["seen"].value = text
        assert error(widget).startswith('<p role="alert">')
        assert told in error(widget)
        assert "<b>x" not in error(widget)
        assert (widget.result, shown(widget)) == (before, page)
    widget.controls["seen"].value = "KS"
    assert error(widget) == ""
    assert widget.result != before


@each_lab
def test_what_is_impossible_at_first_is_refused_at_once(lab: type[Lab]):
    with pytest.raises(CambioError, match="9S is given 2 times"):
        made(lab, seen="9S 9S")
    with pytest.raises(CambioError, match="no language"):
        made(lab, language="xx")
    with pytest.raises(CambioError, match="no rule set"):
        made(lab, rules="whist")


@each_lab
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_there_in_every_language(lab: type[Lab], language: str):
    widget = made(lab, language=language)
    labels = [c.description for c in (widget.rules, *widget.controls.values())]
    assert labels[0] == words(language)["play.rules"]
    assert all(label in words(language).values() for label in labels)
    assert len(set(labels)) == len(labels)
    assert f'<div lang="{language}"' in shown(widget)


@each_lab
def test_where_no_kernel_runs_its_answer_is_left(lab: type[Lab]):
    widget = made(lab)
    assert isinstance(widget, ipywidgets.VBox)
    bundle = widget._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert data["text/html"] == widget.result._repr_html_()
    assert "aria-live" not in data["text/html"]
    assert "application/vnd.jupyter.widget-view+json" in data


@each_lab
@pytest.mark.parametrize("preset", PRESETS)
def test_every_rule_set_can_be_chosen(lab: type[Lab], preset: str):
    widget = lab()
    for name in ("known", "own", "hand", "top", "seen"):
        if name in widget.controls:
            widget.controls[name].value = ""
    if "want" in widget.controls:
        widget.controls["want"].value = "7"
    if "total" in widget.controls:
        widget.controls["total"].value = 10
    widget.rules.value = preset
    assert error(widget) == ""
    assert widget.result.rules == PRESETS[preset]


def test_house_rules_and_further_fields_go_together():
    lab = TotalLab(house="open kings; caller_penalty=3")
    assert lab.house.value == ("open kings",)
    assert lab.more.value == "caller_penalty=3"
    lab.more.value = " red_king=-5 ;"
    assert lab.house_text == "open kings; red_king=-5"
    assert lab.result.rules.red_king == -5
    lab.house.value = ("jokers",)
    assert lab.result.rules.house == ("jokers", "red_king=-5")
    lab.rules.value = "cabo"
    assert "'jokers' goes with the rules 'cambio' only" in html.unescape(error(lab))
    assert len(lab.house.options) == len(HOUSE_RULES)


def test_every_number_and_text_is_answered_as_soon_as_it_changes():
    lab = StockLab()
    for name, value in (("draws", 7), ("want", "A 2"), ("hidden_elsewhere", 8), ("seen", "AS")):
        before = shown(lab)
        lab.controls[name].value = value
        assert shown(lab) != before
    assert lab.result == explore_stock("cambio", seen="AS", hidden_elsewhere=8, want="A 2", draws=7)


def test_more_cards_than_there_are_can_be_asked_for_and_are_refused():
    lab = TotalLab()
    lab.controls["hidden"].value = 53
    assert "hidden: 53 cannot be; a whole number from 0 to 52 can" in html.unescape(error(lab))
    assert lab.result.hidden == 2
    with pytest.raises(CambioError, match="hidden: 99"):
        TotalLab(hidden=99)


def test_a_call_takes_its_total_from_the_cards_that_are_given():
    lab = CallLab(total=9)
    assert lab.result.total == 9
    assert not lab.controls["total"].disabled
    lab.controls["own"].value = "AS AD 2S AH"
    assert lab.result == call_risk("cambio", own="AS AD 2S AH")
    assert lab.controls["total"].disabled
    lab.controls["own"].value = ""
    assert lab.result.total == 9
    assert not lab.controls["total"].disabled


def test_other_rules_bring_their_penalty_tie_rule_and_grid():
    lab = CallLab()
    lab.controls["penalty"].value = 7
    assert lab.result.rules.caller_penalty == 7
    asked = []
    ask = lab._ask
    lab._ask = lambda **question: asked.append(question) or ask(**question)
    lab.house.value = ("both tied score 0", "six cards", "no penalty")
    assert len(asked) == 1
    assert lab.controls["penalty"].value == 0
    assert lab.controls["cards_each"].value == lab.result.cards_each == 6
    assert lab.controls["both_tied"].value
    assert lab.result.rules.both_tied_zero
    lab.more.value = "nonsense"
    assert "'nonsense' is no house rule" in html.unescape(error(lab))
