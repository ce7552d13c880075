"""Figures that belong to a student: of a long run of their own, and drawn by given cells with their code."""

from __future__ import annotations

import re
import shutil

import nbformat
import pytest
from nbformat import NotebookNode

from autograder.class_run.run import grade_class
from autograder.course import Course
from autograder.course.answers import answers_of, with_answers
from autograder.course.cells import grade_id
from autograder.course.master import read_master
from autograder.course.release import release
from autograder.feedback.generate import generate_feedback
from tests.conftest import A0
from tests.feedback.conftest import hand_in, picture
from tests.tiny import make_tiny_course

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")

GIVEN = '"grade": false, "locked": true, "schema_version": 3, "solution": false, "task": false'
DRAWS = f"""# %% nbgrader={{"grade_id": "circle", {GIVEN}}}
import matplotlib.pyplot as plt
print(plt.plot([area(1)]))
plt.show()

# %% [markdown]
# ### 1b · Mean ·"""
TRAINS = f"""# %% tags=["keep-output"] nbgrader={{"grade_id": "run_mean", {GIVEN}}}
print("a short run", mean([1, 3]))

# %% [markdown] nbgrader={{"grade": false, "grade_id": "scheme_mean","""


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The pages of students who handed in a figure, none, and an answer that breaks the given cell."""
    course = make_tiny_course(tmp_path_factory.mktemp("figures") / "course")
    master = course.master(A0)
    text = master.read_text().replace("# %% [markdown]\n# ### 1b · Mean ·", DRAWS)
    master.write_text(text.replace('# %% [markdown] nbgrader={"grade": false, "grade_id": "scheme_mean",', TRAINS))
    shutil.rmtree(course.root / "source")
    release(course, A0)
    hand_in(course, "anna", notebook(course, outputs=True))
    hand_in(course, "ben", notebook(course))
    hand_in(course, "carl", notebook(course, mean="def mean(numbers):\n    return nowhere"))
    grade_class(course, A0)
    return {student: page.read_text(encoding="utf-8") for student, page in generate_feedback(course, A0).items()}


def notebook(course: Course, outputs: bool = False, **changed: str) -> NotebookNode:
    right = answers_of(read_master(course.master(A0)))
    filled = with_answers(nbformat.read(course.release(A0), as_version=4), right | changed)
    if outputs:
        cell = next(cell for cell in filled.cells if grade_id(cell) == "run_mean")
        cell.outputs = [
            nbformat.v4.new_output("stream", name="stdout", text="a long run of my own"),
            nbformat.v4.new_output("display_data", data={"image/png": picture(), "text/plain": "<Figure size 2x1>"}),
        ]
    return filled


def test_figures_of_the_students_own_run_are_shown_and_not_the_short_run(pages: dict[str, str]) -> None:
    shown = pages["anna"][pages["anna"].index('id="q-mean"') :]
    assert "From your notebook as you handed it in, cell <code>run_mean</code>:" in shown
    assert "a long run of my own" in shown
    assert shown.count('<figure><img src="data:image/png') == 1
    assert "a short run" not in shown
    assert "Figure size" not in shown
    assert "No figures" not in shown
    assert "not run again" not in shown


def test_a_page_says_where_figures_were_expected_and_none_handed_in(pages: dict[str, str]) -> None:
    shown = pages["ben"]
    assert re.search(
        r"No figures were handed in</h4>\s*<p>Here belong the figures of your own run, from the cell", shown
    )
    assert "a short run" not in shown
    assert "Run it, and save the notebook with its outputs" in shown


def test_given_cells_below_a_question_show_what_they_drew_with_its_code(pages: dict[str, str]) -> None:
    area = pages["ben"][pages["ben"].index('id="q-area"') : pages["ben"].index('id="q-mean"')]
    assert "Drawn with your code by the cell <code>circle</code>:" in area
    assert area.count('<figure><img src="data:image/png') == 1


def test_an_error_in_a_given_cell_is_told_in_a_line(pages: dict[str, str]) -> None:
    assert "ended with an error: <code>NameError: name &#39;nowhere&#39; is not defined</code>" in pages["carl"]
