"""A course small enough to grade in a second: released once per test run, then copied."""

from __future__ import annotations

import fcntl
import shutil
from pathlib import Path

from nbgrader.api import Gradebook

from autograder.course import Course
from autograder.course.folder import read_configurations_again
from autograder.course.release import release
from autograder.jail.walls.isolation import isolation
from autograder.jail.walls.strength import Walls

A0 = "a0_tiny"
ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "tests" / "tiny_course"
CHECKS = SOURCE / "solutions" / A0 / "checks"
_shared: list[Path] = []


def share(place: Path) -> None:
    """Say where the finished course lies; other processes of the same test run say the same."""
    _shared[:] = [place / "finished_tiny_course"]


def make_tiny_course(root: Path) -> Course:
    """A released tiny course in a folder of its own."""
    shutil.copytree(_finished(), root)
    return Course(root)


def make_tiny_course_with_mistake(place: Path, hint: str, cell_seconds: int = 3) -> Course:
    """The tiny course with one known mistake, a date when it is due, and a penalty per day."""
    course = make_tiny_course(place / "course")
    mistake = course.solution(A0).checks / "area" / "mistakes" / "not_squared.py"
    mistake.parent.mkdir()
    mistake.write_text(f'"""{hint}"""\n\n\ndef area(radius):\n    return math.pi * radius\n')
    configure(
        course,
        f"c.JudgeSubmission.cell_seconds = {cell_seconds}",
        "c.AssignLatePenalties.plugin_class = 'tests.feedback.late.PointPerDay'",
    )
    with Gradebook(course.db_url) as gradebook:
        gradebook.update_or_create_assignment(A0, duedate="2025-03-01 12:00:00 UTC")
    return course


def allow_what_this_machine_has(course: Course) -> None:
    """Let a course be graded here, where walls may only be weak: what the tests hand in is our own."""
    if isolation().walls is Walls.WEAK:
        configure(course, "c.JudgeSubmission.allow_weak_isolation = True")


def configure(course: Course, *lines: str) -> None:
    """Add lines to a course's nbgrader configuration, as a person does between two commands."""
    read_configurations_again()
    with (course.root / "nbgrader_config.py").open("a") as config:
        config.writelines(f"{line}\n" for line in lines)


def _finished() -> Path:
    """The course that is copied; the first process that needs it makes it, and others wait."""
    (place,) = _shared
    place.parent.mkdir(parents=True, exist_ok=True)
    with place.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (place / "gradebook.db").is_file():
            shutil.rmtree(place, ignore_errors=True)
            shutil.copytree(SOURCE, place, ignore=shutil.ignore_patterns("__pycache__"))
            shutil.copy(ROOT / "nbgrader_config.py", place)
            allow_what_this_machine_has(Course(place))
            release(Course(place), A0)
    return place
