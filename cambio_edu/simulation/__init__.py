"""Very many hands at once in NumPy arrays, and what can be learned from them."""

from cambio_edu.simulation.best import (
    best_response,
    best_threshold,
    recomputed,
    stored_thresholds,
)
from cambio_edu.simulation.comparing import compare_players
from cambio_edu.simulation.estimates import Interval, estimate
from cambio_edu.simulation.loading import load_results
from cambio_edu.simulation.results import Results
from cambio_edu.simulation.risk import risk_by_turn
from cambio_edu.simulation.run import simulate

__all__ = [
    "Interval",
    "Results",
    "best_response",
    "best_threshold",
    "compare_players",
    "estimate",
    "load_results",
    "recomputed",
    "risk_by_turn",
    "simulate",
    "stored_thresholds",
]
