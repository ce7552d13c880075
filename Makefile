# make demo   set up, then release, grade and report a small made-up class
# make test   set up, then run all tests
# make help   everything else

PYTHON ?= python3
# as the shell takes it, whatever quotes and spaces are in it
RUN_PYTHON := '$(subst ','\'',$(PYTHON))'

# Another folder for all that is written, for example when the project lies on a read-only disk.
OUTPUT ?= $(AUTOGRADER_OUTPUT)
ifneq ($(OUTPUT),)
    export AUTOGRADER_OUTPUT = $(OUTPUT)
    export RUFF_CACHE_DIR = $(OUTPUT)/.ruff_cache
    export MYPY_CACHE_DIR = $(OUTPUT)/.mypy_cache
    export PYTHONDONTWRITEBYTECODE = 1
    NO_CACHE := --no-cache
    PYTEST_CACHE := -p no:cacheprovider
endif

# The active environment when it already has everything, else an own .venv. Programs in it are started as modules of its
# Python: their own files do not work in every path.
WHERE := $(shell $(RUN_PYTHON) tools/environment.py where 2>/dev/null)
ifeq ($(WHERE),active)
    PY := $(RUN_PYTHON)
else ifeq ($(WHERE),output)
    PY := "$$AUTOGRADER_OUTPUT"/.venv/bin/python
else
    PY := .venv/bin/python
endif

# Without plugins that a reused environment may have beside those that the tests need.
PYTEST = PYTEST_DISABLE_PLUGIN_AUTOLOAD=1 $(PY) -m pytest -p xdist.plugin -p _hypothesis_pytestplugin

# The known answers of the repository are its own, and run on any machine; with the strongest walls it has.
WEAK := --allow-weak-isolation

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
	@echo "make ... OUTPUT=/a/folder     write everything to another folder"
	@echo "make ... PYTHON=python3.12    use another Python than python3"

setup:
	@$(RUN_PYTHON) tools/environment.py set-up

test: setup lint
	$(PY) -m autograder certify --changed --seeds 2 $(WEAK)
	$(PY) -m autograder release --check
	$(PYTEST) -n auto --maxprocesses 4 $(PYTEST_CACHE)

lint: setup
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(PY) -c 'from importlinter.cli import lint_imports_command as lint; lint()' $(NO_CACHE)
	$(PY) -m deptry .

release: setup
	$(PY) -m autograder release

demo: setup
	$(PY) -m autograder demo

certify: setup
	$(PY) -m autograder certify --seeds 50 $(WEAK)
	ALL_MISTAKES=1 $(PYTEST) tests/assignments/test_pages_of_mistakes.py

wheel: setup
	$(PY) -m build --wheel --no-isolation --outdir dist .
	rm -rf build

kit: wheel
	$(PY) -m autograder kit --wheel "$$(ls -t dist/*.whl | head -1)"

bench-attention: setup
	$(PY) benchmarks/attention.py

bench-grading: setup
	$(PY) benchmarks/grading.py
	$(PY) benchmarks/grading.py --growth

attack-table: setup
	$(PY) benchmarks/attacks_on_stock.py

clean:
	rm -rf source submitted autograded feedback reports exported demo runs dist kit.zip .autograder gradebook.db .nbgrader.log
