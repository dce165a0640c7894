"""Whatever the tests start, kernels too, writes into a temporary folder.

This file stands at the top so that it is also loaded for the notebooks and the doctests.
"""

import atexit
import os
import shutil
import tempfile

HOME = tempfile.mkdtemp(prefix="cambio-tests-")
atexit.register(shutil.rmtree, HOME, ignore_errors=True)

os.environ["CAMBIO_PROGRESS"] = "off"
for _name in (
    "CAMBIO_SAVES",
    "HYPOTHESIS_STORAGE_DIRECTORY",
    "IPYTHONDIR",
    "JUPYTER_CONFIG_DIR",
    "JUPYTER_DATA_DIR",
    "JUPYTER_RUNTIME_DIR",
    "JUPYTERLAB_SETTINGS_DIR",
    "JUPYTERLAB_WORKSPACES_DIR",
    "MPLCONFIGDIR",
):
    os.environ[_name] = os.path.join(HOME, _name)
