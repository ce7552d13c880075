"""A new assignment is green as it stands: it certifies, releases, and grades its made-up class."""

import shutil
from pathlib import Path

import nbformat
import pytest
from typer.testing import CliRunner

from autograder.authoring.certificate import certified_seeds
from autograder.authoring.new_assignment import new_assignment
from autograder.cli import app
from autograder.course import Course
from autograder.course.questions import questions, title_of
from autograder.errors import CourseError
from tests.conftest import ROOT
from tests.tiny import allow_what_this_machine_has

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")

NAME = "a9_trees_and_graphs"


@pytest.fixture
def empty_course(tmp_path: Path) -> Course:
    (tmp_path / "solutions").mkdir()
    shutil.copy(ROOT / "nbgrader_config.py", tmp_path)
    allow_what_this_machine_has(Course(tmp_path))
    return Course(tmp_path)


def test_it_certifies_releases_and_shows_as_it_stands(empty_course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(empty_course.root)
    monkeypatch.setenv("COLUMNS", "120")
    for command in (
        ["new", "assignment", NAME],
        ["certify", NAME, "--seeds", "2"],
        ["release"],
        ["release", "--check"],
    ):
        done = CliRunner().invoke(app, command)
        assert done.exit_code == 0, done.output
    assert certified_seeds(empty_course, NAME) == {"circle_area": 2, "softmax": 2}
    release = nbformat.read(empty_course.release(NAME), as_version=4)
    assert title_of(release) == "A9 trees and graphs"
    assert [(question.label, question.points) for question in questions(release)] == [("1a", 2), ("1b", 4)]
    shown = CliRunner().invoke(app, ["demo"])
    assert shown.exit_code == 0, shown.output
    assert "7 submissions from moodle" in shown.output
    assert (empty_course.root / "demo" / "reports" / NAME / "report.html").is_file()
    hint = (empty_course.root / "demo" / "feedback" / "bela" / NAME / f"{NAME}.html").read_text()
    assert "This is the circumference of the circle" in hint


def test_a_name_that_is_taken_or_no_name_is_a_sentence(empty_course: Course) -> None:
    new_assignment(empty_course, NAME)
    with pytest.raises(CourseError, match="already"):
        new_assignment(empty_course, NAME)
    for name in ("../elsewhere", "A1", "with space", ""):
        with pytest.raises(CourseError, match="cannot be an assignment's name"):
            new_assignment(empty_course, name)


def test_a_course_without_assignments_says_how_to_begin(empty_course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(empty_course.root)
    done = CliRunner().invoke(app, ["demo"])
    assert isinstance(done.exception, CourseError)
    assert "autograder new assignment" in str(done.exception)
