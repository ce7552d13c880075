"""Says once what several failed checks, or several questions, have in common."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from autograder.feedback.content import QuestionFeedback, ShownCause, ShownCell, ShownCheck

_INDENT = "    "
"""How lines of code begin that belong to a cause."""
_CARET = "^"


def said_once(checks: tuple[ShownCheck, ...], cause: ShownCause) -> tuple[tuple[ShownCheck, ...], ShownCause]:
    """What all failed checks say besides their common cause is said with the cause, and in no check."""
    failed = [check for check in checks if not check.passed]
    common = [note for note in failed[0].notes if all(note in check.notes for check in failed)]
    rest = (replace(check, notes=tuple(note for note in check.notes if note not in common)) for check in checks)
    return tuple(rest), replace(cause, sentence=" ".join((*common, cause.sentence)))


def without_error(cell: ShownCell, cause: ShownCause) -> ShownCell:
    """A cell without the error whose line of code and caret the cause shows already."""
    indented = (line for line in cause.sentence.split("\n") if line.startswith(_INDENT))
    told = {line.strip() for text in (*indented, *cause.lines) for line in text.split("\n")}
    outputs = (
        output
        for output in cell.outputs
        if not (_CARET in told and output.kind == "error" and told <= set(map(str.strip, output.content.split("\n"))))
    )
    return replace(cell, outputs=tuple(outputs))


def each_cause_once(questions: Iterable[QuestionFeedback]) -> Iterator[QuestionFeedback]:
    """Questions in which a cause that was told at an earlier one, such as a cell that failed, is only referred to."""
    told: dict[tuple[str, tuple[str, ...]], str] = {}
    for question in questions:
        cause = question.cause
        # one with lines of code, that is: what is short is easier read again than looked up
        if cause is None or not (cause.lines or "\n" in cause.sentence):
            yield question
        elif (cause.sentence, cause.lines) in told:
            yield replace(question, cause=replace(cause, said_at=told[cause.sentence, cause.lines]))
        else:
            told[cause.sentence, cause.lines] = question.label or question.title
            yield question
