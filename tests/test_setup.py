"""The set-up says the same thing everywhere."""

import configparser
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
ENVIRONMENT = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
README = (ROOT / "README.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
CONDA_ONLY = {"pip"}  # conda needs it to install the package itself
WITH_OTHERS = {"simulation", "solving", "figures", "widgets"}  # modules that need more than Python


def bounds(requirement: str) -> tuple[str, frozenset[str]]:
    """A requirement as its name and its bounds, however the bounds are ordered."""
    name, limits = re.fullmatch(r"([A-Za-z0-9_.-]+) *([<>=!~].*)?", requirement).groups()
    parts = (limits or "").replace(" ", "").split(",")
    return name.lower().replace("_", "-"), frozenset(filter(None, parts))


def test_conda_installs_what_pip_installs():
    plain = [item for item in ENVIRONMENT["dependencies"] if isinstance(item, str)]
    conda = {bounds(item) for item in plain if item not in CONDA_ONLY}
    pip = {bounds(item) for item in PROJECT["dependencies"]}
    assert conda == pip | {("python", frozenset({PROJECT["requires-python"]}))}


def test_conda_installs_the_package_itself():
    [pip] = [item for item in ENVIRONMENT["dependencies"] if isinstance(item, dict)]
    assert pip == {"pip": ["-e ."]}
    assert "pip" in ENVIRONMENT["dependencies"]


def test_every_dependency_has_a_lower_and_an_upper_bound():
    for item in PROJECT["dependencies"]:
        limits = bounds(item)[1]
        assert {limit[0] for limit in limits} == {">", "<"}, item


def test_the_version_is_said_once_more_and_the_same():
    text = (ROOT / "cambio_edu" / "__init__.py").read_text(encoding="utf-8")
    assert f'__version__ = "{PROJECT["version"]}"' in text


def test_the_readme_is_one_screen_and_names_the_commands():
    assert len(README.splitlines()) <= 60
    for command in ("make lab", "make test", "pip install", "cambio-edu", "environment.yml"):
        assert command in README


def test_what_the_readme_says_can_be_made():
    wanted = set(re.findall(r"\bmake ([a-z-]+) +#|`make ([a-z-]+)`", README))
    names = {name for pair in wanted for name in pair if name}
    assert {"lab", "test"} <= names
    assert names <= set(re.findall(r"^([a-z-]+):", MAKEFILE, flags=re.MULTILINE))


def test_what_the_readme_links_to_is_there():
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / target).exists(), target


@pytest.mark.parametrize("name", ["Makefile", "pyproject.toml", "environment.yml", ".ci/run"])
def test_the_set_up_names_no_address(name):
    assert "://" not in (ROOT / name).read_text(encoding="utf-8")


def test_what_ci_runs_can_be_run():
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


def test_few_things_are_left_out_of_the_comparison_of_notebooks():
    rules = configparser.ConfigParser(interpolation=None)
    rules.read(ROOT / "tests" / "sanitize.cfg", encoding="utf-8")
    assert 1 <= len(rules.sections()) <= 5
    for section in rules.sections():
        assert set(rules[section]) == {"regex", "replace"}


def test_saved_hands_are_not_committed():
    assert "cambio-saves/" in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("name", ["CAMBIO_SAVES", "JUPYTER_DATA_DIR", "IPYTHONDIR"])
def test_what_tests_save_goes_into_a_temporary_folder(name):
    assert Path(os.environ[name]).is_relative_to(tempfile.gettempdir())


def test_only_the_last_layers_need_other_packages():
    """The upper layers run where only Python runs."""
    files = (ROOT / "cambio_edu").iterdir()
    names = {f.stem for f in files if f.suffix == ".py" or (f / "__init__.py").exists()}
    names -= {"__init__", "__main__", *WITH_OTHERS}
    assert {"cards", "hand", "view", "strategies", "words"} <= names
    code = (
        f"import sys\nfor name in {sorted(names)}: __import__('cambio_edu.' + name)\n"
        "heavy = {'numpy', 'matplotlib', 'ipywidgets', 'anywidget', 'traitlets', 'IPython'}\n"
        "print(*heavy & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout == "\n"
