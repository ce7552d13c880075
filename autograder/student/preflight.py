"""Preflight as a student runs it: the rules, and the whole notebook once from top to bottom."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from nbformat import NotebookNode

from autograder.course.cells import grade_id
from autograder.course.notebook import read_notebook
from autograder.course.progress import Progress, silently
from autograder.intake.preflight import Finding, changed_cell, error_words, preflight
from autograder.intake.recover import recover
from autograder.student.originals import handed_out
from autograder.student.run import Run, run_cells


def preflight_notebook(
    path: Path, seconds: float | None = 60, progress: Progress = silently, run: Run = run_cells
) -> tuple[Finding, ...]:
    """All findings about a notebook; without seconds per cell it is not run."""
    notebook = read_notebook(path)
    given = handed_out(notebook, path)
    findings = (*preflight(notebook, given.cells), *map(changed_cell, given.changed_cells()))
    if seconds is None:
        return findings
    if given.is_original:
        notebook = recover(notebook, given.cells).notebook
    stopped = run(notebook, path.parent, seconds, progress)
    return (*findings, *_found_by_running(notebook, stopped))


def _found_by_running(notebook: NotebookNode, stopped: str | None) -> Iterator[Finding]:
    """What went wrong when everything was run from top to bottom."""
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
