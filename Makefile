.DEFAULT_GOAL := help
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
RUNS := .venv/runs
CHECKS := .venv/checks
SOLVER := .venv/solver
NAMES = $$(sed -n 's/^\([^\#=]*\)==.*/$(2)\1/p' $(1))
PINNED = $(call NAMES,requirements.txt,$(1))
SOLVING = $(call NAMES,requirements-solver.txt)

# Two for each core, because many tests wait; more would only import all tests once more.
WORKERS ?= $$((2 * $$(getconf _NPROCESSORS_ONLN)))

# Override an inherited setting: without cached bytecode, every process would compile all tests.
PYTEST = PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest --numprocesses $(WORKERS) --dist worksteal

.PHONY: help run token install solver test test-all every-test lint bench torture week evening scale fuzz mutations licences audit hooks lengths pictures cities language language-report requirements

help:  ## List the targets
	@grep -E '^[a-z-]+:.*## ' Makefile | awk -F ':.*## ' '{printf "  make %-13s %s\n", $$1, $$2}'

run: $(RUNS)  ## Run the bot; without a token, as a small web chat on 127.0.0.1 or, with LAN=1, your network
	@$(if $(LAN),PULUC_LAN=$(LAN) )exec $(BIN)/python -m bot

token: $(RUNS)  ## Ask for a bot's token and store it in .env, readable only by you
	@exec $(BIN)/python -m bot.ops.keep_token

install: $(CHECKS)  ## Install everything in .venv; the other targets install what they need

# The packages needed to run the bot.
$(RUNS): requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Puluc needs Python 3.11 or newer. Try: make PYTHON=/path/to/python3.11"; exit 1; }
	$(PYTHON) -m venv .venv
	$(PIP) --require-hashes -r requirements.txt
	@touch $@

# The packages needed for tests and checks.
$(CHECKS): $(RUNS) requirements-dev.txt
	$(PIP) --require-hashes -r requirements-dev.txt
	$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

solver: $(SOLVER)  ## Install what solving games needs, 280 MB, also for the tests of it

# Numba, with NumPy and LLVM.
$(SOLVER): $(RUNS) requirements-solver.txt
	$(PIP) --require-hashes -r requirements-solver.txt
	@touch $@

test: install  ## Run the tests that must pass before a change lands: all but those for the night
	$(PYTEST) -m "not night"

# One after another; with `make --keep-going`, also what comes after a failure.
test-all: MINUTES := 3
test-all: every-test torture fuzz week evening audit  ## Run everything: for a night or a release

every-test: install $(SOLVER)
	$(PYTEST) --hypothesis-profile night

lint: install  ## Check style, types and architecture
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: install  ## Measure timings: engine, pictures, store, pages, Discord, Telegram
	$(BIN)/python -m pytest tests/benchmarks tests/e2e/test_latency.py tests/e2e/test_watch_latency.py tests/e2e/test_discord_latency.py tests/e2e/test_telegram_latency.py --benchmark-only
	PYTHONPATH=tests/simulators $(BIN)/python -m tests.slow_game

torture: install  ## Play while bots and stores are killed, hang or fill up; MINUTES=1 on each store
	PYTHONPATH=tests/simulators $(BIN)/python -m tests.torture.run --minutes $(or $(MINUTES),1)

week: install  ## Play 200 games for a week on a fast clock while processes are killed
	PYTHONPATH=tests/simulators $(BIN)/python -m tests.week.run

evening: install  ## Play team games and matches on all platforms while processes are killed
	PYTHONPATH=tests/simulators $(BIN)/python -m tests.evening.run

scale: install  ## Measure turns, losses, takeovers and memory, also on a cluster; guess codes of seats
	$(BIN)/python -m tests.scale.turns --seconds 5
	$(BIN)/python -m tests.scale.losses --failovers 5 --how both
	$(BIN)/python -m tests.scale.crowd --tables 1000 20000 --seconds 30
	PYTHONPATH=tests/simulators $(BIN)/python -m tests.scale.takeovers --times 5
	PYTHONPATH=tests/simulators $(BIN)/python -m tests.scale.memory
	$(BIN)/python -m tests.scale.guesses

fuzz: install  ## Try a million random inputs on every way into the program; INPUTS=1000000
	PYTHONPATH=tests/simulators $(BIN)/python -m tests.fuzz.run --inputs $(or $(INPUTS),1000000)

mutations: install  ## Put known faults into a copy, one by one, and see whether a test fails
	$(BIN)/python -m tests.mutations.run

licences: install  ## List the licences of all packages that the bot needs, and the solver if installed
	@$(BIN)/pip-licenses --from mixed --packages $(call PINNED) $(if $(wildcard $(SOLVER)),$(call SOLVING))

audit: install  ## Look up known vulnerabilities of these packages, at the Python Package Index
	$(BIN)/pip-audit --strict --require-hashes --disable-pip --requirement requirements.txt --requirement requirements-solver.txt

hooks: install  ## Run the checks of make lint before every commit
	$(BIN)/pre-commit install

lengths: install  ## Measure how many turns games take, for what people are told; 5 minutes
	$(BIN)/python -m scripts.measure_lengths

pictures: install  ## Draw the pictures of the pages from real positions
	$(BIN)/python docs/draw_pictures.py
	$(BIN)/python docs/draw_rules.py
	$(BIN)/python docs/draw_solving.py

cities: install  ## Write the cities whose time zones people can look up
	$(BIN)/python scripts/gather_cities.py

# LANG is also a variable of the shell, which is not meant here.
NAMED = $(if $(filter command,$(firstword $(origin LANG))),$(LANG))

language: install  ## Make or update the file of a language, such as LANG=de, for translators
	@test -n "$(NAMED)" || { echo "Name the language: make language LANG=de"; exit 1; }
	@LANG=C.UTF-8 $(BIN)/python -m scripts.languages $(NAMED)

language-report: install  ## List what isn't translated, of all languages or of one: LANG=de
	@LANG=C.UTF-8 $(BIN)/python -m scripts.languages --report $(NAMED)

requirements: install  ## Compile the hashed requirement files from pyproject.toml
	$(BIN)/uv pip compile pyproject.toml --group dev --output-file requirements-dev.txt $(COMPILE)
	$(BIN)/uv pip compile pyproject.toml --constraint requirements-dev.txt --output-file requirements.txt $(COMPILE)
	$(BIN)/uv pip compile pyproject.toml --extra solver --constraint requirements-dev.txt --output-file requirements-solver.txt $(COMPILE) $(call PINNED,--no-emit-package )

COMPILE := --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
  --no-emit-find-links --no-annotate --custom-compile-command "make requirements"
