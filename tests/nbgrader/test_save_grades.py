"""A person's grades through new grading runs: kept always, asked about only when there is a reason."""

import nbformat
import pytest
from nbgrader.api import Gradebook
from nbgrader.apps import NbGraderAPI

from autograder.class_run.run import grade_class
from autograder.course import Course
from autograder.course.answers import answers_of, with_answers
from autograder.course.master import read_master
from tests.conftest import A0

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")

Grades = dict[str, tuple[float | None, float | None, bool]]


def hand_in(course: Course, **changed: str) -> None:
    folder = course.root / "submitted" / "anna" / A0
    folder.mkdir(parents=True, exist_ok=True)
    release = nbformat.read(course.release(A0), as_version=4)
    notebook = with_answers(release, answers_of(read_master(course.master(A0))) | changed)
    nbformat.write(notebook, folder / f"{A0}.ipynb")


def given(course: Course) -> Grades:
    with Gradebook(f"sqlite:///{course.root}/gradebook.db") as gradebook:
        grades = gradebook.find_submission_notebook(A0, A0, "anna").grades
        return {grade.name: (grade.manual_score, grade.extra_credit, grade.needs_manual_grade) for grade in grades}


@pytest.fixture
def graded(tiny_course: Course) -> Course:
    """Checks and a person have graded: the written answer, and one point more than the checks gave."""
    hand_in(tiny_course, area="def area(radius):\n    return math.pi * radius")
    grade_class(tiny_course, A0)
    with Gradebook(f"sqlite:///{tiny_course.root}/gradebook.db") as gradebook:
        for name, points, extra in (("explain_mean", 0.5, 0.25), ("test_area", 3.0, None)):
            grade = gradebook.find_grade(name, A0, A0, "anna")
            grade.manual_score, grade.extra_credit, grade.needs_manual_grade = points, extra, False
        gradebook.find_comment("explain_mean", A0, A0, "anna").manual_comment = "Almost."
        gradebook.db.commit()
    return tiny_course


def test_a_new_run_leaves_settled_grades_settled(graded: Course) -> None:
    before = given(graded)
    grade_class(graded, A0, force=True)
    assert given(graded) == before
    outcome = NbGraderAPI(config=graded.nbgrader_config()).autograde(A0, "anna", force=True)
    assert outcome["success"], outcome
    assert given(graded) == before
    with Gradebook(f"sqlite:///{graded.root}/gradebook.db") as gradebook:
        assert gradebook.find_comment("explain_mean", A0, A0, "anna").manual_comment == "Almost."


def test_an_answer_that_changed_is_asked_about_and_its_points_stay(graded: Course) -> None:
    hand_in(graded, area="def area(radius):\n    return math.pi * radius", explain_mean="Something else.")
    grade_class(graded, A0)
    assert given(graded)["explain_mean"] == (0.5, 0.25, True)
    assert given(graded)["test_area"] == (3.0, None, False)


def test_points_that_a_person_corrected_are_asked_about_when_the_checks_say_something_else(graded: Course) -> None:
    hand_in(graded, area="def area(radius):\n    return 0")
    grade_class(graded, A0)
    assert given(graded)["test_area"] == (3.0, None, True)
    assert given(graded)["explain_mean"] == (0.5, 0.25, False)


def test_an_answer_that_nobody_read_yet_keeps_waiting(graded: Course) -> None:
    with Gradebook(f"sqlite:///{graded.root}/gradebook.db") as gradebook:
        grade = gradebook.find_grade("explain_mean", A0, A0, "anna")
        grade.manual_score, grade.needs_manual_grade = None, True
        gradebook.db.commit()
    grade_class(graded, A0, force=True)
    assert given(graded)["explain_mean"] == (None, 0.25, True)
