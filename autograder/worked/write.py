"""Writes the worked solution of an assignment: a notebook and a page, to be handed out after the due date."""

from __future__ import annotations

from pathlib import Path

import nbformat

from autograder.course import Course
from autograder.course.master import read_master
from autograder.course.progress import Progress, silently
from autograder.course.questions import questions, title_of
from autograder.worked.cells import worked_cells
from autograder.worked.due import refuse_before_due
from autograder.worked.notebook import worked_notebook
from autograder.worked.page import worked_page
from autograder.worked.run import Extent, with_outputs

_SHORT = "Training was cut to a few steps here, so its figures show less than yours."
_INTRODUCTIONS = {
    Extent.full: "Every question with an answer, and how written answers are marked. Other answers can be as right.",
    Extent.none: "Every question with an answer, and how written answers are marked. Run the notebook to see its figures.",
}


def write_solutions(
    course: Course,
    assignment: str,
    extent: Extent = Extent.quick,
    force: bool = False,
    progress: Progress = silently,
) -> tuple[Path, Path]:
    """Write the notebook and the page; refused as long as students may hand in, unless forced."""
    master = read_master(course.master(assignment))
    if not force:
        refuse_before_due(course, assignment)
    cells = with_outputs(worked_cells(master), extent, progress)
    introduction = _INTRODUCTIONS.get(extent) or f"{_INTRODUCTIONS[Extent.full]} {_SHORT}"
    title = title_of(master) or assignment
    folder = course.worked(assignment)
    folder.mkdir(parents=True, exist_ok=True)
    notebook, page = folder / f"{assignment}_solutions.ipynb", folder / f"{assignment}_solutions.html"
    nbformat.write(worked_notebook(cells, f"**Worked solution: {title}.** {introduction}"), notebook)
    page.write_text(worked_page(title, introduction, cells, questions(master)), encoding="utf-8")
    return notebook, page
