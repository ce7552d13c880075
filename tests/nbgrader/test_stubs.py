"""What students find in cells that are to be filled in."""

from __future__ import annotations

import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from autograder.nbgrader.stubs import NamedStubs
from tests.course.test_questions import graded

REGION = "### BEGIN SOLUTION\n{}\n### END SOLUTION"
RAISES = '# YOUR CODE HERE\nraise NotImplementedError("1a · Modes \\"and\\" sizes: not filled in yet")'


def stub(solution: str) -> str:
    """The cell that students get for one with a solution."""
    marks = {"grade": False, "grade_id": "modes", "locked": False, "solution": True}
    cell = new_code_cell(solution, metadata={"nbgrader": marks})
    heading = new_markdown_cell('### 1a · Modes "and" sizes · ●○○ · 5 min')
    notebook = new_notebook(cells=[heading, cell, graded("test_modes", 1), graded("explain_modes", 1, solution=True)])
    notebook.cells[-1].source = "The model answer."
    cleared: NotebookNode = NamedStubs().preprocess(notebook, {})[0]
    assert cleared.cells[-1].source == "*Write your answer here.*"
    source: str = cleared.cells[1].source
    return source


@pytest.mark.parametrize(
    ("solution", "left"),
    [
        ('mode = "replicate"', "mode = ...  # YOUR CODE HERE"),
        ("# why\nmode: str = 'a'", "mode = ...  # YOUR CODE HERE"),
        ("a = 1\nb, (c, d) = f(a)\na = 2", "\n".join(f"{name} = ...  # YOUR CODE HERE" for name in "abcd")),
        ("import math\nmode = math.pi", RAISES),
        ("table['a'] = 1", RAISES),
        ("a, table[0] = 1, 2", RAISES),
        ("print(1)", RAISES),
    ],
)
def test_values_are_left_open_and_everything_else_raises(solution: str, left: str) -> None:
    assert stub(f"# Set mode.\n{REGION.format(solution)}") == f"# Set mode.\n{left}"


def test_functions_and_values_of_one_cell_have_stubs_of_their_own() -> None:
    function = "def size(K):\n    ### BEGIN SOLUTION\n    half = K // 2\n    return half\n    ### END SOLUTION\n\n\n"
    raises = RAISES.replace("\n", "\n    ")
    assert stub(f"{function}{REGION.format('mode = 1')}") == (
        f"def size(K):\n    {raises}\n\n\nmode = ...  # YOUR CODE HERE"
    )


def test_a_cell_that_is_all_solution_raises() -> None:
    assert stub("mode = 1") == RAISES
