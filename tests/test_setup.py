"""The set-up says the same thing everywhere."""

import re
import tomllib
from pathlib import Path

import yaml

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
ENVIRONMENT = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
README = (ROOT / "README.md").read_text(encoding="utf-8")
PIP_ONLY = {"pip"}  # conda needs it to install the package itself


def bounds(requirement: str) -> tuple[str, frozenset[str]]:
    """A requirement as its name and its bounds, however they are spaced and ordered."""
    name, limits = re.fullmatch(r"([A-Za-z0-9_.-]+)(.*)", requirement.replace(" ", "")).groups()
    return name.lower().replace("_", "-"), frozenset(filter(None, limits.split(",")))


def test_conda_installs_what_pip_installs():
    plain = [item for item in ENVIRONMENT["dependencies"] if isinstance(item, str)]
    conda = {bounds(item) for item in plain if bounds(item)[0] not in PIP_ONLY}
    pip = {bounds(item) for item in PROJECT["dependencies"]}
    python = {("python", frozenset({PROJECT["requires-python"]}))}
    assert conda == pip | python


def test_conda_installs_the_package_itself():
    [pip] = [item for item in ENVIRONMENT["dependencies"] if isinstance(item, dict)]
    assert pip == {"pip": ["-e ."]}


def test_every_dependency_has_a_lower_and_an_upper_bound():
    for item in PROJECT["dependencies"]:
        limits = bounds(item)[1]
        assert {limit[0] for limit in limits} == {">", "<"}, item


def test_the_readme_is_one_screen_and_names_the_commands():
    assert len(README.splitlines()) <= 60
    for command in ("make lab", "make test", "pip install", "cambio-edu", "environment.yml"):
        assert command in README


def test_what_the_readme_links_to_is_there():
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / target).exists(), target


def test_nothing_of_the_machine_is_in_the_project():
    pattern = re.compile(r"registry\.npmjs|files\.pythonhosted|deb\.debian\.org")
    for name in ("Makefile", "pyproject.toml", "environment.yml", ".ci/run", "README.md"):
        assert not pattern.search((ROOT / name).read_text(encoding="utf-8")), name


def test_saved_hands_are_not_committed():
    assert "cambio-saves/" in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()


def test_the_engine_needs_no_other_package():
    """The upper layers run where only Python runs."""
    import subprocess
    import sys

    upper = "cards rules moves scoring hand view match notation probability strategies explain"
    code = (
        f"import sys\nfor name in {upper.split()}: __import__('cambio_edu.' + name)\n"
        "heavy = {'numpy', 'matplotlib', 'ipywidgets', 'anywidget', 'traitlets', 'IPython'}\n"
        "sys.exit(', '.join(heavy & set(sys.modules)) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
