"""Which known mistake a submission made, found by comparing what it answered."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from autograder.diagnosis.examples import Example
from autograder.judge.verdict import CheckTranscript, Transcript


@dataclass(frozen=True)
class KnownMistake:
    """A mistake and what it answers to the checks of its question."""

    example: Example
    transcript: Transcript

    @property
    def failed(self) -> frozenset[str]:
        return frozenset(self.transcript.failed)


def recognise(transcript: Transcript, known: Iterable[KnownMistake], tolerance: float) -> tuple[KnownMistake, ...]:
    """The mistakes of which this transcript repeats all wrong answers; without those that another one explains better.

    An answer can hold two mistakes at once, say one in each of two functions: then both are named.
    """
    fitting = [mistake for mistake in known if mistake.failed and transcript.repeats(mistake.transcript, tolerance)]
    return tuple(mistake for mistake in fitting if not any(mistake.failed < other.failed for other in fitting))


def says_something_wrong(transcript: Transcript) -> bool:
    """Whether some check failed for another reason than a cell that is not filled in yet."""
    return any(not check.passed and not _is_unfilled(check) for check in transcript.checks)


def _is_unfilled(check: CheckTranscript) -> bool:
    return bool(check.answers) and check.answers[-1].structure == "raised NotImplementedError"
