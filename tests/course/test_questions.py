"""Labels of questions: any that an author likes, and the same everywhere."""

import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from autograder.course.questions import Question, checked_questions, questions, title_of


def graded(name: str, points: float, *, solution: bool = False) -> NotebookNode:
    make = new_markdown_cell if solution else new_code_cell
    marks = {"grade": True, "grade_id": name, "locked": not solution, "points": points, "solution": solution}
    return make("", metadata={"nbgrader": marks})


def answer(name: str) -> NotebookNode:
    return new_code_cell("", metadata={"nbgrader": {"grade_id": name, "solution": True}})


def code_question(heading: str, name: str) -> list[NotebookNode]:
    return [new_markdown_cell(heading), answer(name), graded(f"test_{name}", 2)]


@pytest.mark.parametrize("label", ["1a", "12.4", "2b.iii", "3", "B.1", "IV"])
def test_a_label_is_any_word(label: str) -> None:
    notebook = new_notebook(cells=code_question(f"Text\n### {label} · A title of words · with a dot", "gelu"))
    assert questions(notebook) == (Question("gelu", label, "A title of words · with a dot", 2, 0, True),)


def test_questions_below_one_heading_are_counted() -> None:
    cells = [*code_question("## 1a · Both", "one"), answer("two"), graded("test_two", 1)]
    cells += [*code_question("## 1b · Alone", "three")]
    assert [question.label for question in questions(new_notebook(cells=cells))] == ["1a.1", "1a.2", "1b"]


def test_written_parts_belong_to_their_question_and_may_stand_alone() -> None:
    cells = [*code_question("### 1a · Both", "one"), graded("explain_one", 3, solution=True)]
    cells += [new_markdown_cell("### 1b · Words only"), graded("explain_two", 4, solution=True)]
    one, two = questions(new_notebook(cells=cells))
    assert (one.auto_points, one.manual_points, one.has_checks) == (2, 3, True)
    assert (two.id, two.label, two.title, two.points, two.has_checks) == ("two", "1b", "Words only", 4, False)
    assert [question.id for question in checked_questions(new_notebook(cells=cells))] == ["one"]


def test_without_a_heading_a_question_is_called_by_its_cell() -> None:
    (found,) = questions(new_notebook(cells=[answer("layer_norm"), graded("test_layer_norm", 1)]))
    assert (found.label, found.title) == ("", "layer norm")


@pytest.mark.parametrize(
    ("label", "section"), [("1a.2", "1a"), ("1a", "1a"), ("12.4", "12.4"), ("2b.iii", "2b"), ("3", "3")]
)
def test_sections_are_what_stands_before_the_last_dot(label: str, section: str) -> None:
    assert Question("q", label, "t").section == section


def test_the_first_heading_is_the_title() -> None:
    cells = [new_code_cell("# no heading"), new_markdown_cell("Text\n# Attention\n# Other")]
    assert title_of(new_notebook(cells=cells)) == "Attention"
    assert title_of(new_notebook(cells=[])) == ""
