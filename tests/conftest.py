"""What many tests share: the real course, its first assignment as master and as release."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode
from nbgrader.api import Gradebook

from autograder.course.folder import Course
from autograder.course.master import read_master
from autograder.course.release import release as make_release

A0 = "a0_tiny"
A1 = "a1_attention_and_convolution"
ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def course() -> Course:
    return Course(ROOT)


@pytest.fixture(scope="session")
def master(course: Course) -> NotebookNode:
    return read_master(course.master(A1))


@pytest.fixture(scope="session")
def release(course: Course) -> NotebookNode:
    return nbformat.read(course.release(A1), as_version=4)


@pytest.fixture
def course_copy(tmp_path: Path) -> Iterator[Course]:
    """A course folder of its own: config, masters and releases, no gradebook yet."""
    for name in ("solutions", "notebooks"):
        shutil.copytree(ROOT / name, tmp_path / name)
    shutil.copy(ROOT / "nbgrader_config.py", tmp_path)
    before = Path.cwd()
    os.chdir(tmp_path)
    yield Course(tmp_path)
    os.chdir(before)


@pytest.fixture
def tiny_course(tmp_path: Path) -> Course:
    """A released course with one assignment that needs no torch."""
    return make_tiny_course(tmp_path / "course")


def make_tiny_course_with_mistake(place: Path, hint: str, cell_seconds: int = 3) -> Course:
    """The tiny course with checks of its own that know one mistake, a date when it is due, and a penalty per day."""
    course, checks = make_tiny_course(place / "course"), place / "checks"
    shutil.copytree(ROOT / "tests" / "tiny_course" / "checks", checks)
    mistake = checks / A0 / "area" / "mistakes" / "not_squared.py"
    mistake.parent.mkdir()
    mistake.write_text(f'"""{hint}"""\n\n\ndef area(radius):\n    return math.pi * radius\n')
    with (course.root / "nbgrader_config.py").open("a") as config:
        config.write(f"c.JudgeSubmission.checks = {str(checks)!r}\nc.JudgeSubmission.cell_seconds = {cell_seconds}\n")
        config.write("c.AssignLatePenalties.plugin_class = 'tests.feedback.late.PointPerDay'\n")
    with Gradebook(course.db_url) as gradebook:
        gradebook.update_or_create_assignment(A0, duedate="2025-03-01 12:00:00 UTC")
    return course


def make_tiny_course(root: Path) -> Course:
    """Lay out and release the tiny course in a folder."""
    tiny = ROOT / "tests" / "tiny_course"
    (root / "solutions").mkdir(parents=True)
    shutil.copy(tiny / f"{A0}.py", root / "solutions")
    config = (ROOT / "nbgrader_config.py").read_text()
    (root / "nbgrader_config.py").write_text(f"{config}\nc.JudgeSubmission.checks = {str(tiny / 'checks')!r}\n")
    course = Course(root)
    make_release(course, A0)
    return course
