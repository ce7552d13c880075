"""From a notebook to the task of grading it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from nbformat import NotebookNode

from autograder.course.cells import TESTS, grade_id, shows_own_outputs
from autograder.course.questions import questions as asked_questions
from autograder.diagnosis.examples import Example
from autograder.errors import CourseError
from autograder.grading.skipping import skipped_cells, unfilled_questions
from autograder.grading.task import Task
from autograder.jail import Limits
from autograder.judge.bundle import CheckBundle

_LONGEST_LABEL = 80


@dataclass(frozen=True)
class ReleasedCode:
    """The code cells of a release by name: those that students may not change, and those they fill in."""

    locked: Mapping[str, str] = field(default_factory=dict)
    stubs: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class GradedWith:
    """What every task of an assignment is graded with."""

    bundle: CheckBundle
    versions: Mapping[str, str]
    limits: Limits

    def digests(self) -> dict[str, str]:
        """By question, the digest of its checks."""
        return {question: self.bundle.question_digest(question) for question in self.bundle.questions}


def notebook_task(notebook: NotebookNode, released: ReleasedCode, given: GradedWith) -> Task:
    """The task of a submitted notebook; cells that students may not change are taken from the release."""
    locked = released.locked
    cells: list[str] = []
    unseen: list[int] = []
    own_outputs: list[int] = []
    not_locked: list[int] = []
    answered: dict[str, int] = {}
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        name = grade_id(cell)
        answered[name] = len(cells)  # of several cells of one name the last one counts
        if name in locked and name.startswith(TESTS):
            unseen.append(len(cells))
        if shows_own_outputs(cell):
            own_outputs.append(len(cells))
        if name not in locked:
            not_locked.append(len(cells))
        cells.append(locked.get(name, cell.source))
    questions = {name: answered.get(name) for name in given.bundle.questions}
    labels = {question.id: question.name[:_LONGEST_LABEL] for question in asked_questions(notebook)}
    return Task(
        given.bundle.assignment,
        tuple(cells),
        questions,
        given.digests(),
        given.versions,
        given.limits,
        unseen=frozenset(unseen),
        own_outputs=frozenset(own_outputs),
        skipped=skipped_cells(cells, unseen),
        unfilled=unfilled_questions(cells, questions, released.stubs, not_locked),
        labels={name: labels[name] for name in questions if name in labels},
    )


def example_task(example: Example, defining: Mapping[str, str], given: GradedWith) -> Task:
    """The right notebook with one cell replaced by an example, and that one question to judge."""
    assignment = given.bundle.assignment
    if example.question not in defining:
        raise CourseError(f"{example.label} belongs to no question of {assignment}.")
    if example.question not in given.bundle.questions:
        raise CourseError(f"{example.label} has no checks: write {given.bundle.file_of(example.question)}.")
    cells = tuple(example.source if name == example.question else source for name, source in defining.items())
    number = list(defining).index(example.question)
    checks = {example.question: given.bundle.question_digest(example.question)}
    return Task(assignment, cells, {example.question: number}, checks, given.versions, given.limits)
