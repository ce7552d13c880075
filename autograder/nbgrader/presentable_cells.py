"""Cells of a graded notebook as formgrader may show them: with the parts that its page knows, of the types it expects.

A notebook in autograded/ may have been written by an earlier version of ours, or by plain nbgrader.
"""

from __future__ import annotations

from collections.abc import Iterator

from nbformat import NotebookNode, from_dict
from nbformat.v4 import new_code_cell, new_markdown_cell, new_raw_cell

from autograder.course.known_parts import known_attachments, known_metadata
from autograder.jail.outside.outputs import clean_count, clean_outputs

KINDS = ("text/html", "text/markdown", "image/svg+xml", "text/latex", "image/png", "image/jpeg", "text/plain")
"""What the page shows of an output; scripts and widgets it does not."""
_NO_LIMIT = 1 << 40


def presentable_cell(cell: NotebookNode) -> NotebookNode:
    """A cell with known parts only; of a cell of an unknown type its text, as text."""
    source = cell.get("source")
    source = source if isinstance(source, str) else ""
    kind = cell.get("cell_type")
    if kind == "code":
        shown = new_code_cell(source, execution_count=clean_count(cell.get("execution_count")))
        shown.outputs = list(_presentable_outputs(cell.get("outputs")))
    elif kind == "markdown":
        shown = new_markdown_cell(source)
    else:
        shown = new_raw_cell(source)
    if kind in {"markdown", "raw"} and (attached := known_attachments(cell.get("attachments"))):
        shown.attachments = from_dict(attached)
    metadata = found if isinstance(found := cell.get("metadata"), dict) else {}
    shown.metadata = from_dict(known_metadata(metadata))
    # nbconvert has noted by now in which language a cell with a magic command is
    if isinstance(language := metadata.get("magics_language"), str):
        shown.metadata.magics_language = language
    if isinstance(name := cell.get("id"), str):
        shown.id = name
    return shown


def _presentable_outputs(outputs: object) -> Iterator[NotebookNode]:
    for output in clean_outputs(outputs, _NO_LIMIT, _NO_LIMIT):
        if "data" in output:
            output["data"] = {kind: text for kind in KINDS if isinstance(text := output["data"].get(kind), str)}
            output.pop("display_id", None)
        # nbconvert warns of what it cannot show
        if output.get("data") != {}:
            yield from_dict(output)
