"""What grading one submission found, as data."""

from __future__ import annotations

from typing import Any

import msgspec

from autograder.diagnosis.diagnosis import Diagnosis, points_of
from autograder.jail import Event
from autograder.judge.verdict import Verdict


class Result(msgspec.Struct, frozen=True):
    """The outcome of one submission: the outputs of its cells, a verdict per question, and what happened."""

    key: str
    run_key: str
    question_keys: dict[str, str]
    outputs: tuple[tuple[dict[str, Any], ...], ...]
    counts: tuple[int | None, ...]
    verdicts: dict[str, Verdict]
    events: tuple[Event, ...]
    walls: str
    """How strong the walls around it were: full, guarded or weak."""
    missing_walls: tuple[str, ...]
    """One sentence for each wall that did not stand."""
    seconds: dict[str, float]
    diagnoses: dict[str, Diagnosis] = {}
    """By question, the recognised mistakes. They are found anew for every booking, and not stored."""

    @property
    def points(self) -> dict[str, float]:
        """What each question earned: by its checks, or by a recognised mistake that costs less than they take."""
        return {name: points_of(verdict, self.diagnoses.get(name)) for name, verdict in self.verdicts.items()}

    @property
    def faults(self) -> tuple[str, ...]:
        """Errors in checks."""
        return tuple(fault for verdict in self.verdicts.values() for fault in verdict.faults)

    @property
    def certain_faults(self) -> tuple[str, ...]:
        """Errors in checks that no answer can have caused."""
        return tuple(fault for verdict in self.verdicts.values() for fault in verdict.certain_faults)
