# `make lab` opens the first notebook; `make test` runs every check. Both set up .venv first.

VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip install --quiet --disable-pip-version-check
NOTEBOOKS = $(shell find notebooks -name '*.ipynb' -not -path '*/.ipynb_checkpoints/*')
NBVAL := --nbval --nbval-sanitize-with tests/sanitize.cfg --nbval-cell-timeout=120 -p no:playwright

# The first Python that is new enough and can make a virtual environment with pip in it.
PYTHON ?= $(shell for p in python3 python3.15 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& echo $$p && break; done)

.DEFAULT_GOAL := help
.PHONY: help lab test test-all check unit slow notebooks browser store bench format clean

help: ## say what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

$(VENV)/installed: pyproject.toml
	@test -n "$(PYTHON)" || { echo "Python 3.11 or later, with its venv module, is needed and was" \
	"not found (on Debian and Ubuntu: apt install python3-venv)." >&2; exit 1; }
	@echo "Setting up $(VENV); this takes a minute or two, and only the first time."
	@$(PY) -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV)
	@$(PIP) --editable .
	@touch $@

$(VENV)/installed-test: $(VENV)/installed
	@$(PIP) --editable '.[test]'
	@touch $@

$(VENV)/installed-grading: $(VENV)/installed-test
	@$(PIP) --editable '.[grading]'
	@touch $@

lab: $(VENV)/installed ## set up, and open JupyterLab on the first notebook
	$(PY) -m cambio_edu.launcher --in-place notebooks $(if $(LAB_OPTIONS),-- $(LAB_OPTIONS))

test: check unit notebooks browser ## every check: style, types, unit tests, notebooks, browser

test-all: test slow ## the same, and whatever takes longer

slow: $(VENV)/installed-grading ## tests that take minutes
	$(PY) -m pytest -n 2 -p no:playwright --ignore tests/browser -m slow
	$(PY) -m pytest -n 2 --dist loadfile tests/browser -m slow

check: $(VENV)/installed-test ## style and types
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy

unit: $(VENV)/installed-test ## unit tests and doctests
	$(PY) -m pytest -n 2 -p no:playwright --ignore tests/browser -m 'not slow'

notebooks: $(VENV)/installed-test ## run every notebook and compare it with what is stored
	$(PY) -m pytest -n 2 --dist loadfile $(NBVAL) $(NOTEBOOKS)

browser: $(VENV)/installed-test ## the table in a real browser
	$(PY) -m pytest -n 2 --dist loadfile tests/browser -m 'not slow'

store: $(VENV)/installed-test ## run every notebook and store what it shows, and the cards to print
	$(PY) tests/store_notebooks.py $(NOTEBOOKS)
	rm -f notebooks/teacher/cards.html
	$(PY) -m cambio_edu.launcher cards notebooks/teacher/cards.html

bench: $(VENV)/installed ## how fast the engine, the exact answers and the simulation are
	@$(PIP) --editable '.[bench]'
	$(PY) benchmarks/engine.py
	$(PY) benchmarks/belief.py
	$(PY) benchmarks/simulation.py

format: $(VENV)/installed-test ## put the code into its usual form
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

clean: ## remove what was made
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
