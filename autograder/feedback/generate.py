"""Has nbgrader write the feedback pages, as its own command and formgrader's buttons do."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from nbgrader.apps import NbGraderAPI

from autograder.course.folder import Course
from autograder.course.progress import Progress, silently
from autograder.errors import CourseError


def generate_feedback(
    course: Course,
    assignment: str,
    students: Sequence[str] = (),
    progress: Progress = silently,
) -> dict[str, Path]:
    """Write the page of every graded student, or of some; the pages by student."""
    graded = list(course.all_autograded(assignment))
    if unknown := [student for student in students if student not in graded]:
        raise CourseError(f"Not graded yet for {assignment}: {', '.join(unknown)}. Run: autograder grade {assignment}")
    wanted = list(dict.fromkeys(students)) or graded
    if not wanted:
        raise CourseError(f"Nothing is graded yet for {assignment}. Run: autograder grade {assignment}")
    api = NbGraderAPI(config=course.nbgrader_config())
    pages = {}
    for done, student in enumerate(wanted):
        progress(done, len(wanted))
        outcome = api.generate_feedback(assignment, student, force=True)
        page = course.feedback(student, assignment)
        if not outcome["success"] or not page.is_file():
            reason = (outcome.get("log") or outcome.get("error") or "nbgrader gave no reason").strip()
            raise CourseError(f"nbgrader could not write the feedback of {student}:\n{reason}")
        pages[student] = page
    return pages
