"""What editors, and students in a hurry, do to a notebook."""

from __future__ import annotations

import copy
import itertools
import random

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from autograder.course.cells import grade_id


def stripped(notebook: NotebookNode, keep_ids: bool = False) -> NotebookNode:
    """No metadata, and no cell ids: an older notebook format, as some editors save it."""
    damaged = copy.deepcopy(notebook)
    for cell in damaged.cells:
        cell.metadata = NotebookNode()
        if not keep_ids:
            cell.pop("id", None)
    if not keep_ids:
        damaged.nbformat_minor = 2
    damaged.metadata = NotebookNode(
        {"colab": {"provenance": []}, "kernelspec": {"name": "python3", "display_name": "Python 3"}}
    )
    return damaged


def shuffled(notebook: NotebookNode, seed: int = 0) -> NotebookNode:
    """Cells in another order."""
    damaged = copy.deepcopy(notebook)
    random.Random(seed).shuffle(damaged.cells)
    return damaged


def split(notebook: NotebookNode, name: str, *lines: int, named: bool = False) -> NotebookNode:
    """A cell cut before some of its lines; an editor may or may not copy its metadata."""
    damaged = copy.deepcopy(notebook)
    place = place_of(damaged, name)
    cell = damaged.cells[place]
    text = cell.source.split("\n")
    edges = [0, *lines, len(text)]
    parts = []
    for first, last in itertools.pairwise(edges):
        part = copy.deepcopy(cell) if first == 0 or named else new_code_cell()
        part.source = "\n".join(text[first:last])
        if first:
            part.id = f"{cell.id}-{first}"
        parts.append(part)
    damaged.cells[place : place + 1] = parts
    return damaged


def without(notebook: NotebookNode, *names: str) -> NotebookNode:
    """Some cells deleted."""
    damaged = copy.deepcopy(notebook)
    damaged.cells = [cell for cell in damaged.cells if grade_id(cell) not in names]
    return damaged


def copied(notebook: NotebookNode, name: str, to: int, source: str | None = None) -> NotebookNode:
    """A cell copied to another place, perhaps changed there."""
    damaged = copy.deepcopy(notebook)
    twin = copy.deepcopy(damaged.cells[place_of(damaged, name)])
    twin.id = f"{twin.id}-twin"
    twin.source = twin.source if source is None else source
    damaged.cells.insert(to, twin)
    return damaged


def place_of(notebook: NotebookNode, name: str) -> int:
    """Where a cell stands, by its name."""
    return next(place for place, cell in enumerate(notebook.cells) if grade_id(cell) == name)


def content(notebook: NotebookNode) -> list[tuple[str, str, str]]:
    """What grading looks at: names, types and text, in order."""
    return [(grade_id(cell), cell.cell_type, cell.source) for cell in notebook.cells]
