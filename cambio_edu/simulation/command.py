"""What `python -m cambio_edu simulate` and `python -m cambio_edu thresholds` print."""

import re
import signal
from argparse import Namespace
from collections.abc import Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from multiprocessing import get_context
from typing import Any

from cambio_edu.errors import CambioError
from cambio_edu.notation import json_text
from cambio_edu.rules import Rules, check_seats
from cambio_edu.simulation.best import stored_text, stored_thresholds, table_of
from cambio_edu.simulation.plain import DIALS, as_dict
from cambio_edu.simulation.results import Results
from cambio_edu.simulation.run import rules_in_force, simulate
from cambio_edu.thresholds import Threshold
from cambio_edu.words import words as words_of

USUAL = "usual"
SEATS = 4  # where neither seats nor players say how many
MOST_WORKERS = 60  # Windows cannot wait for more


def thresholds_text(asked: Namespace) -> str:
    """The stored table of thresholds.

    Args:
        asked: `json`, whether it is printed as JSON; `language` of the words.

    Raises:
        CambioError: there is no such language.
    """
    words = words_of(asked.language)
    if asked.json:
        return stored_text(stored_thresholds())
    table = table_of(stored_thresholds(), words)
    return f"{table.caption}\n{table.text()}\n"


def simulate_text(asked: Namespace) -> str:
    """Hands are played, saved if that is asked for, and what is printed of them.

    Args:
        asked: the options of the command, by name.

    Raises:
        CambioError: an option that cannot be; the message names it.
    """
    in_force = rules_in_force(asked.rules, asked.house)
    players = seated(in_force, asked.players or [USUAL], asked.seats)
    _check_file(asked.save)
    with _workers(asked.workers) as executor:
        found = simulate(
            players, in_force, hands=asked.hands, seed=asked.seed,
            executor=executor, language=asked.language,
        )  # fmt: skip
    if asked.save is not None:
        _save(found, asked.save)
    return f"{json_text(as_dict(found)) if asked.json else found}\n"


# Who plays


def seated(rules: Rules, texts: Sequence[str], seats: int | None = None) -> list[Threshold]:
    """A player for each seat.

    Args:
        rules: the rules in force.
        texts: the players, as `player` reads them; one for all seats, or one for each.
        seats: how many seats; without it as many as there are players, and four for one player.

    Raises:
        CambioError: so many cannot play, or players and seats do not go together.
    """
    several = len(texts) > 1
    if seats is None:
        seats = len(texts) if several else SEATS
    check_seats(rules, seats)
    if several and len(texts) != seats:
        raise CambioError(f"{len(texts)} players for {seats} seats; give one for all, or one each")
    players = [player(text) for text in texts]
    return players if several else players * seats


def player(text: str) -> Threshold:
    """A player from its dials, written as the summary prints them.

    Args:
        text: the dials that are not as they usually are, with blanks or commas between them; or
            "usual".

    Raises:
        CambioError: there is no such dial, or it cannot be set so.

    >>> player("call_at=2/4/6, forget=0.1") == Threshold(call_at=(2, 4, 6), forget=0.1)
    True
    """
    if text.strip() == USUAL:
        return Threshold()
    dials: dict[str, Any] = {}
    for part in re.split(r"[\s,;]+(?=\w+\s*=)", text.strip()):
        name, sign, value = (piece.strip() for piece in part.partition("="))
        if not sign or name not in DIALS:
            raise CambioError(f"player {text!r}: {name!r} is no dial; there are {', '.join(DIALS)}")
        if name in dials:
            raise CambioError(f"player {text!r}: {name!r} is given twice")
        dials[name] = _value(name, value)
    try:
        return Threshold(**dials)
    except CambioError as error:
        raise CambioError(f"player {text!r}: {error}") from None


def _value(name: str, text: str) -> Any:
    """A dial's value; what is no number stays a text, which no dial takes."""
    if name == "call_at":
        return tuple(_number(word) for word in re.split(r"[\s,/]+", text))
    return _number(text)


def _number(text: str) -> int | float | str:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


# Workers and files


def _workers(number: int | None) -> AbstractContextManager[Executor | None]:
    """So many processes that share the work; they leave it to this one to be interrupted."""
    if number is None:
        return nullcontext()
    if not 1 <= number <= MOST_WORKERS:
        raise CambioError(f"--workers {number}: a whole number from 1 to {MOST_WORKERS} is wanted")
    return ProcessPoolExecutor(
        number, get_context("spawn"), signal.signal, (signal.SIGINT, signal.SIG_IGN)
    )


def _check_file(file: str | None) -> None:
    if file is not None and not file.endswith(".npz"):
        raise CambioError(f"--save {file!r}: the name of the file must end in .npz")


def _save(found: Results, file: str) -> None:
    try:
        found.save(file)
    except OSError as error:
        raise CambioError(f"{file}: {error.strerror or 'it cannot be written'}") from None
