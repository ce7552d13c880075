"""The grades as they stand in the gradebook, and when they may leave it."""

import pytest
from typer.testing import CliRunner

from autograder.cli import app
from autograder.course import Course
from autograder.errors import CourseError
from autograder.export.grades import gather_grades, require_finished
from autograder.export.write import to_canvas, to_csv, to_gradescope, to_moodle
from tests.conftest import A0
from tests.export.conftest import table_of

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")


def test_points_come_from_checks_and_people_in_the_order_of_the_notebook(graded: Course) -> None:
    grades = gather_grades(graded, A0)
    assert [(part.cell, part.by_hand, part.points) for part in grades.parts] == [
        ("test_area", False, 3),
        ("test_mean", False, 2),
        ("explain_mean", True, 1),
    ]
    totals = {student.student: (student.before_penalty, student.penalty, student.total) for student in grades.graded}
    assert totals == {
        "anna": (5.75, 0, 5.75),
        "ben": (5, 0, 5),
        "carl": (4, 0, 4),
        "lena": (6, 3, 3),
        "evil": (3, 0, 3),
    }
    assert [student.student for student in grades.students if not student.handed_in] == ["absent"]


def test_unfinished_grades_are_refused_with_what_is_missing(waiting: Course) -> None:
    with pytest.raises(CourseError, match="1b of 2 students waits for a person") as refused:
        require_finished(gather_grades(waiting, A0))
    assert "--unfinished" in str(refused.value)


@pytest.mark.parametrize("export", [to_moodle, to_canvas, to_gradescope, to_csv])
def test_every_export_refuses_unless_told_otherwise(waiting: Course, out, export) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(CourseError, match="not final"):
        export(waiting, A0, out)
    assert export(waiting, A0, out, unfinished=True).files


def test_submissions_that_nobody_graded_are_named(graded: Course) -> None:
    folder = graded.root / "submitted" / "zoe" / A0
    folder.mkdir(parents=True)
    try:
        with pytest.raises(CourseError, match="zoe are not graded yet"):
            require_finished(gather_grades(graded, A0))
    finally:
        folder.rmdir()
        folder.parent.rmdir()


def test_the_command_writes_says_where_and_what_next(
    waiting: Course,
    out,
    monkeypatch: pytest.MonkeyPatch,  # type: ignore[no-untyped-def]
) -> None:
    monkeypatch.chdir(waiting.root)
    command = ["export", A0, "--to", "csv", "--output", str(out)]
    refused = CliRunner().invoke(app, command)
    assert isinstance(refused.exception, CourseError)
    done = CliRunner().invoke(app, [*command, "--unfinished"])
    assert done.exit_code == 0, done.output
    file = out / f"{A0}_grades_table.csv"
    assert file.name in done.output.replace("\n", "")
    assert "manual grading unfinished" in table_of(file.read_text(encoding="utf-8-sig"), "id")["ben"]["flags"]
