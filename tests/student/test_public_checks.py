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
from autograder.course.progress import silently
from autograder.errors import CourseError
from autograder.student.public_checks import check_notebook
from autograder.student.run import run_cells
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
    assert "1a · Area of a circle" in done.stdout
    assert "2 of 2 public checks passed, 1 of 1 written answers filled." in done.stdout
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("def mean(numbers):\n    return 7", "the mean of 1 and 3 is 2"),
        ("def mean(numbers):\n    raise NotImplementedError('mean: not filled in yet')", "not filled in yet"),
        (
            "total_ = 1\ndef mean(numbers):\n    return total",
            "`total` is not defined; you have `total_`: did you mean that?",
        ),
        (
            "def mean(numbers)\n    return 1",
            "The cell has a syntax error in line 1: expected ':'.\n    def mean(numbers)\n",
        ),
        ("def maen(numbers):\n    return 1", "`mean` is not defined; you have `maen`: did you mean that?"),
    ],
)
def test_failures_are_told_by_question_and_the_rest_still_runs(submission: Path, answer: str, message: str) -> None:
    change(submission, mean=answer, test_mean="print('public checks passed')")
    area, mean = check_notebook(submission).outcomes
    assert area.passed
    assert not mean.passed
    assert mean.message.startswith(message)


def test_what_an_editor_dropped_is_recovered_where_the_original_is_at_hand(submission: Path) -> None:
    notebook = stripped(nbformat.read(submission, as_version=4))
    notebook.cells = [cell for cell in notebook.cells if "the mean of 1 and 3" not in cell.source]
    nbformat.write(notebook, submission)
    checked = check_notebook(submission)
    assert all(outcome.passed for outcome in checked.outcomes)
    assert len(checked.outcomes) == 2
    relabelled, restored = checked.notes
    assert "had lost what nbgrader knows them by" in relabelled
    assert restored == (
        "Missing cells were put back as they were handed out: the cell with the public checks of 1b · Mean."
    )


def test_a_kit_has_its_originals_beside_the_notebook(submission: Path, tmp_path: Path) -> None:
    kit = tmp_path / "kit"
    (kit / "originals").mkdir(parents=True)
    release = submission.parent / "notebooks" / A0 / f"{A0}.ipynb"
    (kit / "originals" / f"{A0}.ipynb").write_bytes(release.read_bytes())
    nbformat.write(stripped(nbformat.read(submission, as_version=4)), kit / "mine.ipynb")
    assert all(outcome.passed for outcome in check_notebook(kit / "mine.ipynb").outcomes)


def test_a_library_that_is_missing_is_one_sentence(submission: Path) -> None:
    own = submission.parent.parent / "mine.ipynb"
    own.write_bytes(submission.read_bytes())
    change(own, imports="# Library imports (DO NOT CHANGE)\nimport nothing_of_this_name")
    with pytest.raises(CourseError, match="'imports' of the assignment needs a library"):
        check_notebook(own)


LATE = "This cell ran longer than 3 s and was interrupted. Is there a loop that does not end?"
ENDED = "Running this cell ended the program, so the notebook was run without it."


@pytest.mark.parametrize(
    ("spoilt", "reason"),
    [
        ("while True:\n    pass", LATE),
        (
            "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nwhile True: pass",
            ENDED.replace(",", " (it did not stop after 3 s),"),
        ),
        ("import os\nos._exit(0)", ENDED),
    ],
)
def test_a_cell_that_never_ends_is_stopped_and_all_others_count(submission: Path, spoilt: str, reason: str) -> None:
    change(submission, area=spoilt)
    area, mean = check_notebook(submission, seconds_per_cell=3).outcomes
    assert (area.state, area.message) == ("failed", reason)
    assert mean.passed


def test_after_three_cells_that_never_end_no_other_is_run(submission: Path) -> None:
    notebook = nbformat.read(submission, as_version=4)
    notebook.cells[-1:-1] = [nbformat.v4.new_code_cell("import time\ntime.sleep(60)") for _ in range(2)]
    nbformat.write(notebook, submission)
    change(submission, area="while True: pass", mean="while True: pass")
    notebook = nbformat.read(submission, as_version=4)
    halted = run_cells(notebook, submission.parent, 1, silently)
    assert [each.kind for each in halted] == ["late", "late", "late", "not run"]
    assert halted[-1].sentence == "This cell was not run: 3 cells before it did not finish in time."


def test_a_given_cell_that_takes_too_long_at_the_start_is_not_blamed_on_answers(
    submission: Path, tmp_path: Path
) -> None:
    change(submission, imports="import time\ntime.sleep(60)")
    own = submission.parent.parent / "mine.ipynb"
    own.write_bytes(submission.read_bytes())
    with pytest.raises(CourseError, match=r"'imports' of the assignment did not finish within 1 s.*--timeout 2"):
        check_notebook(own, 1)


def test_what_waits_for_another_question_says_so_and_nothing_else(submission: Path) -> None:
    change(
        submission,
        area="def aera(radius):\n    return math.pi * radius**2",
        mean="area(1)\ndef mean(numbers):\n    return sum(numbers) / len(numbers)",
    )
    area, mean = check_notebook(submission).outcomes
    assert area.message == "`area` is not defined; you have `aera`: did you mean that?"
    assert (mean.state, mean.message) == ("waits", "waits for 1a · Area of a circle")
    change(submission, area="def area(radius):\n    raise NotImplementedError('area: not filled in yet')")
    area, mean = check_notebook(submission).outcomes
    assert (area.state, mean.state, mean.message) == ("unfilled", "waits", "waits for 1a · Area of a circle")


def test_an_own_cell_that_answers_wait_for_is_named_once(submission: Path) -> None:
    notebook = nbformat.read(submission, as_version=4)
    notebook.cells.insert(2, nbformat.v4.new_code_cell("squared = 1 / 0"))
    nbformat.write(notebook, submission)
    change(submission, area="x = squared", mean="y = squared")
    checked = check_notebook(submission)
    assert [outcome.message for outcome in checked.outcomes] == ["waits for code cell 2"] * 2
    assert checked.others == ("Code cell 2 fails: Something is divided by zero: which size or sum can be 0 here?",)


def test_checks_that_a_notebook_passes_over_are_not_passed(submission: Path) -> None:
    """As they are in a release that goes on where something is not filled in."""
    given = """
passed_checks = set()
class public_check:
    def __init__(self, question):
        self.question = question
    def __enter__(self):
        pass
    def __exit__(self, kind, *error):
        if kind is None:
            passed_checks.add(self.question)
        return kind is NotImplementedError
import math"""
    for path in (submission, submission.parent / "notebooks" / A0 / f"{A0}.ipynb"):
        change(
            path,
            imports=given,
            test_area="with public_check('area'):\n    assert area(0) == 0",
            test_mean="with public_check('mean'):\n    assert mean([1, 3]) == 2",
        )
    assert [outcome.state for outcome in check_notebook(submission).outcomes] == ["passed", "passed"]
    change(
        submission,
        mean="def mean(numbers):\n    if numbers:\n        raise NotImplementedError('mean: not filled in yet')",
    )
    assert [outcome.state for outcome in check_notebook(submission).outcomes] == ["passed", "unfilled"]
    change(
        submission,
        mean="def mean(numbers):\n    return area(1) and 2",
        area="def area(radius):\n    # YOUR CODE HERE\n    raise NotImplementedError('area: not filled in yet')",
    )
    area, mean = check_notebook(submission).outcomes
    assert (area.state, mean.state, mean.message) == ("unfilled", "waits", "waits for 1a · Area of a circle")


def test_an_unfilled_notebook_names_what_is_empty_with_its_points(submission: Path) -> None:
    release = submission.parent / "notebooks" / A0 / f"{A0}.ipynb"
    submission.write_bytes(release.read_bytes())
    checked = check_notebook(submission)
    assert [outcome.state for outcome in checked.outcomes] == ["unfilled", "unfilled"]
    assert [part.sentence for part in checked.written] == ["1b · Mean, written part: empty, 1 point."]
    done = autograder("check", str(submission))
    assert done.returncode == 1
    assert "0 of 2 public checks passed, 0 of 1 written answers filled." in done.stdout
    # its checksums tell the same where no original is at hand
    alone = submission.parent.parent / "mine.ipynb"
    alone.write_bytes(release.read_bytes())
    without_original = check_notebook(alone)
    assert (without_original.outcomes, without_original.written) == (checked.outcomes, checked.written)


def test_where_no_original_is_at_hand_that_is_said(submission: Path) -> None:
    notebook = nbformat.read(submission, as_version=4)
    notebook.cells = [cell for cell in notebook.cells if grade_id(cell) != "test_mean"]
    alone = submission.parent.parent / "mine.ipynb"
    nbformat.write(notebook, alone)
    change(alone, imports="import math\nchanged = True")
    changed, missing, why = check_notebook(alone).notes
    assert changed == "The cell 'imports' (do not change) was changed, and runs as it is."
    assert missing == "The public checks of 1b · Mean are missing, and so they are not counted."
    assert "lay it into a folder 'originals' beside yours" in why


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
