"""Public checks: what a student can run before handing in."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellTimeoutError, DeadKernelError
from nbformat import NotebookNode

from autograder.course import Course
from autograder.errors import CourseError
from autograder.master import Question, grade_id, questions
from autograder.notebook import NotebookError, assignment_of, read_notebook, require_cells

PASSED = "public checks passed"


@dataclass(frozen=True)
class Outcome:
    """How the public checks of one question went."""

    question: Question
    passed: bool
    message: str


def check_notebook(
    course: Course,
    path: Path,
    seconds_per_cell: float = 60,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> tuple[Outcome, ...]:
    """Run a student's notebook from top to bottom and report the public checks of each question."""
    notebook = read_notebook(path)
    assignment = assignment_of(notebook, path, course.assignments)
    if assignment is None:
        raise NotebookError(f"{path.name} is not a notebook of this course ({', '.join(course.assignments)}).")
    if not course.release(assignment).is_file():
        raise CourseError(f"'{assignment}' has not been released yet. Run: autograder release {assignment}")
    release = nbformat.read(course.release(assignment), as_version=4)
    require_cells(notebook, [grade_id(cell) for cell in release.cells if grade_id(cell)], path)
    _restore_locked_cells(notebook, release)
    stopped = run_cells(notebook, path.parent, seconds_per_cell, progress)
    cells = {grade_id(cell): cell for cell in notebook.cells}
    return tuple(
        Outcome(question, *_outcome(cells[question.id], cells[f"test_{question.id}"], stopped))
        for question in questions(release)
    )


def _restore_locked_cells(notebook: NotebookNode, release: NotebookNode) -> None:
    """Use the release's text of locked cells and public checks, as grading will."""
    sources = {grade_id(cell): cell.source for cell in release.cells if cell.metadata.get("nbgrader", {}).get("locked")}
    for cell in notebook.cells:
        if grade_id(cell) in sources:
            cell.source = sources[grade_id(cell)]


def run_cells(notebook: NotebookNode, folder: Path, seconds: float, progress: Callable[[int, int], None]) -> str | None:
    """Execute all code cells in place; returns why it stopped early, if it did."""
    client = NotebookClient(
        notebook,
        timeout=seconds,
        kernel_name="python3",
        resources={"metadata": {"path": str(folder)}},
        allow_errors=True,
    )
    code = [(index, cell) for index, cell in enumerate(notebook.cells) if cell.cell_type == "code"]
    for _, cell in code:
        cell.outputs, cell.execution_count = [], None
    with client.setup_kernel(env={**os.environ, "NBGRADER_EXECUTION": "validate"}, cleanup_kc=True):
        for done, (index, cell) in enumerate(code):
            progress(done, len(code))
            where = f"cell '{grade_id(cell)}'" if grade_id(cell) else f"cell {index + 1}"
            try:
                client.execute_cell(cell, index)
            except CellTimeoutError:
                return f"not reached: {where} did not finish within {seconds:g} s"
            except DeadKernelError:
                return f"not reached: {where} ended the Python process"
        progress(len(code), len(code))
    return None


def _outcome(answer: NotebookNode, checks: NotebookNode, stopped: str | None) -> tuple[bool, str]:
    """Whether the public checks passed, and a sentence."""
    errors = [output for output in checks.outputs if output.output_type == "error"]
    if errors:
        error = errors[0]
        text = error.evalue.splitlines()[0] if error.evalue else ""
        if error.ename == "AssertionError":
            return False, text or "an assertion failed"
        if error.ename == "NotImplementedError" or any(
            output.output_type == "error" and output.ename == "NotImplementedError" for output in answer.outputs
        ):
            return False, "not filled in yet"
        return False, f"{error.ename}: {text}"
    printed = "".join(output.text for output in checks.outputs if output.output_type == "stream")
    if PASSED in printed:
        return True, PASSED
    return False, stopped or "the public checks did not run to their end"
