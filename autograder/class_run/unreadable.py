"""Submissions that nobody could read: zero points that a person can find, and a notebook that says why."""

from __future__ import annotations

import nbformat
from nbformat.v4 import new_markdown_cell

from autograder.course import Course
from autograder.course.release import read_release
from autograder.grading.note import Note, put_note
from autograder.nbgrader.held_gradebook import HeldGradebook


def record_unreadable(course: Course, held: HeldGradebook, assignment: str, student: str, sentence: str) -> None:
    """Give zero points that wait for a person, and write a notebook into autograded/ that says why."""
    with held.opened() as gradebook:
        gradebook.update_or_create_student(student)
        submission = gradebook.update_or_create_submission(assignment, student)
        for notebook in submission.notebooks:
            for grade in notebook.grades:
                grade.auto_score = 0
                # points that a person gave stay, and need no second look
                grade.needs_manual_grade = bool(grade.needs_manual_grade or grade.manual_score is None)
        gradebook.db.commit()
    notebook = read_release(course, assignment)
    notice = new_markdown_cell(f"**This submission could not be read.** {_as_text(sentence)}")
    notice.id = "unreadable"
    notebook.cells.insert(0, notice)
    put_note(notebook, Note(unreadable=sentence))
    path = course.autograded(student, assignment)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    nbformat.write(notebook, path)


def _as_text(sentence: str) -> str:
    """A sentence that Markdown shows as it is, whatever a file name in it contains."""
    return "`" + sentence.replace("`", "'").replace("\n", " ") + "`"
