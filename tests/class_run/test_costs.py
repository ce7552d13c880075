"""What recognised mistakes cost: changed by an instructor, previewed, booked; nothing is run again for it."""

import shutil
from pathlib import Path

import nbformat
import pytest
from nbgrader.api import Gradebook
from nbgrader.apps import NbGraderAPI
from typer.testing import CliRunner

from autograder.class_run.run import GradedRow, grade_class
from autograder.cli import app
from autograder.course import Course
from autograder.course.answers import answers_of, with_answers
from autograder.course.master import read_master
from autograder.diagnosis.costs import COSTS
from autograder.export.results import feedback_of, reading_graded, results
from autograder.grading.note import note_in
from autograder.grading.session import GradingSession
from autograder.report.gather import gather_report
from autograder.report.page import page
from tests.conftest import A0
from tests.tiny import make_tiny_course

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")

HINT = "This is the length of the circle, not what it holds."
LENGTH = "def area(radius):\n    return 2 * math.pi * radius"
HALF = "def area(radius):\n    return radius"
ANSWERS = {"right": "", "length": f"# in my own words\n{LENGTH}", "other": HALF}


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Course:
    """A graded class in which one student made a known mistake that has no cost yet; to be copied."""
    course = make_tiny_course(tmp_path_factory.mktemp("costs") / "course")
    mistake = course.solution(A0).checks / "area" / "mistakes" / "length.py"
    mistake.parent.mkdir()
    mistake.write_text(f'"""{HINT}"""\n\n\n{LENGTH}\n')
    right = answers_of(read_master(course.master(A0)))
    release = nbformat.read(course.release(A0), as_version=4)
    for student, source in ANSWERS.items():
        folder = course.submission(student, A0)
        folder.mkdir(parents=True)
        nbformat.write(with_answers(release, right | ({"area": source} if source else {})), folder / f"{A0}.ipynb")
    assert {row.state for row in grade_class(course, A0, jobs=1).rows} == {"graded"}
    return course


@pytest.fixture
def graded(finished: Course, tmp_path: Path) -> Course:
    return Course(shutil.copytree(finished.root, tmp_path / "course"))


@pytest.fixture
def nothing_is_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def submit(*given: object, **named: object) -> None:
        raise AssertionError("a submission is run again")

    monkeypatch.setattr(GradingSession, "submit", submit)


def set_cost(course: Course, line: str) -> None:
    (course.solution(A0).checks / "area" / COSTS).write_text(line)


def booked(course: Course) -> dict[str, float]:
    with Gradebook(course.db_url) as gradebook:
        return {student: gradebook.find_grade("test_area", A0, A0, student).auto_score for student in ANSWERS}


def by_student(rows: list[GradedRow]) -> dict[str, GradedRow]:
    return {row.student: row for row in rows}


def test_a_new_cost_is_previewed_and_then_booked_and_nothing_is_run_again(
    graded: Course, nothing_is_run: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert booked(graded) == {"right": 3, "length": 0, "other": 0}
    set_cost(graded, "length = 1  # a slip\n")
    rows = by_student(grade_class(graded, A0, jobs=1, dry=True).rows)
    assert {student: row.state for student, row in rows.items()} == {
        "right": "unchanged",
        "length": "changed",
        "other": "unchanged",
    }
    (change,) = rows["length"].changes
    assert (change.question, change.before, change.after) == ("area", 0, 2)
    assert change.checks == ("recognised: length, costs 1",)
    assert booked(graded) == {"right": 3, "length": 0, "other": 0}
    monkeypatch.chdir(graded.root)
    shown = CliRunner().invoke(app, ["grade", A0, "--dry-run", "--jobs", "1"])
    assert "recognised: length" in shown.output
    rows = by_student(grade_class(graded, A0, jobs=1).rows)
    assert {row.state for row in rows.values()} == {"graded"}
    assert rows["length"].points == {"area": 2, "mean": 2}
    assert booked(graded) == {"right": 3, "length": 2, "other": 0}
    assert {row.state for row in grade_class(graded, A0, jobs=1).rows} == {"unchanged"}


def test_a_cost_that_is_taken_back_is_previewed_and_booked_too(graded: Course, nothing_is_run: None) -> None:
    set_cost(graded, "length = 0.5\n")
    grade_class(graded, A0, jobs=1)
    assert booked(graded)["length"] == 2.5
    set_cost(graded, "# nobody knows\n")
    (change,) = by_student(grade_class(graded, A0, jobs=1, dry=True).rows)["length"].changes
    assert (change.before, change.after, change.checks) == (2.5, 0, ("no cost counts any more: length",))
    grade_class(graded, A0, jobs=1)
    assert booked(graded)["length"] == 0


def test_plain_nbgrader_gives_the_same_points(graded: Course) -> None:
    set_cost(graded, "length = 0.5\n")
    assert NbGraderAPI(config=graded.nbgrader_config()).autograde(A0, "length", force=True)["success"]
    assert booked(graded)["length"] == 2.5


def test_a_broken_file_of_costs_is_a_sentence(graded: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    set_cost(graded, "lenght = 0.5\n")
    monkeypatch.chdir(graded.root)
    done = CliRunner().invoke(app, ["grade", A0])
    assert done.exit_code != 0
    assert "names 'lenght', and there is no such mistake" in str(done.exception)


def test_cell_report_and_gradescope_say_what_it_costs_and_their_points_add_up(
    graded: Course, nothing_is_run: None, tmp_path: Path
) -> None:
    set_cost(graded, "length = 0.5\n")
    grade_class(graded, A0, jobs=1)
    path = graded.autograded("length", A0)
    diagnosis = note_in(path).diagnoses["area"]
    assert ([(each.name, each.cost) for each in diagnosis.mistakes], diagnosis.credited) == ([("length", 0.5)], 2.5)
    notebook = nbformat.read(path, as_version=4)
    cell = next(each for each in notebook.cells if each.metadata.get("nbgrader", {}).get("grade_id") == "test_area")
    text, html = cell.outputs[0].data["text/plain"], cell.outputs[0].data["text/html"]
    assert text.startswith("2.5 of 3 points\n✗ ")
    price = "It costs 0.5 of 3 points, whatever else it makes fail."
    assert text.endswith(f"Recognised: {HINT} {price}")
    assert f"<b>Recognised:</b> {HINT} <b>{price}</b>" in html
    report = gather_report(graded, A0, tmp_path)
    assert [(each.hint, each.students, each.cost) for each in report.mistakes] == [(HINT, ("length",), 0.5)]
    assert "costs 0.5 points" in page(report)
    assert {(each.question.id, each.failed) for each in report.hardest} == {("area", 2)}
    with Gradebook(graded.db_url) as gradebook, reading_graded() as read:
        found = results(feedback_of(graded, gradebook, A0, "length", read), {})
    assert found["score"] == sum(test["score"] for test in found["tests"]) == 4.5
    (line,) = (test for test in found["tests"] if "recognised mistake" in test["name"])
    assert (line["score"], line["status"]) == (2.5, "passed")
