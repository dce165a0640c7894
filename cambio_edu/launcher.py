"""The `cambio-edu` command: puts the course into a folder of the learner's and opens it.

A notebook that the learner changed is never overwritten: a hidden list in the folder says what was
put there, and what is no longer the same belongs to the learner.

For teachers it writes the set of a class, and cards to print.
"""

import argparse
import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.resources import files
from itertools import chain, count
from pathlib import Path, PurePosixPath

from cambio_edu.notebooks import FIRST, course, fingerprint

LIST = ".cambio-course.json"


def put(source: Path, folder: Path) -> list[str]:
    """Put the course into a folder, without overwriting what was changed there.

    Args:
        source: where the course lies.
        folder: the learner's folder; it is made if need be.

    Returns: one sentence for each file that the learner changed and the course has a newer one of.

    Raises:
        OSError: the folder cannot be written, or is in the course itself.
    """
    _see_outside(source, folder)
    folder.mkdir(parents=True, exist_ok=True)
    listed = _read_list(folder)
    said = [_put_one(source, folder, name, listed) for name in _names(source)]
    (folder / LIST).write_text(json.dumps(listed, indent=1), encoding="utf-8")
    return [line for line in said if line]


def _see_outside(source: Path, folder: Path) -> None:
    if source.resolve() in (folder.resolve(), *folder.resolve().parents):
        raise FileExistsError("that is the course itself; name another folder")


def _names(source: Path) -> list[str]:
    """The files of the course; neither hidden ones nor matches that somebody saved there."""
    names = [f.relative_to(source) for f in source.rglob("*") if f.is_file()]
    return sorted(
        name.as_posix()
        for name in names
        if not any(part.startswith(".") or part == "cambio-saves" for part in name.parts)
    )


def _read_list(folder: Path) -> dict[str, str]:
    try:
        found = json.loads((folder / LIST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    pairs = found.items() if isinstance(found, dict) else ()
    return {name: sums for name, sums in pairs if isinstance(sums, str)}


def _put_one(source: Path, folder: Path, name: str, listed: dict[str, str]) -> str:
    """Put one file there, or beside a changed one where the course has a newer version."""
    new, before = fingerprint(source / name), listed.get(name)
    free = next(n for n in _places(name) if _is_ours(folder / n, {new, listed.get(n)}))
    listed[name] = new
    if free != name and before == new:
        return ""
    listed[free] = new
    _copy(source / name, folder / free)
    return "" if free == name else f"{name} stays as you changed it; the new version is {free}"


def _copy(file: Path, target: Path) -> None:
    """Copy a file; one that is the same already keeps its time, for it may be open."""
    if not target.exists() or fingerprint(target) != fingerprint(file):
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(file.read_bytes())


def _places(name: str) -> Iterator[str]:
    """Where a file may go: under its name, else beside it."""
    path = PurePosixPath(name)
    yield name
    for mark in chain(["new"], (f"new {number}" for number in count(2))):
        yield str(path.with_stem(f"{path.stem} ({mark})"))


def _is_ours(target: Path, sums: set[str | None]) -> bool:
    """Whether nothing of the learner's would be lost by writing there."""
    return not target.exists() or fingerprint(target) in sums


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="cambio-edu",
        description="Learn probability by playing Cambio, in JupyterLab.",
        epilog="What stands after -- goes to JupyterLab. "
        "For teachers: cambio-edu class-set --help, cambio-edu cards --help.",
    )
    parser.add_argument("folder", nargs="?", help="where your notebooks go (default: ./cambio)")
    parser.add_argument("--no-open", action="store_true", help="put them there, and open nothing")
    parser.add_argument("--in-place", action="store_true", help="open FOLDER as it is")
    return parser


def main(words: Sequence[str] | None = None) -> int:
    """Run the command.

    Args:
        words: the words after the program's name; those after `--` go to JupyterLab.

    Returns: the exit status: that of JupyterLab, or 2 where something cannot be done.
    """
    given = list(sys.argv[1:] if words is None else words)
    if given and given[0] in FOR_TEACHERS:
        return FOR_TEACHERS[given[0]](given[1:])
    at = given.index("--") if "--" in given else len(given)
    arguments = _parser().parse_args(given[:at])
    folder = Path(arguments.folder or "cambio")
    try:
        _prepare(folder, arguments.in_place)
    except OSError as error:
        return _failed(folder, error)
    return 0 if arguments.no_open else _open(folder, given[at + 1 :])


def _failed(path: Path, error: Exception) -> int:
    """Say in one line what cannot be done."""
    print(f"cambio-edu: {path}: {getattr(error, 'strerror', None) or error}", file=sys.stderr)
    return 2


def _prepare(folder: Path, in_place: bool) -> None:
    """See to it that the first notebook is in the folder."""
    if in_place:
        if not (folder / FIRST).is_file():
            raise FileNotFoundError(f"there is no {FIRST}")
        return
    for line in put(course(), folder):
        print(line)
    print(f"Your notebooks are in {folder.resolve()}", flush=True)


def _environment() -> dict[str, str]:
    """With our settings of JupyterLab: no question about news on top of a learner's first page."""
    paths = [str(files("cambio_edu") / "jupyter"), os.environ.get("JUPYTER_CONFIG_PATH", "")]
    return {**os.environ, "JUPYTER_CONFIG_PATH": os.pathsep.join(filter(None, paths))}


def _open(folder: Path, more: list[str]) -> int:
    """Open JupyterLab on the first notebook, and wait for its end."""
    command = [sys.executable, "-m", "jupyterlab", str(folder / FIRST)]
    command.append(f"--ServerApp.root_dir={folder.resolve()}")
    if hasattr(os, "geteuid") and os.geteuid() == 0:  # as in most containers
        command.append("--allow-root")
    lab = subprocess.Popen([*command, *more], env=_environment())
    while True:
        # Ctrl-C reaches JupyterLab as well, which asks first: wait on for what it is told.
        with contextlib.suppress(KeyboardInterrupt):
            return lab.wait()


# For teachers; what these need is loaded only for them.


def _class_set(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="cambio-edu class-set",
        description="Write the course for a class: without solutions and notes for the teacher.",
    )
    parser.add_argument("folder", type=Path, help="a new folder, or one with such a set")
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument("--with-solutions", action="store_true", help="keep the folded solutions")
    kinds.add_argument("--nbgrader", action="store_true", help="write a course for nbgrader")
    arguments = parser.parse_args(words)
    try:
        source, folder = course(), arguments.folder
        _see_outside(source, folder)
        from cambio_edu.lessons.class_set import Kind, class_files, write_set

        kind = Kind(arguments.with_solutions, arguments.nbgrader)
        write_set(class_files(source, kind), folder, kind)
    except OSError as error:
        return _failed(arguments.folder, error)
    _say(f"The set for your class is in {folder.resolve()}")
    return 0


def _say(text: str) -> None:
    """Print a sentence; letters that cannot be printed there are written as Python writes them."""
    coding = sys.stdout.encoding or "utf-8"
    print(text.encode(coding, "backslashreplace").decode(coding))


def _cards(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="cambio-edu cards",
        description="Write cards, rules and a score sheet to print into one file.",
    )
    parser.add_argument("file", type=Path, help="a new file, such as cards.html")
    parser.add_argument("--backs", action="store_true", help="with a page of backs after each")
    parser.add_argument("--language", default="en", help="en, de, nl or it (default: en)")
    arguments = parser.parse_args(words)
    file = arguments.file
    try:
        from cambio_edu.lessons.printing import printed
        from cambio_edu.whole import write_whole

        new = printed(arguments.language, arguments.backs).encode()
        if os.path.lexists(file) and not (file.is_file() and file.read_bytes() == new):
            raise FileExistsError("it is there already; name another file")
        write_whole(file, new)
    except (OSError, ValueError) as error:
        return _failed(file, error)
    _say(f"The cards are in {file.resolve()}; open it in a browser and print it")
    return 0


FOR_TEACHERS = {"class-set": _class_set, "cards": _cards}

if __name__ == "__main__":
    sys.exit(main())
