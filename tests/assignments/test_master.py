"""The masters of all assignments: form, marking schemes, and that each answers itself."""

import copy

import jupytext
import nbformat
import pytest
from nbformat import NotebookNode

from autograder.course import Course
from autograder.course.cells import grade_id, is_answer
from autograder.course.checksum import checksum, is_as_handed_out
from autograder.course.master import read_master, run_master_cells
from autograder.course.questions import questions, title_of
from autograder.errors import CourseError
from tests.kernel import errors_of, printed, run_in_kernel


@pytest.mark.parametrize("kind", ["master", "release"])
def test_notebook_is_valid_and_its_ids_are_unique(kind: str, assignment: str, request: pytest.FixtureRequest) -> None:
    notebook = request.getfixturevalue(kind)
    nbformat.validate(notebook)
    ids = [cell.id for cell in notebook.cells]
    assert len(set(ids)) == len(ids)


def test_every_question_has_a_label_of_its_own_and_a_title(master: NotebookNode) -> None:
    asked = questions(master)
    assert title_of(master)
    assert all(question.label and question.title and question.points for question in asked)
    assert len({question.label for question in asked}) == len(asked)


def test_every_heading_of_a_question_says_how_hard_it_is_and_how_long_it_takes(master: NotebookNode) -> None:
    for question in questions(master):
        assert len(question.heading.difficulty) == 3, question.name
        assert question.heading.minutes > 0, question.name


def test_every_written_part_has_a_marking_scheme_that_adds_up(master: NotebookNode) -> None:
    cells = {grade_id(cell): cell.source for cell in master.cells}
    for question in questions(master):
        if question.manual_points:
            scheme = cells[f"scheme_{question.id}"].split("BEGIN MARK SCHEME")[1]
            given = [float(line.split()[1]) for line in scheme.splitlines() if line.startswith("- ")]
            assert sum(given) == question.manual_points, question.id


def test_master_keeps_its_text_when_jupyter_saves_it(course: Course, assignment: str) -> None:
    path = course.master(assignment)
    notebook = jupytext.read(path, fmt="py:percent")
    assert jupytext.writes(notebook, fmt="py:percent").splitlines() == path.read_text().splitlines()


def test_master_runs_from_top_to_bottom_and_passes_its_public_checks(master: NotebookNode) -> None:
    notebook = run_in_kernel(copy.deepcopy(master))
    assert errors_of(notebook) == {}
    for cell in notebook.cells:
        if grade_id(cell).startswith("test_"):
            assert printed(cell).endswith("public checks passed\n"), grade_id(cell)


def test_running_an_unknown_cell_says_which(course: Course, assignment: str) -> None:
    with pytest.raises(CourseError, match="no cell named nonsense"):
        run_master_cells(course.master(assignment), ["nonsense"])


def test_reading_a_master_twice_gives_the_same_notebook(course: Course, assignment: str, master: NotebookNode) -> None:
    assert read_master(course.master(assignment)) == master


def test_our_checksums_are_nbgraders(release: NotebookNode) -> None:
    from nbgrader.utils import compute_checksum

    known = [cell for cell in release.cells if grade_id(cell)]
    assert known
    assert [checksum(cell) for cell in known] == [compute_checksum(cell) for cell in known]
    assert all(map(is_as_handed_out, known))
    changed = copy.deepcopy(next(cell for cell in known if is_answer(cell)))
    changed.source += "\n# mine"
    assert not is_as_handed_out(changed)
