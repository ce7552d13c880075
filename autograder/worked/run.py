"""Runs a worked solution once, for its figures and numbers."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from pathlib import Path

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook

from autograder.course.progress import Progress
from autograder.errors import CourseError
from autograder.student.run import run_cells
from autograder.worked.cells import Part, WorkedCell

SECONDS = {"quick": 300, "full": 4 * 3600}
"""How long one cell may take."""
_WIDGET = "application/vnd.jupyter.widget-view+json"
# the short form of a run draws small figures, because nobody looks at them
_SHARP = """\
import sys as _sys
if "matplotlib" in _sys.modules:
    _sys.modules["matplotlib"].rcParams["figure.dpi"] = 90
"""


class Extent(StrEnum):
    """How much of a worked solution is run."""

    full = "full"
    """All of it, with training as long as students train."""
    quick = "quick"
    """As when it is graded: training takes a few steps."""
    none = "none"


def with_outputs(cells: Sequence[WorkedCell], extent: Extent, progress: Progress) -> tuple[WorkedCell, ...]:
    """The same cells with what they put out; public checks stay quiet."""
    if extent is Extent.none:
        return tuple(cells)
    code = {number: new_code_cell(cell.source) for number, cell in enumerate(cells) if cell.is_code}
    # our own line stands between the cells, so that it is in none of them
    notebook = new_notebook(cells=[each for cell in code.values() for each in (new_code_cell(_SHARP), cell)])
    with tempfile.TemporaryDirectory() as folder:
        halted = run_cells(notebook, Path(folder), SECONDS[extent], progress, graded=extent is Extent.quick)
    sentences = {each.cell // 2: each.sentence for each in halted}
    for place, (number, cell) in enumerate(code.items()):
        error = next((output for output in cell.outputs if output.output_type == "error"), None)
        if reason := sentences.get(place) or (f"{error.ename}: {error.evalue}" if error is not None else ""):
            name = cells[number].name or f"number {place + 1}"
            raise CourseError(f"The master's code cell '{name}' does not run: {reason}")
    return tuple(
        replace(cell, outputs=tuple(_shown(code[number], cell.part is Part.CHECKS))) if number in code else cell
        for number, cell in enumerate(cells)
    )


def _shown(cell: NotebookNode, only_pictures: bool) -> list[NotebookNode]:
    """Outputs that can be seen without a running kernel; public checks say nothing, but may draw an answer's figure."""
    seen = [output for output in cell.outputs if _WIDGET not in output.get("data", {})]
    return [output for output in seen if "image/png" in output.get("data", {})] if only_pictures else seen
