"""What many tests share: the real course with all its assignments, and a tiny one that is released once and copied."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

from autograder.course import Course
from autograder.course.master import read_master
from tests import tiny

A0 = tiny.A0
A1 = "a1_attention_and_convolution"
ROOT = Path(__file__).resolve().parent.parent
ASSIGNMENTS = Course(ROOT).assignments

# tests of one folder whose fixtures are shared by several files, or that do not like company, run one after the other
TOGETHER = {"feedback": "feedback", "report": "report", "export": "export", "judge": "judge", "jail": "jail"}
BROWSER = "browser"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Say which tests share a process when several run them: those of one file, or of one group."""
    for item in items:
        folder = item.path.parent.name
        group = BROWSER if item.get_closest_marker("browser") else TOGETHER.get(folder, item.path.stem)
        if not item.get_closest_marker("xdist_group"):
            item.add_marker(pytest.mark.xdist_group(group))


@pytest.fixture(scope="session", autouse=True)
def _shared_place(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Have all processes of a test run share one finished tiny course."""
    own = tmp_path_factory.getbasetemp()
    tiny.share(own.parent if "PYTEST_XDIST_WORKER" in os.environ else own)


@pytest.fixture(scope="session")
def course() -> Course:
    return Course(ROOT)


@pytest.fixture(scope="session", params=ASSIGNMENTS)
def assignment(request: pytest.FixtureRequest) -> str:
    """Every assignment of the course, one after the other."""
    name: str = request.param
    return name


@pytest.fixture(scope="session")
def master(course: Course, assignment: str) -> NotebookNode:
    return read_master(course.master(assignment))


@pytest.fixture(scope="session")
def release(course: Course, assignment: str) -> NotebookNode:
    return nbformat.read(course.release(assignment), as_version=4)


@pytest.fixture(scope="session")
def a1_master(course: Course) -> NotebookNode:
    return read_master(course.master(A1))


@pytest.fixture(scope="session")
def a1_release(course: Course) -> NotebookNode:
    return nbformat.read(course.release(A1), as_version=4)


@pytest.fixture
def course_copy(tmp_path: Path) -> Iterator[Course]:
    """A course folder of its own: config, masters and releases, no gradebook yet."""
    for name in ("solutions", "notebooks"):
        shutil.copytree(ROOT / name, tmp_path / name)
    for name in ("nbgrader_config.py", "course.toml"):
        shutil.copy(ROOT / name, tmp_path)
    before = Path.cwd()
    os.chdir(tmp_path)
    yield Course(tmp_path)
    os.chdir(before)


@pytest.fixture
def tiny_course(tmp_path: Path) -> Course:
    """A released course with one assignment that needs no torch."""
    return tiny.make_tiny_course(tmp_path / "course")
