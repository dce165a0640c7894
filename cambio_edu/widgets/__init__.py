"""The card table and what is built around it, for JupyterLab."""

from cambio_edu.widgets.playground import Playground, Replay
from cambio_edu.widgets.table import Table

__all__ = ["Playground", "Replay", "Table"]
