"""The form of all assignments: headings that say what a question is worth, boxes around written parts."""

import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell, new_notebook

from autograder.course.form import put_in_form
from autograder.course.headings import Heading, headings_in
from autograder.course.questions import questions
from tests.course.test_questions import answer, code_question, graded


def scheme(name: str) -> NotebookNode:
    text = "State the formula.\n\n=== BEGIN MARK SCHEME ===\n- 2 points: secret\n=== END MARK SCHEME ==="
    marks = {"grade": False, "grade_id": f"scheme_{name}", "locked": True, "solution": False}
    return new_markdown_cell(text, metadata={"nbgrader": marks})


@pytest.mark.parametrize(
    ("line", "heading"),
    [
        ("### 2a.3 · See it · ●●○ · 10 min", Heading("2a.3", "See it", "●●○", 10)),
        ("### 2a.3 · See it · 3 + 2 points · ●●○ · 10 min", Heading("2a.3", "See it", "●●○", 10)),
        ("### 2a.3 · See it · 1 point", Heading("2a.3", "See it")),
        ("### 2a.3 · Four points · of view", Heading("2a.3", "Four points · of view")),
    ],
)
def test_a_heading_says_label_title_difficulty_and_minutes(line: str, heading: Heading) -> None:
    assert list(headings_in(f"Text\n{line}\nText")) == [heading]


def test_points_in_a_heading_come_from_the_cells_below_it() -> None:
    cells = [*code_question("### 1a · Both · ●○○ · 5 min", "one"), graded("explain_one", 1.5, solution=True)]
    cells += [*code_question("### 1b · Two cells · ●●● · 9 min", "two"), answer("three"), graded("test_three", 0.5)]
    cells += [new_markdown_cell("### Not a question")]
    notebook = new_notebook(cells=cells)
    put_in_form(notebook)
    texts = [cell.source for cell in notebook.cells if cell.source.startswith("###")]
    assert texts == [
        "### 1a · Both · 2 + 1.5 points · ●○○ · 5 min",
        "### 1b · Two cells · 2.5 points · ●●● · 9 min",
        "### Not a question",
    ]
    assert [question.title for question in questions(notebook)] == ["Both", "Two cells", "Two cells"]


def test_a_written_part_stands_in_a_box_and_its_scheme_below_it() -> None:
    cells = [new_markdown_cell("### 1a · Why? · ●○○ · 5 min"), scheme("why"), graded("explain_why", 1, solution=True)]
    notebook = new_notebook(cells=cells)
    put_in_form(notebook)
    box, rest = notebook.cells[1].source.split("</div>")
    assert box.startswith("<div style=")
    assert "**✍ Written · 1 point**" in box
    assert "State the formula." in box
    assert "secret" in rest
    once = notebook.cells[1].source
    assert once.count("BEGIN MARK SCHEME") == 1
