"""Making releases: always from the master as it is now, and nothing else comes along."""

import os
import subprocess
import sys

import nbformat
import pytest

from autograder.course import Course
from autograder.course.release import generate_aside, is_stale, read_release, release, write_source
from autograder.errors import CourseError
from tests.conftest import A0

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")


def test_nothing_lies_beside_the_source_notebook(tiny_course: Course) -> None:
    stray = tiny_course.source(A0).parent / "old_master.py"
    stray.parent.mkdir(parents=True, exist_ok=True)
    stray.write_text("solution = 1")
    path = write_source(tiny_course, A0)
    assert [file.name for file in path.parent.rglob("*")] == [f"{A0}.ipynb"]


def test_generating_again_changes_nothing_and_the_folder_holds_the_notebook_alone(tiny_course: Course) -> None:
    before = tiny_course.release(A0).read_bytes()
    path = release(tiny_course, A0)
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.rglob("*")] == [f"{A0}.ipynb"]


def test_plain_nbgrader_starts_from_the_master_as_it_is_now(tiny_course: Course) -> None:
    before = tiny_course.release(A0).read_bytes()
    tiny_course.source(A0).write_text("{}")
    env = {**os.environ, "PATH": os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"]}
    command = [sys.executable, "-m", "nbgrader", "generate_assignment", A0, "--force"]
    subprocess.run(command, cwd=tiny_course.root, env=env, check=True, capture_output=True)
    assert tiny_course.release(A0).read_bytes() == before


def test_a_changed_master_makes_the_release_stale(tiny_course: Course) -> None:
    assert not is_stale(tiny_course, A0)
    path = tiny_course.master(A0)
    path.write_text(path.read_text().replace("Area of a circle", "Area of a disc"))
    assert is_stale(tiny_course, A0)
    assert b"Area of a disc" in generate_aside(tiny_course, A0).notebook


def test_a_gradebook_for_others_holds_no_marking_scheme_and_the_release_is_the_same(tiny_course: Course) -> None:
    ours, theirs = (generate_aside(tiny_course, A0, with_schemes=wanted) for wanted in (True, False))
    assert ours.notebook == theirs.notebook
    assert b"a division by zero" in ours.gradebook
    assert b"a division by zero" not in theirs.gradebook


def test_a_broken_master_is_an_error_in_nbgraders_own_words(tiny_course: Course) -> None:
    path = tiny_course.master(A0)
    path.write_text(path.read_text().replace("### END SOLUTION", "", 1))
    with pytest.raises(CourseError, match="could not generate"):
        release(tiny_course, A0)


def test_an_assignment_that_is_unknown_or_not_released_is_a_sentence(tiny_course: Course) -> None:
    with pytest.raises(CourseError, match=A0):
        tiny_course.master("a9_nothing")
    assert isinstance(read_release(tiny_course, A0), nbformat.NotebookNode)
    tiny_course.release(A0).unlink()
    with pytest.raises(CourseError, match="autograder release a0_tiny"):
        read_release(tiny_course, A0)
