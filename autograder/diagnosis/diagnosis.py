"""What a question earns where known mistakes explain it: the mistakes by name, and the points that count."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from autograder.diagnosis.recognise import (
    KnownMistake,
    explained,
    is_told_by_answers,
    recognise,
)
from autograder.judge.verdict import Verdict


class Recognised(msgspec.Struct, frozen=True):
    """A known mistake that a submission made."""

    name: str
    hint: str
    cost: float | None = None
    """What it costs, in points; None where nobody has said."""


class Diagnosis(msgspec.Struct, frozen=True):
    """What is known about the wrong answers to one question."""

    mistakes: tuple[Recognised, ...] = ()
    credited: float | None = None
    """The points that count instead of the sum of passed checks; None where the passed checks count."""

    @property
    def hints(self) -> tuple[str, ...]:
        """The hints of all recognised mistakes."""
        return tuple(mistake.hint for mistake in self.mistakes)


NO_DIAGNOSIS = Diagnosis()


def points_of(verdict: Verdict, diagnosis: Diagnosis | None) -> float:
    """What a question earned; everything that asks for points asks here."""
    return verdict.earned if diagnosis is None or diagnosis.credited is None else diagnosis.credited


def diagnose(verdict: Verdict, known: Iterable[KnownMistake], tolerance: float) -> Diagnosis:
    """Which known mistakes explain the wrong answers to a question, and what it earns with them."""
    found = recognise(verdict.transcript, known, tolerance)
    mistakes = (Recognised(each.example.name, each.example.hint, each.example.cost) for each in found)
    return Diagnosis(tuple(mistakes), _credited(verdict, found, tolerance))


def _credited(verdict: Verdict, found: Sequence[KnownMistake], tolerance: float) -> float | None:
    """Full points minus what the mistakes cost, where they explain every failed check and that is more."""
    costs = [cost for mistake in found if (cost := _cost(mistake, verdict, tolerance)) is not None]
    failed = {check.name for check in verdict.checks if not check.passed}
    if not found or len(costs) < len(found) or verdict.faults:
        return None
    if failed != explained(verdict.transcript, found, tolerance):
        return None
    credited = verdict.points - sum(costs)
    return credited if verdict.earned < credited < verdict.points else None


def _cost(mistake: KnownMistake, verdict: Verdict, tolerance: float) -> float | None:
    """What a mistake costs; at least what its checks take where they heard no more than from any broken cell."""
    cost = mistake.example.cost
    if cost is None or is_told_by_answers(verdict.transcript, mistake, tolerance):
        return cost
    return max(cost, sum(check.points for check in verdict.checks if check.name in mistake.failed))
