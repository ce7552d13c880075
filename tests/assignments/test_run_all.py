"""*Run all* of the students' notebook in a real kernel, as Jupyter does it: whatever is filled in, it reaches the end.

Training is as short as when graded; public checks say what they say to students.
"""

import copy
import re
from pathlib import Path

import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from autograder.course.answers import with_answers
from autograder.course.cells import ONLY_FOR_STUDENTS
from autograder.course.questions import checked_questions
from tests.kernel import errors_of, printed_by, run_in_kernel

NOT_YET = ": not filled in yet"


HIDE = "import os\n_graded = os.environ.pop('NBGRADER_EXECUTION')"
SHOW_AGAIN = "os.environ['NBGRADER_EXECUTION'] = _graded"


def run_all(release: NotebookNode, folder: Path, monkeypatch: pytest.MonkeyPatch, **answers: str) -> NotebookNode:
    monkeypatch.chdir(folder)  # some notebooks write logs
    notebook = copy.deepcopy(with_answers(release, answers))
    notebook.cells.append(new_code_cell("print('the end')", id="end"))
    place = next(n for n, cell in enumerate(notebook.cells) if ONLY_FOR_STUDENTS in cell.metadata.get("tags", ()))
    notebook.cells.insert(place + 1, new_code_cell(SHOW_AGAIN))
    notebook.cells.insert(place, new_code_cell(HIDE))
    return run_in_kernel(notebook)


def test_a_notebook_in_which_nothing_is_filled_in_runs_to_its_end_without_an_error(
    release: NotebookNode, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notebook = run_all(release, tmp_path, monkeypatch)
    assert errors_of(notebook) == {}
    asked = checked_questions(release)
    for question in asked:
        said = printed_by(notebook, f"test_{question.id}")
        assert said == f"{question.name}{NOT_YET}\n0 of {len(asked)} public checks\n"
    assert printed_by(notebook, "end") == "the end\n"


def test_one_wrong_answer_shows_red_at_its_check_and_nowhere_else(
    release: NotebookNode, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, *_ = checked_questions(release)
    stub = next(cell.source for cell in release.cells if cell.id == first.id)
    wrong = re.sub(r"raise NotImplementedError\(.*\)", "return None", stub)
    notebook = run_all(release, tmp_path, monkeypatch, **{first.id: wrong})
    errors = errors_of(notebook)
    assert list(errors) == [f"test_{first.id}"]
    assert "returned nothing" in errors[f"test_{first.id}"]
    assert NOT_YET in printed_by(notebook, f"test_{second.id}")
    assert printed_by(notebook, "end") == "the end\n"
