"""`autograder check`: what a student runs before handing in."""

import json
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from autograder.course import Course
from autograder.course.answers import answers_of, with_answers
from autograder.course.cells import grade_id
from autograder.course.master import read_master
from autograder.course.notebook import NotebookError
from autograder.errors import CourseError
from autograder.student.public_checks import check_notebook
from tests.conftest import A0, ROOT
from tests.intake.damage import stripped


@pytest.fixture
def submission(tiny_course: Course) -> Path:
    """A notebook with all answers in it, in the folder of its course; tests spoil it."""
    release = nbformat.read(tiny_course.release(A0), as_version=4)
    path = tiny_course.root / "mine.ipynb"
    nbformat.write(with_answers(release, answers_of(read_master(tiny_course.master(A0)))), path)
    return path


def change(path: Path, **sources: str) -> None:
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        cell.source = sources.get(grade_id(cell), cell.source)
    nbformat.write(notebook, path)


def autograder(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "autograder", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_a_finished_notebook_passes_every_question(submission: Path) -> None:
    done = autograder("check", str(submission))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1a area" in done.stdout
    assert "2 of 2 questions pass" in done.stdout


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("def mean(numbers):\n    return 7", "the mean of 1 and 3 is 2"),
        ("def mean(numbers):\n    raise NotImplementedError('mean: not filled in yet')", "not filled in yet"),
        ("def mean(numbers):\n    return total", "NameError: name 'total' is not defined"),
    ],
)
def test_failures_are_told_by_question_and_the_rest_still_runs(submission: Path, answer: str, message: str) -> None:
    change(submission, mean=answer, test_mean="print('public checks passed')")
    area, mean = check_notebook(submission)
    assert area.passed
    assert (mean.passed, mean.message) == (False, message)


def test_what_an_editor_dropped_is_recovered_where_the_original_is_at_hand(submission: Path) -> None:
    notebook = stripped(nbformat.read(submission, as_version=4))
    notebook.cells = [cell for cell in notebook.cells if "the mean of 1 and 3" not in cell.source]
    nbformat.write(notebook, submission)
    assert all(outcome.passed for outcome in check_notebook(submission))


def test_a_kit_has_its_originals_beside_the_notebook(submission: Path, tmp_path: Path) -> None:
    kit = tmp_path / "kit"
    (kit / "originals").mkdir(parents=True)
    release = submission.parent / "notebooks" / A0 / f"{A0}.ipynb"
    (kit / "originals" / f"{A0}.ipynb").write_bytes(release.read_bytes())
    nbformat.write(stripped(nbformat.read(submission, as_version=4)), kit / "mine.ipynb")
    assert all(outcome.passed for outcome in check_notebook(kit / "mine.ipynb"))


def test_a_library_that_is_missing_is_one_sentence(submission: Path) -> None:
    own = submission.parent.parent / "mine.ipynb"
    own.write_bytes(submission.read_bytes())
    change(own, imports="# Library imports (DO NOT CHANGE)\nimport nothing_of_this_name")
    with pytest.raises(CourseError, match="'imports' of the assignment needs a library"):
        check_notebook(own)


@pytest.mark.parametrize(
    ("spoilt", "reason"),
    [
        ("while True:\n    pass", "did not finish within 3 s"),
        (
            "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
            "did not finish within 3 s",
        ),
        ("import os\nos._exit(0)", "ended the Python process"),
    ],
)
def test_a_cell_that_never_ends_is_stopped_and_what_ran_before_counts(
    submission: Path, spoilt: str, reason: str
) -> None:
    change(submission, mean=spoilt)
    area, mean = check_notebook(submission, seconds_per_cell=3)
    assert area.passed
    assert not mean.passed
    assert mean.message == f"not reached: cell 'mean' {reason}"


def bad_files(folder: Path, good: Path) -> dict[str, Path]:
    """One file per kind of bad input, in a place without originals."""
    other = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("1 + 1")])
    lacking = json.loads(good.read_text())
    lacking["cells"] = [cell for cell in lacking["cells"] if cell["id"] != "mean"]
    contents = {
        "empty": b"", "broken": good.read_bytes()[:1000], "text": b"hello", "list": b"[]", "binary": bytes(range(256)),
        "old": json.dumps({"nbformat": 3, "nbformat_minor": 0, "metadata": {}, "worksheets": []}).encode(),
        "invalid": json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [{"cell_type": 7}]}).encode(),
        "deep": b"[" * 100_000, "other": nbformat.writes(other).encode(), "lacking": json.dumps(lacking).encode(),
    }  # fmt: skip
    for name, content in contents.items():
        (folder / f"{name}.ipynb").write_bytes(content)
    return {name: folder / f"{name}.ipynb" for name in contents} | {
        "missing": folder / "missing.ipynb",
        "folder": folder,
    }


SENTENCES = {
    "empty": "is empty", "broken": "not valid JSON", "text": "not valid JSON", "list": "not a Jupyter notebook",
    "binary": "not a text file", "old": "notebook format 3", "invalid": "not a valid notebook", "deep": "not valid JSON",
    "other": "not a notebook of an assignment", "lacking": "lacks the cell 'mean'",
    "missing": "does not exist", "folder": "is not a file",
}  # fmt: skip


@pytest.mark.parametrize("kind", SENTENCES)
def test_bad_input_is_one_sentence(
    submission: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(NotebookError, match=SENTENCES[kind]) as caught:
        check_notebook(bad_files(tmp_path / "elsewhere", submission)[kind])
    assert "\n" not in str(caught.value)


def test_a_huge_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.ipynb"
    with path.open("wb") as file:
        file.truncate(2 * 2**30)
    with pytest.raises(NotebookError, match="2048 MB"):
        check_notebook(path)


def test_bad_input_ends_with_exit_code_2_and_no_traceback(tmp_path: Path) -> None:
    done = autograder("check", str(tmp_path / "missing.ipynb"))
    assert done.returncode == 2
    assert done.stderr.startswith("error: ")
    assert "Traceback" not in done.stderr + done.stdout


def test_version_and_help_read_well() -> None:
    assert autograder("--version").stdout == "autograder 0.1.0\n"
    text = autograder("--help").stdout
    assert all(command in text for command in ("release", "check", "kit", "demo"))
