"""Lays out the folder of a new question's checks."""

from __future__ import annotations

from pathlib import Path

from autograder.course import Course
from autograder.course.master import read_master
from autograder.course.questions import checked_questions
from autograder.diagnosis.examples import MISTAKE, VARIANT
from autograder.errors import CourseError

CHECK_FILE = '''"""Hidden checks of {name}."""

from autograder.judge import assert_close, points, randn


@points({points:g})
def test_{question}(student):
    """One sentence for the student: what holds when the answer is right."""
    x = randn(3, 5)
    assert_close(student.name_from_the_cell(x), x)
'''


def new_question(course: Course, assignment: str, question: str) -> Path:
    """Lay out the folder of a question of the master: a check to start from, and folders for examples."""
    solution = course.solution(assignment)
    asked = {each.id: each for each in checked_questions(read_master(solution.master))}
    if question not in asked:
        raise CourseError(f"{assignment} has no question '{question}'. It has: {', '.join(asked) or 'none'}.")
    path = solution.check_file(question)
    if path.exists():
        raise CourseError(f"The checks of {question} are there already: {path}")
    for kind in (MISTAKE, VARIANT):
        (path.parent / kind).mkdir(parents=True, exist_ok=True)
    about = asked[question]
    text = CHECK_FILE.format(name=about.name, points=about.auto_points, question=question)
    path.write_text(text, encoding="utf-8")
    return path
