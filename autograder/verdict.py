"""What the judge found, as plain records: what a submission answered, and what that was worth."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

# far above the noise of summing in another order in float32, below the difference of erf and tanh in a GELU
_TOLERANCE = 2e-5


@dataclass(frozen=True)
class Answer:
    """One answer: its structure in words, and numbers that summarise its values."""

    structure: str
    numbers: tuple[float, ...] = ()
    scale: float = 0.0

    def alike(self, other: "Answer") -> bool:
        """Whether two answers differ by no more than rounding."""
        if self.structure != other.structure or len(self.numbers) != len(other.numbers):
            return False
        allowed = _TOLERANCE * max(self.scale, other.scale) + 1e-12
        return all(abs(a - b) <= allowed for a, b in zip(self.numbers, other.numbers, strict=True))


@dataclass(frozen=True)
class CheckTranscript:
    """What one check heard, if it failed."""

    check: str
    passed: bool
    answers: tuple[Answer, ...]


@dataclass(frozen=True)
class Transcript:
    """What the checks of one question heard."""

    checks: tuple[CheckTranscript, ...] = ()

    @property
    def pattern(self) -> str:
        """Equal for transcripts that may be alike: which checks failed, and the structure of what they heard."""
        failed = [
            (check.check, [answer.structure for answer in check.answers]) for check in self.checks if not check.passed
        ]
        return hashlib.sha256(repr(failed).encode()).hexdigest()[:16]

    def alike(self, other: "Transcript") -> bool:
        """Whether the same checks failed, on the same answers."""
        ours, theirs = (
            {check.check: check.answers for check in each.checks if not check.passed} for each in (self, other)
        )
        return ours.keys() == theirs.keys() and all(
            len(ours[name]) == len(theirs[name])
            and all(a.alike(b) for a, b in zip(ours[name], theirs[name], strict=True))
            for name in ours
        )

    def to_json(self) -> list[Any]:
        """Plain data for a file."""
        return [
            [check.check, check.passed, [[a.structure, list(a.numbers), a.scale] for a in check.answers]]
            for check in self.checks
        ]

    @classmethod
    def from_json(cls, data: Iterable[Any]) -> "Transcript":
        """The transcript that to_json wrote."""
        return cls(
            tuple(
                CheckTranscript(
                    name, passed, tuple(Answer(kind, tuple(values), scale) for kind, values, scale in answers)
                )
                for name, passed, answers in data
            )
        )


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
        # asdict would copy every number of a transcript
        checks = [vars(check) for check in self.checks]
        return {**vars(self), "checks": checks, "transcript": self.transcript.to_json()}

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
