"""What a grading run would change, before anything is written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from nbgrader.api import MissingEntry

from autograder.course.cells import tests_of
from autograder.diagnosis.diagnosis import NO_DIAGNOSIS, Diagnosis
from autograder.grading.result import Result
from autograder.judge.verdict import Verdict
from autograder.nbgrader.held_gradebook import HeldGradebook

_ROUNDING = 1e-9
"""Points that differ by no more than this are equal."""


@dataclass(frozen=True)
class Change:
    """A question whose points would be others than those in the gradebook."""

    question: str
    before: float | None
    """None where it was not graded yet."""
    after: float
    checks: tuple[str, ...]
    """The sentences of the checks whose outcome changed, each with its new outcome; recognised mistakes and their costs."""
    manual: float | None = None
    """The points that a person gave; they stay, and count instead of those before and after."""


@dataclass(frozen=True)
class BookedPoints:
    """What the gradebook holds for one graded cell."""

    auto: float | None
    manual: float | None

    def is_of_checks(self, points: float) -> bool:
        """Whether the checks gave so many points."""
        return self.auto is not None and abs(self.auto - points) <= _ROUNDING


def booked_points(held: HeldGradebook, assignment: str, student: str) -> dict[str, BookedPoints]:
    """The points of all graded cells in the gradebook, by cell; empty for a student who was not graded yet."""
    with held.opened() as gradebook:
        try:
            notebooks = gradebook.find_submission(assignment, student).notebooks
        except MissingEntry:
            return {}
        grades = [grade for notebook in notebooks for grade in notebook.grades]
        return {grade.name: BookedPoints(grade.auto_score, grade.manual_score) for grade in grades}


def changes(
    result: Result,
    booked: Mapping[str, BookedPoints],
    earlier: Result | None,
    diagnoses: Mapping[str, Diagnosis],
) -> tuple[Change, ...]:
    """How a result differs from the booked points; what was booked earlier tells which checks and costs changed."""
    earlier_verdicts = earlier.verdicts if earlier is not None else {}
    found = []
    for name, earned in result.points.items():
        points = booked.get(tests_of(name), BookedPoints(None, None))
        if not points.is_of_checks(earned):
            why: list[str] = []
            if name in earlier_verdicts:
                why += _changed(result.verdicts[name], earlier_verdicts[name])
            if points.auto is not None:
                why += _changed_costs(result.diagnoses.get(name, NO_DIAGNOSIS), diagnoses.get(name, NO_DIAGNOSIS))
            found.append(Change(name, points.auto, earned, tuple(why), points.manual))
    return tuple(found)


def _changed_costs(diagnosis: Diagnosis, earlier: Diagnosis) -> Iterator[str]:
    """What recognised mistakes cost, where it is counted differently than before."""
    counted, before = diagnosis.credited is not None, earlier.credited is not None
    if counted and diagnosis != earlier:
        for mistake in diagnosis.mistakes:
            yield f"recognised: {mistake.name}, costs {mistake.cost:g}"
    elif before and not counted:
        yield f"no cost counts any more: {', '.join(mistake.name for mistake in earlier.mistakes)}"


def _changed(verdict: Verdict, earlier: Verdict) -> Iterator[str]:
    old_checks = {check.name: check for check in earlier.checks}
    for check in verdict.checks:
        old = old_checks.pop(check.name, None)
        if old is None:
            yield f"new, {_outcome(check.passed)}: {check.sentence}"
        elif old.passed != check.passed:
            yield f"now {_outcome(check.passed)}: {check.sentence}"
        elif old.earned != check.earned:
            yield f"now worth {check.points:g}: {check.sentence}"
    for check in old_checks.values():
        yield f"gone: {check.sentence}"


def _outcome(passed: bool) -> str:
    return "passes" if passed else "fails"
