# The one door to everything. Each target builds .venv by itself; only Python 3.11 or newer is needed.

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
    $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && { echo $$p; break; }; done)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
GAME ?= games/linkage.rules
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help play test check check-slow bench docs clean $(VENV)

help: ## list these targets
	@echo "make TARGET:"
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{ printf "%-12s %s\n", $$1, $$2 }'

play: $(VENV)/.installed ## play a game in the terminal (GAME=file.rules, ARGS="--players 3 --auto")
	@$(BIN)/rulelang play $(GAME) $(ARGS) || test $$? -eq 130

test: check ## check everything, then run all tests
	$(BIN)/python -m pytest $(ARGS)

check: $(VENV)/.installed-dev ## style, types and layering
	$(BIN)/ruff check .
	$(BIN)/mypy --strict
	$(BIN)/lint-imports --no-logo

check-slow: check ## all tests, the long ones too, with coverage
	$(BIN)/coverage run -m pytest -n 0 -m "slow or not slow" $(ARGS)
	$(BIN)/coverage report --skip-covered

bench: $(VENV)/.installed-dev ## measure speed against peers; judges each gate, never fails (ARGS="--json FILE")
	@$(BIN)/python -m benchmarks $(ARGS)

docs: $(VENV)/.installed-dev ## write the pages anew that repeat the code or the rules files
	@$(BIN)/python docs/generate.py
	@$(BIN)/python docs/classics.py
	@$(BIN)/python -m benchmarks.page

clean: ## remove what the other targets made
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .benchmarks .coverage dist

$(VENV): $(VENV)/.installed-dev

# Some systems ship Python without ensurepip; then the system's own pip fills the environment.
$(VENV)/bin/python:
	@if [ -z "$(PYTHON)" ]; then \
	    echo "rulelang needs Python 3.11 or newer and found: $$(python3 --version 2>/dev/null || echo 'no python3')."; \
	    echo "Install one, or name it: make PYTHON=/path/to/python3.12 ..."; exit 1; fi
	@echo "Making $(VENV) with $$($(PYTHON) --version) ..."
	@$(PYTHON) -m venv $(VENV) >/dev/null 2>&1 || { rm -rf $(VENV); \
	    $(PYTHON) -m venv --without-pip $(VENV) && \
	    $(PYTHON) -m pip --python $(VENV)/bin/python install --quiet pip; } || { rm -rf $(VENV); \
	    echo "$(PYTHON) cannot make a virtual environment: its venv module or pip is missing."; \
	    echo "On Debian and Ubuntu: sudo apt install python3-venv"; exit 1; }

$(VENV)/.installed: pyproject.toml requirements/dev.txt | $(VENV)/bin/python
	@echo "Installing rulelang ..."
	@$(PIP) install -c requirements/dev.txt -e .
	@touch $@

$(VENV)/.installed-dev: pyproject.toml requirements/dev.txt | $(VENV)/bin/python
	@echo "Installing rulelang and the tools that check it ..."
	@$(PIP) install -c requirements/dev.txt -e '.[dev]'
	@touch $(VENV)/.installed $@
