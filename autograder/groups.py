"""Wrong answers that are alike: shown to the instructor once, and turned into a known mistake."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import nbformat

from autograder.course import Course
from autograder.diagnosis import group_alike
from autograder.errors import CourseError
from autograder.examples import MISTAKE
from autograder.grading.graded import Graded, read_graded
from autograder.master import questions
from autograder.verdict import Verdict

NO_HINT = "TODO: say what this code does, why it is wrong and where to look; never the solution."


@dataclass(frozen=True)
class Group:
    """Students whose wrong answers to a question are the same, and no known mistake explains."""

    question: str
    students: tuple[str, ...]
    failed: tuple[str, ...]
    cell: str


def groups(course: Course, assignment: str) -> tuple[Group, ...]:
    """All groups of an assignment as it was graded last, the largest first."""
    return groups_among(read_graded(course, assignment))


def groups_among(graded: Iterable[Graded]) -> tuple[Group, ...]:
    """The groups of some graded submissions, the largest first."""
    verdicts: dict[str, list[tuple[str, Verdict]]] = {}
    cells: dict[tuple[str, str], str] = {}
    for each in graded:
        for name, verdict in each.verdicts.items():
            if name not in each.about.get("hints", {}):
                verdicts.setdefault(name, []).append((each.student, verdict))
        cells |= {(each.student, name): source for name, source in each.cells.items()}
    found = []
    for question, answered in verdicts.items():
        by_student = dict(answered)
        for students in group_alike(answered):
            cell = cells.get((students[0], question), "")
            failed = tuple(check.sentence for check in by_student[students[0]].checks if not check.passed)
            if "NotImplementedError" not in cell:
                found.append(Group(question, tuple(students), failed, cell))
    return tuple(sorted(found, key=lambda group: (-len(group.students), group.question)))


def add_mistake(checks: Path, assignment: str, group: Group, name: str) -> Path:
    """Write a group's representative cell down as a new mistake, to be given a hint."""
    if not name.isidentifier():
        raise CourseError(f"'{name}' cannot be the name of a mistake: use letters, digits and underscores.")
    path = checks / assignment / group.question / MISTAKE / f"{name}.py"
    if path.exists():
        raise CourseError(f"There is a mistake '{name}' of {group.question} already.")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'"""{NO_HINT}"""\n\n\n{group.cell.strip()}\n')
    return path


CHECK_FILE = '''"""Hidden checks of {title}."""

from autograder.judge import assert_close, points, randn


@points({points:g})
def test_{question}(student):
    """One sentence for the student: what holds when the answer is right."""
    x = randn(3, 5)
    assert_close(student.name_from_the_cell(x), x)
'''


def new_question(course: Course, assignment: str, question: str) -> Path:
    """Lay out the folder of a question: a check to start from, and places for mistakes and variants."""
    release = nbformat.read(course.release(assignment), as_version=4)
    asked = {each.id: each for each in questions(release)}
    if question not in asked:
        raise CourseError(f"{assignment} has no question '{question}'. It has: {', '.join(asked)}.")
    path = course.checks / assignment / question / f"test_{question}.py"
    if path.exists():
        raise CourseError(f"The checks of {question} are there already: {path}")
    for kind in (MISTAKE, "variants"):
        (path.parent / kind).mkdir(parents=True, exist_ok=True)
    about = asked[question]
    path.write_text(CHECK_FILE.format(title=about.title, points=about.auto_points, question=question))
    return path
