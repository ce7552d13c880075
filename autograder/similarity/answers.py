"""What each student wrote themselves: the answers of a class, and the release they started from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Literal

from nbformat import NotebookNode

from autograder.course.bounded import Bounded, FailedInside, OutOfBounds
from autograder.course.bounds import LONGEST_CODE
from autograder.course.cells import grade_id, is_answer, is_task, question_of, words_of
from autograder.course.folder import Course
from autograder.course.notebook import NotebookError, read_notebook
from autograder.course.questions import questions, title_of
from autograder.course.release import read_release
from autograder.errors import CourseError
from autograder.grading.note import note_on

AnswerKind = Literal["code", "text"]
LARGEST = LONGEST_CODE
"""Characters of one cell that are looked at; a longer code cell is not even read, so all code is looked at."""
_PICTURE = re.compile(r"data:image/[^\s)\"'>]*")
_COMMENT, _COMMENT_END = "<!--", "-->"
"""What a text shows nobody: letters in it would hide those that are shown."""
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufeff]")


class NothingHandedIn(CourseError):
    """There is not one submission that can be read."""


@dataclass(frozen=True)
class ComparedPart:
    """One thing that students write: the code of a question, or its written answer."""

    name: str
    """The name of its cell."""
    kind: AnswerKind
    question: str
    """What its question is called."""


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
    names: frozenset[str] = frozenset()
    """The names of all cells of the release."""
    left_out: Mapping[str, str] = field(default_factory=dict)
    """Students whose notebook could not be looked at, and why."""


def class_answers(course: Course, assignment: str) -> ClassAnswers:
    """Read what a class handed in: as graded, with the cells in order again, else as submitted."""
    release = read_release(course, assignment)
    empty = answers_in(release, {})
    answers: dict[str, Mapping[str, str]] = {}
    extra: dict[str, tuple[str, ...]] = {}
    left_out: dict[str, str] = {}
    texts = _texts(release)
    with Bounded("Reading this notebook", partial(_read, course, assignment, empty, texts)) as read:
        for student in _students(course, assignment):
            try:
                found = read(student)
            except (OutOfBounds, FailedInside) as error:
                left_out[student] = str(error)
                continue
            if found is not None:
                answers[student], extra[student] = found
    if not answers:
        raise NothingHandedIn(
            f"Nothing that can be read was handed in for {assignment} yet. Run: autograder collect {assignment} SOURCE"
        )
    return replace(empty, answers=answers, extra=extra, left_out=left_out)


def answers_in(release: NotebookNode, notebooks: Mapping[str, NotebookNode]) -> ClassAnswers:
    """The answers in some notebooks, and which of their code cells their authors added."""
    parts = tuple(_parts(release))
    given = {grade_id(cell): cell.source for cell in release.cells if grade_id(cell)}
    released = tuple(as_shown(cell.source) for cell in release.cells if cell.cell_type == "code")
    own_cells = {part.name: as_shown(given[part.name], part.kind) for part in parts}
    names = frozenset(given)
    found = {student: _answers(each, parts, names, _texts(release)) for student, each in notebooks.items()}
    answers = {student: each for student, (each, _) in found.items()}
    extra = {student: each for student, (_, each) in found.items()}
    return ClassAnswers(parts, answers, extra, own_cells, released, title_of(release), names)


def _texts(release: NotebookNode) -> frozenset[str]:
    """The texts of a release, to know what a student left as it was."""
    return frozenset(words_of(cell.source) for cell in release.cells)


def _answers(
    notebook: NotebookNode, parts: Iterable[ComparedPart], given: frozenset[str], texts: frozenset[str]
) -> tuple[dict[str, str], tuple[str, ...]]:
    """The answers in a notebook by their names, and the code cells that its author added."""
    kinds = {part.name: part.kind for part in parts}
    answered: dict[str, str] = {}
    added = []
    for cell in notebook.cells:
        name = grade_id(cell)
        if words_of(cell.source) in texts:
            continue
        if name in kinds:
            answered[name] = as_shown(cell.source, kinds[name])
        elif name not in given and cell.cell_type == "code":
            added.append(as_shown(cell.source))
    return answered, tuple(added)


def _read(
    course: Course, assignment: str, asked: ClassAnswers, texts: frozenset[str], student: str
) -> tuple[dict[str, str], tuple[str, ...]] | None:
    """What one student wrote; None where nothing was handed in that can be read."""
    notebook = _notebook(course, assignment, student)
    return None if notebook is None else _answers(notebook, asked.parts, asked.names, texts)


def as_shown(source: str, kind: AnswerKind = "code") -> str:
    """Text without what no editor shows, and no longer than any honest answer."""
    source = source.replace("\r\n", "\n").replace("\r", "\n").expandtabs(4)
    if kind == "text":
        source = _without_comments(_PICTURE.sub("data:image/…", source))
    return _CONTROL.sub("", source)[:LARGEST].strip("\n")


def _without_comments(text: str) -> str:
    """A text without HTML's comments; one without an end stays, as a browser may show it."""
    pieces, place = [], 0
    while (start := text.find(_COMMENT, place)) >= 0 and (end := text.find(_COMMENT_END, start)) >= 0:
        pieces.append(text[place:start])
        place = end + len(_COMMENT_END)
    return "".join([*pieces, text[place:]])


def _parts(release: NotebookNode) -> list[ComparedPart]:
    asked = {question.id: question for question in questions(release)}
    found = []
    for cell in release.cells:
        if is_answer(cell) or is_task(cell):
            name = grade_id(cell)
            question = asked.get(question_of(name))
            called = question.name if question else name.replace("_", " ")
            found.append(ComparedPart(name, "code" if cell.cell_type == "code" else "text", called))
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
