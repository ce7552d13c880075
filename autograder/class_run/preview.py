"""What a grading run would change, before anything is written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from nbgrader.api import MissingEntry

from autograder.course.cells import tests_of
from autograder.grading.result import Result
from autograder.judge.verdict import Verdict
from autograder.nbgrader.held_gradebook import HeldGradebook

_ROUNDING = 1e-9


@dataclass(frozen=True)
class Change:
    """A question whose points would be others than those in the gradebook."""

    question: str
    before: float | None
    """None where it was not graded yet."""
    after: float
    checks: tuple[str, ...]
    """The sentences of the checks that turned, each with what it does now."""
    manual: float | None = None
    """What a person gave; it stays, and counts instead of either."""


@dataclass(frozen=True)
class BookedPoints:
    """What the gradebook holds for one graded cell."""

    auto: float | None
    manual: float | None


def booked_points(held: HeldGradebook, assignment: str, student: str) -> dict[str, BookedPoints]:
    """The points of all graded cells in the gradebook, by cell; empty for a student who was not graded yet."""
    with held.opened() as gradebook:
        try:
            notebooks = gradebook.find_submission(assignment, student).notebooks
        except MissingEntry:
            return {}
        grades = [grade for notebook in notebooks for grade in notebook.grades]
        return {grade.name: BookedPoints(grade.auto_score, grade.manual_score) for grade in grades}


def changes(result: Result, booked: Mapping[str, BookedPoints], earlier: Result | None) -> tuple[Change, ...]:
    """How a result differs from what is booked; the result that was booked says which checks have turned."""
    old = earlier.verdicts if earlier is not None else {}
    found = []
    for name, verdict in result.verdicts.items():
        now = booked.get(tests_of(name), BookedPoints(None, None))
        if now.auto is None or abs(now.auto - verdict.earned) > _ROUNDING:
            turned = tuple(_turned(verdict, old[name])) if name in old else ()
            found.append(Change(name, now.auto, verdict.earned, turned, now.manual))
    return tuple(found)


def _turned(verdict: Verdict, old: Verdict) -> Iterator[str]:
    before = {check.name: check for check in old.checks}
    for check in verdict.checks:
        was = before.pop(check.name, None)
        if was is None:
            yield f"new, {_outcome(check.passed)}: {check.sentence}"
        elif was.passed != check.passed:
            yield f"now {_outcome(check.passed)}: {check.sentence}"
        elif was.earned != check.earned:
            yield f"now worth {check.points:g}: {check.sentence}"
    for check in before.values():
        yield f"gone: {check.sentence}"


def _outcome(passed: bool) -> str:
    return "passes" if passed else "fails"
