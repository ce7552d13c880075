"""What the judge found, as plain records."""

from dataclasses import asdict, dataclass, field
from typing import Any

from autograder.judge.transcript import Transcript


@dataclass(frozen=True)
class CheckResult:
    """One check of one submission; sentence and message are what the student reads."""

    name: str
    sentence: str
    points: float
    earned: float
    passed: bool
    message: str = ""
    lines: tuple[str, ...] = ()
    counterexample: str | None = None
    fault: str | None = None


@dataclass(frozen=True)
class Verdict:
    """One question of one submission."""

    question: str
    checks: tuple[CheckResult, ...]
    hints: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    transcript: Transcript = field(default_factory=Transcript)

    @property
    def points(self) -> float:
        """What the question's checks are worth."""
        return sum(check.points for check in self.checks)

    @property
    def earned(self) -> float:
        """What the submission earned."""
        return sum(check.earned for check in self.checks)

    @property
    def faults(self) -> tuple[str, ...]:
        """Errors of the grader itself, which no student should pay for."""
        return tuple(f"{check.name}: {check.fault}" for check in self.checks if check.fault)

    def to_json(self) -> dict[str, Any]:
        """Plain data for a file."""
        data = {name: value for name, value in asdict(self).items() if name != "transcript"}
        return {**data, "transcript": self.transcript.to_json()}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Verdict":
        """The verdict that to_json wrote."""
        return cls(
            question=data["question"],
            checks=tuple(CheckResult(**{**check, "lines": tuple(check["lines"])}) for check in data["checks"]),
            hints=tuple(data["hints"]),
            events=tuple(data["events"]),
            transcript=Transcript.from_json(data["transcript"]),
        )
