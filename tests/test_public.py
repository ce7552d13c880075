"""`autograder check`: what a student runs before handing in."""

import json
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

from autograder.course.folder import Course
from autograder.course.answers import fill, solutions
from autograder.course.master import grade_id, read_master
from autograder.course.notebook import NotebookError
from autograder.student.check import check_notebook
from tests.conftest import A0, A1, ROOT


@pytest.fixture
def submission(tmp_path: Path, master: NotebookNode, release: NotebookNode) -> Path:
    """A notebook with all answers in it; tests spoil it."""
    path = tmp_path / f"{A1}.ipynb"
    nbformat.write(fill(release, solutions(master)), path)
    return path


def autograder(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "autograder", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_a_finished_notebook_passes_every_question(submission: Path) -> None:
    done = autograder("check", str(submission))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "21 of 21 questions pass" in done.stdout


def test_failures_are_told_by_question_and_the_rest_still_runs(course: Course, submission: Path) -> None:
    notebook = nbformat.read(submission, as_version=4)
    cells = {grade_id(cell): cell for cell in notebook.cells}
    cells[
        "gaussian_score"
    ].source = "def gaussian_score(delta, center, alpha):\n    return alpha * (delta ** 2).sum(-1)"
    cells[
        "stride"
    ].source = "def strided(conv_output, stride):\n    raise NotImplementedError('stride: not filled in yet')"
    cells["constant"].source = "def constant_c(center):\n    return centre"
    cells["test_dilation"].source = "print('public checks passed')"
    cells["dilation"].source = "def dilated_centers(K, dilation):\n    return []"
    nbformat.write(notebook, submission)
    outcomes = {outcome.question.id: outcome for outcome in check_notebook(course, submission)}
    failed = {name: outcome.message for name, outcome in outcomes.items() if not outcome.passed}
    assert failed == {
        "gaussian_score": "with the centre at 0 the score is -alpha * |delta|^2",
        "stride": "not filled in yet",
        "constant": "NameError: name 'centre' is not defined",
        "dilation": "dilation 1 is the ordinary 3 x 3 kernel",
    }


@pytest.mark.parametrize(
    ("spoilt", "reason"),
    [
        ("while True:\n    pass", "did not finish within 4 s"),
        (
            "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
            "did not finish within 4 s",
        ),
        ("import os\nos._exit(0)", "ended the Python process"),
    ],
)
def test_a_cell_that_never_ends_is_stopped_and_what_ran_before_counts(
    tiny_course: Course, spoilt: str, reason: str
) -> None:
    master = read_master(tiny_course.master(A0))
    release = nbformat.read(tiny_course.release(A0), as_version=4)
    path = tiny_course.root / "mine.ipynb"
    nbformat.write(fill(release, solutions(master) | {"mean": spoilt}), path)
    area, mean = check_notebook(tiny_course, path, seconds_per_cell=4)
    assert area.passed
    assert not mean.passed
    assert mean.message == f"not reached: cell 'mean' {reason}"


def bad_files(folder: Path, good: Path) -> dict[str, Path]:
    """One file per kind of bad input."""
    notebook = nbformat.read(good, as_version=4)
    other = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("1 + 1")])
    stripped, doubled = json.loads(good.read_text()), json.loads(good.read_text())
    stripped["cells"] = [cell for cell in stripped["cells"] if cell["id"] != "gelu"]
    doubled["cells"].append(next(cell for cell in doubled["cells"] if cell["id"] == "gelu") | {"id": "copy"})
    contents = {
        "empty": b"", "broken": good.read_bytes()[:5000], "text": b"hello", "list": b"[]", "binary": bytes(range(256)),
        "old": json.dumps({"nbformat": 3, "nbformat_minor": 0, "metadata": {}, "worksheets": []}).encode(),
        "invalid": json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [{"cell_type": 7}]}).encode(),
        "deep": b"[" * 100_000, "other": nbformat.writes(other).encode(),
        "stripped": json.dumps(stripped).encode(), "doubled": json.dumps(doubled).encode(),
    }  # fmt: skip
    assert notebook.metadata.course.assignment == A1
    for name, content in contents.items():
        (folder / f"{name}.ipynb").write_bytes(content)
    return {name: folder / f"{name}.ipynb" for name in contents} | {
        "missing": folder / "missing.ipynb",
        "folder": folder,
    }


SENTENCES = {
    "empty": "is empty", "broken": "not valid JSON", "text": "not valid JSON", "list": "not a Jupyter notebook",
    "binary": "not a text file", "old": "notebook format 3", "invalid": "not a valid notebook", "deep": "not valid JSON",
    "other": "not a notebook of this course", "stripped": "lacks the cell 'gelu'", "doubled": "the cell 'gelu' more than once",
    "missing": "does not exist", "folder": "is not a file",
}  # fmt: skip


@pytest.mark.parametrize("kind", SENTENCES)
def test_bad_input_is_one_sentence(course: Course, submission: Path, tmp_path: Path, kind: str) -> None:
    with pytest.raises(NotebookError, match=SENTENCES[kind]) as caught:
        check_notebook(course, bad_files(tmp_path, submission)[kind])
    assert "\n" not in str(caught.value)


def test_a_huge_file_is_refused_before_it_is_read(course: Course, tmp_path: Path) -> None:
    path = tmp_path / "huge.ipynb"
    with path.open("wb") as file:
        file.truncate(2 * 2**30)
    with pytest.raises(NotebookError, match="2048 MB"):
        check_notebook(course, path)


def test_bad_input_ends_with_exit_code_2_and_no_traceback(tmp_path: Path) -> None:
    done = autograder("check", str(tmp_path / "missing.ipynb"))
    assert done.returncode == 2
    assert done.stderr.startswith("error: ")
    assert "Traceback" not in done.stderr + done.stdout


def test_version_and_help_read_well() -> None:
    assert autograder("--version").stdout == "autograder 0.1.0\n"
    text = autograder("--help").stdout
    assert all(command in text for command in ("release", "check"))
