"""A graded submission in the form that Gradescope shows: results.json."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbgrader.api import Gradebook

from autograder.course import Course
from autograder.course.bounded import Bounded
from autograder.course.release import read_release
from autograder.export.grades import DECIMALS
from autograder.feedback.content import Feedback, QuestionFeedback, ShownCheck
from autograder.feedback.submission import GradedSubmission
from autograder.grading.note import note_in
from autograder.grading.store import ResultStore

Json = dict[str, Any]
ReadNotebook = Callable[[Path], NotebookNode]
# Gradescope grades every hand-in at once: a hidden check that answers before grades are out can be asked again and again.
VISIBILITY = "after_published"


def feedback_of(course: Course, gradebook: Gradebook, assignment: str, student: str, read: ReadNotebook) -> Feedback:
    """What a student's page of feedback says, as data."""
    graded = gradebook.find_submission_notebook(assignment, assignment, student)
    notebook = read(course.autograded(student, assignment))
    return GradedSubmission(course, notebook, read_release(course, assignment), graded).feedback()


def reading_graded() -> Bounded[[Path], NotebookNode]:
    """Reads graded notebooks, within bounds: to find out that one is not valid may take very long."""
    return Bounded("Reading this graded notebook", partial(nbformat.read, as_version=4))


def walls_around(course: Course, assignment: str, student: str) -> Json:
    """How strong the walls were that protected the machine while this submission ran, and which were missing."""
    result = ResultStore(course.results).find(note_in(course.autograded(student, assignment)).key)
    return {"walls": result.walls, "missing_walls": list(result.missing_walls)} if result else {}


def results(feedback: Feedback, walls: Json, visibility: str = VISIBILITY) -> Json:
    """A page of feedback as results.json: one test per check, one per answer that a person graded; their scores add up."""
    return {
        "score": round(feedback.earned, DECIMALS),
        "output": "\n".join(_remarks(feedback)),
        "visibility": visibility,
        "stdout_visibility": "hidden",
        "tests": [test | {"visibility": visibility} for question in feedback.questions for test in _tests(question)],
        # stored with the submission, shown to nobody: a student need not know which walls are missing
        "extra_data": walls,
    }


def _remarks(feedback: Feedback) -> Iterator[str]:
    if feedback.unreadable:
        yield f"This submission could not be read. {feedback.unreadable}"
    yield from feedback.notices
    if feedback.lateness:
        yield f"{feedback.lateness}: {feedback.penalty:g} points less." if feedback.penalty else f"{feedback.lateness}."
    by_hand = sum(
        question.manual.points for question in feedback.questions if question.manual and question.manual.pending
    )
    if by_hand:
        yield f"Written answers ({by_hand:g} points) are graded by a person; they are not in this score yet."


def _tests(question: QuestionFeedback) -> Iterator[Json]:
    called = " · ".join(part for part in (question.label, question.title) if part)
    for index, check in enumerate(question.checks):
        yield {
            "name": f"{called}: {check.sentence}",
            "score": check.earned,
            "max_score": check.points,
            "status": "passed" if check.passed else "failed",
            "output": "\n".join(_explanation(question, check, first=index == _first_failure(question))),
        }
    credited = _credited(question)
    if credited > 0:
        yield {
            "name": f"{called}: recognised mistake, points given back",
            "score": credited,
            "status": "passed",
            "output": "A recognised mistake costs less than the checks that it makes fail.",
        }
    if question.manual is not None and not question.manual.pending:
        yield {
            "name": f"{called}: written answer",
            "score": question.manual.earned,
            "max_score": question.manual.points,
            "status": "passed" if question.manual.earned >= question.manual.points else "failed",
            "output": "\n".join(part for part in (question.manual.note, *question.answer_comments) if part),
        }


def _credited(question: QuestionFeedback) -> float:
    """The points that a recognised mistake costs less than the checks take; none where a person set the points."""
    if question.auto is None or question.auto.note or not question.checks:
        return 0.0
    return round(question.auto.earned - sum(check.earned for check in question.checks), DECIMALS)


def _first_failure(question: QuestionFeedback) -> int | None:
    return next((index for index, check in enumerate(question.checks) if not check.passed), None)


def _explanation(question: QuestionFeedback, check: ShownCheck, first: bool) -> Iterator[str]:
    """What went wrong; the hints and remarks of the whole question stand with the first check that failed."""
    if first and question.cause is not None:
        yield question.cause.sentence
        yield from (f"    {line}" for line in question.cause.lines)
    yield from check.notes
    yield from (f"    {line}" for line in check.lines)
    if first:
        yield from question.notices
        yield from (f"Hint: {mistake.hint}" for mistake in question.mistakes)
        yield from ([question.auto.note] if question.auto and question.auto.note else [])
        yield from question.comments
