"""The `cambio-edu` command: puts the course into a folder of the learner's and opens it.

A notebook that the learner changed is never overwritten: a hidden list in the folder says what was
put there, and what is no longer the same belongs to the learner.
"""

import argparse
import hashlib
import json
import subprocess
import sys
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

FIRST = "00_start_here.ipynb"
LIST = ".cambio-course.json"


def course() -> Path:
    """Where the course lies: in an installed package, or beside it in a checkout.

    Raises:
        FileNotFoundError: it is in neither place.
    """
    package = Path(str(files("cambio_edu")))
    for folder in (package / "course", package.parent / "notebooks"):
        if (folder / FIRST).exists():
            return folder
    raise FileNotFoundError("the course is not there; install cambio-edu again")


def fingerprint(file: Path) -> str:
    """A short sum over the bytes of a file."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


def put(source: Path, folder: Path) -> list[str]:
    """Put the course into a folder, without overwriting what was changed there.

    Args:
        source: where the course lies.
        folder: the learner's folder; it is made if need be.

    Returns: what there is to say, one sentence a file that could not simply be put there.

    Raises:
        OSError: the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    before = _read_list(folder)
    now, said = dict(before), []
    for file in sorted(source.rglob("*")):
        name = file.relative_to(source).as_posix()
        if file.is_file() and ".ipynb_checkpoints" not in name and "cambio-saves" not in name:
            new = fingerprint(file)
            if message := _put_one(file, folder / name, before.get(name), new):
                said.append(message)
            now[name] = new
    (folder / LIST).write_text(json.dumps(now, indent=1), encoding="utf-8")
    return said


def _read_list(folder: Path) -> dict[str, str]:
    try:
        found = json.loads((folder / LIST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _put_one(file: Path, target: Path, before: str | None, new: str) -> str:
    """Put one file there, or beside a changed one where the course has a newer version."""
    target.parent.mkdir(parents=True, exist_ok=True)
    there = fingerprint(target) if target.exists() else None
    if there in (None, before):
        target.write_bytes(file.read_bytes())
        return ""
    if there == new or before == new:
        return ""
    beside = target.with_name(f"{target.stem} (new){target.suffix}")
    beside.write_bytes(file.read_bytes())
    return f"{target.name} is as you changed it; the new version is {beside.name}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="cambio-edu", description="Learn probability by playing Cambio, in JupyterLab."
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
    at = given.index("--") if "--" in given else len(given)
    arguments = _parser().parse_args(given[:at])
    folder = Path(arguments.folder or "cambio")
    try:
        if not arguments.in_place:
            for line in put(course(), folder):
                print(line)
            print(f"Your notebooks are in {folder.resolve()}")
    except OSError as error:
        print(f"cambio-edu: {folder}: {error.strerror or error}", file=sys.stderr)
        return 2
    return 0 if arguments.no_open else _open(folder, given[at + 1 :])


def _open(folder: Path, more: list[str]) -> int:
    """Open JupyterLab on the first notebook."""
    command = [sys.executable, "-m", "jupyterlab", str(folder / FIRST)]
    # No question about news on top of a learner's first page.
    command += [f"--ServerApp.root_dir={folder}", "--LabApp.news_url=None", *more]
    try:
        return subprocess.run(command).returncode
    except KeyboardInterrupt:
        return 0


if __name__ == "__main__":
    sys.exit(main())
