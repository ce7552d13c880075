"""The answers in a notebook: taken out of a master, put into a release."""

from __future__ import annotations

import copy
from collections.abc import Mapping

from nbformat import NotebookNode

from autograder.course.cells import grade_id, is_answer


def answers_of(master: NotebookNode) -> dict[str, str]:
    """A master's answers, by cell name."""
    return {grade_id(cell): cell.source for cell in master.cells if is_answer(cell)}


def with_answers(release: NotebookNode, answers: Mapping[str, str]) -> NotebookNode:
    """A copy of the release with some of its cells replaced, by their names."""
    notebook = copy.deepcopy(release)
    cells = {grade_id(cell): cell for cell in notebook.cells}
    for name, source in answers.items():
        cells[name].source = source
    return notebook
