"""Files that are written whole or not at all, one or several together."""

import os
import secrets
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path


def write_whole(file: Path, data: bytes) -> None:
    """Write a file whole or not at all, in place of what had its name; a link is not followed.

    Args:
        file: its path.
        data: what it holds.

    Raises:
        OSError: it cannot be written; an old one is as it was.
    """
    write_all({file: data})


def write_all(held: Mapping[Path, bytes]) -> None:
    """Write files beside their places first, and put them there once all of them are written.

    Unlike temporary files of Python's they may be read by whom the folder is shared with.

    Args:
        held: what each file holds, by its path; in folders that are there.

    Raises:
        OSError: one cannot be written; what was there before is as it was.
    """
    parts = {file: file.with_name(f".{secrets.token_hex(8)}.part") for file in held}
    try:
        for file, part in parts.items():
            with open(part, "xb") as out:
                out.write(held[file])
        for file, part in parts.items():
            os.replace(part, file)
    except BaseException:
        for part in parts.values():
            with suppress(OSError):
                part.unlink(missing_ok=True)
        raise
