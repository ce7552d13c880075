"""Notebooks made from an earlier release, of another form: graded like all others, their given cells restored."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

from autograder.class_run.run import grade_class
from autograder.course.answers import answers_of, with_answers
from autograder.course.cells import grade_id
from autograder.course.master import read_master
from autograder.grading.note import note_in
from tests.conftest import A0
from tests.tiny import make_tiny_course

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")

EARLIER = {
    "test_area": 'assert area(0) == 0, "a circle of radius 0 has no area"\nprint("public checks passed")',
    "test_mean": 'assert mean([1, 3]) == 2, "the mean of 1 and 3 is 2"\nprint("public checks passed")',
    "scheme_mean": "**Written part (1 point).** Why is there no mean of an empty list?\n",
}


def earlier(release: NotebookNode) -> NotebookNode:
    """The release as it was before: plain asserts, headings without points, no cell for public checks, nothing folded."""
    notebook = with_answers(release, EARLIER)
    notebook.cells = [cell for cell in notebook.cells if grade_id(cell) != "public_checks"]
    for cell in notebook.cells:
        name = grade_id(cell)
        cell.source = re.sub(
            r"NotImplementedError\(.*\)", f'NotImplementedError("{name}: not filled in yet")', cell.source
        )
        cell.source = re.sub(r"^(### \S+ · [^·]+) · .*$", r"\1", cell.source, flags=re.MULTILINE)
        cell.metadata = {key: value for key, value in cell.metadata.items() if key in ("nbgrader", "deletable")}
    return notebook


def test_a_notebook_of_an_earlier_release_is_graded_in_the_form_of_the_newest(tmp_path: Path) -> None:
    course = make_tiny_course(tmp_path / "course")
    right = answers_of(read_master(course.master(A0)))
    old = earlier(nbformat.read(course.release(A0), as_version=4))
    for student, answers in {"full": right, "half": {"area": right["area"]}, "empty": {}}.items():
        folder = course.submission(student, A0)
        folder.mkdir(parents=True)
        nbformat.write(with_answers(old, answers), folder / f"{A0}.ipynb")
    run = grade_class(course, A0, jobs=1)
    assert {row.student: sum((row.points or {}).values()) for row in run.rows} == {"full": 5, "half": 3, "empty": 0}
    for student in ("full", "half", "empty"):
        path = course.autograded(student, A0)
        assert not note_in(path).is_doubtful
        cells = {grade_id(cell): cell.source for cell in nbformat.read(path, as_version=4).cells}
        assert "class public_check:" in cells["public_checks"]
        assert cells["test_area"].startswith('with public_check("area"):')
