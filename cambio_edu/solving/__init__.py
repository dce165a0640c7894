"""Games small enough to solve: trees, regret, exploitability."""

from cambio_edu.solving.cfr import (
    Solution,
    best_response,
    exploitability,
    probabilities,
    solve,
    value,
)
from cambio_edu.solving.kuhn import Kuhn
from cambio_edu.solving.tiny import TINY, TinyCambio, tiny
from cambio_edu.solving.tree import Game, InformationSet, Tree, tree

__all__ = [
    "TINY",
    "Game",
    "InformationSet",
    "Kuhn",
    "Solution",
    "TinyCambio",
    "Tree",
    "best_response",
    "exploitability",
    "probabilities",
    "solve",
    "tiny",
    "tree",
    "value",
]
