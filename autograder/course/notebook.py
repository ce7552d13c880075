"""Reads notebooks that people hand in: whatever the file holds, the result is a notebook or a sentence about it."""

from __future__ import annotations

import json
import re
import warnings
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbformat.v4.rwbase import rejoin_lines
from nbformat.validator import get_validator

from autograder.course.bounds import MOST_BYTES, cut, depth_objection, json_objection, size_objection
from autograder.course.plain_text import one_line
from autograder.errors import CourseError

MINOR_WITH_CELL_IDS = 5
"""The first minor version of notebook format 4 in which cells have ids."""
_DAMAGED_CELL = re.compile(r"data\.cells\[(\d{1,6})\]")
"""How the validator begins what it says about a cell."""


class NotebookError(CourseError):
    """A file that cannot be read as a notebook of this course."""

    def __init__(self, sentence: str) -> None:
        # names and values in it are a student's, and may be of any length
        super().__init__(cut(one_line(sentence)))


def read_notebook(path: Path) -> NotebookNode:
    """Read a notebook, or say in a sentence why it is none."""
    if not path.exists():
        raise NotebookError(f"{path.name} does not exist. Check the name and the folder.")
    if not path.is_file():
        raise NotebookError(f"{path.name} is not a file. Give the path of a notebook (.ipynb).")
    size = path.stat().st_size
    if size == 0:
        raise NotebookError(f"{path.name} is empty. Save the notebook again and retry.")
    if size > MOST_BYTES:
        raise NotebookError(
            f"{path.name} has {size / 2**20:.0f} MB, more than the {MOST_BYTES // 2**20} MB allowed. "
            "Clear the outputs, save, and retry."
        )
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise NotebookError(f"{path.name} is not a text file, so it is not a notebook.") from None
    if objection := json_objection(text):
        raise NotebookError(f"{path.name} {objection}")
    try:
        raw = json.loads(text)
    except (ValueError, RecursionError):
        raise NotebookError(f"{path.name} is not valid JSON: it is broken or cut off. Save it again.") from None
    if not isinstance(raw, dict) or ("cells" not in raw and "worksheets" not in raw):
        raise NotebookError(f"{path.name} is JSON, but not a Jupyter notebook.")
    if raw.get("nbformat") != 4:
        raise NotebookError(
            f"{path.name} has notebook format {raw.get('nbformat')!r}; format 4 is needed. Open it in a current Jupyter and save."
        )
    if objection := depth_objection(raw) or size_objection(raw.get("cells", ())):
        raise NotebookError(f"{path.name} {objection}")
    try:
        notebook = rejoin_lines(nbformat.from_dict(raw))
        if any("id" in cell for cell in notebook.cells):  # some editors write ids, but name an older version
            notebook.nbformat_minor = max(notebook.nbformat_minor, MINOR_WITH_CELL_IDS)
        notebook = _repaired(notebook)
        # the fast validator itself: nbformat.validate would look for all errors again, at a hundred times the cost
        get_validator(4, notebook.nbformat_minor).validate(notebook)
    except Exception as error:  # a damaged structure makes nbformat raise exceptions of any kind
        reason = next(iter(str(error).splitlines()), "") or type(error).__name__
        if found := _DAMAGED_CELL.match(reason):
            reason = f"its cell number {int(found[1]) + 1} is damaged. Paste your answers into a fresh copy."
        raise NotebookError(f"{path.name} is not a valid notebook: {reason}") from None
    _require_sound(notebook, text, path)
    return notebook


def _repaired(notebook: NotebookNode) -> NotebookNode:
    """A notebook with ids for all cells, without invalid metadata; outputs are put aside, because they cost most of it."""
    outputs = [cell.get("outputs") for cell in notebook.cells]
    for cell, found in zip(notebook.cells, outputs, strict=True):
        if found is not None:
            cell.outputs = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it names every cell without an id, and ids that students chose
        _, repaired = nbformat.validator.normalize(notebook, strip_invalid_metadata=True)
    for cell, found in zip(repaired.cells, outputs, strict=True):
        if found is not None:
            cell.outputs = found
    return repaired


def _require_sound(notebook: NotebookNode, text: str, path: Path) -> None:
    """Refuse what would make nbgrader fail later: half characters, and nbgrader metadata of the wrong types."""
    # half a character can stand in a text file only as an escape
    if "\\ud" in text.lower():
        try:
            json.dumps(notebook, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            raise NotebookError(
                f"{path.name} holds half characters (lone surrogates). Delete them and retry."
            ) from None
    for cell in notebook.cells:
        metadata = cell.metadata.get("nbgrader", {})
        if not isinstance(metadata, dict) or not isinstance(metadata.get("grade_id", ""), str):
            raise NotebookError(
                f"{path.name} has a cell whose nbgrader metadata are damaged. Paste your answers into a fresh copy."
            )


def assignment_in(metadata: object) -> str:
    """The assignment that a notebook says it belongs to, from its metadata, whatever they are; empty where it does not."""
    course = metadata.get("course") if isinstance(metadata, dict) else None
    name = course.get("assignment") if isinstance(course, dict) else None
    return name if isinstance(name, str) else ""
