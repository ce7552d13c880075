"""The kinds of cells, according to their nbgrader metadata, and how cells are named after their question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nbformat import NotebookNode

TESTS = "test_"
"""How the names of cells with public checks begin."""
WRITTEN = "explain_"
"""How the names of cells with written answers begin."""
SCHEME = "scheme_"
"""How the names of text cells begin that ask for a written answer and hold its marking scheme."""
KEEP_OUTPUT = "keep-output"
"""The tag of cells that train for long: grading shows the student's own outputs of them."""
ONLY_DRAWS = "figure"
"""The tag of given cells that draw something and define nothing."""
ONLY_FOR_STUDENTS = "only-for-students"
"""The tag of given cells that no answer needs: public checks run in what they define."""
SHOWN = "show"
"""The tag of given cells that are worth reading: all others come folded."""
MAY_FAIL = "raises-exception"
"""The tag of cells whose errors do not end Run all, known to Jupyter and VS Code."""
GIVEN = "(DO NOT CHANGE)"
"""How the first line of given code ends."""
UNANSWERED = "*Write your answer here.*"
"""What stands in the cell of a written answer before a student writes it."""


def grade_id(cell: NotebookNode) -> str:
    """nbgrader's name of a cell, or an empty string."""
    name = nbgrader_metadata(cell).get("grade_id", "")
    return name if isinstance(name, str) else ""


def nbgrader_metadata(cell: NotebookNode) -> Mapping[str, Any]:
    """The nbgrader metadata of a cell; empty for cells that nbgrader does not know."""
    found = cell.metadata.get("nbgrader", {})
    return found if isinstance(found, dict) else {}


def is_answer(cell: NotebookNode) -> bool:
    """Whether students write in a cell: code to be filled in, or a written answer."""
    return bool(nbgrader_metadata(cell).get("solution"))


def is_locked(cell: NotebookNode) -> bool:
    """Whether students may not change a cell."""
    return bool(nbgrader_metadata(cell).get("locked"))


def is_task(cell: NotebookNode) -> bool:
    """Whether a cell is a task of nbgrader: students answer in cells that they add, and a person grades them."""
    return bool(nbgrader_metadata(cell).get("task"))


def carries_points(cell: NotebookNode) -> bool:
    """Whether a cell is worth points."""
    return bool(nbgrader_metadata(cell).get("grade")) or is_task(cell)


def is_graded_by_hand(cell: NotebookNode) -> bool:
    """Whether a person gives the points of a cell."""
    return is_task(cell) or (carries_points(cell) and is_answer(cell))


def is_given_code(cell: NotebookNode) -> bool:
    """Whether a cell holds code that is marked as given."""
    first = cell.source.partition("\n")[0]
    return cell.cell_type == "code" and is_locked(cell) and first.rstrip().endswith(GIVEN)


def shows_own_outputs(cell: NotebookNode) -> bool:
    """Whether a cell shows the student's own outputs: grading does not repeat long training."""
    return cell.cell_type == "code" and KEEP_OUTPUT in cell.metadata.get("tags", [])


def tests_of(question: str) -> str:
    """The name of the cell that carries the points of a question's checks."""
    return f"{TESTS}{question}"


def written_part_of(question: str) -> str:
    """The name of the cell with a question's written answer."""
    return f"{WRITTEN}{question}"


def question_of_scheme(cell_name: str) -> str:
    """The question that a text cell with a marking scheme belongs to."""
    return cell_name.removeprefix(SCHEME)


def question_of(cell_name: str) -> str:
    """The question that a graded cell belongs to."""
    return cell_name.removeprefix(TESTS).removeprefix(WRITTEN)


def words_of(source: str) -> str:
    """A text without its layout, to see whether two texts say the same."""
    return " ".join(source.split())
