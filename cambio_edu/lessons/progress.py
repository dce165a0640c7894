"""What a learner has done: guesses, answers, hints, in one readable file that only grows.

A line is one thing that happened. What was done is worked out from the lines, so nothing is ever
overwritten, two notebooks may write at once, and a line that was cut off spoils no other.
"""

import errno
import json
import os
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from io import RawIOBase
from pathlib import Path
from typing import Any

from cambio_edu.errors import CambioError
from cambio_edu.lessons.foreign import shown
from cambio_edu.whole import write_whole

NAME = "cambio-progress.jsonl"
OFF = "off"  # as CAMBIO_PROGRESS: nothing is written, as in tests
MOST_SIGNS = 100_000  # of a line; a thousand numbers of an experiment need a quarter of them
MOST_BYTES = 10_000_000  # of a file; a learner's has a few hundred thousand after the whole course

Event = Mapping[str, Any]


@dataclass
class Progress:
    """What a learner has done.

    Args:
        file: where it is kept; None keeps it only as long as the kernel runs.
        trouble: why the file could not be written, or "".
    """

    file: Path | None = None
    trouble: str = ""
    _unwritten: list[Event] = field(default_factory=list)

    def add(self, what: str, key: str, **more: Any) -> None:
        """Note that something happened.

        Args:
            what: what: `guess`, `reveal`, `answer`, `hint`, …
            key: of what: `02.total`.
            more: what belongs to it, as plain values.

        Raises:
            CambioError: the key is no text.
        """
        if not isinstance(key, str):
            raise CambioError(f"{shown(key)!r} is no key; one is a text such as '02.total'")
        at = datetime.now().astimezone().isoformat(timespec="seconds")
        self._unwritten.append({"at": at, "what": what, "key": key, **more})
        if self.file is not None:
            self._write_down(self.file)

    def _write_down(self, file: Path) -> None:
        """Write what is not written yet, line by line; what cannot be is not lost, and why is kept.

        What could not be written before comes first, so that the order stays.
        """
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            _see_ours(file)
            with open(file, "ab", buffering=0) as out:
                while self._unwritten:
                    _append(out, file, self._unwritten[0])
                    del self._unwritten[0]
        except OSError as error:
            self.trouble = error.strerror or str(error)
        else:
            self.trouble = ""

    def events(self, what: str = "", key: str = "") -> list[Event]:
        """What happened, in order.

        Args:
            what: only these.
            key: only what is about this, or what begins so: `02` for a chapter.
        """
        found: list[Event] = []
        for event in [*self._read(), *self._unwritten]:
            if event["what"] == "clear":
                found = [e for e in found if not _is_about(e, event["key"])]
            else:
                found.append(event)
        return [e for e in found if what in ("", e["what"]) and _is_about(e, key)]

    def last(self, what: str, key: str) -> Event | None:
        """The last such thing, or None."""
        found = [event for event in self.events(what, key) if event["key"] == key]
        return found[-1] if found else None

    def clear(self, key: str = "") -> None:
        """Begin anew.

        Args:
            key: of what, such as `02` for a chapter or `02.total`; everything without it.
        """
        self.add("clear", key)

    def export(self, file: str | Path) -> None:
        """Write all that counts into another file.

        Args:
            file: its path.

        Raises:
            CambioError: it cannot be written, or is the file in which all is kept.
        """
        if self.file and os.path.realpath(file) == os.path.realpath(self.file):
            raise CambioError(f"{file}: all is in there already; name another file")
        try:
            write_whole(Path(file), b"".join(map(_line, self.events())))
        except OSError as error:
            raise CambioError(f"{file}: {error.strerror or 'it cannot be written'}") from None

    def _read(self) -> Iterator[Event]:
        if self.file is None:
            return
        try:
            _see_ours(self.file)
            lines = self.file.read_bytes().splitlines()
        except FileNotFoundError:
            return
        except OSError as error:
            self.trouble = error.strerror or str(error)
            return
        yield from filter(None, map(_event, lines))


def _event(line: bytes) -> Event | None:
    """One line; None for one that was cut off, or that somebody wrote who did not mean us."""
    if len(line) > MOST_SIGNS:
        return None
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    whole = isinstance(found, dict) and all(
        isinstance(found.get(name), str) for name in ("at", "what", "key")
    )
    return found if whole else None


def _line(event: Event) -> bytes:
    """A line; half of a pair of signs is written as JSON writes it with letters alone."""
    return f"{json.dumps(event, ensure_ascii=False)}\n".encode(errors="backslashreplace")


def _append(out: RawIOBase, file: Path, event: Event) -> None:
    """Write one line at once, so that no line of another notebook comes into it.

    Raises:
        OSError: not all of it could be written; the half is a line that is no event.
    """
    begin = b"" if _ends_a_line(file) else b"\n"
    line = begin + _line(event)
    if (out.write(line) or 0) < len(line) - 1:  # all but its end is enough
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _see_ours(file: Path) -> None:
    """See that it can be a learner's file, or that there is none yet.

    Raises:
        OSError: it is no file, or far too large; neither is ours to read and to write.
    """
    try:
        found = file.stat()
    except FileNotFoundError:
        return
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
    if found.st_size > MOST_BYTES:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))


def _ends_a_line(file: Path) -> bool:
    if not file.stat().st_size:
        return True
    with open(file, "rb") as held:
        held.seek(-1, os.SEEK_END)
        return held.read(1) == b"\n"


def _is_about(event: Event, key: str) -> bool:
    """Whether something is about a key, or about a part of it."""
    return key == "" or event["key"] == key or event["key"].startswith(f"{key}.")


def own_progress() -> Progress:
    """The progress of whoever learns here.

    It is kept in `cambio-progress.jsonl` beside the notebook, or where CAMBIO_PROGRESS says. With
    `CAMBIO_PROGRESS=off`, and wherever pytest runs notebooks, it ends with the kernel.
    """
    tested = OFF if "PYTEST_VERSION" in os.environ else NAME
    named = os.environ.get("CAMBIO_PROGRESS") or tested
    try:
        return _kept_in(None if named == OFF else Path(named).absolute())
    except FileNotFoundError:  # the folder of the notebook is gone
        return _kept_in(Path(named))


@cache
def _kept_in(file: Path | None) -> Progress:
    return Progress(file)
