"""Cambio: learn probability by playing a card game of hidden information.

The engine and what stands on it need the standard library alone; the table and what is built
around it are loaded when they are first asked for.
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
from cambio_edu.view import View, view

if TYPE_CHECKING:
    from cambio_edu.widgets import (
        CallLab,
        Inspector,
        MatchLab,
        Playground,
        Replay,
        StockLab,
        Table,
        TotalLab,
    )

__version__ = "0.1.0"

_WIDGETS = (
    "CallLab", "Inspector", "MatchLab", "Playground", "Replay", "StockLab", "Table", "TotalLab",
)  # fmt: skip

__all__ = [
    "HOUSE_RULES",
    "PRESETS",
    "STRATEGIES",
    "Belief",
    "CallLab",
    "CambioError",
    "Card",
    "Estimate",
    "Hand",
    "Hidden",
    "Inspector",
    "Match",
    "MatchLab",
    "Pack",
    "Playground",
    "Pmf",
    "Replay",
    "Rules",
    "Sample",
    "StockLab",
    "Table",
    "TotalLab",
    "View",
    "anyone_lower",
    "bayes",
    "believe",
    "call_risk",
    "card",
    "deal",
    "decision",
    "explain",
    "explore_stock",
    "explore_total",
    "given_choices",
    "inspect",
    "joint",
    "lowest",
    "make",
    "matching",
    "model",
    "play_out",
    "read",
    "read_match",
    "replay",
    "rules",
    "sample_world",
    "start",
    "state",
    "total",
    "view",
    "write",
    "write_match",
]


def __getattr__(name: str) -> Any:
    if name in _WIDGETS:
        return getattr(import_module("cambio_edu.widgets"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
