"""Whether students can still hand in: then nothing of a solution is written."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from nbgrader.api import Gradebook, MissingEntry
from sqlalchemy.engine import make_url

from autograder.course import Course
from autograder.errors import CourseError


def refuse_before_due(course: Course, assignment: str, now: datetime | None = None) -> None:
    """Refuse as long as somebody may hand in, or where nobody can tell."""
    due = last_due(course, assignment)
    if due is None:
        raise CourseError(
            f"{assignment} has no due date in the gradebook, so nobody can tell whether students may still hand in. "
            "Set one (formgrader, Edit assignment), or say --force."
        )
    if (now or datetime.now(UTC)) < due:
        raise CourseError(
            f"{assignment} can be handed in until {due:%Y-%m-%d %H:%M} UTC, and students could hand in what this writes. "
            "Wait until then, or say --force."
        )


def last_due(course: Course, assignment: str) -> datetime | None:
    """When the last student has to hand in, extensions included; None where no date is set."""
    place = make_url(course.db_url)
    # nbgrader would make a gradebook where there is none
    if place.get_backend_name() == "sqlite" and not Path(place.database or "").is_file():
        return None
    with Gradebook(course.db_url) as gradebook:
        try:
            found = gradebook.find_assignment(assignment)
        except MissingEntry:
            return None
        if found.duedate is None:
            return None
        extended = (submission.duedate for submission in found.submissions if submission.duedate is not None)
        # the gradebook keeps all times in UTC, and does not say so
        return max((found.duedate, *extended)).replace(tzinfo=UTC)
