"""The gradebook, opened once for everything that is read and written while a class is graded.

Plain nbgrader opens it a dozen times for each submission, and each time looks whether all tables are there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Self

from nbgrader.api import Gradebook

from autograder.grading.make_task import ReleasedCode

SCHEMA_VERSION = 3
"""The version of nbgrader's cell metadata that we write."""


@dataclass(frozen=True)
class SourceCell:
    """A cell of a release as the gradebook knows it; nbgrader calls it a source cell."""

    cell_type: str
    source: str
    metadata: Mapping[str, Any]
    """Its nbgrader metadata."""

    @property
    def locked(self) -> bool:
        return bool(self.metadata["locked"])

    @property
    def carries_points(self) -> bool:
        return bool(self.metadata["grade"] or self.metadata["task"])


SourceCells = Mapping[str, SourceCell]


class HeldGradebook:
    """An open gradebook that remembers the released cells, because nothing is released while a class is graded."""

    def __init__(self, gradebook: Gradebook) -> None:
        self._gradebook = gradebook
        self._released: dict[tuple[str, str], SourceCells] = {}

    @classmethod
    @contextmanager
    def hold(cls, db_url: str) -> Iterator[Self]:
        """Hold a gradebook open for a while."""
        with Gradebook(db_url) as gradebook:
            yield cls(gradebook)

    @contextmanager
    def opened(self) -> Iterator[Gradebook]:
        """The gradebook as it is now; what was not committed is undone afterwards."""
        try:
            yield self._gradebook
        finally:
            # what was read is forgotten too: others write as well
            self._gradebook.db.remove()

    def source_cells(self, assignment: str, notebook: str) -> SourceCells:
        """All cells of a release that nbgrader knows, by their names."""
        if (assignment, notebook) not in self._released:
            with self.opened() as gradebook:
                self._released[assignment, notebook] = _source_cells(gradebook, assignment, notebook)
        return self._released[assignment, notebook]


def released_code(cells: SourceCells) -> ReleasedCode:
    """The text of the code cells as released: the locked ones, and those that students fill in."""
    code = {name: cell for name, cell in cells.items() if cell.cell_type == "code"}
    return ReleasedCode(
        locked={name: cell.source for name, cell in code.items() if cell.locked},
        stubs={name: cell.source for name, cell in code.items() if not cell.locked},
    )


def _source_cells(gradebook: Gradebook, assignment: str, notebook: str) -> dict[str, SourceCell]:
    found = gradebook.find_notebook(notebook, assignment)
    points = {cell.name: cell.max_score for cell in (*found.grade_cells, *found.task_cells)}
    kinds = {kind: {cell.name for cell in getattr(found, f"{kind}_cells")} for kind in ("grade", "solution", "task")}
    cells = {}
    for cell in found.source_cells:
        metadata: dict[str, Any] = {kind: cell.name in names for kind, names in kinds.items()}
        metadata |= {"grade_id": cell.name, "locked": cell.locked}
        metadata |= {"schema_version": SCHEMA_VERSION, "checksum": cell.checksum, "cell_type": cell.cell_type}
        if cell.name in points:
            metadata["points"] = points[cell.name]
        cells[cell.name] = SourceCell(cell.cell_type, cell.source, metadata)
    return cells
