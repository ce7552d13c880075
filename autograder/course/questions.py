"""The questions of an assignment: their labels, titles and points, read off a master or a release.

A heading `### LABEL · TITLE` labels the questions that follow it (`autograder/course/headings.py` says what else it may
hold). A label is any word without spaces: 1a, 12.4, 2b.iii.
Several questions below one heading are counted: 1a.1, 1a.2.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from nbformat import NotebookNode

from autograder.course.cells import carries_points, grade_id, is_graded_by_hand, nbgrader_metadata, question_of
from autograder.course.headings import Heading, headings_in

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
    heading: Heading = field(default=Heading("", ""), compare=False)
    """The heading above it; several questions may share one."""

    @property
    def name(self) -> str:
        """Label and title, as people call the question."""
        return f"{self.label} · {self.title}" if self.label else self.title

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
    questions_below = Counter(heading.label for heading in headings.values())
    seen: Counter[str] = Counter()
    found = []
    for name, heading in headings.items():
        label = heading.label
        seen[label] += 1
        numbered = f"{label}.{seen[label]}" if label and questions_below[label] > 1 else label
        found.append(_question(notebook, name, numbered, heading))
    return tuple(found)


def points_in_words(some: Sequence[Question], auto: bool = True) -> str:
    """The points of some questions: those of their code, unless left out, then those of their written parts."""
    parts = (sum(each.auto_points for each in some) if auto else 0.0, sum(each.manual_points for each in some))
    shown = " + ".join(f"{points:g}" for points in parts if points)
    return f"{shown} point{'' if shown == '1' else 's'}" if shown else ""


def checked_questions(notebook: NotebookNode) -> tuple[Question, ...]:
    """The questions that hidden checks judge, in order."""
    return tuple(question for question in questions(notebook) if question.has_checks)


def names(notebook: NotebookNode) -> dict[str, str]:
    """What each question is called in sentences and lists, label and title, by its id."""
    return {question.id: question.name for question in questions(notebook)}


def labels(notebook: NotebookNode) -> dict[str, str]:
    """What each question is called at the head of a column, by its id; the id itself where no heading labels it."""
    return {question.id: question.label or question.id for question in questions(notebook)}


def title_of(notebook: NotebookNode) -> str:
    """The first heading of a master or release, or an empty string."""
    texts = (cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    return next((found[1].strip() for text in texts if (found := TITLE.search(text))), "")


def _headings(notebook: NotebookNode) -> dict[str, Heading]:
    """The heading that stands above each question, by question and in order."""
    asked = {question_of(grade_id(cell)) for cell in notebook.cells if carries_points(cell)}
    found: dict[str, Heading] = {}
    above = Heading("", "")
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            for heading in headings_in(cell.source):
                above = heading
        name = question_of(grade_id(cell))
        if name in asked and name not in found:
            found[name] = above if above.title else replace(above, title=name.replace("_", " "))
    return found


def _question(notebook: NotebookNode, name: str, label: str, heading: Heading) -> Question:
    auto, manual, has_checks = 0.0, 0.0, False
    for cell in notebook.cells:
        if carries_points(cell) and question_of(grade_id(cell)) == name:
            points = float(nbgrader_metadata(cell).get("points", 0.0))
            if is_graded_by_hand(cell):
                manual += points
            else:
                auto, has_checks = auto + points, True
    return Question(name, label, heading.title, auto, manual, has_checks, heading)
