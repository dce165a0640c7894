"""One of several options, chosen by mouse or by keyboard."""

from pathlib import Path
from typing import Any

import anywidget
import traitlets

HERE = Path(__file__).parent


class Choice(anywidget.AnyWidget):
    """A group of radio buttons; those of ipywidgets lose the arrow keys to the notebook.

    Args:
        label: what is chosen.
        options: pairs of a value and its label.
        value: what is chosen at first, or "".
    """

    _esm = HERE / "choice.js"
    _css = HERE / "choice.css"

    label = traitlets.Unicode().tag(sync=True)
    options: traitlets.List[Any] = traitlets.List().tag(sync=True)
    value = traitlets.Unicode().tag(sync=True)

    @traitlets.validate("value")
    def _only_options(self, proposal: Any) -> str:
        """What is no option stays as it was."""
        there = {"", *(value for value, _ in self.options)}
        return str(proposal["value"] if proposal["value"] in there else self.value)

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """A page may change what is chosen, and nothing else."""
        value = sync_data.get("value")
        super().set_state({"value": value} if isinstance(value, str) else {})
