"""Lays out the folder of a new assignment: two small questions that certify and release as they stand."""

from __future__ import annotations

import re
from pathlib import Path

from autograder.course import Course
from autograder.errors import CourseError

TEMPLATE = Path(__file__).resolve().parent / "assignment_template"
SUFFIX = ".template"
TITLE = "@TITLE@"
NAME = re.compile(r"[a-z][a-z0-9_]*")


def new_assignment(course: Course, assignment: str) -> Path:
    """Write the folder; an author can change its content step by step, and certify it after every step."""
    if not NAME.fullmatch(assignment):
        raise CourseError(f"'{assignment}' cannot be an assignment's name: use small letters, digits and underscores.")
    folder = course.solutions / assignment
    if folder.exists():
        raise CourseError(f"There is an assignment '{assignment}' already: {folder}")
    title = assignment.replace("_", " ").capitalize()
    for path in sorted(TEMPLATE.rglob(f"*{SUFFIX}")):
        target = folder / path.relative_to(TEMPLATE).with_suffix("")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(path.read_text(encoding="utf-8").replace(TITLE, title), encoding="utf-8")
    return folder
