"""Preflight as a student runs it: the rules, and the whole notebook once from top to bottom."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from nbformat import NotebookNode

from autograder.course import Course
from autograder.errors import CourseError
from autograder.intake.preflight import Finding, error_words, preflight
from autograder.intake.recover import is_of, recover
from autograder.intake.released import Release, read_release
from autograder.master import grade_id
from autograder.notebook import NotebookError, assignment_of, read_notebook
from autograder.public import run_cells


def examine(
    course: Course,
    path: Path,
    seconds: float | None = 60,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> tuple[Finding, ...]:
    """All findings about a notebook; without seconds per cell it is not run."""
    notebook = read_notebook(path)
    release = _release_of(course, notebook, path)
    findings = preflight(notebook, release)
    if seconds is None:
        return findings
    recovered = recover(notebook, release).notebook
    return (*findings, *_run(recovered, path.parent, seconds, progress))


def _release_of(course: Course, notebook: NotebookNode, path: Path) -> Release:
    """The release that a notebook was made from, even where an editor dropped its name."""
    assignment = assignment_of(notebook, path, course.assignments)
    if assignment is not None:
        release = read_release(course.release(assignment))
        if not release.cells:
            raise CourseError(f"'{assignment}' has not been released yet. Run: autograder release {assignment}")
        return release
    releases = (read_release(course.release(name)) for name in course.assignments)
    found = next((release for release in releases if is_of(notebook, release)), None)
    if found is None:
        raise NotebookError(f"{path.name} is not a notebook of this course ({', '.join(course.assignments)}).")
    return found


def _run(
    notebook: NotebookNode, folder: Path, seconds: float, progress: Callable[[int, int], None]
) -> Iterator[Finding]:
    """What goes wrong when everything is run in a fresh kernel."""
    stopped = run_cells(notebook, folder, seconds, progress)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    for number, cell in enumerate(code, start=1):
        name = grade_id(cell) or str(number)
        words = f"Cell '{name}'" if grade_id(cell) else f"Code cell {name}"
        for output in cell.outputs:
            if output.output_type == "error":
                yield Finding(
                    "runs", name, f"{words} fails when everything is run from top to bottom: {error_words(output)}."
                )
                break
    if stopped is not None:
        yield Finding("runs", "", f"The notebook does not run to its end: {stopped.removeprefix('not reached: ')}.")
