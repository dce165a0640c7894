"""What came of simulated hands in plain values, for JSON."""

from dataclasses import fields
from typing import Any

import numpy as np

from cambio_edu.probability import Estimate
from cambio_edu.rules import LETTERS
from cambio_edu.simulation.results import OUTCOMES, Mask, Results
from cambio_edu.simulation.summary import FEWEST
from cambio_edu.thresholds import Threshold

#: What a player is set by; the seed is not among them, for each simulated hand has its own.
DIALS = tuple(dial.name for dial in fields(Threshold) if dial.name != "seed")


def as_dict(found: Results) -> dict[str, Any]:
    """What came of simulated hands: the numbers of the summary, and the dials of every player.

    Args:
        found: what came of them.

    >>> from cambio_edu.simulation import simulate
    >>> found = simulate(Threshold(call_at=(50,)), seats=2, hands=100)
    >>> [seat["calls"]["value"] for seat in as_dict(found)["by_seat"]]  # A calls at once
    [1.0, 0.0]
    """
    return {
        "rules": found.rules.preset,
        "house": found.rules.house_text(),
        "seats": found.seats,
        "hands": len(found),
        "seed": found.seed,
        "players": [{name: getattr(one, name) for name in DIALS} for one in found.players],
        "turns": _plain(found.mean(found.turns / found.seats)),
        "called": _plain(found.probability(found.was_called)),
        "calls": _calls(found) if found.was_called.any() else None,
        "by_seat": [_seat(found, seat) for seat in range(found.seats)],
        "by_total": _by_total(found),
    }


def _plain(value: Estimate) -> dict[str, float]:
    error = value.standard_error
    return {"value": value.value, "standard_error": error, "hands": value.worlds}


def _calls(found: Results) -> dict[str, Any]:
    """What callers believed and held, what they wrote down, and how their calls ended."""
    called = found.was_called
    points = {
        "believed": found.believed,
        "total": found.total_at_call,
        "total_at_end": found.total_at_end,
        "points": found.score_of_caller,
    }
    means = {name: _plain(found.mean(values, called)) for name, values in points.items()}
    return {**means, **_ends(found, called)}


def _ends(found: Results, given: Mask) -> dict[str, Any]:
    """How calls ended, of some of the hands."""
    ended = found.outcome()
    return {
        name: _plain(found.probability(ended == number, given))
        for number, name in enumerate(OUTCOMES)
    }


def _seat(found: Results, seat: int) -> dict[str, Any]:
    return {
        "seat": LETTERS[seat],
        "points": _plain(found.points(seat)),
        "total": _plain(found.mean(found.totals[:, seat])),
        "calls": _plain(found.probability(found.caller == seat)),
    }


def _by_total(found: Results) -> list[dict[str, Any]]:
    """Calls by the caller's true total, for totals that enough hands had, as in the summary."""
    called, own = found.was_called, found.total_at_call
    groups = {total: called & (own == total) for total in np.unique(own[called]).tolist()}
    return [
        {
            "total": total,
            "hands": int(given.sum()),
            **_ends(found, given),
            "points": _plain(found.mean(found.score_of_caller, given)),
        }
        for total, given in groups.items()
        if given.sum() >= FEWEST
    ]
