"""What grading the tiny course left behind: its grades and its notebooks."""

from __future__ import annotations

import nbformat
from nbformat import NotebookNode
from nbgrader.api import Gradebook

from autograder.course import Course
from tests.conftest import A0

Grades = dict[str, dict[str, tuple[float | None, bool]]]


def grades(course: Course) -> Grades:
    """Every grade in the gradebook: its automatic score, and whether a person has to look."""
    with Gradebook(f"sqlite:///{course.root}/gradebook.db") as gradebook:
        return {
            submission.student.id: {
                grade.name: (grade.auto_score, bool(grade.needs_manual_grade))
                for notebook in submission.notebooks
                for grade in notebook.grades
            }
            for submission in gradebook.assignment_submissions(A0)
        }


def autograded(course: Course, student: str) -> NotebookNode:
    return nbformat.read(course.root / "autograded" / student / A0 / f"{A0}.ipynb", as_version=4)
