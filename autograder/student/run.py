"""Runs a student's notebook in a Jupyter kernel, as Jupyter itself would."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from pathlib import Path

from jupyter_client.kernelspec import NoSuchKernel
from nbclient import NotebookClient
from nbclient.exceptions import CellTimeoutError, DeadKernelError
from nbformat import NotebookNode

from autograder.course.cells import grade_id, is_locked
from autograder.course.progress import Progress
from autograder.errors import CourseError

KERNEL = "python3"
GRADED = {"NBGRADER_EXECUTION": "validate"}
"""A variable that nbgrader sets too: with it, long training takes a few steps only."""
ENDED = "ended the Python process"

Run = Callable[[NotebookNode, Path, float, Progress], str | None]
"""A way to run a notebook in its folder, with so many seconds for one cell: run_cells, or one with the same outcome."""


def run_cells(notebook: NotebookNode, folder: Path, seconds: float, progress: Progress) -> str | None:
    """Execute all code cells in place; returns why it stopped early, if it did."""
    client = NotebookClient(
        notebook,
        timeout=seconds,
        kernel_name=KERNEL,
        resources={"metadata": {"path": str(folder)}},
        allow_errors=True,
        extra_arguments=[f"--log-level={logging.ERROR}"],  # a kernel's own warnings tell a student nothing
    )
    code = [(index, cell) for index, cell in enumerate(notebook.cells) if cell.cell_type == "code"]
    for _, cell in code:
        cell.outputs, cell.execution_count = [], None
    late: list[NotebookNode] = []
    try:
        with client.setup_kernel(env={**os.environ, **GRADED}, cleanup_kc=True):
            for done, (index, cell) in enumerate(code):
                progress(done, len(code))
                try:
                    client.execute_cell(cell, index)
                except CellTimeoutError:
                    late.append(cell)
                    return stopped_at(index, cell, f"did not finish within {seconds:g} s")
                except DeadKernelError:
                    return stopped_at(index, cell, ENDED)
                require_libraries(cell)
            progress(len(code), len(code))
    except NoSuchKernel:
        raise CourseError("There is no Jupyter kernel to run the notebook in. Run: pip install ipykernel") from None
    finally:
        for cell in late:
            # the kernel is interrupted when it is shut down: an error that the cell ends with is not the cell's own
            cell.outputs = [output for output in cell.outputs if output.output_type != "error"]
    return None


def stopped_at(index: int, cell: NotebookNode, what: str) -> str:
    """Why no later cell was reached: what a cell did."""
    where = f"cell '{grade_id(cell)}'" if grade_id(cell) else f"cell {index + 1}"
    return f"not reached: {where} {what}"


def require_libraries(cell: NotebookNode) -> None:
    """Stop at a given cell that misses a library: no answer can be right without it."""
    for output in cell.outputs:
        if is_locked(cell) and output.output_type == "error" and output.ename == "ModuleNotFoundError":
            raise CourseError(
                f"The cell '{grade_id(cell)}' of the assignment needs a library that is not installed here "
                f"({output.evalue}). Install what the notebook needs, see requirements.txt of your course."
            )
