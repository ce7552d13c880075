"""Running a notebook in a real kernel, as a student's Jupyter would."""

from __future__ import annotations

import os

from nbclient import NotebookClient
from nbformat import NotebookNode

from autograder.course.cells import grade_id


def run_in_kernel(notebook: NotebookNode, graded: bool = True) -> NotebookNode:
    """Run a notebook to its end, errors allowed, in the short form that grading uses."""
    client = NotebookClient(notebook, timeout=300, kernel_name="python3", allow_errors=True)
    env = {**os.environ, "NBGRADER_EXECUTION": "autograde"} if graded else dict(os.environ)
    client.execute(env=env)
    return notebook


def errors_of(notebook: NotebookNode) -> dict[str, str]:
    """The error of every cell that raised one, by cell name."""
    return {
        grade_id(cell) or cell.id: f"{output.ename}: {output.evalue}"
        for cell in notebook.cells
        for output in cell.get("outputs", [])
        if output.output_type == "error"
    }


def printed(cell: NotebookNode) -> str:
    """What a cell wrote to its standard output."""
    return "".join(output.text for output in cell.outputs if output.get("name") == "stdout")


def printed_by(notebook: NotebookNode, name: str) -> str:
    """What a cell wrote to its standard output, by its id, which is its name where it has one."""
    return printed(next(cell for cell in notebook.cells if cell.id == name))
