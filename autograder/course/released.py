"""The release that submissions are compared with: its cells in order, and how each of them can be recognised."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import nbformat
from nbformat import NotebookNode

from autograder.course.cells import carries_points, grade_id, is_answer
from autograder.course.python import defined, made, normalised

CellKind = Literal["answer", "locked", "free"]


@dataclass(frozen=True)
class ReleasedCell:
    """One cell as students got it."""

    name: str
    """nbgrader's name; empty for cells that nbgrader does not know."""
    kind: CellKind
    """answer: to be filled in; locked: not to be changed; free: text and code around them."""
    cell: NotebookNode
    text: str
    defines: frozenset[str]
    """The names that a student's version of this cell would define."""

    @property
    def is_code(self) -> bool:
        return self.cell.cell_type == "code"

    @property
    def label(self) -> str:
        return self.name or str(self.cell.get("id", ""))


@dataclass(frozen=True)
class ReleasedNotebook:
    """The cells of a released notebook, in order."""

    cells: tuple[ReleasedCell, ...]
    metadata: Mapping[str, Any] = field(default_factory=dict)
    """The metadata of the notebook: its kernel, and which assignment it is."""

    @cached_property
    def by_name(self) -> Mapping[str, int]:
        return {cell.name: number for number, cell in enumerate(self.cells) if cell.name}

    @cached_property
    def by_id(self) -> Mapping[str, int]:
        return {cell.cell.id: number for number, cell in enumerate(self.cells) if "id" in cell.cell}

    @cached_property
    def by_text(self) -> Mapping[tuple[str, str], int]:
        """Cells by type and text; without cells whose type and text another cell has too."""
        keys = [(cell.cell.cell_type, cell.text) for cell in self.cells]
        count = Counter(keys)
        return {key: number for number, key in enumerate(keys) if count[key] == 1 and key[1]}

    def graded_by(self, name: str) -> str | None:
        """The name of the cell that carries the points of an answer: the answer itself, or the next graded cell."""
        for cell in self.cells[self.by_name[name] :]:
            if carries_points(cell.cell):
                return cell.name
        return None


def released_in(notebook: NotebookNode) -> ReleasedNotebook:
    """The release in a notebook as it was handed out."""
    return ReleasedNotebook(tuple(_cell(cell) for cell in notebook.cells), notebook.metadata)


def read_released(path: Path) -> ReleasedNotebook:
    """The release in a file; a release without cells where there is no file."""
    if not path.is_file():
        return ReleasedNotebook(())
    return released_in(nbformat.read(path, as_version=4))


def _cell(cell: NotebookNode) -> ReleasedCell:
    name = grade_id(cell)
    kind: CellKind = "free" if not name else "answer" if is_answer(cell) else "locked"
    # other cells use the same variables as a locked cell (x, Z, ...), but not the names of its functions and classes
    names = frozenset() if cell.cell_type != "code" else made(cell.source) if kind == "locked" else defined(cell.source)
    return ReleasedCell(name, kind, cell, normalised(cell.source), names)
