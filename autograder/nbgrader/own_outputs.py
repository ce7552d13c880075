"""Outputs of the student's own run that are shown: the figures of long training, which grading does not repeat."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator

from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbformat.v4 import new_output
from nbgrader.preprocessors import ClearOutput

from autograder.course.cells import shows_own_outputs
from autograder.grading.note import HANDED_IN

OWN_OUTPUTS = "own_outputs"
"""The key in a cell's metadata of its own outputs, until the cell has been judged."""
LARGEST = 4 * 2**20
"""Characters of all own outputs of a cell."""
LONGEST_TEXT = 10_000
PNG = b"\x89PNG\r\n\x1a\n"


class KeepTrainingFigures(ClearOutput):
    """Clears outputs like nbgrader does, but sets aside the pictures and text of cells that are tagged for it."""

    def preprocess_cell(
        self, cell: NotebookNode, resources: ResourcesDict, cell_index: int
    ) -> tuple[NotebookNode, ResourcesDict]:
        cell.metadata.pop(OWN_OUTPUTS, None)  # a student's own metadata of that name counts for nothing
        own_outputs = list(_harmless(cell)) if shows_own_outputs(cell) else []
        cell, resources = super().preprocess_cell(cell, resources, cell_index)
        if own_outputs:
            cell.metadata[OWN_OUTPUTS] = [new_output("stream", name="stdout", text=HANDED_IN + "\n"), *own_outputs]
        return cell, resources


def take_own_outputs(cell: NotebookNode) -> list[NotebookNode]:
    """The outputs that were set aside for a cell."""
    own_outputs: list[NotebookNode] = cell.metadata.pop(OWN_OUTPUTS, [])
    return own_outputs


def drop_outputs(notebook: NotebookNode) -> None:
    """Drop all outputs of a submission except own outputs that are shown: those of a class would fill the memory."""
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = list(_harmless(cell)) if shows_own_outputs(cell) else []


def _harmless(cell: NotebookNode) -> Iterator[NotebookNode]:
    """Outputs that really are pictures or text, as long as there is room; nothing that a browser would run."""
    room = LARGEST
    for output in cell.get("outputs", []):
        if output.get("output_type") == "stream" and isinstance(output.get("text"), str):
            shown = new_output("stream", name="stdout", text=output.text[-LONGEST_TEXT:])
            size = len(shown.text)
        else:
            picture = output.get("data", {}).get("image/png")
            if not isinstance(picture, str) or not _is_png(picture):
                continue
            shown, size = new_output("display_data", data={"image/png": picture}), len(picture)
        if size <= room:
            room -= size
            yield shown


def _is_png(text: str) -> bool:
    try:
        return base64.b64decode("".join(text.split()), validate=True).startswith(PNG)
    except (binascii.Error, ValueError):
        return False
