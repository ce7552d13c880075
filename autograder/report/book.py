"""What the gradebook knows about an assignment, read in a few queries however large the class is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta

from nbgrader.api import (
    Assignment,
    BaseCell,
    Grade,
    Gradebook,
    GradeCell,
    Notebook,
    Student,
    SubmittedAssignment,
    TaskCell,
)
from nbgrader.api import SubmittedNotebook as Submitted
from sqlalchemy import func, select

from autograder.course.score_rule import counted


@dataclass(frozen=True)
class BookedGrade:
    """The points of one graded cell of one student."""

    earned: float
    pending: bool


@dataclass(frozen=True)
class BookedSubmission:
    """One student's submission in the gradebook."""

    penalty: float = 0.0
    late_seconds: float = 0.0
    flagged: bool = False
    grades: dict[str, BookedGrade] = field(default_factory=dict)
    """By the name of the graded cell."""

    @property
    def score(self) -> float:
        return sum(grade.earned for grade in self.grades.values())


@dataclass(frozen=True)
class Book:
    """An assignment in the gradebook."""

    points: Mapping[str, float]
    """The points of every graded cell."""
    submissions: Mapping[str, BookedSubmission]
    students: frozenset[str] = frozenset()
    """Everyone in the gradebook, with or without a submission."""


def read_book(db_url: str, assignment: str) -> Book:
    """All grades of an assignment."""
    with Gradebook(db_url) as gradebook:
        # polymorphic classes would be joined twice, so the query names their tables
        cells, graded, tasks = BaseCell.__table__, GradeCell.__table__, TaskCell.__table__
        grades, submitted = Grade.__table__, Submitted.__table__
        of_assignment = (Assignment.name == assignment, Notebook.name == assignment)
        worth = (
            select(cells.c.name, func.coalesce(graded.c.max_score, tasks.c.max_score))
            .select_from(cells)
            .outerjoin(graded, graded.c.id == cells.c.id)
            .outerjoin(tasks, tasks.c.id == cells.c.id)
            .join(Notebook.__table__, Notebook.id == cells.c.notebook_id)
            .join(Assignment.__table__, Assignment.id == Notebook.assignment_id)
            .where(*of_assignment, func.coalesce(graded.c.max_score, tasks.c.max_score).is_not(None))
        )
        handed_in = (
            select(
                submitted.c.id,
                SubmittedAssignment.student_id,
                submitted.c.late_submission_penalty,
                submitted.c.flagged,
                SubmittedAssignment.timestamp,
                SubmittedAssignment.extension,
                Assignment.duedate,
            )
            .select_from(submitted)
            .join(SubmittedAssignment.__table__, SubmittedAssignment.id == submitted.c.assignment_id)
            .join(Assignment.__table__, Assignment.id == SubmittedAssignment.assignment_id)
            .join(Notebook.__table__, Notebook.id == submitted.c.notebook_id)
            .where(*of_assignment)
        )
        scored = (
            select(
                grades.c.notebook_id,
                cells.c.name,
                grades.c.auto_score,
                grades.c.manual_score,
                grades.c.extra_credit,
                grades.c.needs_manual_grade,
            )
            .select_from(grades)
            .join(cells, cells.c.id == grades.c.cell_id)
            .join(Notebook.__table__, Notebook.id == cells.c.notebook_id)
            .join(Assignment.__table__, Assignment.id == Notebook.assignment_id)
            .where(*of_assignment)
        )
        students = frozenset(gradebook.db.scalars(select(Student.id)))
        points = {name: float(most) for name, most in gradebook.db.execute(worth)}
        by_student: dict[str, BookedSubmission] = {}
        by_notebook: dict[str, BookedSubmission] = {}
        for notebook, student, penalty, flagged, handed_in_at, extension, due in gradebook.db.execute(handed_in):
            late = (handed_in_at - due - (extension or timedelta())).total_seconds() if handed_in_at and due else 0.0
            booked = BookedSubmission(float(penalty or 0.0), max(late, 0.0), bool(flagged))
            by_student[student] = by_notebook[notebook] = booked
        for notebook, name, auto, manual, extra, pending in gradebook.db.execute(scored):
            if notebook in by_notebook:
                by_notebook[notebook].grades[name] = BookedGrade(sum(counted(auto, manual, extra)), bool(pending))
    return Book(points, by_student, students)
