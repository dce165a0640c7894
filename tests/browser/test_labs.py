"""The laboratories in JupyterLab: by keyboard, in every language, for eyes and for ears."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from cambio_edu.words import LANGUAGES

pytestmark = pytest.mark.browser

LABS = ("TotalLab", "StockLab", "CallLab", "MatchLab")
CUT_OFF = """() => [...document.querySelectorAll('.widget-label, .widget-checkbox label, option')]
  .filter((e) => e.clientWidth && e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent)"""


def test_a_question_is_asked_by_keyboard_alone(page, open_notebook):
    panel = open_notebook("total.ipynb", "from cambio_edu import TotalLab\nTotalLab()")
    answer = panel.get_by_role("status")
    expect(answer).to_contain_text("Chance of 5 points or fewer")
    before = answer.inner_text()
    panel.get_by_label("Cards you know").focus()
    page.keyboard.type("AS KD")
    page.keyboard.press("Tab")
    expect(panel.get_by_label("Hidden cards")).to_be_focused()
    expect(answer).not_to_have_text(before)
    page.keyboard.press("ArrowUp")
    expect(panel.get_by_text("C(50, 3) = 19,600")).to_be_visible()
    right = answer.inner_text()
    panel.get_by_label("Cards seen elsewhere").focus()
    page.keyboard.type("AS")
    page.keyboard.press("Enter")
    expect(panel.get_by_role("alert")).to_contain_text("AS is given 2 times")
    expect(answer).to_have_text(right)


def test_no_label_is_cut_off_and_nothing_is_hard_to_reach(page, open_notebook):
    cells = [f"{lab}(language={code!r})" for lab in LABS for code in LANGUAGES]
    panel = open_notebook("labs.ipynb", "from cambio_edu import *", *cells)
    expect(panel.get_by_role("status")).to_have_count(len(cells), timeout=60_000)
    assert page.evaluate(CUT_OFF) == []
    found = Axe().run(page, context=".jp-OutputArea-output").response["violations"]
    assert [violation["id"] for violation in found] == []
