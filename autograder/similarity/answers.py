"""What each student wrote themselves: the answers of a class, and the release they started from."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from nbformat import NotebookNode

from autograder.course.cells import grade_id, is_answer, is_task, question_of, words_of
from autograder.course.folder import Course
from autograder.course.notebook import NotebookError, read_notebook
from autograder.course.questions import questions, title_of
from autograder.course.release import read_release
from autograder.errors import CourseError
from autograder.grading.note import note_on

AnswerKind = Literal["code", "text"]
LARGEST = 30_000
"""Characters of one cell that are looked at; no honest answer is longer."""
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufeff]")


class NothingHandedIn(CourseError):
    """There is not one submission that can be read."""


@dataclass(frozen=True)
class ComparedPart:
    """One thing that students write: the code of a question, or its written answer."""

    name: str
    """The name of its cell."""
    kind: AnswerKind
    label: str
    title: str


@dataclass(frozen=True)
class ClassAnswers:
    """The answers of a class, by student and cell, and what the release has in the same cells."""

    parts: tuple[ComparedPart, ...]
    answers: Mapping[str, Mapping[str, str]]
    extra: Mapping[str, tuple[str, ...]]
    """Code cells that students added, by student."""
    release: Mapping[str, str]
    released: tuple[str, ...] = ()
    """All code of the release."""
    title: str = ""


def class_answers(course: Course, assignment: str) -> ClassAnswers:
    """Read what a class handed in: as graded, with the cells in order again, else as submitted."""
    release = read_release(course, assignment)
    found = {}
    for student in _students(course, assignment):
        notebook = _notebook(course, assignment, student)
        if notebook is not None:
            found[student] = notebook
    if not found:
        raise NothingHandedIn(
            f"Nothing that can be read was handed in for {assignment} yet. Run: autograder collect {assignment} SOURCE"
        )
    return answers_in(release, found)


def answers_in(release: NotebookNode, notebooks: Mapping[str, NotebookNode]) -> ClassAnswers:
    """The answers in some notebooks, and which of their code cells their authors added."""
    parts = tuple(_parts(release))
    names = {part.name for part in parts}
    given = {grade_id(cell): cell.source for cell in release.cells if grade_id(cell)}
    texts = {words_of(cell.source) for cell in release.cells}
    answers: dict[str, dict[str, str]] = {}
    extra: dict[str, tuple[str, ...]] = {}
    for student, notebook in notebooks.items():
        answered = answers.setdefault(student, {})
        added = []
        for cell in notebook.cells:
            name = grade_id(cell)
            if words_of(cell.source) in texts:
                continue
            if name in names:
                answered[name] = as_shown(cell.source)
            elif name not in given and cell.cell_type == "code":
                added.append(as_shown(cell.source))
        extra[student] = tuple(added)
    released = tuple(as_shown(cell.source) for cell in release.cells if cell.cell_type == "code")
    own_cells = {name: as_shown(given[name]) for name in names}
    return ClassAnswers(parts, answers, extra, own_cells, released, title_of(release))


def as_shown(source: str) -> str:
    """Text without what no editor shows, and no longer than any honest answer."""
    source = source.replace("\r\n", "\n").replace("\r", "\n").expandtabs(4)
    return _CONTROL.sub("", source)[:LARGEST].strip("\n")


def _parts(release: NotebookNode) -> list[ComparedPart]:
    asked = {question.id: question for question in questions(release)}
    found = []
    for cell in release.cells:
        if is_answer(cell) or is_task(cell):
            name = grade_id(cell)
            question = asked.get(question_of(name))
            label, title = (question.label, question.title) if question else ("", name.replace("_", " "))
            found.append(ComparedPart(name, "code" if cell.cell_type == "code" else "text", label, title))
    return found


def _students(course: Course, assignment: str) -> list[str]:
    return sorted({*course.all_autograded(assignment), *course.submissions(assignment)})


def _notebook(course: Course, assignment: str, student: str) -> NotebookNode | None:
    submitted = course.submission(student, assignment) / f"{assignment}.ipynb"
    for path in (course.autograded(student, assignment), submitted):
        try:
            notebook = read_notebook(path)
        except NotebookError:
            continue
        # the graded notebook of an unreadable submission is a copy of the release
        return None if note_on(notebook).unreadable else notebook
    return None
