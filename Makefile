# `make lab` opens the first notebook; `make test` runs every check. Both set up .venv first.

VENV := .venv
PY := $(VENV)/bin/python
NOTEBOOKS := $(shell find notebooks -name '*.ipynb' -not -path '*/.ipynb_checkpoints/*')
NBVAL := --nbval --nbval-sanitize-with tests/sanitize.cfg --nbval-cell-timeout=120 -p no:playwright

# The first Python that is new enough.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)

.DEFAULT_GOAL := help
.PHONY: help lab test test-all check unit notebooks browser store bench format clean

help: ## say what can be made
	@sed -n 's/^\([a-z-]*\):.*## /  make \1  \t/p' Makefile

$(PY):
	@test -n "$(PYTHON)" || { echo "Python 3.11 or later is needed, and none was found."; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: pyproject.toml | $(PY)
	$(PY) -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/installed-test: pyproject.toml $(VENV)/installed
	$(PY) -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	@touch $@

lab: $(VENV)/installed ## set up, and open JupyterLab on the first notebook
	$(PY) -m cambio_edu.launcher --in-place notebooks $(if $(LAB_OPTIONS),-- $(LAB_OPTIONS))

test: check unit notebooks browser ## every check: style, types, unit tests, notebooks, browser

test-all: test ## the same, and whatever takes longer

check: $(VENV)/installed-test ## style and types
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy

unit: $(VENV)/installed-test ## unit tests and doctests
	$(PY) -m pytest -n 2 -p no:playwright --ignore tests/browser

notebooks: $(VENV)/installed-test ## run every notebook and compare it with what is stored
	$(PY) -m pytest -n 2 --dist loadfile $(NBVAL) $(NOTEBOOKS)

browser: $(VENV)/installed-test ## the table in a real browser
	$(PY) -m pytest -n 2 --dist loadfile -rs tests/browser

store: $(VENV)/installed-test ## run every notebook and store what it shows
	$(PY) tests/store_notebooks.py $(NOTEBOOKS)

bench: $(VENV)/installed-test ## how fast the engine is
	$(PY) benchmarks/engine.py

format: $(VENV)/installed-test ## put the code into its usual form
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

clean: ## remove what was made
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
