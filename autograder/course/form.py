"""The form that all assignments share: points in headings, a box around what a written answer is asked for, given code folded."""

from __future__ import annotations

from nbformat import NotebookNode, from_dict

from autograder.course.cells import (
    MAY_FAIL,
    SCHEME,
    SHOWN,
    carries_points,
    grade_id,
    is_answer,
    is_given_code,
    question_of_scheme,
)
from autograder.course.headings import with_points
from autograder.course.marking_scheme import before_scheme
from autograder.course.questions import Question, points_in_words, questions

# a border shows in Jupyter, VS Code and Colab; a background of one colour would not fit both light and dark
_BOX = '<div style="border: 2px solid #4c78a8; border-left-width: 10px; border-radius: 6px; padding: 8px 16px">'

# the first is for Jupyter, the second for Colab; VS Code reads no such thing from a notebook
_FOLDED = {"jupyter": {"source_hidden": True}, "cellView": "form"}


def put_in_form(master: NotebookNode) -> None:
    """Put points into headings and written parts into boxes, fold given code, have no public check end Run all."""
    asked = {question.id: question for question in questions(master)}
    for cell in master.cells:
        if is_given_code(cell) and SHOWN not in cell.metadata.get("tags", ()):
            cell.metadata |= from_dict(_FOLDED)
        if cell.cell_type == "code" and carries_points(cell) and not is_answer(cell):
            cell.metadata["tags"] = [*cell.metadata.get("tags", ()), MAY_FAIL]
        if cell.cell_type != "markdown":
            continue
        cell.source = with_points(
            cell.source,
            lambda heading: points_in_words([each for each in asked.values() if each.heading == heading]),
        )
        if grade_id(cell).startswith(SCHEME) and (question := asked.get(question_of_scheme(grade_id(cell)))):
            cell.source = _in_box(cell.source, question)


def _in_box(text: str, question: Question) -> str:
    """The text above a marking scheme in a box that says how many points its answer is worth."""
    above = before_scheme(text)
    worth = points_in_words([question], auto=False)
    return f"{_BOX}\n\n**✍ Written · {worth}**\n\n{above.strip()}\n\n</div>\n\n{text[len(above) :]}"
