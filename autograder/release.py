"""Releases: the student's notebook, generated from the master through nbgrader."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

import nbformat
from nbgrader.apps import NbGraderAPI

from autograder.course import Course, find_course
from autograder.errors import CourseError
from autograder.master import read_master


def write_source(course: Course, assignment: str) -> Path:
    """Make the notebook that nbgrader reads from the master; nothing else ever lies beside it."""
    notebook = read_master(course.master(assignment))
    path = course.source(assignment)
    if path.parent.exists():
        shutil.rmtree(path.parent)
    path.parent.mkdir(parents=True)
    nbformat.write(notebook, path)
    return path


def release(course: Course, assignment: str) -> Path:
    """Generate the student's notebook of an assignment, and record its cells in the gradebook."""
    write_source(course, assignment)
    _generate(course, assignment, course.nbgrader_config())
    return course.release(assignment)


def generate_aside(course: Course, assignment: str, folder: Path) -> Course:
    """Make a fresh release and its gradebook in another folder, without touching the course or its gradebook."""
    aside = Course(folder)
    path = aside.source(assignment)
    path.parent.mkdir(parents=True)
    nbformat.write(read_master(course.master(assignment)), path)
    config = course.nbgrader_config()
    config.CourseDirectory.root = str(folder)
    config.CourseDirectory.db_url = f"sqlite:///{folder}/gradebook.db"
    del config.GenerateAssignment.pre_convert_hook
    _generate(aside, assignment, config)
    return aside


def generated_release(course: Course, assignment: str) -> bytes:
    """What a fresh release would contain."""
    with tempfile.TemporaryDirectory() as folder:
        return generate_aside(course, assignment, Path(folder)).release(assignment).read_bytes()


def is_stale(course: Course, assignment: str) -> bool:
    """Whether the release in notebooks/ differs from what its master gives."""
    path = course.release(assignment)
    return not path.is_file() or path.read_bytes() != generated_release(course, assignment)


def refresh_source(assignment: str, notebooks: list[str], **_: Any) -> None:
    """nbgrader's pre-convert hook: formgrader's Generate button starts from the master as it is now."""
    course = find_course(Path(notebooks[0]).parent)
    if assignment in course.assignments:
        # nbgrader only logs a failing hook; without this it would go on with the stale source
        course.source(assignment).unlink(missing_ok=True)
        write_source(course, assignment)


def _generate(course: Course, assignment: str, config: Any) -> None:
    """Run nbgrader generate_assignment and pass on its own words when it fails."""
    outcome = NbGraderAPI(config=config).generate_assignment(assignment, force=True, create=True)
    if not outcome["success"]:
        reason = outcome.get("log") or outcome.get("error") or "nbgrader gave no reason"
        raise CourseError(f"nbgrader could not generate '{assignment}':\n{reason.strip()}")
