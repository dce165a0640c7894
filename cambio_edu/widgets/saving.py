"""Where a table keeps its match: one readable text file a table."""

import os
import re
import tempfile
from pathlib import Path

FOLDER = "cambio-saves"


def path(name: str) -> Path:
    """The file of a table.

    Args:
        name: the name of the table, as its cell gives it.

    The folder is `cambio-saves` beside the notebook, or what CAMBIO_SAVES names.
    """
    folder = Path(os.environ.get("CAMBIO_SAVES") or FOLDER)
    return folder / ((re.sub(r"[^\w-]+", "-", name).strip("-") or "table") + ".txt")


def read(file: Path) -> str | None:
    """The text of a file, or None where there is none.

    Raises:
        OSError: there is one, and it cannot be read.
    """
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except (FileNotFoundError, NotADirectoryError):
        return None


def write(file: Path, text: str) -> None:
    """Write a file whole or not at all.

    Raises:
        OSError: it cannot be written; an old one is as it was.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=file.parent, prefix=file.stem, suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            out.write(text)
        os.replace(temporary, file)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def free(file: Path) -> Path:
    """A name beside a file's, with a number, that is not taken yet."""
    number = 1
    while (beside := file.with_name(f"{file.stem}-{number}{file.suffix}")).exists():
        number += 1
    return beside


def keep(file: Path) -> Path:
    """Put a file aside under a name that is not taken yet; the new path.

    Raises:
        OSError: it cannot be renamed; it is as it was.
    """
    kept = free(file)
    os.replace(file, kept)
    return kept
