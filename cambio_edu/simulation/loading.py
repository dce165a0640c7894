"""Results read back from a file, with everything checked that could be wrong with it."""

import json
import zipfile
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from cambio_edu.cards import Pack, card
from cambio_edu.errors import CambioError
from cambio_edu.rules import Rules, check_seats, rules
from cambio_edu.simulation.play import KEPT
from cambio_edu.simulation.results import FORMAT, Results
from cambio_edu.thresholds import Threshold

_BROKEN = (KeyError, TypeError, AttributeError, ValueError, EOFError, zipfile.BadZipFile)


def load_results(file: str | Path | IO[bytes]) -> Results:
    """Read what `Results.save` wrote; no code of the file is run.

    Args:
        file: its path, or an open file.

    Raises:
        CambioError: it is no such file, or it is broken; the message says what is wrong.
    """
    try:
        with np.load(file, allow_pickle=False) as found:
            head = json.loads(str(found["head"]))
            arrays = {name: found[name] for name, _, _ in KEPT}
        in_force, players = _rules(head), _players(head)
        check_seats(in_force, len(players))
        _check(arrays, len(players))
        return Results(in_force, players, int(head["seed"]), **arrays)
    except OSError as error:
        raise CambioError(f"{file}: {error.strerror or 'it cannot be read'}") from None
    except CambioError as error:
        raise CambioError(f"{file}: {error}") from None
    except _BROKEN as error:
        why = " ".join(str(error).split())[:80]
        raise CambioError(f"{file}: these are no saved results, or broken ones ({why})") from None


def _rules(head: dict[str, Any]) -> Rules:
    if head["format"] != FORMAT:
        raise CambioError(f"format {head['format']!r} is not known here; {FORMAT} is")
    own = "pack=own" in head["house"]
    pack = Pack(tuple(card(text) for text in head["pack"])) if own else None
    return rules(head["preset"], head["house"], pack)


def _players(head: dict[str, Any]) -> tuple[Threshold, ...]:
    return tuple(
        Threshold(**{**dials, "call_at": tuple(dials["call_at"])}) for dials in head["players"]
    )


def _check(arrays: dict[str, NDArray[Any]], seats: int) -> None:
    hands = len(arrays["caller"])
    for name, kind, each in KEPT:
        shape, has = (hands, seats) if each else (hands,), arrays[name]
        if has.shape != shape or has.dtype != kind:
            raise CambioError(f"{name!r} holds {has.dtype} of shape {has.shape}, not {shape}")
    caller = arrays["caller"]
    if not hands or caller.min() < -1 or caller.max() >= seats:
        raise CambioError(f"'caller' names a seat that is not there; there are {seats}")
