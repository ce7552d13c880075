"""nbgrader's checksum of a cell, for machines that have no nbgrader: it tells whether a cell is as it was handed out."""

from __future__ import annotations

import hashlib

from nbformat import NotebookNode

from autograder.course.cells import grade_id, is_answer, is_locked, nbgrader_metadata


def checksum(cell: NotebookNode) -> str:
    """The same as nbgrader's compute_checksum."""
    metadata = nbgrader_metadata(cell)
    is_graded = bool(metadata.get("grade"))
    locked = not is_answer(cell) and (is_graded or is_locked(cell))
    parts = [cell.source, cell.cell_type, str(is_graded), str(is_answer(cell)), str(locked), grade_id(cell)]
    if is_graded:
        parts.append(str(float(metadata.get("points", 0))))
    return hashlib.md5("".join(parts).encode(), usedforsecurity=False).hexdigest()


def is_as_handed_out(cell: NotebookNode) -> bool:
    """Whether a cell still has the text that its checksum was made from."""
    return nbgrader_metadata(cell).get("checksum") == checksum(cell)
