"""What each student wrote themselves: the answers of a class, and the release they started from."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import nbformat
from nbformat import NotebookNode

from autograder.course import Course
from autograder.errors import CourseError
from autograder.master import grade_id, graded_questions, labels, title_of
from autograder.notebook import NotebookError, read_notebook

Kind = Literal["code", "text"]
LARGEST = 30_000
"""Characters of one cell that are looked at; no honest answer is longer."""
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufeff]")


class NothingHandedIn(CourseError):
    """There is not one submission that can be read."""


@dataclass(frozen=True)
class Part:
    """One thing that students write: the code of a question, or its written answer."""

    name: str
    """The name of its cell."""
    kind: Kind
    label: str
    title: str


@dataclass(frozen=True)
class ClassAnswers:
    """The answers of a class, by student and cell, and what the release has in the same cells."""

    parts: tuple[Part, ...]
    answers: Mapping[str, Mapping[str, str]]
    extra: Mapping[str, tuple[str, ...]]
    """Code cells that students added, by student."""
    release: Mapping[str, str]
    released: tuple[str, ...] = ()
    """All code of the release."""
    title: str = ""


def class_answers(course: Course, assignment: str) -> ClassAnswers:
    """Read what a class handed in: as graded, where cells are back in their places, else as submitted."""
    release = released_notebook(course, assignment)
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


def released_notebook(course: Course, assignment: str) -> NotebookNode:
    """What students started from; without it there is nothing to say about their answers."""
    if not course.release(assignment).is_file():
        raise CourseError(f"'{assignment}' is not released yet. Run: autograder release {assignment}")
    return nbformat.read(course.release(assignment), as_version=4)


def answers_in(release: NotebookNode, notebooks: Mapping[str, NotebookNode]) -> ClassAnswers:
    """The answers in some notebooks, and which of their code cells their authors added."""
    parts = tuple(_parts(release))
    names = {part.name for part in parts}
    given = {grade_id(cell): cell.source for cell in release.cells if grade_id(cell)}
    texts = {_words(cell.source) for cell in release.cells}
    answers: dict[str, dict[str, str]] = {}
    extra: dict[str, tuple[str, ...]] = {}
    for student, notebook in notebooks.items():
        own = answers.setdefault(student, {})
        added = []
        for cell in notebook.cells:
            name = grade_id(cell)
            if _words(cell.source) in texts:
                continue
            if name in names:
                own[name] = cleaned(cell.source)
            elif name not in given and cell.cell_type == "code":
                added.append(cleaned(cell.source))
        extra[student] = tuple(added)
    released = tuple(cleaned(cell.source) for cell in release.cells if cell.cell_type == "code")
    own_cells = {name: cleaned(given[name]) for name in names}
    return ClassAnswers(parts, answers, extra, own_cells, released, title_of(release))


def cleaned(source: str) -> str:
    """Text without what no editor shows, and no longer than any honest answer."""
    source = source.replace("\r\n", "\n").replace("\r", "\n").expandtabs(4)
    return _CONTROL.sub("", source)[:LARGEST].strip("\n")


def _parts(release: NotebookNode) -> list[Part]:
    asked = graded_questions(release)
    titles = {question.id: (label, question.title) for question, label in zip(asked, labels(asked), strict=True)}
    found = []
    for cell in release.cells:
        name, marks = grade_id(cell), cell.metadata.get("nbgrader", {})
        label, title = titles.get(name.removeprefix("explain_"), ("", name.replace("_", " ")))
        if marks.get("solution") or marks.get("task"):
            kind: Kind = "code" if cell.cell_type == "code" else "text"
            found.append(Part(name, kind, label, title))
    return found


def _students(course: Course, assignment: str) -> list[str]:
    folders = [*(course.root / "autograded").glob(f"*/{assignment}")]
    folders += (course.root / "submitted").glob(f"*/{assignment}")
    return sorted({folder.parent.name for folder in folders})


def _notebook(course: Course, assignment: str, student: str) -> NotebookNode | None:
    for step in ("autograded", "submitted"):
        path = course.root / step / student / assignment / f"{assignment}.ipynb"
        try:
            notebook = read_notebook(path)
        except NotebookError:
            continue
        # in the place of a submission that could not be read lies the release
        return None if "unreadable" in notebook.metadata.get("autograder", {}) else notebook
    return None


def _words(source: str) -> str:
    return " ".join(source.split())
