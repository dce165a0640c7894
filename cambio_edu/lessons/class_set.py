"""The course as a class gets it: without solutions and teachers' notes, or made ready for nbgrader.

A set is made as texts first and written afterwards, all of it or nothing: a file that somebody
changed, and a folder of somebody else's, are left alone.
"""

import ast
import builtins
import hashlib
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat

import cambio_edu
from cambio_edu.lessons import asking
from cambio_edu.lessons.exercises import exercise_named
from cambio_edu.lessons.judging import judged
from cambio_edu.notebooks import fingerprint
from cambio_edu.whole import write_all

TEACHER, SOLUTION = "teacher", "solution"  # tags of cells, and a folder of the course
LIST = ".cambio-class-set.json"
STUB = "# Your work goes in place of the three dots."

#: What an exercise's own solution may take for granted, and where it comes from.
SOURCES = {
    "fractions": ("Fraction",),
    "math": ("comb", "perm", "prod", "sqrt"),
    "cambio_edu": tuple(cambio_edu.__all__),
}

NBGRADER_CONFIG = f'''"""Settings of nbgrader; `nbgrader generate_assignment NAME` comes first."""

c = get_config()  # noqa: F821, nbgrader defines it
c.CourseDirectory.course_id = "cambio"
c.ClearSolutions.code_stub = {{"python": "{STUB}"}}
c.Execute.timeout = 120
'''

Notebook = Any  # nbformat says nothing about types
Files = Mapping[str, str]


# Notebooks


def student_copy(notebook: Notebook, solutions: bool = False) -> Notebook:
    """A notebook as students get it; what is left keeps its outputs.

    Args:
        notebook: of the course.
        solutions: whether the folded solutions stay in it.
    """
    left_out = {TEACHER} if solutions else {TEACHER, SOLUTION}
    copy = deepcopy(notebook)
    copy.cells = [cell for cell in copy.cells if not left_out & {*cell.metadata.get("tags", [])}]
    return copy


def nbgrader_copy(notebook: Notebook) -> Notebook:
    """A notebook as nbgrader's source: each answer with its solution marked, and a test after it.

    Args:
        notebook: of the course.

    Raises:
        ValueError: a box checks something that is no name.
    """
    copy = student_copy(notebook)
    names = _imported(cell.source for cell in copy.cells if cell.cell_type == "code")
    copy.cells = [new for cell in copy.cells for new in _prepared(cell, names)]
    return copy


def _prepared(cell: Notebook, names: set[str]) -> Iterator[Notebook]:
    """A cell as it is, or an answer as two cells."""
    found = _asked(cell.source) if cell.cell_type == "code" else None
    if found is None:
        yield cell
        return
    mark = found.key.replace(".", "-")
    cell.source = found.solved(names)
    cell.outputs, cell.execution_count = [], None
    cell.metadata["nbgrader"] = _metadata(f"answer-{mark}", solution=True)
    yield cell
    test = nbformat.v4.new_code_cell(found.tested, id=f"test-{mark}")  # type: ignore[no-untyped-call]
    test.metadata["nbgrader"] = _metadata(f"test-{mark}", grade=True, locked=True) | {"points": 1}
    yield test


def _metadata(name: str, **true: bool) -> dict[str, Any]:
    flags = dict.fromkeys(("grade", "locked", "solution", "task"), False) | true
    return {"schema_version": 3, "grade_id": name, "cell_type": "code", **flags}


@dataclass(frozen=True)
class _Answer:
    """A cell in which an exercise is answered.

    Args:
        key: of the exercise.
        name: what is checked: a variable or a function.
        before: what stands before the check.
        check: the check.
    """

    key: str
    name: str
    before: str
    check: str

    def solved(self, names: set[str]) -> str:
        """The cell with the exercise's own solution between nbgrader's marks."""
        code = exercise_named(self.key).of("").text("code")
        same = [] if self.name in _bound(code) else [f"{self.name} = answer"]
        imports = _imports(code, names)
        gap = [""] if imports and not code.startswith(("from ", "import ")) else []
        region = "\n".join([*imports, *gap, code, *same])
        marked = f"### BEGIN SOLUTION\n{region}\n### END SOLUTION"
        return f"{self.before.rstrip()}\n\n{marked}\n{self.check}"

    @property
    def tested(self) -> str:
        """The cell that gives points; students see its first line alone."""
        return (
            f'assert check("{self.key}", {self.name}).is_right\n'
            "### BEGIN HIDDEN TESTS\n"
            f"from {__name__} import is_right\n\n"
            f'assert is_right("{self.key}", {self.name})\n'
            "### END HIDDEN TESTS"
        )


def is_right(key: str, answer: object) -> bool:
    """Whether an answer is right, whatever `check` was made to say in a notebook.

    Args:
        key: of the exercise.
        answer: what was handed in.

    Raises:
        CambioError: there is no such exercise.
    """
    return judged(asking.exercise(key), answer).is_right


# Code


def _tree(source: str) -> ast.Module | None:
    """Code as Python reads it; None for what only Jupyter can read."""
    try:
        return ast.parse(source)
    except SyntaxError:
        return None


def _asked(source: str) -> _Answer | None:
    """What a cell checks, if it is one that ends in `check("05.3", …)`."""
    tree = _tree(source)
    last = tree.body[-1] if tree and tree.body else None
    call = last.value if isinstance(last, ast.Expr) else None
    if not isinstance(call, ast.Call) or ast.unparse(call.func) != "check":
        return None
    key, given = call.args
    if not isinstance(key, ast.Constant) or not isinstance(given, ast.Name):
        raise ValueError(f"{ast.unparse(call)}: a key and a name are wanted")
    lines = source.splitlines()
    first = call.lineno - 1
    return _Answer(str(key.value), given.id, "\n".join(lines[:first]), "\n".join(lines[first:]))


def _bound(code: str) -> set[str]:
    """The names that code gives something to."""
    tree = _tree(code) or ast.Module([], [])
    nodes = [*ast.walk(tree)]
    named = {n.name for n in nodes if isinstance(n, ast.FunctionDef | ast.ClassDef)}
    stored = {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    return named | stored | {n.arg for n in nodes if isinstance(n, ast.arg)} | _imported([code])


def _imported(codes: Iterable[str]) -> set[str]:
    """The names that pieces of code import."""
    nodes = [node for code in codes if (tree := _tree(code)) for node in ast.walk(tree)]
    found = [node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)]
    return {(name.asname or name.name).split(".")[0] for node in found for name in node.names}


def _imports(code: str, names: set[str]) -> list[str]:
    """The lines that a solution needs before it.

    Args:
        code: the solution.
        names: what the notebook has imported.
    """
    tree = _tree(code) or ast.Module([], [])
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    wanted = used - names - _bound(code) - {*dir(builtins)}
    per_module = ((module, wanted & {*there}) for module, there in SOURCES.items())
    return [f"from {module} import {', '.join(sorted(of))}" for module, of in per_module if of]


# Sets


@dataclass(frozen=True)
class Kind:
    """What a set is made for.

    Args:
        solutions: whether solutions are shown.
        nbgrader: whether it is nbgrader's source rather than what students get.
    """

    solutions: bool = False
    nbgrader: bool = False


def class_files(source: Path, kind: Kind) -> dict[str, str]:
    """All files of a set, by their names.

    Args:
        source: where the course lies.
        kind: what the set is made for.

    Raises:
        OSError: the course cannot be read.
    """
    notebooks = {name: _notebook(source / name) for name in _names(source)}
    told = f"{json.dumps({'solutions': kind.solutions})}\n"
    if kind.nbgrader:
        return dict(_graded_files(notebooks, told)) | {"nbgrader_config.py": NBGRADER_CONFIG}
    copies = {name: student_copy(each, kind.solutions) for name, each in notebooks.items()}
    return {asking.CLASS: told, **{name: _text(each) for name, each in copies.items()}}


def _names(source: Path) -> list[str]:
    """The notebooks of the course that are for students."""
    found = (file.relative_to(source) for file in source.rglob("*.ipynb"))
    return sorted(
        name.as_posix()
        for name in found
        if name.parts[0] != TEACHER and not any(part.startswith(".") for part in name.parts)
    )


def _graded_files(notebooks: Mapping[str, Notebook], told: str) -> Iterator[tuple[str, str]]:
    """A folder for each notebook, as nbgrader wants it."""
    for name, notebook in notebooks.items():
        stem = Path(name).stem
        copy = nbgrader_copy(notebook)
        for cell in copy.cells:
            if cell.cell_type == "markdown":
                cell.source = _linked(cell.source, {Path(other).stem for other in notebooks})
        yield f"source/{stem}/{stem}.ipynb", _text(copy)
        yield f"source/{stem}/{asking.CLASS}", told


def _linked(text: str, stems: set[str]) -> str:
    """A text whose links find the other notebooks each in a folder of its own."""

    def moved(link: re.Match[str]) -> str:
        return f"](../{link[1]}/{link[1]}.ipynb" if link[1] in stems else link[0]

    return re.sub(r"\]\((\w+)\.ipynb", moved, text)


def _notebook(file: Path) -> Notebook:
    return nbformat.read(file, 4)  # type: ignore[no-untyped-call]


def _text(notebook: Notebook) -> str:
    return f"{nbformat.writes(notebook)}\n"  # type: ignore[no-untyped-call]


def write_set(files: Files, folder: Path, kind: Kind) -> None:
    """Write a set, all of it or nothing.

    Args:
        files: what `class_files` made.
        folder: the teacher's folder; it is made if need be.
        kind: what the set is made for.

    Raises:
        OSError: the folder cannot be written, is not ours, or something was changed in it.
    """
    listed = _listed(folder, kind)
    sums = {name: hashlib.sha256(text.encode()).hexdigest() for name, text in files.items()}
    for name, new in sums.items():
        _see_free(folder, name, (new, listed.get(name)))
    listing = json.dumps({"nbgrader": kind.nbgrader, "files": sums}, indent=1)
    _write_all({folder / name: text for name, text in {**files, LIST: listing}.items()})


def _see_free(folder: Path, name: str, ours: tuple[str | None, ...]) -> None:
    """See that a file may be written: none is there, or one of ours, and no link leads away.

    Raises:
        OSError: it may not.
    """
    place = folder / name
    if place.parent.resolve() != (folder.resolve() / name).parent:
        raise FileExistsError(f"{name} would be written elsewhere; name another folder")
    if os.path.lexists(place) and not (place.is_file() and fingerprint(place) in ours):
        raise FileExistsError(f"{name} was changed there; name another folder")


def _write_all(texts: Mapping[Path, str]) -> None:
    """Write files and the folders that they lie in; of what fails no empty folder is left.

    Raises:
        OSError: one cannot be written; what was there before is as it was.
    """
    made: list[Path] = []
    try:
        for place in texts:
            made += _folders_made(place.parent)
        write_all({place: text.encode() for place, text in texts.items()})
    except BaseException:
        for empty in reversed(made):
            with suppress(OSError):
                empty.rmdir()
        raise


def _folders_made(folder: Path) -> list[Path]:
    """Make a folder and those it lies in; which were not there, the outermost first."""
    new = [each for each in (folder, *folder.parents) if not each.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    return new[::-1]


def _listed(folder: Path, kind: Kind) -> dict[str, str]:
    """What was written there before, with its sums.

    Raises:
        OSError: the folder is another one's, or holds a set for something else.
    """
    if not folder.exists() or not any(folder.iterdir()):
        return {}
    try:
        found = json.loads((folder / LIST).read_text(encoding="utf-8"))
        sums, nbgrader = dict(found["files"]), found["nbgrader"]
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        raise FileExistsError("there is something else in it; name another folder") from None
    if nbgrader != kind.nbgrader:
        raise FileExistsError("it holds the other kind of set; name another folder")
    return sums
