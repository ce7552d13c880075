"""Which answers are still as they were handed out: the first thing that a student wants to know before handing in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from nbformat import NotebookNode

from autograder.course.cells import grade_id, is_answer, is_graded_by_hand, is_task, question_of, words_of
from autograder.course.checksum import is_as_handed_out
from autograder.course.questions import Question, questions
from autograder.student.originals import HandedOut


@dataclass(frozen=True)
class Part:
    """The code or the written answer of a question, and whether there is something in it."""

    question: Question
    is_code: bool
    points: float
    is_filled: bool

    @property
    def sentence(self) -> str:
        """What is said about a part with nothing in it."""
        points = f"{self.points:g} point{'' if self.points == 1 else 's'}"
        if self.is_code:
            return f"{self.question.name}: not filled in, {points}."
        return f"{self.question.name}, written part: empty, {points}."


def parts(notebook: NotebookNode, given: HandedOut) -> tuple[Part, ...]:
    """The parts of all questions, in order: code first, then what a person grades."""
    by_name = {grade_id(cell): cell for cell in notebook.cells if grade_id(cell)}
    originals = {grade_id(cell): cell for cell in given.notebook.cells} if given.is_original else {}
    by_hand = {
        question_of(grade_id(cell)): grade_id(cell)
        for cell in given.notebook.cells
        if is_graded_by_hand(cell) and not is_task(cell)
    }
    found = []
    for question in questions(given.notebook):
        written = by_hand.get(question.id)
        if question.has_checks and (cell := by_name.get(question.id)) is not None and is_answer(cell):
            found.append(Part(question, True, question.auto_points, is_filled(cell, originals)))
        if written is not None:
            filled = written in by_name and is_filled(by_name[written], originals)
            found.append(Part(question, False, question.manual_points, filled))
    return tuple(found)


def is_filled(cell: NotebookNode, originals: Mapping[str, NotebookNode]) -> bool:
    """Whether a student wrote something into a cell; its checksum tells where the original is not at hand."""
    if not cell.source.strip() or is_as_handed_out(cell):
        return False
    original = originals.get(grade_id(cell))
    return original is None or words_of(cell.source) != words_of(original.source)
