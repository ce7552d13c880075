"""A class graded for real and its feedback pages, made once."""

from __future__ import annotations

import base64
import io
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell
from nbgrader.api import Gradebook

from autograder.class_run.run import grade_class
from autograder.course import Course
from autograder.course.answers import answers_of, with_answers
from autograder.course.cells import grade_id
from autograder.course.master import read_master
from autograder.feedback.generate import generate_feedback
from tests.conftest import A0
from tests.feedback import attacks
from tests.tiny import make_tiny_course_with_mistake

HINT = "The area grows with the `radius` itself here.\n\nWhat happens to a square when its side doubles?"
PAPER = "It would *divide* by **zero**: $\\frac{1}{0}$.\n\n![sketch](attachment:sketch.png)\n\n$$\\lim_{n \\to 0} \\frac{s}{n}$$"

NOISY = """
import sys, os, traceback, warnings
import matplotlib.pyplot as plt
import numpy as np
print("radius", 2, "from", os.__file__)
print("\\r 10%|#         |\\r100%|##########|")
warnings.warn("careful")
plt.plot([0, 1], [0, 3]); plt.show()
traceback.print_stack()
try:
    np.linalg.inv(np.zeros((2, 2)))
except Exception:
    traceback.print_exc()
def area(radius):
    return np.linalg.inv(np.zeros((2, 2)))
input("your name?")
"""


@dataclass(frozen=True)
class Pages:
    """A graded course and the pages of its students."""

    course: Course
    files: Mapping[str, Path]

    def __getitem__(self, student: str) -> str:
        return self.files[student].read_text(encoding="utf-8")


def hand_in(
    course: Course, student: str, notebook: NotebookNode | bytes, name: str = f"{A0}.ipynb", assignment: str = A0
) -> Path:
    path = course.root / "submitted" / student / assignment / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(notebook if isinstance(notebook, bytes) else nbformat.writes(notebook).encode())
    return path


def picture() -> str:
    from matplotlib.figure import Figure

    figure, target = Figure(figsize=(2, 1)), io.BytesIO()
    figure.add_subplot().plot([0, 1])
    figure.savefig(target, format="png")
    return base64.b64encode(target.getvalue()).decode()


def class_of(course: Course) -> None:
    """One student for everything that a page has to show or to keep to itself."""
    release = nbformat.read(course.release(A0), as_version=4)
    right = answers_of(read_master(course.master(A0)))

    def submit(student: str, **changed: str) -> NotebookNode:
        notebook = with_answers(release, right | changed)
        hand_in(course, student, notebook)
        return notebook

    with_picture = with_answers(release, right | {"explain_mean": PAPER})
    cell = next(cell for cell in with_picture.cells if grade_id(cell) == "explain_mean")
    cell["attachments"] = {"sketch.png": {"image/png": picture()}}
    helper = new_code_cell("def square(x):\n    return x * x\n\nprint('helper', square(3))")
    with_picture.cells.insert(2, helper)
    hand_in(course, "anna", with_picture)
    hand_in(course, "anna", b"<script>window.pwned=1</script>", "extra.html")

    hand_in(course, "ben", release)
    submit("carl", mean="import os\nos._exit(1)")
    submit("dora", area="def area(radius):\n    " + "x" * 200 + " = 1\n    return math.pi * radius  # 3.14…")
    hand_in(course, "emil", b'{"cells": [', attacks.FILE_NAME)
    hand_in(course, "emil", b"", "other.ipynb")
    submit("finn", area="while True:\n    pass")
    submit("nora", area=NOISY, mean="def mean(numbers)\n    return 1")
    changed = with_answers(release, right)
    next(cell for cell in changed.cells if grade_id(cell) == "test_area").source = "print('public checks passed')"
    changed.cells = [cell for cell in changed.cells if grade_id(cell) != "imports"]
    hand_in(course, "mia", changed)
    submit("olga", area="def area(radius):\n    return math.pi * radius")
    submit("lena")
    (course.root / "submitted" / "lena" / A0 / "timestamp.txt").write_text("2025-03-03 14:30:00 UTC")
    hostile = with_answers(release, right | {"area": attacks.CODE, "explain_mean": attacks.ANSWER})
    cell = next(cell for cell in hostile.cells if grade_id(cell) == "explain_mean")
    cell["attachments"] = {"evil.svg": {"image/svg+xml": base64.b64encode(attacks.SVG.encode()).decode()}}
    hand_in(course, attacks.STUDENT, hostile)


def ta_work(course: Course) -> None:
    """What people add in formgrader."""
    with Gradebook(f"sqlite:///{course.root}/gradebook.db") as gradebook:
        gradebook.update_or_create_student("anna", first_name="Anna", last_name="Ångström & Co")
        gradebook.update_or_create_student(attacks.STUDENT, first_name=attacks.FIRST_NAME)
        grade = gradebook.find_grade("explain_mean", A0, A0, "anna")
        grade.manual_score, grade.needs_manual_grade = 0.5, False
        gradebook.find_comment("explain_mean", A0, A0, "anna").manual_comment = "Say *which* division, see $n = 0$."
        override = gradebook.find_grade("test_area", A0, A0, "dora")
        override.manual_score, override.extra_credit = 2.5, 0.25
        for cell in ("area", "explain_mean"):
            gradebook.find_comment(cell, A0, A0, attacks.STUDENT).manual_comment = attacks.COMMENT
        gradebook.db.commit()


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Pages:
    """The class, graded and given feedback; tests look at it and leave it as it is."""
    course = make_tiny_course_with_mistake(tmp_path_factory.mktemp("feedback"), HINT)
    (course.solution(A0).checks / "area" / "costs.toml").write_text("not_squared = 0.25\n")
    class_of(course)
    grade_class(course, A0, jobs=2)
    ta_work(course)
    return Pages(course, generate_feedback(course, A0))
