"""The ten questions in JupyterLab: by keyboard, for ears, and to the end."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from cambio_edu.lessons.inventory import questions

pytestmark = pytest.mark.browser

CELLS = "from cambio_edu.widgets.inventory import Inventory", "Inventory('A')", "Inventory('B')"


def violations(page: Page) -> list[tuple[str, str]]:
    found = Axe().run(page, context=".cambio-inventory").response["violations"]
    return [(fault["id"], fault["nodes"][0]["html"]) for fault in found]


def answer(form: Locator) -> None:
    for number in range(10):
        form.get_by_role("group").nth(number).get_by_role("radio").nth(number % 3).check()
    form.get_by_role("button", name="Hand in").click()


def test_both_forms_are_answered_and_explained(page, open_notebook):
    panel = open_notebook("inventory.ipynb", *CELLS)
    forms = panel.locator(".cambio-inventory")
    first, second = forms.first, forms.last
    expect(first.get_by_role("status")).to_have_text("Answered: 0/10.")
    group = first.get_by_role("group", name=questions("A")[0].text).get_by_role("radio")
    group.first.focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    expect(group.nth(1)).to_be_focused()
    expect(group.nth(1)).to_be_checked()
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(first.get_by_role("status")).to_have_text("Answered: 2/10.")
    first.get_by_role("button", name="Hand in").click()
    expect(first.get_by_role("alert")).to_contain_text("Not answered yet: 3, 4, 5")
    assert violations(page) == []

    answer(first)
    expect(first.get_by_role("status")).to_contain_text("Handed in. Right: ")
    expect(group.first).to_be_disabled()
    expect(panel.get_by_text(questions("A")[0].why)).to_have_count(0)
    answer(second)
    expect(second.get_by_text("Normalised gain")).to_be_visible()
    expect(second.get_by_text(questions("A")[0].why)).to_be_visible()
    assert violations(page) == []
