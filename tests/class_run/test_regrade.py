"""Grading again after a check has changed: only what it touches is judged, and a preview comes before the booking."""

import shutil
from pathlib import Path

import nbformat
import pytest
from nbgrader.api import Gradebook
from typer.testing import CliRunner

from autograder.class_run.run import GradedRow, grade_class
from autograder.cli import app
from autograder.course import Course
from autograder.course.answers import answers_of, with_answers
from autograder.course.master import read_master
from autograder.grading.pool import LocalPool
from autograder.grading.session import GradingSession
from autograder.jail import Limits
from autograder.nbgrader.held_gradebook import HeldGradebook, released_code
from tests.conftest import A0
from tests.tiny import make_tiny_course

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")

STRICTER = '''

@points(1)
def test_of_many_numbers(student):
    """The mean of a hundred ones is one."""
    assert_close(student.mean([1.0] * 100), 1.0)
    raise AssertionError("Nothing is good enough for this check.")
'''


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Course:
    """A graded class of two, to be copied."""
    course = make_tiny_course(tmp_path_factory.mktemp("regrade") / "course")
    right = answers_of(read_master(course.master(A0)))
    release = nbformat.read(course.release(A0), as_version=4)
    for student, changed in {"right": {}, "wrong": {"area": "def area(radius):\n    return radius"}}.items():
        folder = course.submission(student, A0)
        folder.mkdir(parents=True)
        nbformat.write(with_answers(release, right | changed), folder / f"{A0}.ipynb")
    grade_class(course, A0, jobs=1)
    return course


@pytest.fixture
def graded(finished: Course, tmp_path: Path) -> Course:
    """The class with checks of its own, which tests may change."""
    return Course(shutil.copytree(finished.root, tmp_path / "course"))


def session_of(course: Course, limits: Limits) -> GradingSession:
    """A session that grades nothing: only looks at what is known."""
    with HeldGradebook.hold(course.db_url) as held:
        released = released_code(held.source_cells(A0, A0))
    return GradingSession(course, A0, LocalPool(1, []), limits, released)


def scores(course: Course) -> dict[str, dict[str, tuple[float | None, float | None, bool]]]:
    with Gradebook(course.db_url) as gradebook:
        return {
            submission.student.id: {
                grade.name: (grade.auto_score, grade.manual_score, bool(grade.needs_manual_grade))
                for grade in submission.notebooks[0].grades
            }
            for submission in gradebook.assignment_submissions(A0)
        }


def settle_by_hand(course: Course) -> None:
    with Gradebook(course.db_url) as gradebook:
        grade = gradebook.find_grade("explain_mean", A0, A0, "right")
        grade.manual_score, grade.needs_manual_grade = 1.0, False
        gradebook.find_comment("explain_mean", A0, A0, "right").manual_comment = "Well said."
        gradebook.db.commit()


def change_a_check(course: Course) -> None:
    path = course.solution(A0).check_file("mean")
    path.write_text(path.read_text() + STRICTER)


def files(course: Course) -> dict[Path, bytes]:
    kept = (path for path in course.root.rglob("*") if path.is_file() and ".autograder" not in path.parts)
    return {path: path.read_bytes() for path in kept}


def by_student(rows: list[GradedRow]) -> dict[str, GradedRow]:
    return {row.student: row for row in rows}


def test_a_dry_run_shows_whose_points_change_and_by_which_check_and_writes_nothing(graded: Course) -> None:
    settle_by_hand(graded)
    change_a_check(graded)
    before = files(graded)
    rows = by_student(grade_class(graded, A0, jobs=1, dry=True).rows)
    assert files(graded) == before
    assert rows["right"].changes == ()  # the new check gives nothing and takes nothing
    assert {row.state for row in rows.values()} == {"unchanged"}


def test_a_check_that_turns_is_named_and_then_booked_without_touching_manual_grades(graded: Course) -> None:
    settle_by_hand(graded)
    path = graded.solution(A0).check_file("mean")
    path.write_text(
        path.read_text().replace('    """', '    """Strictly: ', 1).replace("assert_close(", "assert_close(1 + ", 1)
    )
    before = scores(graded)
    row = by_student(grade_class(graded, A0, jobs=1, dry=True).rows)["right"]
    (change,) = row.changes
    assert (change.question, change.before) == ("mean", before["right"]["test_mean"][0])
    assert change.after < before["right"]["test_mean"][0]
    assert any(sentence.startswith("now fails: Strictly: ") for sentence in change.checks)
    assert scores(graded) == before
    grade_class(graded, A0, jobs=1)
    after = scores(graded)
    assert after["right"]["test_mean"][0] == change.after
    assert after["right"]["explain_mean"] == before["right"]["explain_mean"] == (None, 1.0, False)
    with Gradebook(graded.db_url) as gradebook:
        assert gradebook.find_comment("explain_mean", A0, A0, "right").manual_comment == "Well said."


def test_only_the_questions_of_the_changed_check_are_judged_again(graded: Course) -> None:
    change_a_check(graded)
    notebook = nbformat.read(graded.root / "submitted" / "wrong" / A0 / f"{A0}.ipynb", as_version=4)
    session = session_of(graded, Limits())
    known = session.store.known_verdicts(session.task(notebook))
    assert set(known) == {"area"}
    assert not all(check.passed for check in known["area"].checks)


def test_other_limits_have_everything_judged_again(graded: Course) -> None:
    notebook = nbformat.read(graded.root / "submitted" / "wrong" / A0 / f"{A0}.ipynb", as_version=4)
    session = session_of(graded, Limits(cell_seconds=7))
    assert session.store.known_verdicts(session.task(notebook)) == {}


def test_the_command_prints_the_changes(graded: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(graded.root)
    path = graded.solution(A0).check_file("mean")
    path.write_text(path.read_text().replace("assert_close(", "assert_close(1 + ", 1))
    done = CliRunner().invoke(app, ["grade", A0, "--dry-run", "--jobs", "1"])
    assert done.exit_code == 0, done.output
    assert "of 2 grades would change. Nothing was written" in done.output
    assert "now fails" in done.output
