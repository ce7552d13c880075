"""What a question earns where known mistakes explain it: the mistakes by name, and the points that count."""

from __future__ import annotations

import msgspec

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
