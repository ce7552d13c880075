"""What the judge found, as records: what a submission answered, and what that was worth.

Nothing heavy is imported here: the parent process of a grading run reads verdicts and has no use for torch.
"""

from typing import Literal

import msgspec

Precision = Literal["whole", "single", "double"]
"""How finely values are given: as whole numbers, as numbers that float32 holds exactly, or finer."""

_ROUNDING = 1e-12
_WHOLE = 1e-12
"""How much two answers in whole numbers may differ, of many of which only sums are kept."""
_IN_DOUBLE = 5e-7
"""How much two answers may differ of which one is in double precision: less than what a check takes for wrong, and more
than what float32 changes, through which the other answer went, or some number in it.
"""


class Answer(msgspec.Struct, frozen=True, array_like=True):
    """One answer: its structure in words, and numbers that summarise its values."""

    structure: str
    numbers: tuple[float, ...] = ()
    scale: float = 0.0
    precision: Precision = "whole"

    def is_like(self, other: "Answer", tolerance: float) -> bool:
        """Whether two answers differ by no more than rounding; the tolerance is that of single precision."""
        if self.structure != other.structure or len(self.numbers) != len(other.numbers):
            return False
        allowed = self._tolerance(other, tolerance) * max(self.scale, other.scale) + _ROUNDING
        return all(abs(mine - theirs) <= allowed for mine, theirs in zip(self.numbers, other.numbers, strict=True))

    def _tolerance(self, other: "Answer", tolerance: float) -> float:
        """As fine as the answers are given."""
        kinds = {self.precision, other.precision}
        if "double" in kinds:
            return min(tolerance, _IN_DOUBLE)
        return tolerance if "single" in kinds else min(tolerance, _WHOLE)


class CheckTranscript(msgspec.Struct, frozen=True, array_like=True):
    """What one check heard, if it failed."""

    check: str
    passed: bool
    answers: tuple[Answer, ...] = ()
    told: str = ""
    """The known mistake that the failure tells of by itself."""
    told_alone: bool = False
    """Only where nothing else fails."""

    def is_like(self, other: "CheckTranscript", tolerance: float) -> bool:
        """Whether two submissions gave the check the same answers."""
        return len(self.answers) == len(other.answers) and all(
            one.is_like(another, tolerance) for one, another in zip(self.answers, other.answers, strict=True)
        )


class Transcript(msgspec.Struct, frozen=True):
    """What the checks of one question heard."""

    checks: tuple[CheckTranscript, ...] = ()

    @property
    def failed(self) -> dict[str, CheckTranscript]:
        """The checks that failed, by name."""
        return {check.check: check for check in self.checks if not check.passed}

    def is_like(self, other: "Transcript", tolerance: float) -> bool:
        """Whether the same checks failed, on the same answers."""
        ours, theirs = self.failed, other.failed
        return ours.keys() == theirs.keys() and all(ours[name].is_like(theirs[name], tolerance) for name in ours)

    def repeats(self, other: "Transcript", tolerance: float) -> bool:
        """Whether every check that failed in the other transcript failed in this one too, on the same answers."""
        ours = self.failed
        return all(name in ours and ours[name].is_like(check, tolerance) for name, check in other.failed.items())


class CheckResult(msgspec.Struct, frozen=True):
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
    cause: str = ""
    """Why it failed, where that is known: a part of the message, which several checks may have in common."""


class Verdict(msgspec.Struct, frozen=True):
    """One question of one submission."""

    question: str
    checks: tuple[CheckResult, ...]
    transcript: Transcript = Transcript()

    @property
    def points(self) -> float:
        """What the question's checks are worth."""
        return sum(check.points for check in self.checks)

    @property
    def earned(self) -> float:
        """What the submission earned."""
        return sum(check.earned for check in self.checks)

    @property
    def common_cause(self) -> str:
        """Why several checks failed, where all that failed did so for the same reason; a page says it once."""
        reasons = [check.cause or check.message for check in self._failed]
        return reasons[0] if len(reasons) > 1 and len(set(reasons)) == 1 else ""

    @property
    def common_lines(self) -> tuple[str, ...]:
        """The lines of the notebook that belong to the common cause."""
        lines = {check.lines for check in self._failed}
        return lines.pop() if self.common_cause and len(lines) == 1 else ()

    def notes_of(self, check: CheckResult) -> tuple[str, ...]:
        """What a page says about a check that failed, besides what it says once about all of them."""
        if check.passed:
            return ()
        before, _, after = check.message.partition(self.common_cause) if self.common_cause else (check.message, "", "")
        message = " ".join(part.strip() for part in (before, after) if part.strip())
        lines = () if self.common_lines else check.lines
        return tuple(note for note in (message, *lines, check.counterexample or "") if note)

    @property
    def _failed(self) -> tuple[CheckResult, ...]:
        return tuple(check for check in self.checks if not check.passed)

    @property
    def faults(self) -> tuple[str, ...]:
        """Errors in checks, which no student should pay for."""
        return tuple(f"{check.name}: {check.fault}" for check in self.checks if check.fault)

    @property
    def certain_faults(self) -> tuple[str, ...]:
        """Those before the submission had answered anything; later ones an odd answer may have caused."""
        return tuple(f"{check.name}: {check.fault}" for check in self.checks if check.fault and not check.message)
