"""Cells of a recovered notebook: those of the release with what a student put into them, and the student's own."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence

from nbformat import NotebookNode, from_dict

from autograder.course.known_parts import known_metadata
from autograder.course.released import ReleasedCell


def filled_cell(released: ReleasedCell, cells: Sequence[NotebookNode]) -> NotebookNode:
    """A cell of the release with what a student put into it; the text of a locked cell stays as released."""
    filled = NotebookNode(copy.deepcopy(released.cell))
    if released.is_code:
        ran = [cell for cell in cells if cell.cell_type == "code"]
        filled.outputs = [output for cell in ran for output in cell.get("outputs", ())]
        filled.execution_count = ran[-1].get("execution_count") if ran else None
    if released.kind == "locked" or not cells:
        return filled
    filled.source = ("\n" if released.is_code else "\n\n").join(cell.source for cell in cells)
    if not released.is_code:
        pictures = {name: data for cell in cells for name, data in cell.get("attachments", {}).items()}
        filled.pop("attachments", None)
        if pictures:
            filled.attachments = NotebookNode(pictures)
    return filled


def own_cell(cell: NotebookNode, taken: set[str], numbers: Iterator[int], same_id: bool) -> NotebookNode:
    """A cell of the student's own: with known metadata, none of nbgrader's, and with an id that no other cell has.

    Taken are the ids of other cells; numbers that were tried for one cell are not tried again for the next.
    """
    rebuilt = NotebookNode(copy.copy(cell))
    known = known_metadata(cell.metadata)
    known.pop("nbgrader", None)
    rebuilt.metadata = from_dict(known)
    # after a recovery ids are counted, so that they are the same each time whatever an editor or nbformat makes up
    if not same_id or not rebuilt.get("id") or rebuilt.id in taken:
        rebuilt.id = next(name for number in numbers if (name := f"own-{number}") not in taken)
    taken.add(rebuilt.id)
    return rebuilt
