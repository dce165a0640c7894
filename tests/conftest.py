"""Tests write nowhere but into temporary folders; kernels that they start inherit that."""

import os
import tempfile

_HOME = tempfile.mkdtemp(prefix="cambio-tests-")
for _name in (
    "CAMBIO_SAVES", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR",
    "JUPYTERLAB_SETTINGS_DIR", "JUPYTERLAB_WORKSPACES_DIR", "IPYTHONDIR", "MPLCONFIGDIR",
):  # fmt: skip
    os.environ[_name] = os.path.join(_HOME, _name)
