"""From a notebook to what is judged of it."""

from nbformat import NotebookNode

from autograder.course import Course
from autograder.grading.make_task import GradedWith, ReleasedCode, notebook_task
from autograder.jail import Limits
from autograder.judge.bundle import read_bundle
from tests.conftest import A1


def test_a_task_knows_what_people_call_its_questions(course: Course, a1_release: NotebookNode) -> None:
    given = GradedWith(read_bundle(course.solution(A1)), {}, Limits())
    task = notebook_task(a1_release, ReleasedCode(), given)
    assert task.labels.keys() == task.questions.keys()
    assert task.labels["gelu"] == "2b.1 · GELU"
