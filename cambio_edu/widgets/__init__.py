"""The card table and what is built around it, for JupyterLab."""

from cambio_edu.widgets.guessing import Guess, predict
from cambio_edu.widgets.inspector import Inspector
from cambio_edu.widgets.inventory import Inventory
from cambio_edu.widgets.labs import CallLab, MatchLab, StockLab, TotalLab
from cambio_edu.widgets.playground import Playground, Replay
from cambio_edu.widgets.table import Table

__all__ = [
    "CallLab",
    "Guess",
    "Inspector",
    "Inventory",
    "MatchLab",
    "Playground",
    "Replay",
    "StockLab",
    "Table",
    "TotalLab",
    "predict",
]
