"""What we write into nbgrader's gradebook ourselves: the zeros of submissions that nobody could read."""

from __future__ import annotations

import nbformat
from nbformat.v4 import new_markdown_cell

from autograder.course import Course
from autograder.nbgrader.gradebook import opened


def record_unreadable(course: Course, db_url: str, assignment: str, student: str, sentence: str) -> None:
    """Give zero points, marked for a person to look at, and a notebook in autograded/ that says why."""
    with opened(db_url) as gradebook:
        gradebook.update_or_create_student(student)
        submission = gradebook.update_or_create_submission(assignment, student)
        for notebook in submission.notebooks:
            for grade in notebook.grades:
                grade.auto_score = 0
                # what a person has decided about it stays decided
                grade.needs_manual_grade = bool(grade.needs_manual_grade or grade.manual_score is None)
        gradebook.db.commit()
    notebook = nbformat.read(course.release(assignment), as_version=4)
    notice = new_markdown_cell(f"**This submission could not be read.** {_as_text(sentence)}")
    notice.id = "unreadable"
    notebook.cells.insert(0, notice)
    notebook.metadata["autograder"] = {"unreadable": sentence}
    path = course.root / "autograded" / student / assignment / f"{assignment}.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    nbformat.write(notebook, path)


def _as_text(sentence: str) -> str:
    """A sentence that Markdown shows as it is, whatever a file name in it contains."""
    return "`" + sentence.replace("`", "'").replace("\n", " ") + "`"
