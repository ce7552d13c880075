"""Has nbgrader write the feedback pages, as its own command and formgrader's buttons do."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from nbgrader.apps import NbGraderAPI
from nbgrader.utils import temp_attrs

from autograder.course.bounded import Bounded, Bounds, FailedInside
from autograder.course.bounds import cut
from autograder.course.folder import Course
from autograder.course.plain_text import one_line
from autograder.course.progress import Progress, silently
from autograder.errors import CourseError
from autograder.feedback.beside import clear

BOUNDS = Bounds(cpu_seconds=20, seconds=120)
"""What one page may cost: a page of pictures takes seconds."""


def generate_feedback(
    course: Course,
    assignment: str,
    students: Sequence[str] = (),
    progress: Progress = silently,
    left_out: dict[str, str] | None = None,
) -> dict[str, Path]:
    """Write the page of every graded student, or of some; the pages by student.

    A student whose page cannot be written goes into `left_out`, with the reason. Where no such place is given, it is an
    error, after all other pages were written.
    """
    graded = list(course.all_autograded(assignment))
    if unknown := [student for student in students if student not in graded]:
        raise CourseError(f"Not graded yet for {assignment}: {', '.join(unknown)}. Run: autograder grade {assignment}")
    wanted = list(dict.fromkeys(students)) or graded
    if not wanted:
        raise CourseError(f"Nothing is graded yet for {assignment}. Run: autograder grade {assignment}")
    api = NbGraderAPI(config=course.nbgrader_config())
    pages: dict[str, Path] = {}
    failed: dict[str, str] = {} if left_out is None else left_out
    with Bounded("Writing this page", partial(_write_page, api, course, assignment), BOUNDS) as write:
        for done, student in enumerate(wanted):
            progress(done, len(wanted))
            try:
                pages[student] = write(student)
            except (CourseError, FailedInside) as error:
                # half a page, or the page of an earlier grade, would be taken for this one
                course.feedback(student, assignment).unlink(missing_ok=True)
                failed[student] = str(error)
    if failed and left_out is None:
        reasons = "; ".join(f"{student}: {reason}" for student, reason in failed.items())
        raise CourseError(f"Of {len(wanted)} pages of feedback, {len(failed)} could not be written. {reasons}")
    return pages


def _write_page(api: NbGraderAPI, course: Course, assignment: str, student: str) -> Path:
    # nbgrader would copy what lies beside the notebook, and look through the whole folder for each file
    with temp_attrs(api.coursedir, ignore=["*"]):
        outcome = api.generate_feedback(assignment, student, force=True)
    page = course.feedback(student, assignment)
    if page.is_file():
        clear(course, assignment, student)
    if not outcome["success"] or not page.is_file():
        reason = (outcome.get("log") or outcome.get("error") or "it gave no reason").strip()
        raise CourseError(cut(one_line(f"nbgrader could not write it: {reason.splitlines()[-1]}")))
    return page
