"""What a learner has done: guesses, answers, hints, in one readable file that only grows.

A line is one thing that happened. What was done is worked out from the lines, so nothing is ever
overwritten, two notebooks may write at once, and a line that was cut off spoils no other.
"""

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from cambio_edu.errors import CambioError

NAME = "cambio-progress.jsonl"
OFF = "off"  # as CAMBIO_PROGRESS: nothing is written, as in tests
MOST_SIGNS = 10_000  # of a line; no guess or answer needs so many

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
        """
        at = datetime.now().astimezone().isoformat(timespec="seconds")
        event = {"at": at, "what": what, "key": key, **more}
        if self.file is None or not self._append(event):
            self._unwritten.append(event)

    def _append(self, event: Event) -> bool:
        """Write one line; one that cannot be written is not lost, and why is kept."""
        assert self.file is not None
        line = json.dumps(event, ensure_ascii=False)
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            with open(self.file, "ab") as out:
                out.write(f"{'' if _ends_a_line(self.file) else chr(10)}{line}\n".encode())
        except OSError as error:
            self.trouble = error.strerror or str(error)
            return False
        self.trouble = ""
        return True

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
            CambioError: it cannot be written.
        """
        lines = [json.dumps(event, ensure_ascii=False) for event in self.events()]
        try:
            Path(file).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        except OSError as error:
            raise CambioError(f"{file}: {error.strerror or 'it cannot be written'}") from None

    def _read(self) -> Iterator[Event]:
        if self.file is None:
            return
        try:
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


def _ends_a_line(file: Path) -> bool:
    if not file.exists() or not file.stat().st_size:
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
    return _kept_in(None if named == OFF else Path(named).absolute())


@cache
def _kept_in(file: Path | None) -> Progress:
    return Progress(file)
