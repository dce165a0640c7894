"""Results read back from a file, with everything checked that could be wrong with it."""

import json
import zipfile
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from cambio_edu.cards import Pack, card
from cambio_edu.errors import CambioError
from cambio_edu.rules import Rules, check_seats, rules
from cambio_edu.simulation.play import KEPT
from cambio_edu.simulation.results import FORMAT, Results
from cambio_edu.simulation.run import check_seed
from cambio_edu.thresholds import Threshold


def load_results(file: str | Path | IO[bytes]) -> Results:
    """Read what `Results.save` wrote; no code of the file is run.

    Args:
        file: its path, or an open file.

    Raises:
        CambioError: it is no such file, or it is broken; the message says what is wrong.
    """
    try:
        with _opened(file) as held:
            return _read(held)
    except OSError as error:
        raise CambioError(f"{file}: {error.strerror or 'it cannot be read'}") from None
    except CambioError as error:
        raise CambioError(f"{file}: {error}") from None
    except Exception as error:  # of damaged bytes zip, numpy and JSON raise a dozen kinds
        why = " ".join(str(error).split())[:80] or type(error).__name__
        raise CambioError(f"{file}: these are no saved results, or broken ones ({why})") from None


def _opened(file: str | Path | IO[bytes]) -> AbstractContextManager[IO[bytes]]:
    return open(file, "rb") if isinstance(file, str | Path) else nullcontext(file)


def _read(held: IO[bytes]) -> Results:
    if not zipfile.is_zipfile(held):
        raise CambioError("these are no saved results, or broken ones (no zip file)")
    held.seek(0)
    with np.load(held, allow_pickle=False) as found:
        head = json.loads(str(found["head"]))
        arrays = {name: found[name] for name, _, _ in KEPT}
    in_force, players = _rules(head), _players(head)
    check_seats(in_force, len(players))
    check_seed(head["seed"])
    _check_shapes(arrays, len(players))
    _check_callers(arrays, len(players))
    return Results(in_force, players, head["seed"], **arrays)


def _rules(head: dict[str, Any]) -> Rules:
    if type(head["format"]) is not int or head["format"] != FORMAT:
        raise CambioError(f"format {head['format']!r} is not known here; {FORMAT} is")
    own = "pack=own" in head["house"]
    pack = Pack(tuple(card(text) for text in head["pack"])) if own else None
    return rules(head["preset"], head["house"], pack)


def _players(head: dict[str, Any]) -> tuple[Threshold, ...]:
    return tuple(
        Threshold(**{**dials, "call_at": tuple(dials["call_at"])}) for dials in head["players"]
    )


def _check_shapes(arrays: dict[str, NDArray[Any]], seats: int) -> None:
    hands = len(arrays["caller"])
    if not hands:
        raise CambioError("there is no hand in it")
    for name, kind, each in KEPT:
        shape, has = (hands, seats) if each else (hands,), arrays[name]
        if has.shape != shape or has.dtype != kind:
            wanted = f"{np.dtype(kind)} of shape {shape} is wanted"
            raise CambioError(f"{name!r} holds {has.dtype} of shape {has.shape}; {wanted}")


def _check_callers(arrays: dict[str, NDArray[Any]], seats: int) -> None:
    caller, called, turns = arrays["caller"], arrays["called"], arrays["turns"]
    if caller.min() < -1 or caller.max() >= seats:
        raise CambioError(f"'caller' names a seat that is not there; there are {seats}")
    if turns.min() < 0:
        raise CambioError("'turns' holds fewer than 0")
    if ((called < 0) != (caller < 0)).any() or called.min() < -1 or (called > turns).any():
        raise CambioError("'called' names a turn that was not played, or a call by nobody")
