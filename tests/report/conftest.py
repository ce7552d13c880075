"""A class with one student for everything that the instructor's page has to show, graded once."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import nbformat
import pytest
from nbformat import NotebookNode
from nbgrader.api import Gradebook

from autograder.class_run.run import grade_class
from autograder.course import Course
from autograder.course.answers import answers_of, with_answers
from autograder.course.master import read_master
from autograder.feedback.generate import generate_feedback
from autograder.grading.note import note_on, put_note
from autograder.intake.preflight import REMARK, Finding
from autograder.intake.recover import RecoveryNote
from autograder.report.write import WrittenReport, write_report
from tests.conftest import A0
from tests.feedback import attacks
from tests.tiny import make_tiny_course_with_mistake

HINT = "The area grows with the `radius` itself here."
ALIKE = "# Gustav Hansen, gustav7, gustav@uni.example\ndef area(radius):\n    gustav7_pi = 3\n    return gustav7_pi + radius\n"
PEOPLE = {
    "anna1": ("Anna", "Ångström & Co"),
    "gustav7": ("Gustav", "Hansen"),
    "mia99": ("Mia", "Moreno"),
    attacks.STUDENT: (attacks.FIRST_NAME, ""),
}


@dataclass(frozen=True)
class Reports:
    """A graded course, its report and the nameless one."""

    course: Course
    named: WrittenReport
    nameless: WrittenReport


def hand_in(course: Course, student: str, notebook: NotebookNode | bytes, name: str = f"{A0}.ipynb") -> Path:
    path = course.root / "submitted" / student / A0 / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(notebook if isinstance(notebook, bytes) else nbformat.writes(notebook).encode())
    return path


def class_of(course: Course) -> None:
    release = nbformat.read(course.release(A0), as_version=4)
    right = answers_of(read_master(course.master(A0)))

    def submit(student: str, **changed: str) -> None:
        hand_in(course, student, with_answers(release, right | changed))

    submit("anna1")
    submit("dora4", area="def area(radius):\n    return math.pi * radius")
    submit("dina4", area="def area(radius):\n    return radius * math.pi")
    submit("gustav7", area=ALIKE)
    submit("gil8", area=ALIKE.replace("gustav7_pi", "pi"))
    submit("carl5", mean="import os\nos._exit(1)")
    submit("finn6", area="while True:\n    pass")
    submit("lena3")
    (course.root / "submitted" / "lena3" / A0 / "timestamp.txt").write_text("2025-03-03 14:30:00 UTC")
    hand_in(course, "ben22", release)
    hand_in(course, "emil2", b'{"cells": [', attacks.FILE_NAME)
    hand_in(course, "emil2", b"", "other.ipynb")
    submit(attacks.STUDENT, area=attacks.CODE, explain_mean=attacks.ANSWER)


def people_work(course: Course) -> None:
    """The roster, and what people did in formgrader."""
    with Gradebook(course.db_url) as gradebook:
        for student, (first, last) in PEOPLE.items():
            gradebook.update_or_create_student(
                student, first_name=first, last_name=last, email=f"{first.lower()}@uni.example"
            )
        grade = gradebook.find_grade("explain_mean", A0, A0, "anna1")
        grade.manual_score, grade.needs_manual_grade = 0.5, False
        gradebook.find_submission_notebook(A0, A0, "dora4").flagged = True
        gradebook.db.commit()


def note(course: Course, student: str, **noted: Any) -> None:
    """What recovery and preflight leave in a graded notebook."""
    path = course.autograded(student, A0)
    notebook = nbformat.read(path, as_version=4)
    put_note(notebook, msgspec.structs.replace(note_on(notebook), **noted))
    path.unlink()
    nbformat.write(notebook, path)


def graded_tiny_course(root: Path) -> Course:
    """The class, graded and given feedback; one more hands in afterwards."""
    course = make_tiny_course_with_mistake(root, HINT)
    class_of(course)
    grade_class(course, A0, jobs=2)
    people_work(course)
    generate_feedback(course, A0, ["anna1", attacks.STUDENT])
    said = Finding("locked", attacks.FIRST_NAME, "anna1 changed a locked cell.")
    lost = (f"Cell {attacks.FIRST_NAME} had lost its name.",)
    note(course, "lena3", recovery=RecoveryNote("doubtful", lost))
    note(course, "anna1", preflight=(said, Finding(REMARK, "", "Only a remark.")))
    hand_in(course, "ulla5", nbformat.read(course.release(A0), as_version=4))
    return course


@pytest.fixture(scope="session")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Reports:
    """The class and its pages; tests look at them and leave them as they are."""
    course = graded_tiny_course(tmp_path_factory.mktemp("report"))
    return Reports(course, write_report(course, A0), write_report(course, A0, anonymous=True))
