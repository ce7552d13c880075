# make demo   set up, then release, grade and report a small made-up class
# make test   set up, then run all tests
# make help   everything else

PYTHON ?= python3

# The active environment when it already has everything, else an own .venv.
ifeq ($(shell $(PYTHON) tools/environment.py 2>/dev/null && echo ready),ready)
    PY := $(PYTHON)
    SETUP :=
else
    PY := .venv/bin/python
    SETUP := .venv/installed
endif

.PHONY: help setup demo test lint release certify bench-attention bench-grading attack-table clean

help:
	@echo "make demo             set up, then release, grade and report a small made-up class"
	@echo "make test             set up, lint, check the releases and run all tests"
	@echo "make setup            only set up (.venv, or nothing when the active environment has everything)"
	@echo "make release          generate the students' notebooks from the masters"
	@echo "make lint             ruff and mypy"
	@echo "make bench-attention  the attention layer beside its alternatives"
	@echo "make bench-grading    grading beside stock nbgrader, and how it grows (an hour)"
	@echo "make attack-table     the same attacks on stock nbgrader and on us, as a table"
	@echo "make certify          test the tests of all assignments with 50 seeds"
	@echo "make clean            remove what grading made; masters and releases stay"

setup: $(SETUP)

.venv/installed: pyproject.toml
	$(PYTHON) -m venv .venv
	.venv/bin/python -m pip install --quiet --editable '.[dev]'
	@touch $@

test: $(SETUP) lint
	$(PY) -m autograder release --check
	$(PY) -m autograder certify --seeds 2
	$(PY) -m pytest

lint: $(SETUP)
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy

release: $(SETUP)
	$(PY) -m autograder release

demo: $(SETUP)
	$(PY) -m autograder demo

bench-attention: $(SETUP)
	$(PY) benchmarks/attention.py

bench-grading: $(SETUP)
	$(PY) benchmarks/grading.py
	$(PY) benchmarks/grading.py --growth

certify: $(SETUP)
	$(PY) -m autograder certify --seeds 50

attack-table: $(SETUP)
	$(PY) benchmarks/attacks_on_stock.py

clean:
	rm -rf source submitted autograded feedback reports exported demo runs .autograder gradebook.db .nbgrader.log
