"""A real JupyterLab and a real browser.

Where there is no browser these tests are skipped, in one line; with CAMBIO_NEEDS_BROWSER set, as in
continuous integration, that is a failure.
"""

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import nbformat
import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
NEEDED = bool(os.environ.get("CAMBIO_NEEDS_BROWSER"))
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
SETTINGS = {
    "@jupyterlab/apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    "@jupyterlab/notebook-extension/tracker": {"windowingMode": "defer"},
}
# The page says that the kernel is idle before it can be used: wait for the connection itself.
READY = """async () => {
  const panel = window.jupyterapp.shell.currentWidget;
  await panel.context.ready; await panel.revealed;
  await panel.sessionContext.ready; await panel.sessionContext.session.kernel.info;
}"""
RUN_ALL = "async () => await window.jupyterapp.commands.execute('notebook:run-all-cells')"
RUN_CELL = "async () => await window.jupyterapp.commands.execute('notebook:run-cell')"
STOP = "async () => await window.jupyterapp.serviceManager.sessions.shutdownAll()"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if CHROMIUM or NEEDED:
        return
    skip = pytest.mark.skip(reason="no browser")
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(skip)


def skipped(config: pytest.Config) -> int:
    """How many tests were skipped, as the process that reports them knows."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    return len(reporter.stats.get("skipped", [])) if reporter else 0


def pytest_sessionfinish(session: pytest.Session) -> None:
    if NEEDED and skipped(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not (CHROMIUM or NEEDED):
        terminalreporter.write_line(
            "Browser tests were skipped: no Chromium or Chrome was found (CHROMIUM=PATH names one)."
        )
    elif NEEDED and skipped(terminalreporter.config):
        terminalreporter.write_line("A browser test was skipped, and here none may be.", red=True)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict) -> dict:
    assert CHROMIUM, "a browser is needed here, and there is none"
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": ARGUMENTS}


def free_port() -> int:
    with contextlib.closing(socket.socket()) as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Lab:
    """A JupyterLab with a folder of its own."""

    def __init__(self, home: Path) -> None:
        self.home, self.root = home, home / "root"
        self.root.mkdir()
        self.url = f"http://127.0.0.1:{free_port()}"
        for name, value in SETTINGS.items():
            file = home / "JUPYTERLAB_SETTINGS_DIR" / f"{name}.jupyterlab-settings"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(value))

    def start(self) -> subprocess.Popen:
        private = ("CONFIG_DIR", "DATA_DIR", "RUNTIME_DIR")
        names = [f"JUPYTER_{name}" for name in private]
        names += ["JUPYTERLAB_SETTINGS_DIR", "JUPYTERLAB_WORKSPACES_DIR", "IPYTHONDIR"]
        env = dict(os.environ, **{name: str(self.home / name) for name in names})
        env["CAMBIO_SAVES"] = str(self.home / "saves")
        command = [
            sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1",
            f"--port={self.url.rpartition(':')[2]}", "--ServerApp.port_retries=0",
            "--IdentityProvider.token=", "--ServerApp.password=",
            f"--ServerApp.root_dir={self.root}", "--LabApp.expose_app_in_browser=True",
        ]  # fmt: skip
        with (self.home / "lab.log").open("w") as log:
            return subprocess.Popen(command, env=env, stdout=log, stderr=subprocess.STDOUT)

    def wait(self, process: subprocess.Popen) -> None:
        for _ in range(600):
            assert process.poll() is None, (self.home / "lab.log").read_text()
            with contextlib.suppress(OSError):
                urllib.request.urlopen(self.url + "/api/status", timeout=1).close()
                return
            time.sleep(0.1)
        raise AssertionError("JupyterLab does not answer")

    def write(self, name: str, *cells: str) -> None:
        """Write a notebook of code cells."""
        notebook = nbformat.v4.new_notebook(
            cells=[nbformat.v4.new_code_cell(cell) for cell in cells],
            metadata={"kernelspec": {"name": "python3", "display_name": "Python 3"}},
        )
        nbformat.write(notebook, self.root / name)


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    lab = Lab(tmp_path_factory.mktemp("lab"))
    process = lab.start()
    try:
        lab.wait(process)
        yield lab
    finally:
        process.terminate()
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()


@pytest.fixture
def open_notebook(page, lab: Lab) -> Iterator[Callable]:
    """Open a notebook, run all of it, and give its panel; no other host may be asked."""
    outside: list[str] = []
    inside = (lab.url, lab.url.replace("http", "ws"), "data:", "blob:")
    page.on("request", lambda r: None if r.url.startswith(inside) else outside.append(r.url))

    def go(name: str, *cells: str, run: bool = True):
        if cells:
            lab.write(name, *cells)
        page.set_viewport_size({"width": 1280, "height": 1000})
        page.goto(f"{lab.url}/lab/tree/{name}?reset", wait_until="domcontentloaded")
        page.locator("#jupyterlab-splash").wait_for(state="detached", timeout=60_000)
        panel = page.locator(".jp-NotebookPanel:not(.lm-mod-hidden)")
        panel.locator(".jp-Cell").first.wait_for(timeout=60_000)
        page.evaluate(READY)
        if run:
            page.evaluate(RUN_ALL)
        return panel

    yield go
    page.evaluate(STOP)
    assert outside == []
