"""A chapter as a learner goes through it: guesses, answers wrong and right, and what is left."""

import json
import os
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.browser

CHAPTERS = sorted((Path(__file__).parents[2] / "notebooks").glob("[01][0-9]_*.ipynb"))
QUICK = ("00", "01", "05")  # the others take as long again; nbval runs them all
SETTING = "import os; os.environ['CAMBIO_PROGRESS'] = {file!r}"
ERROR = '[data-mime-type="application/vnd.jupyter.error"]'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "progress.jsonl"


def events(file: Path) -> list[dict]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def guess(panel: Locator) -> Locator:
    """The box of the first guess."""
    return panel.locator(".cambio-guess").first


def test_a_guess_is_kept_and_shown_again(lab, open_notebook, page: Page, file: Path) -> None:
    lab.write(
        "guess.ipynb",
        SETTING.format(file=str(file)),
        'from cambio_edu import predict, reveal\npredict("01.mean")',
        'reveal("01.mean", 77 / 13)',
    )
    panel = open_notebook("guess.ipynb")
    box = guess(panel)
    box.get_by_role("textbox").fill("a lot")
    box.get_by_role("button", name="Keep my guess").click()
    expect(box.get_by_role("alert")).to_contain_text("A number is wanted")
    box.get_by_role("textbox").fill("6,5")
    box.get_by_role("button", name="Keep my guess").press("Enter")
    expect(box.get_by_role("status")).to_contain_text("Kept: 6.5.")
    found = Axe().run(page, context=".cambio-guess")
    assert found.violations_count == 0, found.generate_report()
    page.evaluate("async () => await window.jupyterapp.commands.execute('notebook:run-all-cells')")
    expect(panel.get_by_text("Your guess: 6.5. The answer: 5.923.")).to_be_visible()
    assert [event["what"] for event in events(file)] == ["reveal", "guess", "reveal"]


def test_choices_ranges_and_sketches_by_keyboard(
    lab, open_notebook, page: Page, file: Path
) -> None:
    lab.write(
        "choice.ipynb",
        SETTING.format(file=str(file)),
        'from cambio_edu import predict\npredict("01.typical")',
    )
    panel = open_notebook("choice.ipynb")
    box = guess(panel)
    box.get_by_role("button", name="Keep my guess").click()
    expect(box.get_by_role("alert")).to_contain_text("Choose one of them first")
    box.get_by_role("radio").first.focus()
    for key in ("Space", "ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
    found = Axe().run(page, context=".cambio-guess")
    assert found.violations_count == 0, found.generate_report()
    box.get_by_role("button", name="Keep my guess").press("Enter")
    expect(box.get_by_role("status")).to_contain_text("twelve numbers are equally likely")
    assert events(file)[-1]["guess"] == "several"


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=[] if path.name[:2] in QUICK else [pytest.mark.slow])
        for path in CHAPTERS
    ],
    ids=lambda path: path.stem[:2],
)
def test_a_chapter_runs_from_top_to_bottom(path: Path, lab, open_notebook, page: Page) -> None:
    (lab.root / path.name).write_bytes(path.read_bytes())
    panel = open_notebook(path.name)
    assert panel.locator(ERROR).count() == 0
    if folder := os.environ.get("CAMBIO_SHOTS"):
        panel.locator(".jp-Cell").first.scroll_into_view_if_needed()
        page.screenshot(path=Path(folder) / f"{path.stem}.png")


def test_answers_wrong_and_right(lab, open_notebook, page: Page, file: Path) -> None:
    lab.write(
        "answers.ipynb",
        SETTING.format(file=str(file)) + "\nfrom cambio_edu import *",
        'exercise("01.1")',
        'check("01.1", ...)',
        'check("01.1", 1 - exercise("01.1").answer)',
        'hint("01.1")',
        'check("01.1", exercise("01.1").answer)',
        'solution("01.1")',
    )
    panel = open_notebook("answers.ipynb")
    for said in ("Nothing is there yet", "That is the chance of", "Hint 1 of 3", "Right."):
        expect(panel.get_by_text(said).first).to_be_visible()
    panel.locator("summary", has_text="01.1 Solution").click()
    expect(panel.locator("details mjx-container").first).to_be_visible()
    verdicts = [event["verdict"] for event in events(file) if event["what"] == "answer"]
    assert verdicts == ["not_yet", "right"]
