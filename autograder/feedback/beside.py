"""What lies beside a page of feedback: what nbgrader's exchange needs, and nothing else that a student handed in."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from autograder.course import Course
from autograder.intake.times import OF_EVERY_HAND_IN

MODE = 0o644
"""The rights that nbgrader gives to what it writes for students."""


def keep_only_pages(assignment: str, student: str, notebooks: Sequence[str] = ()) -> None:
    """Clear a student's feedback folder after its pages were written: nbgrader's hook, called in the course's folder."""
    clear(Course(Path.cwd()), assignment, student)


def clear(course: Course, assignment: str, student: str) -> None:
    """Leave the pages of graded notebooks in a student's feedback folder, and put there what the exchange needs."""
    folder, graded = course.feedback(student, assignment).parent, course.autograded(student, assignment).parent
    pages = {f"{notebook.stem}.html" for notebook in graded.glob("*.ipynb")}
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        elif path.name not in pages:
            path.unlink()
    for name in OF_EVERY_HAND_IN:
        handed_in = graded / name
        if handed_in.is_file() and not handed_in.is_symlink():
            shutil.copyfile(handed_in, folder / name)
            (folder / name).chmod(MODE)
