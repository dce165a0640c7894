"""The course goes into a learner's folder, and nothing of the learner's is overwritten."""

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from cambio_edu import launcher

ROOT = Path(__file__).parent.parent


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "source"
    (folder / "more").mkdir(parents=True)
    (folder / launcher.FIRST).write_text("first")
    (folder / "more" / "b.ipynb").write_text("second")
    return folder


def test_all_of_the_course_is_put_there(source, tmp_path):
    assert launcher.put(source, tmp_path / "mine") == []
    assert (tmp_path / "mine" / launcher.FIRST).read_text() == "first"
    assert (tmp_path / "mine" / "more" / "b.ipynb").read_text() == "second"


def test_an_unchanged_notebook_is_brought_up_to_date(source, tmp_path):
    launcher.put(source, tmp_path / "mine")
    (source / launcher.FIRST).write_text("newer")
    assert launcher.put(source, tmp_path / "mine") == []
    assert (tmp_path / "mine" / launcher.FIRST).read_text() == "newer"


def test_a_changed_notebook_stays_and_the_newer_one_lies_beside_it(source, tmp_path):
    mine = tmp_path / "mine"
    launcher.put(source, mine)
    (mine / launcher.FIRST).write_text("my notes")
    assert launcher.put(source, mine) == []
    (source / launcher.FIRST).write_text("newer")
    [said] = launcher.put(source, mine)
    assert (mine / launcher.FIRST).read_text() == "my notes"
    assert (mine / "00_start_here (new).ipynb").read_text() == "newer"
    assert "00_start_here (new).ipynb" in said
    assert launcher.put(source, mine) == []


def test_a_file_that_was_there_before_is_not_overwritten(source, tmp_path):
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / launcher.FIRST).write_text("my own")
    launcher.put(source, mine)
    assert (mine / launcher.FIRST).read_text() == "my own"


def test_a_broken_list_loses_nothing(source, tmp_path):
    mine = tmp_path / "mine"
    launcher.put(source, mine)
    (mine / launcher.LIST).write_text("{ broken")
    (mine / launcher.FIRST).write_text("my notes")
    launcher.put(source, mine)
    assert (mine / launcher.FIRST).read_text() == "my notes"


def test_a_folder_that_cannot_be_made_is_one_line_and_status_2(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert launcher.main([str(tmp_path / "file" / "cambio"), "--no-open"]) == 2
    said = capsys.readouterr()
    assert len(said.err.splitlines()) == 1
    assert said.out == ""


def test_jupyterlab_is_opened_on_the_first_notebook(tmp_path, monkeypatch):
    calls = []

    def run(command, **_):
        calls.append(command)
        return subprocess.CompletedProcess(command, 3)

    monkeypatch.setattr(subprocess, "run", run)
    assert launcher.main([str(tmp_path / "c"), "--", "--port=9"]) == 3
    [command] = calls
    assert command[1:4] == ["-m", "jupyterlab", str(tmp_path / "c" / launcher.FIRST)]
    assert command[-1] == "--port=9"


def test_an_installed_wheel_carries_the_course(tmp_path):
    """Build the wheel, install it where nothing else of ours is, and run the command."""
    build = [sys.executable, "-m", "build", "--wheel", "--outdir", str(tmp_path), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    [wheel] = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert {"cambio_edu/widgets/table.js", "cambio_edu/words/de.json"} <= set(names)
    venv.create(tmp_path / "env", with_pip=True, symlinks=os.name != "nt")
    python = tmp_path / "env" / "bin" / "python"
    pip = [str(python), "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", str(wheel)]
    subprocess.run(pip, check=True)
    command = [str(tmp_path / "env" / "bin" / "cambio-edu"), str(tmp_path / "mine"), "--no-open"]
    subprocess.run(command, check=True, cwd=tmp_path, capture_output=True)
    assert (tmp_path / "mine" / launcher.FIRST).exists()
    assert (tmp_path / "mine" / "playground.ipynb").exists()
