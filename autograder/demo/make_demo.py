"""Lays out a course of its own with a made-up class, and packs the zip that Moodle would give."""

from __future__ import annotations

import csv
import shutil
import zipfile
from collections.abc import Collection
from datetime import timedelta
from pathlib import Path

from nbgrader.api import Gradebook

from autograder.course import Course
from autograder.course.folder import CONFIG_FILE, GRADEBOOK, SOLUTIONS
from autograder.course.release import release
from autograder.course.settings import SETTINGS_FILE
from autograder.demo.handed_in import HandedIn
from autograder.demo.made_up_class import MadeUpClass, read_class

ROSTER = "roster.csv"
# nobody wants to wait half a minute in a demonstration for a loop that never ends, and nobody wants made-up students in
# the gradebook of the course
OWN_SETTINGS = f"""
from pathlib import Path

c.JudgeSubmission.check_seconds = 3
c.JudgeSubmission.cell_seconds = 10
c.CourseDirectory.root = str(Path(__file__).resolve().parent)
c.CourseDirectory.db_url = f"sqlite:///{{Path(__file__).resolve().parent}}/{GRADEBOOK}"
"""
# Moodle's participant numbers are large, and not one after the other
FIRST_PARTICIPANT, PARTICIPANTS_APART = 2_104_300, 7
# the first student hands in some hours before the deadline, each next one earlier still; late ones after it
HOURS_BEFORE, HOURS_APART, HOURS_LATE = 3, 2, 31


def make_demo(course: Course, folder: Path, assignments: Collection[str]) -> Course:
    """Lay out a course in a folder, release some assignments of another course and pack Moodle's zips."""
    classes = {assignment: read_class(course.solution(assignment)) for assignment in assignments}
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    for assignment in assignments:
        shutil.copytree(course.solution(assignment).path, folder / SOLUTIONS / assignment)
    (folder / CONFIG_FILE).write_text((course.root / CONFIG_FILE).read_text() + OWN_SETTINGS)
    if (course.root / SETTINGS_FILE).is_file():
        shutil.copy(course.root / SETTINGS_FILE, folder)
    demo = Course(folder)
    _write_roster(folder / ROSTER, classes.values())
    for assignment, made_up in classes.items():
        release(demo, assignment)
        with Gradebook(demo.db_url) as gradebook:
            gradebook.update_or_create_assignment(assignment, duedate=made_up.due.replace(tzinfo=None))
        _pack(demo, assignment, made_up)
    return demo


def moodle_zip(course: Course, assignment: str) -> Path:
    """Where the made-up download from Moodle lies."""
    return course.root / f"moodle_{assignment}.zip"


def _write_roster(path: Path, classes: Collection[MadeUpClass]) -> None:
    names = {student.id: student.name for made_up in classes for student in made_up.students}
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(("id", "name", "email"))
        writer.writerows((student, name, f"{student}@example.org") for student, name in names.items())


def _pack(course: Course, assignment: str, made_up: MadeUpClass) -> None:
    """A zip as Moodle's "download all submissions" makes it: a folder per person, with the time of the file."""
    handed_in = HandedIn(course, assignment, made_up)
    with zipfile.ZipFile(moodle_zip(course, assignment), "w", zipfile.ZIP_DEFLATED) as archive:
        for number, student in enumerate(made_up.students):
            if student.hands_in == "absent":
                continue
            early = timedelta(hours=HOURS_BEFORE + HOURS_APART * number)
            time = made_up.due + (timedelta(hours=HOURS_LATE) if student.hands_in == "late" else -early)
            participant = FIRST_PARTICIPANT + PARTICIPANTS_APART * number
            name = f"{student.name}_{participant}_assignsubmission_file_/{assignment}.ipynb"
            # a time in a zip has six parts, from the year to the second
            archive.writestr(zipfile.ZipInfo(name, time.timetuple()[:6]), handed_in.file_of(student))
