"""The grades of a class as records, gathered from the gradebook and the graded notebooks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
from nbformat.v4 import new_notebook
from nbgrader.api import Grade, Gradebook, MissingEntry, Student, SubmittedAssignment

from autograder.course import Course
from autograder.course.cells import grade_id, question_of
from autograder.course.names import full_name
from autograder.course.questions import labels
from autograder.course.score_rule import after_penalty, counted
from autograder.errors import CourseError
from autograder.grading.note import Note, note_in

UNREADABLE = "could not be read"
MOST_NAMED = 5
"""How many students a sentence names."""
DECIMALS = 4
"""Decimals of a grade in an export."""


@dataclass(frozen=True)
class GradedPart:
    """The points of one graded cell: what the checks of a question gave, or what a person gave a written answer."""

    cell: str
    question: str
    label: str
    """What people call the question."""
    by_hand: bool
    points: float


@dataclass(frozen=True)
class PartScore:
    """What one student got for one part."""

    earned: float
    extra: float = 0.0
    pending: bool = False


@dataclass(frozen=True)
class StudentGrade:
    """One student's grade; without scores where nothing was handed in."""

    student: str
    first_name: str = ""
    last_name: str = ""
    email: str = ""
    lms_id: str = ""
    scores: Mapping[str, PartScore] | None = None
    penalty: float = 0.0
    late_seconds: float = 0.0
    flags: tuple[str, ...] = ()
    comments: tuple[str, ...] = ()
    """Comments that people wrote on the answers, in the order of the notebook."""

    @property
    def name(self) -> str:
        """First and last name, or the id of a student without a name."""
        return full_name(self.first_name, self.last_name) or self.student

    @property
    def handed_in(self) -> bool:
        return self.scores is not None

    @property
    def extra(self) -> float:
        return sum(score.extra for score in (self.scores or {}).values())

    @property
    def before_penalty(self) -> float:
        return sum(score.earned for score in (self.scores or {}).values()) + self.extra

    @property
    def total(self) -> float:
        """After the penalty, and never below zero."""
        return after_penalty(self.before_penalty, self.penalty)

    @property
    def pending(self) -> tuple[str, ...]:
        """The cells that wait for a person."""
        return tuple(cell for cell, score in (self.scores or {}).items() if score.pending)


@dataclass(frozen=True)
class ClassGrades:
    """An assignment's grades: its parts in the order of the notebook, its students in the order of their names."""

    assignment: str
    parts: tuple[GradedPart, ...]
    students: tuple[StudentGrade, ...]
    ungraded: tuple[str, ...] = ()
    """Students who handed in something that has not been graded."""

    @property
    def points(self) -> float:
        return sum(part.points for part in self.parts)

    @property
    def graded(self) -> tuple[StudentGrade, ...]:
        return tuple(student for student in self.students if student.handed_in)


def decimal(points: float) -> str:
    """Points as an LMS reads them: a point for the decimals, no needless zeros."""
    return f"{round(points, DECIMALS):.{DECIMALS}f}".rstrip("0").rstrip(".")


def gather_grades(course: Course, assignment: str) -> ClassGrades:
    """Read all grades of an assignment."""
    with Gradebook(course.db_url) as gradebook:
        try:
            notebook = gradebook.find_notebook(assignment, assignment)
        except MissingEntry:
            raise CourseError(f"'{assignment}' is not in the gradebook. Run: autograder release {assignment}") from None
        parts = tuple(_parts(notebook, course.release(assignment)))
        submissions = {each.student.id: each for each in gradebook.assignment_submissions(assignment)}
        students = [
            _grade(course, assignment, student, submissions.get(student.id), parts) for student in gradebook.students
        ]
    handed_in = set(course.submissions(assignment))
    return ClassGrades(
        assignment,
        parts,
        tuple(sorted(students, key=lambda each: (each.last_name.casefold(), each.first_name.casefold(), each.student))),
        tuple(sorted(handed_in - submissions.keys())),
    )


def require_finished(grades: ClassGrades) -> None:
    """Refuse grades that are not final, in a sentence that says what they wait for."""
    waiting = [*_waiting_answers(grades), *_waiting_submissions(grades)]
    if waiting:
        raise CourseError(
            f"The grades of {grades.assignment} are not final: {'; '.join(waiting)}. "
            "Finish them in formgrader, or export what there is with --unfinished."
        )


def _waiting_answers(grades: ClassGrades) -> Iterator[str]:
    readable = [student for student in grades.graded if UNREADABLE not in student.flags]
    for part in grades.parts:
        count = sum(part.cell in student.pending for student in readable)
        if count:
            yield f"{part.label} of {count} student{'s' if count > 1 else ''} waits for a person"


def _waiting_submissions(grades: ClassGrades) -> Iterator[str]:
    unreadable = [student.student for student in grades.graded if student.pending and UNREADABLE in student.flags]
    if unreadable:
        yield f"{_named(unreadable)} could not be read and need a decision"
    if grades.ungraded:
        yield f"{_named(grades.ungraded)} are not graded yet (autograder grade {grades.assignment})"


def _named(students: Sequence[str]) -> str:
    shown = ", ".join(students[:MOST_NAMED]) + (
        f" and {len(students) - MOST_NAMED} more" if len(students) > MOST_NAMED else ""
    )
    return f"the submission{'s' if len(students) > 1 else ''} of {shown}"


def _parts(notebook: Any, release: Path) -> Iterator[GradedPart]:
    """The graded cells in the order of the notebook; an answer or task that carries points itself is graded by hand."""
    by_hand = {cell.name for cell in (*notebook.solution_cells, *notebook.task_cells)}
    points = {cell.name: float(cell.max_score) for cell in (*notebook.grade_cells, *notebook.task_cells)}
    released = nbformat.read(release, as_version=4) if release.is_file() else new_notebook()
    positions = {grade_id(cell): position for position, cell in enumerate(released.cells)}
    called = labels(released)
    for name in sorted(points, key=lambda name: (positions.get(name, len(positions)), name)):
        question = question_of(name)
        yield GradedPart(name, question, called.get(question, question), name in by_hand, points[name])


def _grade(
    course: Course,
    assignment: str,
    student: Student,
    submission: SubmittedAssignment | None,
    parts: Sequence[GradedPart],
) -> StudentGrade:
    about = {
        "student": student.id,
        "first_name": student.first_name or "",
        "last_name": student.last_name or "",
        "email": student.email or "",
        "lms_id": student.lms_user_id or "",
    }
    if submission is None:
        return StudentGrade(**about, flags=("nothing handed in",))
    notebook = submission.notebooks[0]
    note = note_in(course.autograded(student.id, assignment))
    grades = {grade.name: grade for grade in notebook.grades}
    scores = {part.cell: _score(grades[part.cell]) for part in parts if part.cell in grades}
    comments = {comment.name: comment.manual_comment for comment in notebook.comments if comment.manual_comment}
    return StudentGrade(
        **about,
        scores=scores,
        penalty=float(notebook.late_submission_penalty or 0.0),
        late_seconds=float(submission.total_seconds_late),
        flags=tuple(_flags(note, bool(notebook.flagged), scores)),
        comments=tuple(comments[name] for name in _cells_in_order(parts, comments)),
    )


def _score(grade: Grade) -> PartScore:
    points, extra = counted(grade.auto_score, grade.manual_score, grade.extra_credit)
    return PartScore(points, extra, bool(grade.needs_manual_grade))


def _cells_in_order(parts: Sequence[GradedPart], comments: Mapping[str, str]) -> list[str]:
    positions = {name: position for position, part in enumerate(parts) for name in (part.cell, part.question)}
    return sorted(comments, key=lambda name: positions.get(name, len(positions)))


def _flags(note: Note, is_flagged: bool, scores: Mapping[str, PartScore]) -> Iterator[str]:
    """What a person should know before the grade goes out."""
    if note.unreadable:
        yield UNREADABLE
    if note.is_doubtful:
        yield "recovered with doubts"
    if note.events:
        yield "ran with errors"
    if any(score.pending for score in scores.values()):
        yield "manual grading unfinished"
    if is_flagged:
        yield "flagged in formgrader"
