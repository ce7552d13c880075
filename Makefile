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

.PHONY: help setup demo test lint release certify kit wheel bench-attention bench-grading attack-table clean

help:
	@echo "make demo             set up, then release, grade and report a small made-up class"
	@echo "make test             set up, lint, certify what has changed, check the releases and run all tests"
	@echo "make setup            only set up (.venv, or nothing when the active environment has everything)"
	@echo "make lint             ruff, mypy, which room imports which, which library is declared"
	@echo "make release          generate the students' notebooks from the masters"
	@echo "make kit              what students get, as kit.zip: notebooks, requirements, a page of help, the command"
	@echo "make certify          test the tests of all assignments with 50 seeds, and the page of every known mistake"
	@echo "make wheel            the package as a wheel, in dist/"
	@echo "make bench-attention  the attention layer beside its alternatives"
	@echo "make bench-grading    grading beside stock nbgrader, and how it grows (an hour)"
	@echo "make attack-table     the same attacks on stock nbgrader and on us, as a table"
	@echo "make clean            remove all but masters and releases: hand-ins and grades too"

setup: $(SETUP)

.venv/installed: pyproject.toml
	$(PYTHON) -m venv .venv
	.venv/bin/python -m pip install --quiet --editable '.[dev]'
	@touch $@

test: $(SETUP) lint
	$(PY) -m autograder certify --changed --seeds 2
	$(PY) -m autograder release --check
	$(PY) -m pytest -n auto --maxprocesses 4

lint: $(SETUP)
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(PY) -c 'from importlinter.cli import lint_imports_command as lint; lint()'
	$(PY) -m deptry .

release: $(SETUP)
	$(PY) -m autograder release

demo: $(SETUP)
	$(PY) -m autograder demo

certify: $(SETUP)
	$(PY) -m autograder certify --seeds 50
	ALL_MISTAKES=1 $(PY) -m pytest tests/assignments/test_pages_of_mistakes.py

wheel: $(SETUP)
	$(PY) -m build --wheel --no-isolation --outdir dist .
	rm -rf build

kit: wheel
	$(PY) -m autograder kit --wheel "$$(ls -t dist/*.whl | head -1)"

bench-attention: $(SETUP)
	$(PY) benchmarks/attention.py

bench-grading: $(SETUP)
	$(PY) benchmarks/grading.py
	$(PY) benchmarks/grading.py --growth

attack-table: $(SETUP)
	$(PY) benchmarks/attacks_on_stock.py

clean:
	rm -rf source submitted autograded feedback reports exported demo runs dist kit.zip .autograder gradebook.db .nbgrader.log
