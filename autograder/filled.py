"""Made-up submissions: a release with some of its cells filled in."""

from __future__ import annotations

import copy
from collections.abc import Mapping

from nbformat import NotebookNode

from autograder.master import grade_id


def fill(release: NotebookNode, sources: Mapping[str, str]) -> NotebookNode:
    """A copy of the release with the given cells replaced, by their names."""
    notebook = copy.deepcopy(release)
    cells = {grade_id(cell): cell for cell in notebook.cells}
    for name, source in sources.items():
        cells[name].source = source
    return notebook


def solutions(master: NotebookNode) -> dict[str, str]:
    """The master's answers, by cell name."""
    return {grade_id(cell): cell.source for cell in master.cells if cell.metadata.get("nbgrader", {}).get("solution")}
