"""The table as a person meets it in JupyterLab, by keyboard, by mouse, and when things go wrong."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.browser

TABLE = """from cambio_edu import Table
table = Table(opponents={opponents}, seed={seed}, first="A", name={name!r}, pace=0.05, **{more})
table"""
RESTART = """async () => {
  const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
  await kernel.restart(); await kernel.info;
}"""
THEME = (
    "async (theme) => await window.jupyterapp.commands.execute('apputils:change-theme', {theme})"
)


def cell(opponents='["careful"]', seed=4, name="", **more) -> str:
    return TABLE.format(opponents=opponents, seed=seed, name=name, more=more)


def at(panel: Locator, name: str) -> Locator:
    return panel.get_by_test_id(name)


def answer(panel: Locator) -> Locator:
    """Whatever the person can do next: turn cards back, or a move, or read the result."""
    buttons = panel.locator('[data-testid="ack"], .ct-bar [data-testid^="move-"]')
    return buttons.or_(at(panel, "result")).first


def moves(panel: Locator) -> list[str]:
    """The names of the buttons in the bar, all at one moment."""
    buttons = panel.locator(".ct-bar button[data-testid]")
    return buttons.evaluate_all("found => found.map((button) => button.dataset.testid)")


def wish(panel: Locator, turn: int) -> str:
    """What a person does next: draws, swaps once, then discards, and calls in the fourth turn."""
    names = moves(panel)
    if "ack" in names:
        return "ack"
    if "move-call" in names and turn >= 4:
        return "move-call"
    if "move-swap" in names:
        return "move-swap"
    if "move-discard" in names:
        return "card-A3" if turn == 1 else "move-discard"
    order = ("move-draw", "move-skip", "move-leave", "move-done", "move-pass")
    return next((name for name in order if name in names), "")


def play(panel: Locator, do) -> int:
    """Play a hand to its end; how many answers it took."""
    turn = 0
    for answers in range(200):
        answer(panel).wait_for()
        if at(panel, "result").is_visible():
            return answers
        if not (chosen := wish(panel, turn)):
            continue
        turn += chosen == "move-draw"
        before = at(panel, "prompt").inner_text(), moves(panel)
        do(chosen)
        settled(panel, before)
    raise AssertionError("the hand does not end")


def settled(panel: Locator, before: tuple[str, list[str]]) -> None:
    for _ in range(100):
        if (at(panel, "prompt").inner_text(), moves(panel)) != before:
            return
        panel.page.wait_for_timeout(50)
    raise AssertionError(f"nothing happened after {before}")


def tab_to(page: Page, selector: str, inside: str = ".cambio-table") -> None:
    """Go there with the Tab key alone."""
    matches = f"document.activeElement?.matches('{inside} {selector}')"
    for key in ("Tab", "Shift+Tab"):
        for _ in range(80):
            if page.evaluate(matches):
                return
            page.keyboard.press(key)
    raise AssertionError(f"{selector} cannot be reached with the Tab key")


def serious(page: Page) -> list[str]:
    found = Axe().run(page, context=".cambio-table").response["violations"]
    return [f"{v['id']}: {v['help']}" for v in found if v["impact"] in ("serious", "critical")]


def test_a_hand_by_keyboard_alone(open_notebook, page: Page):
    panel = open_notebook("keyboard.ipynb", cell())

    def press(name: str) -> None:
        tab_to(page, f'[data-testid="{name}"]')
        page.keyboard.press("Enter")

    assert play(panel, press) >= 8
    expect(at(panel, "result")).to_contain_text("You")
    expect(at(panel, "next-hand")).to_be_visible()


def test_a_hand_by_mouse_and_then_the_next(open_notebook, page: Page):
    panel = open_notebook("mouse.ipynb", cell('["beginner", "careful"]', seed=5))
    play(panel, lambda name: at(panel, name).first.click())
    expect(at(panel, "result").locator("tbody tr")).to_have_count(3)
    expect(at(panel, "sheet").locator("tbody tr")).to_have_count(1)
    at(panel, "next-hand").click()
    expect(at(panel, "ack")).to_be_visible()
    expect(at(panel, "result")).to_have_count(0)


def test_cards_are_chosen_on_the_table_itself(open_notebook, page: Page):
    panel = open_notebook("cards.ipynb", cell(rules="cabo"))
    first = at(panel, "card-A1")
    first.click()
    at(panel, "card-A3").click()
    at(panel, "ack").click()
    expect(at(panel, "log")).to_contain_text("You look at your cards 1, 3")
    at(panel, "stock").click()
    expect(at(panel, "holding")).to_have_attribute("aria-label", re.compile("In your hand"))
    at(panel, "card-A1").click()
    at(panel, "move-swap").first.click()
    expect(at(panel, "log")).to_contain_text("You swap your card 1")


@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_axe_finds_nothing_serious(open_notebook, page: Page, theme: str):
    panel = open_notebook(
        "axe.ipynb", cell('["beginner", "careful", "careful"]', study=True, guide=True)
    )
    page.evaluate(THEME, theme)
    page.wait_for_function(
        f"document.body.dataset.jpThemeLight === '{str('Light' in theme).lower()}'"
    )
    at(panel, "ack").wait_for()
    assert serious(page) == []
    play(panel, lambda name: at(panel, name).first.click())
    assert serious(page) == []


def test_a_double_click_is_one_move(open_notebook, page: Page):
    panel = open_notebook("double.ipynb", cell())
    at(panel, "ack").dblclick()
    at(panel, "move-draw").dblclick()
    expect(at(panel, "holding")).to_have_attribute("aria-label", re.compile("In your hand"))
    page.wait_for_timeout(500)
    assert at(panel, "log").inner_text().count("You draw") == 1
    expect(at(panel, "move-discard")).to_be_visible()


def test_the_same_table_twice_shows_the_same(open_notebook, page: Page):
    panel = open_notebook("twice.ipynb", cell(), "table")
    for name in ("ack", "move-draw"):
        at(panel, name).nth(1).click()
        expect(at(panel, name)).to_have_count(0)
    labels = at(panel, "holding")
    expect(labels).to_have_count(2)
    assert labels.nth(0).get_attribute("aria-label") == labels.nth(1).get_attribute("aria-label")
    at(panel, "move-discard").nth(0).click()
    expect(at(panel, "move-discard")).to_have_count(0)
    page.wait_for_timeout(1000)
    assert at(panel, "log").nth(1).inner_text().count("You discard") == 1


def test_a_cell_that_is_run_again_goes_on(open_notebook, page: Page):
    panel = open_notebook("again.ipynb", cell(name="again"))
    at(panel, "ack").click()
    at(panel, "move-draw").click()
    at(panel, "move-discard").wait_for()
    held = at(panel, "holding").get_attribute("aria-label")
    page.evaluate("async () => await window.jupyterapp.commands.execute('notebook:run-all-cells')")
    expect(at(panel, "note")).to_contain_text("was saved")
    assert at(panel, "holding").get_attribute("aria-label") == held


def test_a_kernel_restart_loses_nothing_and_is_said(open_notebook, page: Page):
    panel = open_notebook("restart.ipynb", cell(name="restart"))
    at(panel, "ack").click()
    at(panel, "move-draw").click()
    at(panel, "move-discard").wait_for()
    held = at(panel, "holding").get_attribute("aria-label")
    page.evaluate(RESTART)
    at(panel, "move-discard").click()
    expect(at(panel, "note")).to_contain_text("kernel", timeout=10_000)
    page.evaluate("async () => await window.jupyterapp.commands.execute('notebook:run-all-cells')")
    expect(at(panel, "note")).to_contain_text("was saved")
    assert at(panel, "holding").get_attribute("aria-label") == held


def test_a_player_that_fails_is_named_and_the_hand_stays(open_notebook, page: Page):
    broken = "def broken(view):\n    raise RuntimeError('out of ideas')\n"
    panel = open_notebook("broken.ipynb", broken + cell("[broken]"))
    at(panel, "ack").click()
    at(panel, "move-draw").click()
    at(panel, "move-discard").click()
    at(panel, "move-skip").click()  # the seed deals a ten first
    at(panel, "move-done").click()
    expect(at(panel, "note")).to_contain_text("out of ideas")
    expect(at(panel, "note")).to_contain_text("Ben")
    expect(at(panel, "next")).to_be_visible()


def test_a_name_with_markup_is_shown_as_text(open_notebook, page: Page):
    code = cell(names=("You", "<img/src=x>"))
    panel = open_notebook("markup.ipynb", code)
    expect(at(panel, "seat-B")).to_contain_text("<img/src=x>")
    assert panel.locator(".cambio-table img").count() == 0


def test_the_first_notebook_opens_with_a_hand(open_notebook, page: Page, lab):
    from pathlib import Path
    from shutil import copy

    source = Path(__file__).parents[2] / "notebooks" / "00_start_here.ipynb"
    copy(source, lab.root)
    panel = open_notebook("00_start_here.ipynb")
    assert panel.locator('[data-mime-type="application/vnd.jupyter.error"]').count() == 0
    table = panel.get_by_test_id("table").first
    expect(table.get_by_test_id("guide")).to_contain_text("Remember")
    table.get_by_test_id("ack").click()
    table.get_by_test_id("move-draw").click()
    expect(table.get_by_test_id("undo")).to_be_enabled()


def test_a_table_of_ones_own_choosing(open_notebook, page: Page):
    code = "from cambio_edu import Playground\nPlayground(name='')"
    panel = open_notebook("playground.ipynb", code)
    panel.get_by_label("Rules", exact=True).select_option(label="Cabo")
    panel.get_by_role("button", name="Lay the table").click()
    expect(at(panel, "table")).to_contain_text("Cabo")
    expect(at(panel, "card-A4")).to_be_visible()
    panel.get_by_label("House rules").select_option(label="open kings")
    panel.get_by_role("button", name="Lay the table").click()
    expect(panel.get_by_role("alert").filter(has_text="open kings")).to_be_visible()
    expect(at(panel, "card-A4")).to_be_visible()


def test_a_hand_is_stepped_through_by_eyes_of_ones_choosing(open_notebook, page: Page):
    code = (
        "from random import Random\nfrom cambio_edu import *\n"
        "hand = play_out(deal(rules('cambio'), 2, Random(1)), [make('careful')] * 2)\n"
        "Replay(write(hand))"
    )
    panel = open_notebook("replay.ipynb", code)
    log = at(panel, "log")
    expect(log).to_have_text(re.compile("What happened|^$"))
    panel.get_by_role("button", name="One move on").click()
    expect(log.locator("p")).to_have_count(1)
    expect(panel.locator(".ct-bar button")).to_have_count(0)
    panel.get_by_label("Through the eyes of").select_option(label="B Ben")
    expect(at(panel, "seat-B")).to_have_attribute("class", re.compile("is-own"))
    panel.get_by_label("Text of a hand").fill('[Seats "Ann Ben"]\nA fly')
    panel.get_by_role("button", name="Read it").click()
    expect(panel.get_by_role("alert").filter(has_text="Pack")).to_be_visible()


def test_what_is_likely_is_shown_when_asked_for_and_follows_the_moves(open_notebook, page: Page):
    panel = open_notebook("likely.ipynb", cell(seed=6))
    at(panel, "ack").click()
    expect(panel.locator(".ct-odds")).to_have_count(0)
    at(panel, "likely-toggle").click()
    expect(panel.locator(".ct-odds .ct-strip")).to_have_count(6)
    expect(at(panel, "likely-given")).to_have_text("Given what you have seen.")
    expect(at(panel, "move-call")).to_contain_text("beaten")
    before = at(panel, "likely-left").inner_text()
    at(panel, "move-draw").click()
    expect(at(panel, "likely-left")).not_to_have_text(before)  # the card drawn is placed now
    assert serious(page) == []
    at(panel, "likely-toggle").click()
    expect(panel.locator(".ct-odds")).to_have_count(0)


def test_a_guess_comes_first_and_is_kept(open_notebook, page: Page):
    panel = open_notebook("guess.ipynb", cell(guess="total", likely=True), "table.guesses")
    at(panel, "ack").click()
    expect(panel.locator(".ct-odds")).to_have_count(0)
    panel.get_by_label("Guess first").fill("plenty")
    at(panel, "guess-give").click()
    expect(at(panel, "note")).to_contain_text("plenty is no guess here")
    panel.get_by_label("Guess first").fill("21")
    page.keyboard.press("Enter")
    expect(at(panel, "likely-given")).to_contain_text("You guessed 21.0; given what you have seen")
    expect(panel.locator(".ct-odds .ct-strip").first).to_be_visible()


def test_the_inspector_opens_in_study_mode_alone_and_is_unmistakable(open_notebook, page: Page):
    panel = open_notebook(
        "inspector.ipynb",
        "from cambio_edu import Playground\nground = Playground(name='', seed=2)\nground",
    )
    button = panel.get_by_role("button", name="Inspector")
    expect(at(panel, "table")).to_be_visible()
    expect(button).to_have_count(0)
    panel.get_by_label("Study mode").check()
    panel.get_by_role("button", name="Lay the table").click()
    button.click()
    inspector = panel.get_by_role("region", name="Inspector")
    expect(inspector).to_contain_text("Every card is shown here.")
    expect(inspector.get_by_role("table")).to_have_count(5)
    found = Axe().run(page, context="section[aria-label='Inspector']").response["violations"]
    assert [v["id"] for v in found] == []
