"""The form of all assignments: headings that say what a question is worth, boxes around written parts."""

import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from autograder.course.cells import grade_id
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


def given(first_line: str, *tags: str) -> NotebookNode:
    marks = {"grade": False, "grade_id": "given", "locked": True, "solution": False}
    return new_code_cell(f"{first_line}\nx = 1", metadata={"nbgrader": marks, "tags": list(tags)})


def test_given_code_comes_folded_unless_it_is_to_be_shown() -> None:
    cells = [given("# Imports (DO NOT CHANGE)"), given("# Model (DO NOT CHANGE)", "show"), given("# Yours to change")]
    notebook = new_notebook(cells=[*cells, *code_question("### 1a · One · ●○○ · 5 min", "one")])
    put_in_form(notebook)
    folded = [cell for cell in notebook.cells if cell.metadata.get("jupyter", {}).get("source_hidden")]
    assert folded == cells[:1]
    assert folded[0].metadata["cellView"] == "form"


def test_a_public_check_that_fails_does_not_end_run_all() -> None:
    notebook = new_notebook(cells=code_question("### 1a · One · ●○○ · 5 min", "one"))
    put_in_form(notebook)
    tags = {grade_id(cell): cell.metadata.get("tags", []) for cell in notebook.cells}
    assert tags["test_one"] == ["raises-exception"]
    assert tags["one"] == []
