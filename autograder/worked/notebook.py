"""The worked notebook: it runs as it is, and shows what it showed when it was made."""

from __future__ import annotations

from collections.abc import Iterable

from nbformat import NotebookNode, from_dict
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from autograder.course.master import KERNELSPEC, LANGUAGE
from autograder.worked.cells import Part, WorkedCell

_FOLDED = {"jupyter": {"source_hidden": True}, "cellView": "form"}
_TITLES = {Part.WRITTEN: "**Answer.**", Part.MARKED: "**How it is marked.**"}


def worked_notebook(cells: Iterable[WorkedCell], introduction: str) -> NotebookNode:
    """All cells as a notebook; given code and public checks come folded."""
    notebook = new_notebook(metadata={"kernelspec": KERNELSPEC, "language_info": LANGUAGE})
    notebook.cells = [new_markdown_cell(introduction), *map(_cell, cells)]
    for number, cell in enumerate(notebook.cells):
        cell.id = f"cell-{number:03d}"
    return notebook


def _cell(cell: WorkedCell) -> NotebookNode:
    if not cell.is_code:
        title = _TITLES.get(cell.part)
        made = new_markdown_cell(f"{title}\n\n{cell.source}" if title else cell.source)
        if cell.attachments:
            made.attachments = from_dict(cell.attachments)
        return made
    made = new_code_cell(cell.source, outputs=list(cell.outputs))
    if cell.part is not Part.ANSWER:
        made.metadata |= from_dict(_FOLDED)
    return made
