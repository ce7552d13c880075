"""Alike wrong answers of a class: shown once, written down as a mistake, explained to all of them."""

import nbformat
import pytest
from typer.testing import CliRunner

from autograder.class_run.run import grade_class
from autograder.cli import app
from autograder.course import Course
from autograder.course.answers import answers_of, with_answers
from autograder.course.master import read_master
from autograder.grading.graded import read_groups
from autograder.grading.note import note_in
from tests.conftest import A0
from tests.tiny import make_tiny_course

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")

WRONG = {
    "ada": "def area(radius):\n    return math.pi * radius",
    "bela": "def area(r):\n    # the same in other words\n    return r * math.pi",
    "chen": "def area(radius):\n    return 7.0",
    "dara": "",
    "emil": "area = ...  # YOUR CODE HERE",
    "fola": "area = ...  # later",
}


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    course = make_tiny_course(tmp_path_factory.mktemp("groups") / "course")
    right = answers_of(read_master(course.master(A0)))
    release = nbformat.read(course.release(A0), as_version=4)
    for student, source in WRONG.items():
        folder = course.submission(student, A0)
        folder.mkdir(parents=True)
        nbformat.write(with_answers(release, right | ({"area": source} if source else {})), folder / f"{A0}.ipynb")
    grade_class(course, A0, jobs=1)
    return course


def test_groups_become_a_mistake_with_a_hint_for_everybody_in_them(
    course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    (group,) = read_groups(course, A0)
    assert (group.question, group.students) == ("area", ("ada", "bela"))
    assert group.failed == ("Twice the radius is four times the area.",)
    monkeypatch.chdir(course.root)
    shown = CliRunner().invoke(app, ["groups", A0])
    assert "1. 1a · Area of a circle: ada, bela" in shown.output
    assert "1 groups. To explain one: autograder mistakes add" in shown.output
    added = CliRunner().invoke(app, ["mistakes", "add", A0, "1", "not_squared"])
    assert added.exit_code == 0, added.output
    path = course.solution(A0).checks / "area" / "mistakes" / "not_squared.py"
    path.write_text(path.read_text().replace('"""TODO', '"""Square it. TODO', 1))
    run = grade_class(course, A0, jobs=1)
    assert {row.state for row in run.rows} == {"graded"}
    diagnoses = {student: note_in(course.autograded(student, A0)).diagnoses for student in WRONG}
    hints = {student: found["area"].hints for student, found in diagnoses.items() if "area" in found}
    assert [student for student, own in hints.items() if own and own[0].startswith("Square it.")] == ["ada", "bela"]
    assert read_groups(course, A0) == ()
    assert CliRunner().invoke(app, ["mistakes", "add", A0, "5", "other"]).exit_code != 0
