# `make play` and `make test` need nothing but a Python 3.11: each makes its own virtual environment on first use.
# `make help` lists the rest. PYTHON=/path/to/python3.11 chooses the interpreter.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.SUFFIXES:
export PYTHON

VENV := .venv
PLAY := $(VENV)/play/bin/python
TEST := $(VENV)/test/bin/python
LINT := $(VENV)/lint/bin/python
ARGS ?=

.PHONY: help
help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 20

# An environment is as new as pyproject.toml: a change there installs again, otherwise nothing is done.
$(VENV)/play/.stamp: pyproject.toml .ci/venv
	@.ci/venv $(VENV)/play sim ""

$(VENV)/test/.stamp: pyproject.toml .ci/venv
	@.ci/venv $(VENV)/test test,oracle test

$(VENV)/lint/.stamp: pyproject.toml .ci/venv
	@.ci/venv $(VENV)/lint lint

$(VENV)/test/.pico: $(VENV)/test/.stamp
	@.ci/venv $(VENV)/test test,pico
	@touch $@

.PHONY: play
play: $(VENV)/play/.stamp  ## the published FOLKY game on an emulated board, then yours to play on
	@$(PLAY) -m host play $(ARGS)

.PHONY: test
test: $(VENV)/test/.stamp  ## all quick tests, on CPython and MicroPython
	@$(TEST) -m pytest -n 2 $(ARGS)

.PHONY: proof
proof: $(VENV)/test/.stamp  ## the tests in their long, exhaustive versions, and a campaign of a million turns
	@$(TEST) -m pytest -n 2 --proof $(ARGS)
	@$(TEST) -m host campaign --turns 250000

.PHONY: campaign
campaign: $(VENV)/play/.stamp  ## random games by random hands, compared with the truth
	@$(PLAY) -m host campaign $(ARGS)

.PHONY: setup-pico
setup-pico: $(VENV)/test/.pico  ## what the emulated Pico needs; REEDBOARD_UF2 names its MicroPython
	@command -v node >/dev/null && command -v npm >/dev/null || .ci/apt nodejs npm
	@$(TEST) -m host.pico.install

.PHONY: test-pico
test-pico: setup-pico  ## whole games on the emulated Pico
	@$(TEST) -m pytest -n 2 --proof $(ARGS) tests/pico

.PHONY: bench
bench: $(VENV)/test/.stamp  ## the figures for speed and size
	@$(TEST) -m host bench $(ARGS)

.PHONY: pictures
pictures: $(VENV)/play/.stamp  ## draw docs/pictures again, by the commands in its README
	@sed -n 's/^reedboard //p' docs/pictures/README.md | while read -r command; do \
	    echo "reedboard $$command"; $(PLAY) -m host $$command </dev/null || exit; \
	done

.PHONY: hardware
hardware: $(VENV)/play/.stamp  ## everything in hardware/generated again, from the board profiles
	@$(PLAY) -m host hardware all --no-pdf -o hardware/generated $(ARGS)

.PHONY: lists
lists: $(VENV)/play/.stamp  ## package.json and manifest.py again, from the modules there are
	@$(PLAY) -m host.deploy.lists

.PHONY: lint
lint: $(VENV)/lint/.stamp  ## ruff
	@$(LINT) -m ruff check $(ARGS) .

.PHONY: clean
clean:  ## remove the virtual environments and all caches
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .hypothesis .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
