"""Imports go one way, and the upper layers run where only Python runs."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "cambio_edu"
DESIGN = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
ENTRIES = {"__init__", "__main__"}  # they gather what stands everywhere

LAYERS = re.findall(r"^\| `(\w+)` \|", DESIGN.partition("`simulation` is two layers")[0], re.M)
MODULES = sorted(file for file in PACKAGE.rglob("*.py") if file.relative_to(PACKAGE).parts[0])


def layer(file: Path) -> str:
    """The layer of a module: its name, or that of its folder."""
    return file.relative_to(PACKAGE).with_suffix("").parts[0]


def imported(file: Path) -> set[str]:
    """The layers that a module imports when it is loaded; what it asks for later is left out."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    names = set()
    for node in tree.body:
        if isinstance(node, ast.Import):
            names |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module == "cambio_edu":
            names |= {f"cambio_edu.{name.name}" for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
    return {name.split(".")[1] for name in names if name.startswith("cambio_edu.")}


def test_the_table_of_layers_names_every_module() -> None:
    assert len({*LAYERS}) == len(LAYERS)
    assert {layer(file) for file in MODULES} - ENTRIES - {"jupyter"} == {*LAYERS}


@pytest.mark.parametrize("file", MODULES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_a_module_imports_only_from_those_above_it(file: Path) -> None:
    if layer(file) not in ENTRIES:
        above = {*LAYERS[: LAYERS.index(layer(file)) + 1]}
        assert imported(file) <= above
