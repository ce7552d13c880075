"""Reads notebooks that people hand in: whatever the file holds, the result is a notebook or a sentence about it."""

from __future__ import annotations

import json
import re
import warnings
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbformat.v4.rwbase import rejoin_lines
from nbformat.validator import get_validator

from autograder.course.bounds import MOST_BYTES, cut, depth_objection, json_objection, size_objection
from autograder.course.known_parts import (
    NEWEST_MINOR,
    in_known_format,
    known_attachments,
    known_metadata,
    known_notebook_metadata,
    unknown_cell,
)
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
    except PermissionError:
        raise NotebookError(f"{path.name} may not be read. Give the right to read it (chmod u+r), and retry.") from None
    if objection := json_objection(text):
        raise NotebookError(f"{path.name} {objection}")
    try:
        # NaN and Infinity are no JSON, and msgspec reads no file that has them
        raw = json.loads(text, parse_constant=lambda name: None)
    except (ValueError, RecursionError):
        raise NotebookError(f"{path.name} is not valid JSON: it is broken or cut off. Save it again.") from None
    if not isinstance(raw, dict) or ("cells" not in raw and "worksheets" not in raw):
        raise NotebookError(f"{path.name} is JSON, but not a Jupyter notebook.")
    if raw.get("nbformat") != 4:
        raise NotebookError(
            f"{path.name} has notebook format {raw.get('nbformat')!r}; format 4 is needed. Open it in a current Jupyter and save."
        )
    cells = raw.get("cells", ())
    if objection := depth_objection(raw) or size_objection(cells) or unknown_cell(cells):
        raise NotebookError(f"{path.name} {objection}")
    try:
        notebook = rejoin_lines(nbformat.from_dict(_with_known_parts(raw)))
        if any("id" in cell for cell in notebook.cells):  # some editors write ids, but name an older version
            notebook.nbformat_minor = max(notebook.nbformat_minor, MINOR_WITH_CELL_IDS)
        notebook = _repaired(notebook)
        # the fast validator itself: nbformat.validate would look for all errors again, at a hundred times the cost
        get_validator(4, notebook.nbformat_minor).validate(notebook)
        _keep_known_attachments(notebook)
    except Exception as error:  # a damaged structure makes nbformat raise exceptions of any kind
        reason = next(iter(str(error).splitlines()), "") or type(error).__name__
        if found := _DAMAGED_CELL.match(reason):
            reason = f"its cell number {int(found[1]) + 1} is damaged. Paste your answers into a fresh copy."
        raise NotebookError(f"{path.name} is not a valid notebook: {reason}") from None
    _require_sound(notebook, text, path)
    return notebook


def _with_known_parts(raw: dict[str, Any]) -> dict[str, Any]:
    """A notebook of a version that we know, with metadata that we know; what is no metadata stays for the validator."""
    minor = raw.get("nbformat_minor")
    # nbformat lets a later version have cells and outputs of any kind
    if isinstance(minor, int | float) and minor > NEWEST_MINOR:
        raw = in_known_format(raw)
    if isinstance(metadata := raw.get("metadata"), dict):
        raw["metadata"] = known_notebook_metadata(metadata)
    for cell in raw["cells"] if isinstance(raw.get("cells"), list) else ():
        if isinstance(cell, dict) and isinstance(metadata := cell.get("metadata"), dict):
            cell["metadata"] = known_metadata(metadata)
    return raw


def _keep_known_attachments(notebook: NotebookNode) -> None:
    for cell in notebook.cells:
        if "attachments" in cell:
            known = known_attachments(cell.pop("attachments"))
            if known:
                cell.attachments = nbformat.from_dict(known)


def _repaired(notebook: NotebookNode) -> NotebookNode:
    """A notebook with ids for all cells; outputs are put aside, because they cost most of it."""
    outputs = [cell.get("outputs") for cell in notebook.cells]
    for cell, found in zip(notebook.cells, outputs, strict=True):
        if found is not None:
            cell.outputs = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it names every cell without an id, and ids that students chose
        _, repaired = nbformat.validator.normalize(notebook)
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
