"""A class of the tiny course, graded for real, with what people added to it."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from nbgrader.api import Gradebook

from autograder.class_run.run import grade_class
from autograder.course import Course
from autograder.course.answers import answers_of, with_answers
from autograder.course.master import read_master
from autograder.intake.handins import Handin, write_handins
from tests.conftest import A0
from tests.tiny import make_tiny_course_with_mistake

HINT = "The area grows with the radius itself here."
FORMULA = '=HYPERLINK("http://evil.example","click")'
COMMENT = "Which division? <b>Say</b> it,\nplease."


def url(course: Course) -> str:
    return f"sqlite:///{course.root}/gradebook.db"


def strict(text: str) -> list[list[str]]:
    """A CSV read by Python's reader at its strictest; every row must be as long as the header."""
    rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    assert {len(row) for row in rows} == {len(rows[0])}
    return rows


def table_of(text: str, key: str) -> dict[str, dict[str, str]]:
    header, *rows = strict(text)
    return {row[header.index(key)]: dict(zip(header, row, strict=True)) for row in rows}


def _class(course: Course) -> None:
    release = nbformat.read(course.release(A0), as_version=4)
    right = answers_of(read_master(course.master(A0)))
    cells = {
        "anna": right,
        "ben": right | {"area": "def area(radius):\n    return math.pi * radius"},
        "carl": right | {"mean": "import os\nos._exit(1)"},
        "lena": right,
        "evil": right | {"area": "def area(radius):\n    raise ValueError('<script>')"},
    }
    for student, filled in cells.items():
        folder = course.root / "submitted" / student / A0
        folder.mkdir(parents=True)
        nbformat.write(with_answers(release, filled), folder / f"{A0}.ipynb")
    (course.root / "submitted" / "lena" / A0 / "timestamp.txt").write_text("2025-03-03 14:30:00 UTC")


def _people(course: Course) -> None:
    with Gradebook(url(course)) as gradebook:
        for student, first, last, email, lms in (
            ("anna", "Anna", "Ångström", "anna@uni.example", ""),
            ("ben", "Ben", "de Vries", "ben@uni.example", "u-ben"),
            ("carl", "Carl", 'O"Neil, Jr.', "carl@uni.example", ""),
            ("lena", "Lena", "Under_score", "lena@uni.example", ""),
            ("evil", FORMULA, "", "@evil", ""),
            ("absent", "Ada", "Absent", "ada@uni.example", ""),
        ):
            gradebook.update_or_create_student(student, first_name=first, last_name=last, email=email, lms_user_id=lms)
        for student in ("anna", "ben", "carl", "lena", "evil"):
            grade = gradebook.find_grade("explain_mean", A0, A0, student)
            grade.manual_score, grade.needs_manual_grade = (0.5 if student == "anna" else 1.0), False
        gradebook.find_grade("test_area", A0, A0, "anna").extra_credit = 0.25
        gradebook.find_comment("explain_mean", A0, A0, "anna").manual_comment = COMMENT
        gradebook.db.commit()


def _collected(course: Course) -> None:
    numbers = {"anna": "100001", "ben": "100002", "carl": "100003", "lena": "100004", "evil": "100005"}
    names = {"anna": "Anna Ångström", "ben": "Ben de Vries", "carl": 'Carl O"Neil, Jr.', "lena": "Lena Under_score"}
    write_handins(
        course,
        A0,
        {
            student: Handin(
                student,
                "moodle",
                names.get(student, FORMULA),
                participant,
                f"{names[student]}_{participant}_assignsubmission_file_" if student in ("anna", "ben") else "",
                time="2025-03-01T10:00:00+00:00",
            )
            for student, participant in numbers.items()
        },
    )


@pytest.fixture(scope="session")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Course:
    """Everything graded, by people too; tests look at it and leave it as it is."""
    course = make_tiny_course_with_mistake(tmp_path_factory.mktemp("export"), HINT, cell_seconds=5)
    _class(course)
    grade_class(course, A0, jobs=2)
    _people(course)
    _collected(course)
    return course


@pytest.fixture
def waiting(graded: Course) -> Iterator[Course]:
    """The same class, with two written answers that nobody has read."""
    with Gradebook(url(graded)) as gradebook:
        for student in ("ben", "carl"):
            gradebook.find_grade("explain_mean", A0, A0, student).needs_manual_grade = True
        gradebook.db.commit()
    yield graded
    with Gradebook(url(graded)) as gradebook:
        for student in ("ben", "carl"):
            gradebook.find_grade("explain_mean", A0, A0, student).needs_manual_grade = False
        gradebook.db.commit()


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out"
