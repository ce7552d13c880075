"""Releases: what students get, and what they must not get."""

import copy
import os
import re
import subprocess
import sys

import nbformat
import pytest
from nbformat import NotebookNode

from autograder.course.folder import Course
from autograder.errors import CourseError
from autograder.course.master import grade_id, questions
from autograder.course.release import generated_release, is_stale, release, write_source
from tests.conftest import A1
from tests.kernel import errors_of, run_in_kernel

SOLUTION = re.compile(r"### BEGIN SOLUTION\n(.*?)### END SOLUTION", re.DOTALL)


def solution_lines(master: NotebookNode) -> set[str]:
    """Lines that stand in a solution or model answer and say enough to give something away."""
    text = []
    for cell in master.cells:
        if cell.metadata.get("nbgrader", {}).get("solution"):
            text += SOLUTION.findall(cell.source) if cell.cell_type == "code" else [cell.source]
    return {line.strip() for block in text for line in block.splitlines() if len(line.strip()) > 12}


def test_committed_release_is_what_the_master_gives(course: Course) -> None:
    assert not is_stale(course, A1), "run: autograder release"


def test_release_holds_no_solution_no_marking_scheme_and_no_output(master: NotebookNode, release: NotebookNode) -> None:
    given = {
        line.strip()
        for cell in master.cells
        if not cell.metadata.get("nbgrader", {}).get("solution")
        for line in cell.source.splitlines()
    }
    text = "\n".join(cell.source for cell in release.cells)
    lines = {line.strip() for line in text.splitlines()}
    assert lines & (solution_lines(master) - given) == set()
    assert "MARK SCHEME" not in text
    assert "SOLUTION" not in text
    assert not any(cell.get("outputs") or cell.get("execution_count") for cell in release.cells)


def test_release_says_nothing_about_the_machine(course: Course) -> None:
    text = course.release(A1).read_text()
    assert str(course.root) not in text
    assert sys.version.split()[0] not in text


def test_nothing_lies_beside_the_source_notebook(course_copy: Course) -> None:
    stray = course_copy.source(A1).parent / "old_master.py"
    stray.parent.mkdir(parents=True)
    stray.write_text("solution = 1")
    path = write_source(course_copy, A1)
    assert [file.name for file in path.parent.rglob("*")] == [f"{A1}.ipynb"]


def test_release_folder_holds_the_notebook_alone(course_copy: Course) -> None:
    path = release(course_copy, A1)
    assert [file.name for file in path.parent.rglob("*")] == [f"{A1}.ipynb"]


def test_generating_again_changes_nothing(course_copy: Course, course: Course) -> None:
    assert release(course_copy, A1).read_bytes() == course.release(A1).read_bytes()
    assert release(course_copy, A1).read_bytes() == course.release(A1).read_bytes()


def test_plain_nbgrader_starts_from_the_master_as_it_is_now(course_copy: Course, course: Course) -> None:
    write_source(course_copy, A1)
    course_copy.source(A1).write_text("{}")
    env = {**os.environ, "PATH": os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"]}
    command = [sys.executable, "-m", "nbgrader", "generate_assignment", A1, "--force"]
    subprocess.run(command, cwd=course_copy.root, env=env, check=True, capture_output=True)
    assert course_copy.release(A1).read_bytes() == course.release(A1).read_bytes()


def test_a_changed_master_makes_the_release_stale(course_copy: Course) -> None:
    path = course_copy.master(A1)
    path.write_text(path.read_text().replace("A convolution looks at", "A convolution sees"))
    assert is_stale(course_copy, A1)
    assert b"A convolution sees" in generated_release(course_copy, A1)


def test_a_broken_master_is_an_error_in_nbgraders_own_words(course_copy: Course) -> None:
    path = course_copy.master(A1)
    path.write_text(path.read_text().replace("### END SOLUTION", "", 1))
    with pytest.raises(CourseError, match="could not generate"):
        release(course_copy, A1)


def test_unknown_assignment_lists_the_known_ones(course: Course) -> None:
    with pytest.raises(CourseError, match=A1):
        course.master("a9_nothing")


def test_unfilled_release_fails_every_question_by_its_own_name_and_runs_to_its_end(
    release: NotebookNode,
) -> None:
    notebook = copy.deepcopy(release)
    notebook.cells.append(nbformat.v4.new_code_cell("print('the end')"))
    run_in_kernel(notebook)
    errors = errors_of(notebook)
    for question in questions(release):
        own = {errors.get(question.id, ""), errors[f"test_{question.id}"]}
        assert any(error == f"NotImplementedError: {question.id}: not filled in yet" for error in own), (
            question.id,
            own,
        )
    assert notebook.cells[-1].outputs[0].text == "the end\n"


def test_locked_cells_are_marked_for_the_reader(release: NotebookNode) -> None:
    for cell in release.cells:
        meta = cell.metadata.get("nbgrader", {})
        if cell.cell_type == "code" and meta.get("locked") and not meta.get("grade"):
            assert "(DO NOT CHANGE)" in cell.source.splitlines()[0], grade_id(cell)
