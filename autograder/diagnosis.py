"""Which known mistake a submission made, found by comparing what it answered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from autograder.examples import Example
from autograder.judge import Transcript, Verdict


@dataclass(frozen=True)
class KnownMistake:
    """A mistake and what it answers to the checks of its question."""

    example: Example
    transcript: Transcript

    @property
    def failed(self) -> frozenset[str]:
        return frozenset(check.check for check in self.transcript.checks if not check.passed)


def recognise(transcript: Transcript, known: Iterable[KnownMistake]) -> tuple[KnownMistake, ...]:
    """The mistakes whose every wrong answer this transcript repeats; of two that fit, the one that explains more.

    A question can hold two slips at once, say one in each of two functions: then both are named.
    """
    fitting = [mistake for mistake in known if mistake.failed and _repeats(transcript, mistake.transcript)]
    return tuple(mistake for mistake in fitting if not any(mistake.failed < other.failed for other in fitting))


def group_alike(verdicts: Sequence[tuple[str, Verdict]]) -> list[list[str]]:
    """Students whose wrong answers to one question equal each other's; each with at least two of them."""
    groups: list[tuple[Transcript, list[str]]] = []
    for student, verdict in verdicts:
        if all(check.passed for check in verdict.checks):
            continue
        for transcript, students in groups:
            if transcript.alike(verdict.transcript):
                students.append(student)
                break
        else:
            groups.append((verdict.transcript, [student]))
    return [students for _, students in groups if len(students) > 1]


def _repeats(ours: Transcript, theirs: Transcript) -> bool:
    """Whether every check that failed there failed here too, on the same answers."""
    heard = {check.check: check for check in ours.checks if not check.passed}
    for check in theirs.checks:
        if check.passed:
            continue
        own = heard.get(check.check)
        if own is None or len(own.answers) != len(check.answers):
            return False
        if not all(a.alike(b) for a, b in zip(own.answers, check.answers, strict=True)):
            return False
    return True
