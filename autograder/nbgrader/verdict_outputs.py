"""The outputs of a graded cell: the verdict for people to read, and one number for nbgrader."""

from __future__ import annotations

from nbformat import NotebookNode, from_dict

from autograder.diagnosis.diagnosis import NO_DIAGNOSIS, Diagnosis, points_of
from autograder.grading.note import QUESTION
from autograder.judge.verdict import Verdict
from autograder.pages.verdict_text import as_html, verdict_as_text

NO_CHECKS = "This question has no hidden checks yet; a person has to grade it."


def verdict_outputs(verdict: Verdict | None, diagnosis: Diagnosis | None, points: float) -> list[NotebookNode]:
    """The checks in words, then the score that nbgrader reads."""
    if verdict is None:
        return [from_dict({"output_type": "stream", "name": "stdout", "text": NO_CHECKS}), _score(0)]
    diagnosis = diagnosis or NO_DIAGNOSIS
    data = {"text/plain": verdict_as_text(verdict, diagnosis), "text/html": as_html(verdict, diagnosis)}
    shown = {"output_type": "display_data", "data": data, "metadata": {QUESTION: verdict.question}}
    return [from_dict(shown), _score(earned(verdict, diagnosis, points))]


def earned(verdict: Verdict, diagnosis: Diagnosis, points: float) -> float:
    """What a verdict is worth on a cell; certify requires that the checks' sum equals the cell's points."""
    return min(max(points_of(verdict, diagnosis), 0.0), points)


def _score(points: float) -> NotebookNode:
    data = {"text/plain": f"{points:g}"}
    return from_dict({"output_type": "execute_result", "data": data, "metadata": {}, "execution_count": None})
