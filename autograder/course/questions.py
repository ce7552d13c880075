"""The questions of an assignment: their labels, titles and points, read off a master or a release.

A heading `### LABEL · TITLE` labels the questions that follow it. A label is any word without spaces: 1a, 12.4, 2b.iii.
Several questions below one heading are counted: 1a.1, 1a.2.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from nbformat import NotebookNode

from autograder.course.cells import carries_points, grade_id, is_graded_by_hand, nbgrader_metadata, question_of

HEADING = re.compile(r"^#{2,6} (?P<label>\S+) · (?P<title>.+)$", re.MULTILINE)
TITLE = re.compile(r"^# (.+)$", re.MULTILINE)


@dataclass(frozen=True)
class Question:
    """One question of an assignment."""

    id: str
    label: str
    """What people call the question, the same on all pages and in all tables."""
    title: str
    auto_points: float = 0.0
    manual_points: float = 0.0
    has_checks: bool = False
    """Whether hidden checks judge it."""

    @property
    def points(self) -> float:
        return self.auto_points + self.manual_points

    @property
    def section(self) -> str:
        """The part of the label before the last dot, if that is more than a number: 1a of 1a.2, but 12.4 of 12.4."""
        start, dot, _ = self.label.rpartition(".")
        return start if dot and any(letter.isalpha() for letter in start) else self.label


def questions(notebook: NotebookNode) -> tuple[Question, ...]:
    """All questions of a master or release, in order."""
    headings = _headings(notebook)
    questions_below = Counter(headings[name][0] for name in headings)
    seen: Counter[str] = Counter()
    found = []
    for name, (label, title) in headings.items():
        seen[label] += 1
        numbered = f"{label}.{seen[label]}" if label and questions_below[label] > 1 else label
        found.append(_question(notebook, name, numbered, title))
    return tuple(found)


def checked_questions(notebook: NotebookNode) -> tuple[Question, ...]:
    """The questions that hidden checks judge, in order."""
    return tuple(question for question in questions(notebook) if question.has_checks)


def labels(notebook: NotebookNode) -> dict[str, str]:
    """What people call each question, by its id; the id itself where no heading labels it."""
    return {question.id: question.label or question.id for question in questions(notebook)}


def title_of(notebook: NotebookNode) -> str:
    """The first heading of a master or release, or an empty string."""
    texts = (cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    return next((found[1].strip() for text in texts if (found := TITLE.search(text))), "")


def _headings(notebook: NotebookNode) -> dict[str, tuple[str, str]]:
    """Label and title of the heading that stands above each question, by question and in order."""
    asked = {question_of(grade_id(cell)) for cell in notebook.cells if carries_points(cell)}
    found: dict[str, tuple[str, str]] = {}
    label, title = "", ""
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            for heading in HEADING.finditer(cell.source):
                label, title = heading["label"], heading["title"].strip()
        name = question_of(grade_id(cell))
        if name in asked and name not in found:
            found[name] = (label, title or name.replace("_", " "))
    return found


def _question(notebook: NotebookNode, name: str, label: str, title: str) -> Question:
    auto, manual, has_checks = 0.0, 0.0, False
    for cell in notebook.cells:
        if carries_points(cell) and question_of(grade_id(cell)) == name:
            points = float(nbgrader_metadata(cell).get("points", 0.0))
            if is_graded_by_hand(cell):
                manual += points
            else:
                auto, has_checks = auto + points, True
    return Question(name, label, title, auto, manual, has_checks)
