"""Cambio: learn probability by playing a card game of hidden information.

The engine and what stands on it need the standard library alone; the table, the simulation and what
is built around them are loaded when they are first asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from cambio_edu.belief import Belief, believe, sample_world
from cambio_edu.cards import Card, Pack, card
from cambio_edu.choices import bayes, decision, given_choices, model
from cambio_edu.errors import CambioError
from cambio_edu.explain import explain
from cambio_edu.hand import Hand, deal
from cambio_edu.inspector import inspect
from cambio_edu.labs import call_risk, explore_stock, explore_total, matching
from cambio_edu.match import Match, start
from cambio_edu.notation import read, read_match, replay, state, write, write_match
from cambio_edu.pmf import Pmf
from cambio_edu.probability import Estimate, Hidden, Sample, anyone_lower, joint, lowest, total
from cambio_edu.rules import HOUSE_RULES, PRESETS, Rules, rules
from cambio_edu.strategies import STRATEGIES, make, play_out
from cambio_edu.thresholds import Threshold
from cambio_edu.view import View, view

if TYPE_CHECKING:
    from cambio_edu.lessons import (
        check,
        exercise,
        experiment,
        export_row,
        hint,
        learner,
        own_hands,
        own_progress,
        pool,
        reveal,
        solution,
        what_changed,
    )
    from cambio_edu.simulation import (
        Results,
        best_response,
        best_threshold,
        compare_players,
        load_results,
        recomputed,
        risk_by_turn,
        simulate,
        stored_thresholds,
    )
    from cambio_edu.simulation.tournaments import Tournament, tournament
    from cambio_edu.solving import TINY, TinyCambio, solve
    from cambio_edu.widgets import (
        CallLab,
        Inspector,
        Inventory,
        MatchLab,
        Playground,
        Replay,
        StockLab,
        Table,
        TotalLab,
        predict,
    )

__version__ = "0.1.0"

_MODULES = {
    "lessons": (
        "check", "exercise", "experiment", "export_row", "hint", "learner", "own_hands",
        "own_progress", "pool", "reveal", "solution", "what_changed",
    ),
    "simulation": (
        "Results", "best_response", "best_threshold", "compare_players", "load_results",
        "recomputed", "risk_by_turn", "simulate", "stored_thresholds",
    ),
    "simulation.tournaments": ("Tournament", "tournament"),
    "solving": ("TINY", "TinyCambio", "solve"),
    "widgets": (
        "CallLab", "Inspector", "Inventory", "MatchLab", "Playground", "Replay", "StockLab",
        "Table", "TotalLab", "predict",
    ),
}  # fmt: skip

#: Where each name is that is loaded at its first use.
_LATER = {name: f"{__name__}.{module}" for module, names in _MODULES.items() for name in names}

__all__ = [
    "HOUSE_RULES",
    "PRESETS",
    "STRATEGIES",
    "TINY",
    "Belief",
    "CallLab",
    "CambioError",
    "Card",
    "Estimate",
    "Hand",
    "Hidden",
    "Inspector",
    "Inventory",
    "Match",
    "MatchLab",
    "Pack",
    "Playground",
    "Pmf",
    "Replay",
    "Results",
    "Rules",
    "Sample",
    "StockLab",
    "Table",
    "Threshold",
    "TinyCambio",
    "TotalLab",
    "Tournament",
    "View",
    "anyone_lower",
    "bayes",
    "believe",
    "best_response",
    "best_threshold",
    "call_risk",
    "card",
    "check",
    "compare_players",
    "deal",
    "decision",
    "exercise",
    "experiment",
    "explain",
    "explore_stock",
    "explore_total",
    "export_row",
    "given_choices",
    "hint",
    "inspect",
    "joint",
    "learner",
    "load_results",
    "lowest",
    "make",
    "matching",
    "model",
    "own_hands",
    "own_progress",
    "play_out",
    "pool",
    "predict",
    "read",
    "read_match",
    "recomputed",
    "replay",
    "reveal",
    "risk_by_turn",
    "rules",
    "sample_world",
    "simulate",
    "solution",
    "solve",
    "start",
    "state",
    "stored_thresholds",
    "total",
    "tournament",
    "view",
    "what_changed",
    "write",
    "write_match",
]


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return getattr(import_module(_LATER[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})  # so that the Tab key finds what is loaded later
