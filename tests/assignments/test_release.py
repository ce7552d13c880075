"""Releases of all assignments: what students get, and what they must not get.

That each is what its master gives is seen by `autograder release --check`, which `make test` runs.
"""

import copy
import re
import sys

import nbformat
from nbformat import NotebookNode

from autograder.course import Course
from autograder.course.cells import carries_points, grade_id, is_answer, is_locked
from autograder.course.questions import checked_questions
from tests.kernel import errors_of, run_in_kernel

SOLUTION = re.compile(r"### BEGIN SOLUTION\n(.*?)### END SOLUTION", re.DOTALL)


def solution_lines(master: NotebookNode) -> set[str]:
    """Lines that stand in a solution or model answer and say enough to give something away."""
    text = []
    for cell in master.cells:
        if is_answer(cell):
            text += SOLUTION.findall(cell.source) if cell.cell_type == "code" else [cell.source]
    return {line.strip() for block in text for line in block.splitlines() if len(line.strip()) > 12}


def test_release_holds_no_solution_no_marking_scheme_and_no_output(master: NotebookNode, release: NotebookNode) -> None:
    given = {line.strip() for cell in master.cells if not is_answer(cell) for line in cell.source.splitlines()}
    text = "\n".join(cell.source for cell in release.cells)
    lines = {line.strip() for line in text.splitlines()}
    assert lines & (solution_lines(master) - given) == set()
    assert "MARK SCHEME" not in text
    assert "SOLUTION" not in text
    assert not any(cell.get("outputs") or cell.get("execution_count") for cell in release.cells)


def test_release_says_nothing_about_the_machine(course: Course, assignment: str) -> None:
    text = course.release(assignment).read_text()
    assert str(course.root) not in text
    assert sys.version.split()[0] not in text


def test_unfilled_release_fails_every_question_by_its_own_name_and_runs_to_its_end(release: NotebookNode) -> None:
    notebook = copy.deepcopy(release)
    notebook.cells.append(nbformat.v4.new_code_cell("print('the end')"))
    run_in_kernel(notebook)
    errors = errors_of(notebook)
    for question in checked_questions(release):
        own = {errors.get(question.id, ""), errors[f"test_{question.id}"]}
        assert f"NotImplementedError: {question.name}: not filled in yet" in own, question.id
    assert notebook.cells[-1].outputs[0].text == "the end\n"


def test_locked_cells_are_marked_for_the_reader(release: NotebookNode) -> None:
    for cell in release.cells:
        if cell.cell_type == "code" and is_locked(cell) and not carries_points(cell):
            assert "(DO NOT CHANGE)" in cell.source.splitlines()[0], grade_id(cell)


def test_given_cells_come_folded_and_what_students_work_on_does_not(release: NotebookNode) -> None:
    folded = [cell for cell in release.cells if cell.metadata.get("jupyter") == {"source_hidden": True}]
    assert folded
    for cell in release.cells:
        given = cell.cell_type == "code" and is_locked(cell) and not carries_points(cell)
        assert (cell in folded) == (given and "show" not in cell.metadata.get("tags", [])), grade_id(cell)
        assert (cell.metadata.get("cellView") == "form") == (cell in folded), grade_id(cell)
