"""What a student is told before handing in, and what a notebook says about itself when it is graded."""

from __future__ import annotations

import copy
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_output
from typer.testing import CliRunner

from autograder.cli import app
from autograder.course import Course
from autograder.course.answers import answers_of, with_answers
from autograder.course.master import read_master
from autograder.course.notebook import NotebookError
from autograder.course.released import ReleasedNotebook, released_in
from autograder.intake.preflight import Finding, preflight
from autograder.student.preflight import preflight_notebook
from tests.conftest import A0
from tests.intake.damage import place_of, stripped, without
from tests.tiny import make_tiny_course


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    return make_tiny_course(tmp_path_factory.mktemp("preflight") / "course")


@pytest.fixture(scope="module")
def release(course: Course) -> ReleasedNotebook:
    return released_in(nbformat.read(course.release(A0), as_version=4))


@pytest.fixture
def ready(course: Course) -> NotebookNode:
    """A notebook that was filled in and run from top to bottom."""
    notebook = with_answers(nbformat.read(course.release(A0), as_version=4), answers_of(read_master(course.master(A0))))
    return run(notebook)


def run(notebook: NotebookNode) -> NotebookNode:
    for number, cell in enumerate((cell for cell in notebook.cells if cell.cell_type == "code"), start=1):
        cell.execution_count = number
    return notebook


def with_cell(notebook: NotebookNode, name: str, source: str) -> NotebookNode:
    changed = copy.deepcopy(notebook)
    changed.cells[place_of(changed, name)].source = source
    return changed


def test_a_notebook_that_keeps_the_rules(ready: NotebookNode, release: ReleasedNotebook) -> None:
    assert preflight(ready, release) == ()
    # an editor that drops metadata breaks no rule of the student's
    assert preflight(stripped(ready), release) == ()


def test_cells_that_were_not_run(ready: NotebookNode, release: ReleasedNotebook) -> None:
    ready.cells[place_of(ready, "mean")].execution_count = None
    ready.cells.insert(2, new_code_cell("x = 1"))
    ready.cells.insert(3, new_code_cell(""))
    assert preflight(ready, release) == (
        Finding("executed", "2", "Code cell 2 was not run."),
        Finding("executed", "mean", "Cell 'mean' was not run."),
    )
    for cell in ready.cells:
        cell.execution_count = None
    [finding] = preflight(ready, release)
    assert (finding.rule, finding.cell) == ("executed", "")


def test_cells_that_were_run_in_another_order(ready: NotebookNode, release: ReleasedNotebook) -> None:
    ready.cells[place_of(ready, "area")].execution_count = 9
    [finding] = preflight(ready, release)
    assert (finding.rule, finding.cell) == ("order", "test_area")
    assert "Cell 'test_area' was run as [4], before cell 'area' above it, [9]" in finding.sentence


def test_errors_that_were_left(ready: NotebookNode, release: ReleasedNotebook) -> None:
    evil = "x" * 500 + "\nsecond line"
    ready.cells[place_of(ready, "area")].outputs = [new_output("error", ename="NameError\x1b[31m", evalue=evil)]
    [finding] = preflight(ready, release)
    assert finding.rule == "errors"
    assert finding.sentence.startswith("Cell 'area' ended with an error: NameError [31m: xxx")
    assert len(finding.sentence) < 200
    assert finding.sentence.isprintable()


def test_locked_cells_that_were_changed_or_deleted(ready: NotebookNode, release: ReleasedNotebook) -> None:
    changed = with_cell(ready, "imports", "import math\nmath.pi = 3")
    assert preflight(changed, release) == (
        Finding("locked", "imports", "Cell 'imports' (do not change) was changed; grading uses the original."),
    )
    assert preflight(with_cell(ready, "imports", "# Library imports (DO NOT CHANGE)  \nimport math\n\n"), release) == ()
    assert preflight(without(ready, "test_area"), release) == (
        Finding("locked", "test_area", "Cell 'test_area' (do not change) is missing; grading puts it back."),
    )


def test_answers_that_are_missing_or_doubtful(ready: NotebookNode, release: ReleasedNotebook) -> None:
    [finding] = preflight(without(ready, "area"), release)
    assert (finding.rule, finding.cell) == ("cells", "area")
    twice = copy.deepcopy(ready)
    twin = copy.deepcopy(twice.cells[place_of(twice, "area")])
    twin.id, twin.source = "twin", "def area(radius):\n    return 0"
    twice.cells.append(twin)
    found = preflight(run(twice), release)
    assert [(finding.rule, finding.cell) for finding in found] == [("cells", "area")]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("import numpy as np", "imports 'numpy'"),
        ("from scipy.special import erf", "imports 'scipy'"),
        ("import statistics", "imports the standard library's 'statistics'"),
        ("import importlib\nimportlib.import_module('sympy.core')", "imports 'sympy'"),
        ("__import__('zlib')", "imports the standard library's 'zlib'"),
        ("from . import secret", "imports '.'"),
        ("!pip install numpy", "installs a library"),
        ("%pip install -q numpy", "installs a library"),
    ],
)
def test_libraries_beyond_the_imports_cell(
    ready: NotebookNode, release: ReleasedNotebook, line: str, words: str
) -> None:
    source = f"{line}\n{ready.cells[place_of(ready, 'area')].source}"
    found = preflight(with_cell(ready, "area", source), release)
    assert found
    assert {(finding.rule, finding.cell) for finding in found} == {("imports", "area")}
    assert any(words in finding.sentence for finding in found)


def test_libraries_of_the_imports_cell_may_be_imported_again(ready: NotebookNode, release: ReleasedNotebook) -> None:
    source = f"from math import pi\n{ready.cells[place_of(ready, 'area')].source}"
    assert preflight(with_cell(ready, "area", source), release) == ()


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("def area(r):\n    return 0", "the signature area(radius) was changed to area(r)"),
        ("def area(radius, scale):\n    return 0", "was changed to area(radius, scale)"),
        ("def area(radius=1):\n    return 0", "was changed to area(radius=1)"),
        ("def area(*, radius):\n    return 0", "was changed to area(*, radius)"),
        ("async def area(radius):\n    return 0", "asynchronous"),
        ("def surface(radius):\n    return 0", "no longer defines 'area'"),
        ("def area(radius):\n    return (0", "not valid Python"),
    ],
)
def test_signatures_that_were_changed(ready: NotebookNode, release: ReleasedNotebook, source: str, words: str) -> None:
    [finding] = preflight(with_cell(ready, "area", source), release)
    assert (finding.rule, finding.cell) == ("signature", "area")
    assert words in finding.sentence


@pytest.mark.parametrize(
    "source",
    [
        "def area(radius: float) -> float:\n    return 0",
        "def helper(x):\n    return x\n\ndef area(radius):\n    return helper(radius)",
    ],
)
def test_annotations_and_helpers_are_nobodys_business(
    ready: NotebookNode, release: ReleasedNotebook, source: str
) -> None:
    assert preflight(with_cell(ready, "area", source), release) == ()


def test_more_arguments_with_defaults_are_a_remark(ready: NotebookNode, release: ReleasedNotebook) -> None:
    [finding] = preflight(with_cell(ready, "area", "def area(radius, scale=1, *rest, **more):\n    return 0"), release)
    assert finding.is_remark
    assert "('scale', 'rest', 'more'); that is allowed" in finding.sentence


def test_methods_are_compared_too() -> None:
    stub = nbformat.v4.new_notebook()
    source = "class A:\n    def f(self, x):\n        raise NotImplementedError\n\n    def g(self):\n        raise NotImplementedError"
    stub.cells = [new_code_cell(source, id="a")]
    stub.cells[0].metadata["nbgrader"] = {"grade_id": "a", "solution": True, "locked": False, "grade": False}
    changed = copy.deepcopy(stub)
    changed.cells[0].source = "class A:\n    def f(self, y):\n        return 1"
    changed.cells[0].execution_count = 1
    words = [finding.sentence for finding in preflight(changed, released_in(stub))]
    assert words == [
        "Cell 'a': the signature A.f(self, x) was changed to A.f(self, y).",
        "Cell 'a' no longer defines 'A.g'.",
    ]


def test_monstrous_code_is_no_crash(ready: NotebookNode, release: ReleasedNotebook) -> None:
    deep = "def area(radius=" + "(" * 80 + "1" + ")" * 80 + "):\n    return 0"
    nested = "def area(radius=" + "-" * 900 + "1):\n    return 0"
    for source in (deep, nested, "x = [" * 3000, "\x00"):
        assert preflight(with_cell(ready, "area", source), release)


def test_the_command_runs_everything_from_top_to_bottom(
    course: Course, ready: NotebookNode, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(course.root)
    path = tmp_path / "mine.ipynb"
    nbformat.write(ready, path)
    good = CliRunner().invoke(app, ["preflight", str(path)])
    assert (good.exit_code, "mine.ipynb is ready to be handed in" in good.output) == (0, True)
    hidden = with_cell(ready, "mean", "def mean(numbers):\n    return total / len(numbers)")
    nbformat.write(stripped(hidden), path)
    bad = CliRunner().invoke(app, ["preflight", str(path)])
    assert bad.exit_code == 1
    assert (
        "The cell with the public checks of 1b · Mean fails when everything is run from top to bottom: `total` is not"
        in bad.output
    )
    assert "1 finding in mine.ipynb." in bad.output
    assert CliRunner().invoke(app, ["preflight", str(path), "--no-run"]).exit_code == 0


def test_a_notebook_that_does_not_end_is_told(course: Course, ready: NotebookNode, tmp_path: Path) -> None:
    path = tmp_path / f"{A0}.ipynb"
    nbformat.write(with_cell(ready, "area", "while True:\n    pass"), path)
    words = [finding.sentence for finding in preflight_notebook(path, seconds=2) if finding.rule == "runs"]
    assert words == [
        "The cell of 1a · Area of a circle fails when everything is run from top to bottom: "
        "This cell ran longer than 2 s and was interrupted. Is there a loop that does not end?"
    ]


def test_another_notebook_is_a_sentence(course: Course, tmp_path: Path) -> None:
    path = tmp_path / "other.ipynb"
    nbformat.write(nbformat.v4.new_notebook(), path)
    with pytest.raises(NotebookError, match="not a notebook of an assignment"):
        preflight_notebook(path)


def test_what_is_empty_is_named_with_its_points_and_nothing_else_is_said_of_it(course: Course, tmp_path: Path) -> None:
    path = tmp_path / f"{A0}.ipynb"
    notebook = run(nbformat.read(course.release(A0), as_version=4))
    notebook.cells[place_of(notebook, "test_mean")].outputs = [new_output("error", ename="NotImplementedError")]
    nbformat.write(notebook, path)
    assert [finding.sentence for finding in preflight_notebook(path)] == [
        "1a · Area of a circle: not filled in, 3 points.",
        "1b · Mean: not filled in, 2 points.",
        "1b · Mean, written part: empty, 1 point.",
    ]


def test_each_cause_is_said_once(course: Course, ready: NotebookNode, tmp_path: Path) -> None:
    path = tmp_path / f"{A0}.ipynb"
    broken = with_cell(ready, "area", "def area(radius)\n    return 1")
    broken = with_cell(broken, "mean", "x = area(1)\ndef mean(numbers):\n    return 2")
    nbformat.write(broken, path)
    assert [finding.sentence for finding in preflight_notebook(path)] == [
        "The cell of 1a · Area of a circle fails when everything is run from top to bottom: "
        "The cell has a syntax error in line 1: expected ':'.\n    def area(radius)\n                    ^"
    ]
