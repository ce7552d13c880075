"""What many tests share: the real course with all its assignments, and a tiny one that is released once and copied."""

from __future__ import annotations

import atexit
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import nbformat
import pytest
from nbformat import NotebookNode
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from autograder.course import Course
from autograder.course.folder import read_configurations_again
from autograder.course.master import read_master
from autograder.course.output import VARIABLE
from autograder.grading.unchanged_imports import import_anything_again
from tests import tiny

A0 = tiny.A0
A1 = "a1_attention_and_convolution"
ROOT = Path(__file__).resolve().parent.parent
ASSIGNMENTS = Course(ROOT).assignments

TOGETHER = ("export", "feedback", "handed_out", "jail", "judge", "report")
"""Folders whose files share fixtures that take long to make: one process runs all of their tests."""

# a judge that ran in the same process has told Hypothesis to write nothing, and a busy machine has no deadlines
hypothesis.settings.register_profile("tests", database=None, deadline=None)
hypothesis.settings.load_profile("tests")


class OneFileAtATime(LoadScopeScheduling):
    """Gives whole files, or whole folders of them, to the processes that run tests beside each other."""

    def _split_scope(self, nodeid: str) -> str:
        path = nodeid.partition("::")[0]
        folder = Path(path).parent.name
        return folder if folder in TOGETHER else path


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> OneFileAtATime:
    """xdist's own groups do nothing with pytest 9.2, which no longer lets the names of tests be changed."""
    return OneFileAtATime(config, log)


def pytest_configure(config: pytest.Config) -> None:
    """Have the processes that tests run in end at once: libraries would fill the screen with warnings as they shut down."""
    if hasattr(config, "workerinput"):
        atexit.register(os._exit, 0)


@pytest.fixture(scope="session", autouse=True)
def _shared_place(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Have all processes of a test run share one finished tiny course, and write where the tests expect it."""
    os.environ.pop(VARIABLE, None)
    own = tmp_path_factory.getbasetemp()
    tiny.share(own.parent if "PYTEST_XDIST_WORKER" in os.environ else own)


@pytest.fixture(scope="session")
def course() -> Course:
    return Course(ROOT)


@pytest.fixture(autouse=True)
def _read_code_again() -> Iterator[None]:
    """Behind weak walls a command reads no code that was written since grading began; the tests go on after it."""
    yield
    import_anything_again()
    read_configurations_again()


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
    tiny.allow_what_this_machine_has(Course(tmp_path))
    before = Path.cwd()
    os.chdir(tmp_path)
    yield Course(tmp_path)
    os.chdir(before)


@pytest.fixture
def tiny_course(tmp_path: Path) -> Course:
    """A released course with one assignment that needs no torch."""
    return tiny.make_tiny_course(tmp_path / "course")
