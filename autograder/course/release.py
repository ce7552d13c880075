"""Releases: the student's notebook, generated from the master through nbgrader."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbgrader.api import Gradebook
from nbgrader.apps import NbGraderAPI
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from autograder.course.folder import GRADEBOOK, NOBODY, Course, find_course
from autograder.course.master import read_master
from autograder.errors import CourseError


def write_source(course: Course, assignment: str) -> Path:
    """Write the source, the notebook that nbgrader reads, from the master; nothing else ever lies in its folder."""
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
    _generate(assignment, course.nbgrader_config())
    return course.release(assignment)


def read_release(course: Course, assignment: str) -> NotebookNode:
    """The students' notebook as it was released; an error where there is none."""
    path = course.release(assignment)
    if not path.is_file():
        raise CourseError(f"'{assignment}' has not been released yet. Run: autograder release {assignment}")
    return nbformat.read(path, as_version=4)


@dataclass(frozen=True)
class Generated:
    """A fresh release, made without touching the one in the course."""

    notebook: bytes
    gradebook: bytes
    """A gradebook with the cells of this assignment and no students."""


def generate_aside(course: Course, assignment: str, with_schemes: bool = True) -> Generated:
    """Make a fresh release and its gradebook in a temporary folder, without touching the course or its gradebook.

    The new gradebook contains the marking schemes for TAs, unless with_schemes is false.
    """
    with tempfile.TemporaryDirectory() as folder:
        config = course.nbgrader_config()
        if not with_schemes:
            steps = config.GenerateAssignment.preprocessors
            config.GenerateAssignment.preprocessors = ["nbgrader.preprocessors.ClearMarkScheme", *steps]
        config.CourseDirectory.root = folder
        config.CourseDirectory.db_url = f"sqlite:///{folder}/{GRADEBOOK}"
        del config.GenerateAssignment.pre_convert_hook
        directory = CourseDirectory(config=config)
        source, released = (
            Path(directory.format_path(step, NOBODY, assignment)) / f"{assignment}.ipynb"
            for step in (directory.source_directory, directory.release_directory)
        )
        Path(folder, GRADEBOOK).write_bytes(_empty_gradebook())
        source.parent.mkdir(parents=True)
        nbformat.write(read_master(course.master(assignment)), source)
        _generate(assignment, config)
        return Generated(released.read_bytes(), Path(folder, GRADEBOOK).read_bytes())


@cache
def _empty_gradebook() -> bytes:
    """A gradebook with nothing in it, made once: for each new one nbgrader starts another program, which takes seconds."""
    with tempfile.TemporaryDirectory() as folder:
        Gradebook(f"sqlite:///{folder}/{GRADEBOOK}").close()
        return Path(folder, GRADEBOOK).read_bytes()


def is_stale(course: Course, assignment: str) -> bool:
    """Whether the release is missing, or differs from a fresh one."""
    path = course.release(assignment)
    return not path.is_file() or path.read_bytes() != generate_aside(course, assignment).notebook


def refresh_source(assignment: str, notebooks: list[str], **_: Any) -> None:
    """nbgrader's pre-convert hook: formgrader's Generate button starts from the master as it is now."""
    course = find_course(Path(notebooks[0]).parent)
    if assignment in course.assignments:
        # nbgrader only logs a failing hook; without this it would go on with the stale source
        course.source(assignment).unlink(missing_ok=True)
        write_source(course, assignment)


def _generate(assignment: str, config: Config) -> None:
    """Run nbgrader generate_assignment; the error carries nbgrader's own words when it fails."""
    outcome = NbGraderAPI(config=config).generate_assignment(assignment, force=True, create=True)
    if not outcome["success"]:
        reason = outcome.get("log") or outcome.get("error") or "nbgrader gave no reason"
        raise CourseError(f"nbgrader could not generate '{assignment}':\n{reason.strip()}")
