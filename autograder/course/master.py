"""Masters: the one place where an assignment is written, read as notebooks."""

from __future__ import annotations

import base64
import re
from collections.abc import Collection
from pathlib import Path
from typing import Any

import jupytext
import nbformat
from nbformat import NotebookNode

from autograder.course.cells import KEEP_OUTPUT, ONLY_DRAWS, ONLY_FOR_STUDENTS, carries_points, grade_id
from autograder.course.form import put_in_form
from autograder.course.includes import put_in_parts
from autograder.course.notebook import MINOR_WITH_CELL_IDS
from autograder.course.python import without_magics
from autograder.errors import CourseError

KERNELSPEC = {"display_name": "Python 3", "language": "python", "name": "python3"}
LANGUAGE = {"name": "python", "file_extension": ".py", "mimetype": "text/x-python"}
PICTURE = re.compile(r"!\[([^\]]*)\]\((figures/([^)]+\.png))\)")


def read_master(path: Path) -> NotebookNode:
    """A master as a notebook with stable cell ids and its pictures inside; its folder has the assignment's name."""
    notebook = jupytext.read(path, fmt="py:percent")
    notebook.metadata = nbformat.from_dict(
        {"kernelspec": KERNELSPEC, "language_info": LANGUAGE, "course": {"assignment": path.parent.name}}
    )
    notebook.nbformat, notebook.nbformat_minor = 4, MINOR_WITH_CELL_IDS
    for number, cell in enumerate(notebook.cells):
        cell.id = grade_id(cell) or f"text-{number:03d}"
        cell.metadata.pop("lines_to_next_cell", None)  # jupytext's note on blank lines, of no use in a notebook
        if cell.cell_type == "markdown":
            _embed_pictures(cell, path.parent)
    put_in_form(notebook)
    put_in_parts(notebook)
    return notebook


def defining_cells(master: NotebookNode) -> dict[str, str]:
    """The code cells that define something, by name and in order; public checks, training and figures are left out."""
    return {
        grade_id(cell) or f"cell-{number}": cell.source
        for number, cell in enumerate(master.cells)
        if cell.cell_type == "code"
        and not carries_points(cell)
        and not {KEEP_OUTPUT, ONLY_DRAWS, ONLY_FOR_STUDENTS} & set(cell.metadata.get("tags", []))
    }


def run_master_cells(path: Path, names: Collection[str]) -> dict[str, Any]:
    """Run some cells of a master, by their ids and in order, and return the names they define."""
    cells = {grade_id(cell): cell.source for cell in read_master(path).cells if cell.cell_type == "code"}
    assignment = path.parent.name
    if missing := set(names) - cells.keys():
        raise CourseError(f"The master of {assignment} has no cell named {', '.join(sorted(missing))}.")
    namespace: dict[str, Any] = {"__name__": assignment}
    for name, source in cells.items():
        if name in names:
            exec(compile(without_magics(source), f"<{assignment}:{name}>", "exec", dont_inherit=True), namespace)
    return namespace


def _embed_pictures(cell: NotebookNode, folder: Path) -> None:
    """Turn links to picture files into attachments, so that a notebook can travel alone."""
    for _, link, name in PICTURE.findall(cell.source):
        data = base64.b64encode((folder / link).read_bytes()).decode()
        cell.setdefault("attachments", NotebookNode())[name] = {"image/png": data}
    cell.source = PICTURE.sub(r"![\1](attachment:\3)", cell.source)
