"""What a class gets: no solutions and no notes for the teacher; and nbgrader really grades it."""

import ast
import json
import os
import re
import sqlite3
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from cambio_edu import launcher, solution
from cambio_edu.errors import CambioError
from cambio_edu.lessons.class_set import (
    LIST,
    Kind,
    class_files,
    is_right,
    nbgrader_copy,
    student_copy,
    write_set,
)
from cambio_edu.lessons.exercises import CHAPTERS, exercises
from cambio_edu.words import LANGUAGES, words

COURSE = launcher.course()
PLAIN, SHOWN, GRADED = Kind(), Kind(solutions=True), Kind(nbgrader=True)
FIRST = "01_one_hidden_card"


def tagged(cell: Any, *tags: str) -> Any:
    cell.metadata["tags"] = [*tags]
    return cell


def code(source: str, shown: str = "") -> Any:
    outputs = [new_output("stream", text=shown)] if shown else []
    return new_code_cell(source, outputs=outputs, execution_count=1)


@pytest.fixture
def notebook() -> Any:
    return new_notebook(
        cells=[
            new_markdown_cell(
                "# One\n\nGo on with [two](02_two.ipynb#part), or [away](other.ipynb)."
            ),
            code(
                "from fractions import Fraction\nfrom cambio_edu import check, exercise, solution"
            ),
            code("answer = ...\ncheck('01.1', answer)", "Nothing is there yet."),
            tagged(code("solution('01.1')", "4 of 52"), "solution"),
            code("def expected(points):\n    return ...\n\ncheck('01.4', expected)"),
            tagged(code("1 + 1", "2"), "nbval-ignore-output"),
            tagged(new_markdown_cell("Talk about it."), "teacher"),
        ]
    )


@pytest.fixture
def source(tmp_path: Path, notebook: Any) -> Path:
    """A small course in which somebody has played."""
    folder = tmp_path / "course"
    for name in ("01_one", "02_two", "teacher/plan", ".ipynb_checkpoints/01_one"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(notebook, folder / f"{name}.ipynb")
    (folder / "cambio-progress.jsonl").write_text("{}")
    return folder


def sources(notebook: Any) -> list[str]:
    return [cell.source for cell in notebook.cells]


# Students' copies


def test_solutions_and_notes_for_the_teacher_are_left_out(notebook: Any) -> None:
    text = nbformat.writes(student_copy(notebook))
    assert "solution('01.1')" not in text
    assert "4 of 52" not in text
    assert "Talk about it" not in text
    assert sources(student_copy(notebook)) == [*sources(notebook)[:3], *sources(notebook)[4:6]]


def test_what_is_left_keeps_its_outputs_and_tags(notebook: Any) -> None:
    kept = student_copy(notebook).cells
    assert kept == [*notebook.cells[:3], *notebook.cells[4:6]]


def test_solutions_stay_if_they_are_asked_for(notebook: Any) -> None:
    assert student_copy(notebook, solutions=True).cells == notebook.cells[:-1]


def test_the_notebook_itself_stays_as_it_was(notebook: Any) -> None:
    before = nbformat.writes(notebook)
    student_copy(notebook)
    nbgrader_copy(notebook)
    assert nbformat.writes(notebook) == before


# Copies for nbgrader


def test_an_answer_is_followed_by_its_solution_and_a_locked_test(notebook: Any) -> None:
    _, _, answer, test, function, *_ = nbgrader_copy(notebook).cells
    assert answer.source == (
        "answer = ...\n\n### BEGIN SOLUTION\n"
        'task = exercise("01.1")\nanswer = Fraction(4 * task.most + 4, 52)\n'
        "### END SOLUTION\ncheck('01.1', answer)"
    )
    assert answer.outputs == []
    assert answer.metadata.nbgrader["solution"]
    assert not answer.metadata.nbgrader["grade"]
    assert test.source.splitlines()[0] == 'assert check("01.1", answer).is_right'
    assert {"grade": True, "locked": True, "points": 1}.items() <= test.metadata.nbgrader.items()
    assert "def expected(points):\n    return sum(points) / len(points)" in function.source


def test_a_solution_brings_what_the_notebook_does_not_import(notebook: Any) -> None:
    notebook.cells[1].source = "from cambio_edu import check"
    answer, function = (nbgrader_copy(notebook).cells[n].source for n in (2, 4))
    assert "from fractions import Fraction\nfrom cambio_edu import exercise\n\ntask" in answer
    assert "import" not in function


def test_a_function_of_another_name_is_given_the_solution(notebook: Any) -> None:
    notebook.cells[4].source = "def mean(points):\n    return ...\n\ncheck('01.4', mean)"
    function = nbgrader_copy(notebook).cells[4].source
    assert "answer = expected\nmean = answer\n### END SOLUTION\ncheck('01.4', mean)" in function


def test_a_check_of_something_nameless_is_a_fault_of_the_chapter(notebook: Any) -> None:
    notebook.cells[2].source = "check('01.1', 2 / 13)"
    with pytest.raises(ValueError, match=r"check\('01.1', 2 / 13\): a key and a name"):
        nbgrader_copy(notebook)


def test_cells_that_only_jupyter_reads_stay_as_they_are(notebook: Any) -> None:
    notebook.cells[1].source = "%time check('01.1', 1)"
    assert nbgrader_copy(notebook).cells[1] == notebook.cells[1]


def test_a_hidden_test_does_not_ask_the_notebook_s_own_check() -> None:
    assert is_right("01.4", lambda points: sum(points) / len(points))
    assert not is_right("01.4", max)
    assert not is_right("01.4", ...)
    with pytest.raises(CambioError):
        is_right("01.9", 1)


# Files


def test_the_notebooks_of_the_course_and_a_word_about_solutions_are_a_set(source: Path) -> None:
    for kind in (PLAIN, SHOWN):
        files = class_files(source, kind)
        assert {*files} == {"01_one.ipynb", "02_two.ipynb", "cambio-class.json"}
        assert json.loads(files["cambio-class.json"]) == {"solutions": kind.solutions}


def test_nbgrader_gets_a_folder_for_each_notebook_and_links_between_them(source: Path) -> None:
    files = class_files(source, GRADED)
    assert {*files} == {
        "nbgrader_config.py",
        "source/01_one/01_one.ipynb", "source/01_one/cambio-class.json",
        "source/02_two/02_two.ipynb", "source/02_two/cambio-class.json",
    }  # fmt: skip
    assert "[two](../02_two/02_two.ipynb#part), or [away](other.ipynb)" in next(
        cell.source for cell in nbformat.reads(files["source/01_one/01_one.ipynb"], 4).cells
    )
    compile(files["nbgrader_config.py"], "nbgrader_config.py", "exec")


@pytest.fixture(scope="module")
def whole() -> dict[Kind, dict[str, Any]]:
    """The sets of the course itself."""
    return {
        kind: {
            name: nbformat.reads(text, 4)
            for name, text in class_files(COURSE, kind).items()
            if name.endswith(".ipynb")
        }
        for kind in (PLAIN, SHOWN, GRADED)
    }


@pytest.mark.parametrize("kind", [PLAIN, SHOWN, GRADED], ids=["plain", "with", "nbgrader"])
def test_no_link_of_the_set_leads_to_what_is_only_the_teacher_s(
    whole: dict[Kind, dict[str, Any]], kind: Kind
) -> None:
    for name, notebook in whole[kind].items():
        nbformat.validate(notebook)
        assert not re.search(r"\]\((\.\./)*teacher/", "\n".join(sources(notebook))), name
        tags = {tag for cell in notebook.cells for tag in cell.metadata.get("tags", [])}
        assert "teacher" not in tags
        assert kind.solutions or "solution" not in tags


def imports(notebook: Any) -> list[str]:
    """The import statements of a notebook."""
    trees = [ast.parse(cell.source) for cell in notebook.cells if cell.cell_type == "code"]
    nodes = [node for tree in trees for node in tree.body]
    return [ast.unparse(n) for n in nodes if isinstance(n, ast.Import | ast.ImportFrom)]


def graded(notebook: Any) -> list[Any]:
    """The cells that give points."""
    return [cell for cell in notebook.cells if cell.metadata.get("nbgrader", {}).get("grade")]


def test_every_exercise_of_the_course_is_graded_once(whole: dict[Kind, dict[str, Any]]) -> None:
    for name, notebook in whole[GRADED].items():
        chapter = Path(name).name[:2]
        keys = [cell.source.split('"')[1] for cell in graded(notebook)]
        wanted = exercises(chapter) if chapter in CHAPTERS else []
        assert keys == [exercise.key for exercise in wanted]


def test_every_solution_passes_its_test(whole: dict[Kind, dict[str, Any]]) -> None:
    """With nothing but what the notebook imports."""
    for notebook in whole[GRADED].values():
        names: dict[str, Any] = {}
        exec("\n".join(imports(notebook)), names)
        for cell in notebook.cells:
            if "nbgrader" in cell.metadata:
                exec(cell.source, names)


def test_no_output_of_a_student_s_copy_tells_a_solution(whole: dict[Kind, dict[str, Any]]) -> None:
    for name, notebook in whole[PLAIN].items():
        told = json.dumps([cell.get("outputs", []) for cell in notebook.cells])
        assert "<details><summary>" + name[:2] not in told


# Writing


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    return tmp_path / "class"


def test_a_set_is_written_again_over_its_own(source: Path, mine: Path) -> None:
    write_set(class_files(source, PLAIN), mine, PLAIN)
    (mine / "notes.txt").write_text("mine")
    write_set(class_files(source, SHOWN), mine, SHOWN)
    assert "solution('01.1')" in (mine / "01_one.ipynb").read_text()
    assert (mine / "notes.txt").read_text() == "mine"
    (mine / "01_one.ipynb").unlink()
    write_set(class_files(source, PLAIN), mine, PLAIN)
    assert "solution('01.1')" not in (mine / "01_one.ipynb").read_text()


def test_a_changed_file_is_not_overwritten_and_nothing_else_is_either(
    source: Path, mine: Path
) -> None:
    write_set(class_files(source, PLAIN), mine, PLAIN)
    (mine / "02_two.ipynb").write_text("my own")
    before = {file: file.read_bytes() for file in mine.iterdir()}
    with pytest.raises(FileExistsError, match=r"02_two\.ipynb was changed there"):
        write_set(class_files(source, SHOWN), mine, SHOWN)
    assert {file: file.read_bytes() for file in mine.iterdir()} == before


@pytest.mark.parametrize("broken", ["{ broken", "[]", "{}", '{"files": 1, "nbgrader": false}'])
def test_a_folder_with_something_else_is_left_alone(source: Path, mine: Path, broken: str) -> None:
    mine.mkdir()
    (mine / LIST).write_text(broken)
    with pytest.raises(FileExistsError, match="something else in it"):
        write_set(class_files(source, PLAIN), mine, PLAIN)
    assert len([*mine.iterdir()]) == 1


def test_a_set_of_one_kind_does_not_go_into_one_of_the_other(source: Path, mine: Path) -> None:
    write_set(class_files(source, GRADED), mine, GRADED)
    with pytest.raises(FileExistsError, match="the other kind"):
        write_set(class_files(source, PLAIN), mine, PLAIN)


# The command


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch, source: Path) -> Path:
    monkeypatch.setattr(launcher, "course", lambda: source)
    return source


@pytest.mark.parametrize("option", [[], ["--with-solutions"], ["--nbgrader"]])
def test_the_command_writes_a_set(
    small: Path, mine: Path, option: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert launcher.main(["class-set", str(mine), *option]) == 0
    assert capsys.readouterr().out == f"The set for your class is in {mine}\n"
    kind = Kind("--with-solutions" in option, "--nbgrader" in option)
    for name, text in class_files(small, kind).items():
        assert (mine / name).read_text(encoding="utf-8") == text


def test_what_cannot_be_done_is_one_line_and_status_2(
    small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    for folder in (small, small / "class", tmp_path, tmp_path / "file" / "class"):
        assert launcher.main(["class-set", str(folder)]) == 2
        said = capsys.readouterr()
        assert said.err.startswith(f"cambio-edu: {folder}: ")
        assert len(said.err.splitlines()) == 1
        assert said.out == ""


def test_a_learner_s_folder_may_still_have_such_a_name(small: Path, mine: Path) -> None:
    folder = mine / "class-set"
    assert launcher.main([str(folder), "--no-open"]) == 0
    assert (folder / "01_one.ipynb").exists()


# Solutions that keep quiet


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("told", ['{"solutions": false}', "{}", "[]", "{ broken", ""])
def test_the_solution_is_kept_where_the_teacher_keeps_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, told: str, language: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "52" in solution("01.1", language).text
    (tmp_path / "cambio-class.json").write_text(told)
    said = solution("01.1", language)
    assert said.text == words(language)["learn.solution.kept"]
    assert "52" not in said._repr_markdown_() + str(said)
    assert not said.folded


def test_the_solution_is_shown_where_the_teacher_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cambio-class.json").write_text('{"solutions": true}')
    assert solution("01.1").folded
    with pytest.raises(CambioError):
        solution("01.9")


# nbgrader itself


def run(folder: Path, *command: str) -> str:
    """Run nbgrader as a teacher would, with a home of its own."""
    home = {name: str(folder / "home") for name in ("HOME", "JUPYTER_DATA_DIR", "IPYTHONDIR")}
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])  # for alembic
    done = subprocess.run(
        [sys.executable, "-m", "nbgrader", *command],
        cwd=folder, capture_output=True, text=True,
        env={**os.environ, **home, "PATH": path, "CAMBIO_PROGRESS": "off"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def hand_in(folder: Path, name: str, answers: dict[str, str]) -> None:
    """Put a student's notebook where nbgrader collects it, with answers for the three dots."""
    notebook = nbformat.read(folder / "release" / FIRST / f"{FIRST}.ipynb", 4)
    for cell in notebook.cells:
        key = re.search(r'^check\("([\d.]+)"', cell.source, re.MULTILINE)
        if key and key[1] in answers:
            cell.source = cell.source.replace("...", answers[key[1]], 1)
        cell.source = cell.source.replace("learner()", f'learner("{name}")')
    place = folder / "submitted" / name / FIRST
    place.mkdir(parents=True)
    nbformat.write(notebook, place / f"{FIRST}.ipynb")
    (place / "cambio-class.json").write_text('{"solutions": false}')


RIGHT = {
    "01.1": "Fraction(4 * exercise('01.1').most + 4, 52)",
    "01.2": "Fraction(312 + 2 * exercise('01.2').king, 52)",
    "01.4": "sum(points) / len(points)",
}
WRONG = {"01.1": "1 / 2", "01.2": "no_such_name", "01.3": "0", "01.4": "max(points)"}
FORGED = {"01.1": "1\nclass check:\n    is_right = True\n    def __init__(self, *_): pass\n"}


def scores(folder: Path) -> dict[str, tuple[float, float]]:
    """Each student's points and what could be had, from nbgrader's own table."""
    run(folder, "export", "--to", str(folder / "grades.csv"))
    lines = [row.split(",") for row in (folder / "grades.csv").read_text().splitlines()]
    at = {name: number for number, name in enumerate(lines[0])}
    return {
        row[at["student_id"]]: (float(row[at["score"]]), float(row[at["max_score"]]))
        for row in lines[1:]
    }


@pytest.mark.slow
@pytest.mark.skipif(not find_spec("nbgrader"), reason="pip install 'cambio-edu[grading]' first")
def test_nbgrader_grades_a_chapter(tmp_path: Path) -> None:
    folder = tmp_path / "course"
    write_set(class_files(COURSE, GRADED), folder, GRADED)
    run(folder, "generate_assignment", FIRST)
    release = (folder / "release" / FIRST / f"{FIRST}.ipynb").read_text(encoding="utf-8")
    for exercise in exercises("01"):
        for line in exercise.of("").text("code").splitlines()[1:]:
            assert not line.strip() or json.dumps(line)[1:-1] not in release
    for hidden in ("HIDDEN TESTS", "BEGIN SOLUTION", "class_set", 'solution(\\"'):
        assert hidden not in release
    assert (folder / "release" / FIRST / "cambio-class.json").read_text() == (
        '{"solutions": false}\n'
    )
    own = folder / "submitted" / "teacher" / FIRST
    own.mkdir(parents=True)
    (own / f"{FIRST}.ipynb").write_bytes(
        (folder / "source" / FIRST / f"{FIRST}.ipynb").read_bytes()
    )
    for name, answers in {"ann": RIGHT, "ben": WRONG, "cara": {}, "dan": FORGED}.items():
        hand_in(folder, name, answers)
    run(folder, "autograde", FIRST)
    assert scores(folder) == {
        "ann": (3.0, 4.0), "ben": (0.0, 4.0), "cara": (0.0, 4.0), "dan": (0.0, 4.0),
        "teacher": (4.0, 4.0),
    }  # fmt: skip
    with sqlite3.connect(folder / "gradebook.db") as book:
        assert book.execute("select count(*) from assignment").fetchone() == (1,)
