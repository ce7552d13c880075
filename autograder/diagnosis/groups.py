"""Wrong answers that are alike and that no known mistake explains: shown to the instructor once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from autograder.course.python import left_open
from autograder.judge.verdict import Verdict

NOT_FILLED_IN = "NotImplementedError"
"""What stands in the code of a cell that is not filled in."""


@dataclass(frozen=True)
class UnexplainedAnswer:
    """An answer that no known mistake explains."""

    student: str
    verdict: Verdict
    cell: str


@dataclass(frozen=True)
class Group:
    """Students who gave the same wrong answers to a question, which no known mistake explains."""

    question: str
    students: tuple[str, ...]
    failed: tuple[str, ...]
    """The sentences of the checks that they fail."""
    cell: str
    """One of the answers."""


def groups_among(answers: Iterable[UnexplainedAnswer], tolerance: float) -> tuple[Group, ...]:
    """Groups of at least two students, the largest first."""
    by_question: dict[str, list[list[UnexplainedAnswer]]] = {}
    for answer in answers:
        if answer.verdict.transcript.failed and not _is_open(answer.cell):
            _put(answer, by_question.setdefault(answer.verdict.question, []), tolerance)
    found = [
        Group(
            question,
            tuple(answer.student for answer in group),
            tuple(check.sentence for check in group[0].verdict.checks if not check.passed),
            group[0].cell,
        )
        for question, groups in by_question.items()
        for group in groups
        if len(group) > 1
    ]
    return tuple(sorted(found, key=lambda group: (-len(group.students), group.question)))


def _is_open(cell: str) -> bool:
    """Whether a part of a cell is not filled in."""
    return NOT_FILLED_IN in cell or bool(left_open(cell))


def _put(answer: UnexplainedAnswer, groups: list[list[UnexplainedAnswer]], tolerance: float) -> None:
    """Put an answer into the first group with the same wrong answers, else into a new group."""
    for group in groups:
        if group[0].verdict.transcript.is_like(answer.verdict.transcript, tolerance):
            group.append(answer)
            return
    groups.append([answer])
