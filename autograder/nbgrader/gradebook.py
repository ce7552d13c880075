"""The gradebook, opened once for all who read and write in it while a class is graded.

nbgrader opens it anew for every look, a dozen times for each submission, and each time looks whether all tables are there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from nbgrader.api import Gradebook


@dataclass(frozen=True)
class SourceCell:
    """A cell of a release as the gradebook knows it; nbgrader has this word for it."""

    cell_type: str
    source: str
    marks: Mapping[str, Any]
    """Its nbgrader metadata."""

    @property
    def locked(self) -> bool:
        return bool(self.marks["locked"])

    @property
    def counts(self) -> bool:
        """Whether it carries points."""
        return bool(self.marks["grade"] or self.marks["task"])


Cells = Mapping[str, SourceCell]


@dataclass
class _Held:
    gradebook: Gradebook
    released: dict[tuple[str, str], Cells] = field(default_factory=dict)


_held: dict[str, _Held] = {}


@contextmanager
def hold(db_url: str) -> Iterator[None]:
    """Keep a gradebook open, and in mind what was released; nothing is released while a class is graded."""
    if db_url in _held:
        yield
        return
    with Gradebook(db_url) as gradebook:
        _held[db_url] = _Held(gradebook)
        try:
            yield
        finally:
            del _held[db_url]


@contextmanager
def opened(db_url: str) -> Iterator[Gradebook]:
    """The gradebook, as it is now: the one that is held, or one for this time."""
    held = _held.get(db_url)
    if held is None:
        with Gradebook(db_url) as gradebook:
            yield gradebook
        return
    try:
        yield held.gradebook
    finally:
        # what was not committed is undone, and what was read is forgotten: others write too
        held.gradebook.db.remove()


def source_cells(db_url: str, assignment: str, notebook: str) -> Cells:
    """All cells of a release that nbgrader knows, by their names."""
    known = _held[db_url].released if db_url in _held else {}
    if (assignment, notebook) not in known:
        with opened(db_url) as gradebook:
            known[assignment, notebook] = _read(gradebook, assignment, notebook)
    return known[assignment, notebook]


def _read(gradebook: Gradebook, assignment: str, notebook: str) -> dict[str, SourceCell]:
    found = gradebook.find_notebook(notebook, assignment)
    points = {cell.name: cell.max_score for cell in (*found.grade_cells, *found.task_cells)}
    kinds = {kind: {cell.name for cell in getattr(found, f"{kind}_cells")} for kind in ("grade", "solution", "task")}
    cells = {}
    for cell in found.source_cells:
        marks: dict[str, Any] = {kind: cell.name in names for kind, names in kinds.items()}
        marks |= {"grade_id": cell.name, "locked": cell.locked, "schema_version": 3, "checksum": cell.checksum}
        marks["cell_type"] = cell.cell_type
        if cell.name in points:
            marks["points"] = points[cell.name]
        cells[cell.name] = SourceCell(cell.cell_type, cell.source, marks)
    return cells
