"""The demonstration: a made-up class goes the whole way, from Moodle's zip to the report."""

import os
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
from nbgrader.api import Gradebook

from autograder.course import Course
from autograder.course.folder import GRADEBOOK
from autograder.demo.made_up_class import read_class
from autograder.demo.make_demo import make_demo, moodle_zip
from autograder.errors import CourseError
from tests.conftest import A0, ROOT
from tests.tiny import configure, make_tiny_course

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")


@dataclass(frozen=True)
class Shown:
    """What the command did and said."""

    course: Course
    output: str


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Shown:
    course = make_tiny_course(tmp_path_factory.mktemp("demo") / "course")
    configure(course, f"c.CourseDirectory.db_url = 'sqlite:///{course.root}/of the class.db'")
    env = {**os.environ, "COLUMNS": "100"}
    command = [sys.executable, "-m", "autograder", "demo", "--folder", "shown here"]
    done = subprocess.run(command, cwd=course.root, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return Shown(Course(course.root / "shown here"), done.stdout)


def test_no_made_up_student_gets_into_the_gradebook_of_the_course(shown: Shown) -> None:
    assert (shown.course.root / GRADEBOOK).is_file()
    assert not (shown.course.root.parent / "of the class.db").exists()


def test_everybody_gets_what_they_handed_in(shown: Shown) -> None:
    with Gradebook(shown.course.db_url) as gradebook:
        found = {
            submission.student.id: [
                grade.auto_score for grade in submission.notebooks[0].grades if "test" in grade.name
            ]
            for submission in gradebook.assignment_submissions(A0)
        }
    assert {student: sum(scores) for student, scores in found.items()} == {
        "ada": 5, "bela": 3, "chen": 0, "dara": 0, "emil": 5, "fatima": 5, "hana": 0, "ines": 5, "jonas": 2,
    }  # fmt: skip


def test_every_step_is_said_and_leads_to_a_page(shown: Shown) -> None:
    for step in ("collect", "grade", "feedback", "report"):
        assert f"> autograder {step} {A0}" in shown.output
    assert "9 pages of feedback" in shown.output
    places = [
        line.split(maxsplit=1)[1] for line in shown.output.splitlines() if line.startswith(("  report", "  feedback"))
    ]
    assert len(places) == 2
    assert all((shown.course.root.parent / place).is_file() for place in places)


def test_a_demonstration_is_made_anew_and_its_class_is_always_the_same(shown: Shown, tmp_path: Path) -> None:
    course = Course(shown.course.root.parent)
    made = make_demo(course, tmp_path / "again", [A0])
    assert moodle_zip(made, A0).read_bytes() == moodle_zip(shown.course, A0).read_bytes()
    (made.root / "old").touch()
    make_demo(course, tmp_path / "again", [A0])
    assert not (made.root / "old").exists()


def test_an_assignment_without_a_class_or_with_a_wrong_one_is_a_sentence(tiny_course: Course, tmp_path: Path) -> None:
    path = tiny_course.solution(A0).demo
    path.write_text(path.read_text().replace('hands_in = "late"', 'hands_in = "sometimes"'))
    with pytest.raises(CourseError, match=r"demo\.toml of a0_tiny is not what it should be"):
        read_class(tiny_course.solution(A0))
    path.unlink()
    with pytest.raises(CourseError, match="no made-up class"):
        make_demo(tiny_course, tmp_path / "demo", [A0])
    assert not (tmp_path / "demo").exists()


@pytest.mark.parametrize(
    "path",
    [*(ROOT / "solutions").glob("*/demo.toml"), ROOT / "autograder/authoring/assignment_template/demo.toml.template"],
    ids=lambda path: path.parent.name,
)
def test_made_up_classes_are_due_in_the_past(path: Path) -> None:
    # a time that is yet to come counts for nothing, and collect would say so about everybody
    assert tomllib.loads(path.read_text())["due"] < datetime.now(UTC)
