"""Run notebooks and store what they show: `make store`, after a notebook or the package changed.

What is stored holds no state of widgets, and no widget that could not be shown without a kernel:
where a table stands, its picture is kept.
"""

import os
import sys
import tempfile
from pathlib import Path

import nbformat
from nbclient import NotebookClient

KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
WIDGET = "application/vnd.jupyter.widget-view+json"


def store(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    with tempfile.TemporaryDirectory() as saves:
        os.environ["CAMBIO_SAVES"], os.environ["CAMBIO_PROGRESS"] = saves, "off"
        NotebookClient(notebook, kernel_name="python3", timeout=120).execute(cwd=str(path.parent))
    notebook.metadata.clear()
    notebook.metadata.update(kernelspec=KERNEL, language_info={"name": "python"})
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        for output in cell.get("outputs", []):
            if "text/html" in output.get("data", {}):
                output["data"].pop(WIDGET, None)
    nbformat.write(notebook, path)
    print(f"{path}: {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        store(Path(name))
