"""Every notebook is whole: run, stored, small, with one title and headings in order."""

import re
from itertools import pairwise
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).parent.parent
NOTEBOOKS = sorted(
    p for p in (ROOT / "notebooks").rglob("*.ipynb") if ".ipynb_checkpoints" not in p.parts
)
MAX_BYTES = 400_000


def test_the_first_two_are_there():
    names = {path.name for path in NOTEBOOKS}
    assert {"00_start_here.ipynb", "playground.ipynb"} <= names


@pytest.fixture(params=NOTEBOOKS, ids=lambda path: path.stem)
def path(request) -> Path:
    return request.param


@pytest.fixture
def notebook(path: Path):
    return nbformat.read(path, as_version=4)


def code_cells(notebook) -> list:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def test_it_is_valid_and_small(path: Path, notebook):
    nbformat.validate(notebook)
    assert path.stat().st_size < MAX_BYTES


def test_every_code_cell_was_run_in_order(notebook):
    cells = code_cells(notebook)
    assert cells
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))


def test_outputs_are_stored_and_none_is_an_error(notebook):
    outputs = [output for cell in code_cells(notebook) for output in cell.outputs]
    assert outputs
    assert not [output for output in outputs if output.output_type == "error"]


def test_a_cell_that_ends_in_a_value_shows_it(notebook):
    """A cell that ends in a name, or makes an object, must show it, or nbval compares nothing."""
    for cell in code_cells(notebook):
        last = ["", *cell.source.split("\n")][-1]
        if re.fullmatch(r"[a-z_][\w.]*|(\w+\.)*[A-Z]\w*\(.*\)", last):
            assert cell.outputs, last


def test_no_state_of_widgets_is_stored(notebook):
    assert "widgets" not in notebook.metadata


def test_one_title_and_ordered_headings(notebook):
    text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    text = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    levels = [len(marks) for marks in re.findall(r"^(#+) \S", text, flags=re.MULTILINE)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_it_runs_anywhere(path: Path, notebook):
    assert notebook.metadata.kernelspec.name == "python3"
    absolute = r"/(home|root|tmp|work)/|[/\\]Users[/\\]"
    assert not re.search(absolute, path.read_text(encoding="utf-8"))
