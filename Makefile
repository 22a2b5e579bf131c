.DEFAULT_GOAL := help
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
RUNS := .venv/runs
CHECKS := .venv/checks

.PHONY: help run token install test lint bench torture hooks pictures requirements

help:  ## What can be made
	@grep -E '^[a-z]+:.*## ' Makefile | awk -F ':.*## ' '{printf "  make %-13s %s\n", $$1, $$2}'

run: $(RUNS)  ## The bot; without any token a small web chat on 127.0.0.1
	@exec $(BIN)/python -m bot

token: $(RUNS)  ## Ask for a bot's token and keep it in .env, where only you can read it
	@exec $(BIN)/python -m bot.ops.keep_token

install: $(CHECKS)  ## Everything in .venv; each target installs what it needs by itself

# What running needs.
$(RUNS): requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Puluc needs Python 3.11 or newer; say which: make PYTHON=/path/to/python3.11"; exit 1; }
	$(PYTHON) -m venv .venv
	$(PIP) --require-hashes -r requirements.txt
	@touch $@

# What checking needs besides.
$(CHECKS): $(RUNS) requirements-dev.txt
	$(PIP) --require-hashes -r requirements-dev.txt
	$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

# Compiled tests are kept, whatever is usual here: every process would compile them all anew.
test: export PYTHONDONTWRITEBYTECODE :=
test: install  ## All tests, on all cores
	$(BIN)/python -m pytest --numprocesses auto --dist worksteal

lint: install  ## Style, types and architecture
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: install  ## Timings: engine, pictures, store, page, watching, Discord, Telegram
	$(BIN)/python -m pytest tests/benchmarks tests/e2e/test_latency.py tests/e2e/test_watch_latency.py tests/e2e/test_discord_latency.py tests/e2e/test_telegram_latency.py --benchmark-only

torture: install  ## Play while the bot and its store are killed, the disk is full, wires are cut
	$(BIN)/python -m tests.torture.run

hooks: install  ## Check every commit before it is made
	$(BIN)/pre-commit install

pictures: install  ## The pictures of README and rules, from real positions
	$(BIN)/python docs/draw_pictures.py
	$(BIN)/python docs/draw_rules.py

requirements: install  ## Compile the hashed requirement files anew from pyproject.toml
	$(BIN)/uv pip compile pyproject.toml --group dev --output-file requirements-dev.txt $(COMPILE)
	$(BIN)/uv pip compile pyproject.toml --constraint requirements-dev.txt --output-file requirements.txt $(COMPILE)

COMPILE := --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
  --no-emit-find-links --no-annotate --custom-compile-command "make requirements"
