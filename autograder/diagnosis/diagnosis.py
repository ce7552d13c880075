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
    mistakes = tuple(
        Recognised(each.example.name, each.example.hint, _cost(each, verdict, tolerance)) for each in found
    )
    failed = {check.name for check in verdict.checks if not check.passed}
    all_explained = bool(found) and failed == explained(verdict.transcript, found, tolerance)
    return Diagnosis(mistakes, _credited(verdict, mistakes) if all_explained and not verdict.faults else None)


def _credited(verdict: Verdict, mistakes: Sequence[Recognised]) -> float | None:
    """Full points minus what the mistakes cost, if that is more than the passed checks give."""
    costs = [mistake.cost for mistake in mistakes if mistake.cost is not None]
    credited = verdict.points - sum(costs)
    return credited if len(costs) == len(mistakes) and verdict.earned < credited < verdict.points else None


def _cost(mistake: KnownMistake, verdict: Verdict, tolerance: float) -> float | None:
    """What a mistake costs; at least what its checks take where they heard no more than from any broken cell."""
    cost = mistake.example.cost
    if cost is None or is_told_by_answers(verdict.transcript, mistake, tolerance):
        return cost
    return max(cost, sum(check.points for check in verdict.checks if check.name in mistake.failed))
