"""The notebook as it was handed out, to compare a student's own with: a file nearby, or the notebook itself.

A course has its releases in notebooks/, a kit has the originals in originals/. Without either, a notebook still tells
which of its cells came with the assignment, and whether the locked ones were changed.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from nbformat import NotebookNode

from autograder.course.cells import TESTS, grade_id, is_answer, is_locked
from autograder.course.checksum import is_as_handed_out
from autograder.course.notebook import NotebookError, assignment_in, read_notebook
from autograder.course.released import ReleasedNotebook, released_in
from autograder.intake.recover import is_of

ORIGINALS = ("originals/*.ipynb", "notebooks/*/*.ipynb")
GIVEN_TEXT = re.compile(r"text-\d+")
"""The ids of cells that came with the assignment and that nbgrader does not know."""


@dataclass(frozen=True)
class HandedOut:
    """What a student started from."""

    notebook: NotebookNode
    is_original: bool
    """Whether it is an original, rather than what can be told from the student's own notebook."""

    @property
    def cells(self) -> ReleasedNotebook:
        return released_in(self.notebook)

    def changed_cells(self) -> tuple[str, ...]:
        """The locked cells that were changed, as their checksums show; none where there is an original."""
        locked = (cell for cell in self.notebook.cells if is_locked(cell))
        return () if self.is_original else tuple(grade_id(cell) for cell in locked if not is_as_handed_out(cell))


def handed_out(notebook: NotebookNode, path: Path) -> HandedOut:
    """What a student started from, or a sentence why that cannot be told."""
    for original in _originals(path):
        if _belong_together(notebook, original):
            return HandedOut(original, True)
    inside = _inside(notebook)
    names = {grade_id(cell) for cell in inside.cells}
    if not any(name.startswith(TESTS) for name in names):
        raise NotebookError(
            f"{path.name} is not a notebook of an assignment, or an editor has dropped what tells its cells apart. "
            "Put the notebook as it was handed out into a folder 'originals' beside it and try again."
        )
    for cell in inside.cells:
        name = grade_id(cell)
        if name.startswith(TESTS) and name.removeprefix(TESTS) not in names:
            raise NotebookError(
                f"{path.name} lacks the cell '{name.removeprefix(TESTS)}' of the assignment. "
                "Take a fresh copy of the notebook and paste your answers into it."
            )
    return HandedOut(inside, False)


def _originals(path: Path) -> Iterator[NotebookNode]:
    """The originals that lie beside a notebook or in folders above it, and around the current folder."""
    own_path = path.resolve()
    seen: set[Path] = {own_path}
    for start in (own_path.parent, Path.cwd()):
        for folder in (start, *start.parents):
            for candidate in (each for pattern in ORIGINALS for each in sorted(folder.glob(pattern))):
                if candidate.resolve() not in seen:
                    seen.add(candidate.resolve())
                    try:
                        yield read_notebook(candidate)
                    except NotebookError:
                        continue


def _belong_together(notebook: NotebookNode, original: NotebookNode) -> bool:
    named, wanted = assignment_in(notebook.metadata), assignment_in(original.metadata)
    if not wanted:
        return False
    return named == wanted if named else is_of(notebook, released_in(original))


def _inside(notebook: NotebookNode) -> NotebookNode:
    """The cells of a notebook that came with the assignment; answers are empty, because the student wrote them."""
    inside = copy.deepcopy(notebook)
    inside.cells = [cell for cell in inside.cells if grade_id(cell) or GIVEN_TEXT.fullmatch(cell.get("id", ""))]
    for cell in inside.cells:
        if is_answer(cell):
            cell.source = ""
    return inside
