"""The course goes into a learner's folder, and nothing of the learner's is overwritten."""

import json
import os
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from cambio_edu import launcher

ROOT = Path(__file__).parent.parent
NEW = "00_start_here (new).ipynb"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "source"
    (folder / "more").mkdir(parents=True)
    (folder / launcher.FIRST).write_text("first")
    (folder / "more" / "b.ipynb").write_text("second")
    return folder


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    return tmp_path / "my folder"


def test_all_of_the_course_is_put_there(source, mine):
    assert launcher.put(source, mine) == []
    assert (mine / launcher.FIRST).read_text() == "first"
    assert (mine / "more" / "b.ipynb").read_text() == "second"


def test_hidden_files_and_saved_matches_are_not_part_of_the_course(source, mine):
    for name in (".ipynb_checkpoints/a.ipynb", "cambio-saves/match.txt", ".notes"):
        (source / name).parent.mkdir(exist_ok=True)
        (source / name).write_text("private")
    launcher.put(source, mine)
    assert {f.name for f in mine.iterdir()} == {launcher.FIRST, "more", launcher.LIST}


def test_an_unchanged_notebook_is_brought_up_to_date(source, mine):
    launcher.put(source, mine)
    (source / launcher.FIRST).write_text("newer")
    assert launcher.put(source, mine) == []
    assert (mine / launcher.FIRST).read_text() == "newer"
    assert not (mine / NEW).exists()


def test_a_notebook_that_is_the_same_already_is_not_touched(source, mine):
    launcher.put(source, mine)
    (mine / launcher.FIRST).chmod(0o444)
    before = (mine / launcher.FIRST).stat()
    launcher.put(source, mine)
    assert (mine / launcher.FIRST).stat() == before


def test_a_changed_notebook_stays_and_the_newer_one_lies_beside_it(source, mine):
    launcher.put(source, mine)
    (mine / launcher.FIRST).write_text("my notes")
    assert launcher.put(source, mine) == []
    (source / launcher.FIRST).write_text("newer")
    [said] = launcher.put(source, mine)
    assert said == f"{launcher.FIRST} stays as you changed it; the new version is {NEW}"
    assert (mine / launcher.FIRST).read_text() == "my notes"
    assert (mine / NEW).read_text() == "newer"
    assert launcher.put(source, mine) == []


def test_the_version_beside_it_is_kept_up_to_date_until_it_is_changed_too(source, mine):
    launcher.put(source, mine)
    (mine / launcher.FIRST).write_text("my notes")
    for text in ("newer", "newest"):
        (source / launcher.FIRST).write_text(text)
        launcher.put(source, mine)
        assert (mine / NEW).read_text() == text
    (mine / NEW).write_text("more notes")
    (source / launcher.FIRST).write_text("last")
    launcher.put(source, mine)
    assert (mine / launcher.FIRST).read_text() == "my notes"
    assert (mine / NEW).read_text() == "more notes"
    assert (mine / "00_start_here (new 2).ipynb").read_text() == "last"


def test_a_notebook_that_was_deleted_is_put_there_again(source, mine):
    launcher.put(source, mine)
    (mine / launcher.FIRST).unlink()
    launcher.put(source, mine)
    assert (mine / launcher.FIRST).read_text() == "first"


def test_a_file_that_was_there_before_is_not_overwritten(source, mine):
    mine.mkdir()
    (mine / launcher.FIRST).write_text("my own")
    launcher.put(source, mine)
    assert (mine / launcher.FIRST).read_text() == "my own"
    assert (mine / NEW).read_text() == "first"


@pytest.mark.parametrize("broken", ["{ broken", "[]", '{"00_start_here.ipynb": [1]}', "\xff"])
def test_a_broken_list_loses_nothing(source, mine, broken):
    launcher.put(source, mine)
    (mine / launcher.LIST).write_text(broken, encoding="latin-1")
    (mine / launcher.FIRST).write_text("my notes")
    launcher.put(source, mine)
    assert (mine / launcher.FIRST).read_text() == "my notes"
    assert json.loads((mine / launcher.LIST).read_text())["more/b.ipynb"]


@pytest.mark.parametrize("words", [["--no-open"], ["--in-place"]])
def test_a_folder_that_will_not_do_is_one_line_and_status_2(tmp_path, capsys, words):
    (tmp_path / "file").write_text("")
    assert launcher.main([str(tmp_path / "file" / "cambio"), *words]) == 2
    said = capsys.readouterr()
    assert len(said.err.splitlines()) == 1
    assert said.err.startswith("cambio-edu: ")
    assert said.out == ""


@pytest.mark.parametrize("inside", [".", "mine"])
def test_the_course_is_not_put_into_itself(monkeypatch, source, capsys, inside):
    monkeypatch.setattr(launcher, "course", lambda: source)
    assert launcher.main([str(source / inside), "--no-open"]) == 2
    assert "name another folder" in capsys.readouterr().err
    assert not (source / launcher.LIST).exists()


@pytest.fixture
def opened(monkeypatch) -> list[list[str]]:
    """The commands that were run, by a JupyterLab that meets one Ctrl-C and ends with status 3."""
    commands: list[list[str]] = []

    class Lab:
        def __init__(self, command, env):
            settings = Path(env["JUPYTER_CONFIG_PATH"].split(os.pathsep)[0])
            assert (settings / "labconfig" / "page_config.json").is_file()
            commands.append(command)
            self.ends = iter([KeyboardInterrupt(), 3])

        def wait(self):
            if isinstance(end := next(self.ends), BaseException):
                raise end
            return end

    monkeypatch.setattr(launcher.subprocess, "Popen", Lab)
    return commands


def test_jupyterlab_is_opened_on_the_first_notebook(mine, opened):
    assert launcher.main([str(mine), "--", "--port=9"]) == 3
    [command] = opened
    assert command[:4] == [sys.executable, "-m", "jupyterlab", str(mine / launcher.FIRST)]
    assert f"--ServerApp.root_dir={mine}" in command
    assert command[-1] == "--port=9"


def test_the_folder_is_called_cambio_if_none_is_named(tmp_path, monkeypatch, opened):
    monkeypatch.chdir(tmp_path)
    assert launcher.main([]) == 3
    assert (tmp_path / "cambio" / launcher.FIRST).exists()


def test_opening_in_place_changes_nothing(source, opened):
    before = sorted(source.rglob("*"))
    assert launcher.main([str(source), "--in-place"]) == 3
    assert opened[0][3] == str(source / launcher.FIRST)
    assert sorted(source.rglob("*")) == before


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy in which somebody has played."""
    copy, out = tmp_path_factory.mktemp("project"), tmp_path_factory.mktemp("wheel")
    for name in ("pyproject.toml", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(ROOT / name, copy)
    for name in ("cambio_edu", "notebooks"):
        shutil.copytree(ROOT / name, copy / name)
    (copy / "notebooks" / "cambio-saves").mkdir(exist_ok=True)
    (copy / "notebooks" / "cambio-saves" / "mine.txt").write_text("private")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out)]
    subprocess.run([*build, str(copy)], check=True, capture_output=True)
    [built] = out.glob("*.whl")
    return built


def test_the_wheel_carries_the_course_and_all_data_and_nothing_private(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    package = ROOT / "cambio_edu"
    data = [f for f in package.rglob("*") if f.suffix in {".js", ".css", ".json", ".typed"}]
    assert {f.relative_to(ROOT).as_posix() for f in [package / "py.typed", *data]} <= names
    course = {f"cambio_edu/course/{name}" for name in launcher._names(ROOT / "notebooks")}
    assert {name for name in names if "/course/" in name} == course


def test_the_command_of_an_installed_wheel_finds_the_course(wheel, tmp_path):
    venv.create(tmp_path / "env")
    python = str(tmp_path / "env" / "bin" / "python")
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index"]
    subprocess.run([*pip, str(wheel)], check=True, capture_output=True)
    command = [str(tmp_path / "env" / "bin" / "cambio-edu"), "--no-open"]
    done = subprocess.run(command, check=True, cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout == f"Your notebooks are in {tmp_path / 'cambio'}\n"
    assert (tmp_path / "cambio" / launcher.FIRST).exists()
    assert (tmp_path / "cambio" / "playground.ipynb").exists()
