"""The summary of simulated hands: what is printed of them."""

from collections.abc import Sequence
from dataclasses import fields, replace
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from cambio_edu.labs.asking import title
from cambio_edu.probability import Estimate
from cambio_edu.report import Report, Table, Words, count, number, percent
from cambio_edu.rules import LETTERS
from cambio_edu.thresholds import Threshold
from cambio_edu.words import words as words_of

if TYPE_CHECKING:
    from cambio_edu.simulation.results import Results

FEWEST = 50  # hands of a row; of fewer an estimate says too little


def report(results: "Results") -> Report:
    """What is shown of simulated hands.

    Args:
        results: what came of them.
    """
    words = words_of(results.language)
    tables = [_seats_table(results, words), _calls_table(results, words)]
    return Report(
        title("sim", results.rules, words),
        _answer(results, words),
        [*_believed(results, words), *players_text(results.players, words), words["sim.error"]],
        [table for table in tables if table.rows],
        words["lang"],
    )


def points_of(value: Estimate, words: Words) -> str:
    """Points with their standard error.

    >>> points_of(Estimate(5.25, 0.1, 100, 100.0), {"lang": "en"})
    '5.25 ± 0.10'
    """
    return f"{number(value.value, words)} ± {number(value.standard_error, words)}"


def chance_of(value: Estimate, words: Words) -> str:
    """A chance in percent with its standard error, the sign for "about" left to the heading."""
    return percent(value, words).removeprefix("≈ ")


def players_text(players: Sequence[Threshold], words: Words) -> list[str]:
    """Who plays how: what of each player is not as it usually is."""
    named = [dials_text(player) or words["sim.usual"] for player in players]
    if len(set(named)) == 1:
        return [words["sim.alike"].format(dials=named[0])]
    return [
        words["sim.player"].format(seat=LETTERS[seat], dials=dials)
        for seat, dials in enumerate(named)
    ]


def dials_text(player: Threshold) -> str:
    """The dials of a player that are not as they usually are.

    >>> dials_text(Threshold(call_at=(3,), forget=0.1))
    'call_at=3, forget=0.1'
    """
    usual = replace(Threshold(), seed=player.seed)
    changed = {
        dial.name: getattr(player, dial.name)
        for dial in fields(player)
        if getattr(player, dial.name) != getattr(usual, dial.name)
    }
    return ", ".join(f"{name}={_dial(value)}" for name, value in changed.items())


def _dial(value: object) -> str:
    return "/".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _answer(results: "Results", words: Words) -> str:
    called = results.was_called
    filling = {
        "hands": count(len(results), words),
        "turns": points_of(results.mean(results.turns / results.seats), words),
        "called": chance_of(results.probability(called), words),
    }
    if not called.any():
        return words["sim.answer.none"].format(**filling)
    ends = results.outcome()
    lowest, tied, beaten = (
        chance_of(results.probability(ends == n, called), words) for n in range(3)
    )
    return words["sim.answer"].format(**filling, lowest=lowest, tied=tied, beaten=beaten)


def _believed(results: "Results", words: Words) -> list[str]:
    called = results.was_called
    if not called.any():
        return []
    means = [
        results.mean(values, called)
        for values in (results.believed, results.total_at_call, results.total_at_end)
    ]
    believed, true, end = (points_of(mean, words) for mean in means)
    return [words["sim.believed"].format(believed=believed, true=true, end=end)]


def _seats_table(results: "Results", words: Words) -> Table:
    rows = [
        (
            words["sim.seat"].format(seat=LETTERS[seat]),
            points_of(results.points(seat), words),
            points_of(results.mean(results.totals[:, seat]), words),
            chance_of(results.probability(results.caller == seat), words),
        )
        for seat in range(results.seats)
    ]
    head = (words["sim.who"], words["sim.points"], words["sim.total"], words["sim.calls"])
    return Table(words["sim.seats"], head, rows)


def _calls_table(results: "Results", words: Words) -> Table:
    called, own, ends = results.was_called, results.total_at_call, results.outcome()
    at, hands = np.unique(own[called], return_counts=True)
    rows, weights = [], []
    for total, many in zip(at.tolist(), hands.tolist(), strict=True):
        if many >= FEWEST:
            given = called & (own == total)
            cells = (
                *(chance_of(results.probability(ends == n, given), words) for n in range(3)),
                points_of(results.mean(results.score_of_caller, given), words),
            )
            rows.append((str(total), count(many, words), *cells))
            weights.append(Fraction(many))
    keys = ("lab.points", "sim.hands", "sim.lowest", "sim.tied", "sim.beaten", "sim.points")
    head = tuple(words[key] for key in keys)
    return Table(words["sim.by_total"].format(fewest=FEWEST), head, rows, weights)
