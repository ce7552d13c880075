"""Which known mistake a submission made, found by comparing what it answered."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from autograder.certificate import content_digest
from autograder.course import Course
from autograder.examples import MISTAKE, Example, definitions, example_task, examples
from autograder.grading.session import GradingSession
from autograder.jail import Limits
from autograder.master import read_master
from autograder.verdict import CheckTranscript, Transcript, Verdict


@dataclass(frozen=True)
class KnownMistake:
    """A mistake and what it answers to the checks of its question."""

    example: Example
    transcript: Transcript

    @property
    def failed(self) -> frozenset[str]:
        return frozenset(check.check for check in self.transcript.checks if not check.passed)


class KnownMistakes:
    """The mistakes of an assignment; each is run through the jail once, when its question is first asked for."""

    def __init__(self, course: Course, assignment: str, session: GradingSession, limits: Limits) -> None:
        self.assignment = assignment
        self.session = session
        self.limits = limits
        self.content = content_digest(course, assignment)
        self.examples = examples(session.checks, assignment, MISTAKE)
        self._defined = definitions(read_master(course.master(assignment))) if self.examples else {}
        self._known = _read_transcripts(transcripts_path(course, assignment), self.content, self.examples)

    def hints(self, verdict: Verdict) -> tuple[str, ...]:
        """The hints of the mistakes that a submission made in one question."""
        if all(check.passed or _is_unfilled(check) for check in verdict.transcript.checks):
            return ()
        return tuple(mistake.example.hint for mistake in recognise(verdict.transcript, self.of(verdict.question)))

    def of(self, question: str) -> tuple[KnownMistake, ...]:
        """The known mistakes of one question with what they answer."""
        if question not in self._known:
            wanted = [example for example in self.examples if example.question == question]
            self._known[question] = tuple(self._run(wanted))
        return self._known[question]

    def _run(self, wanted: Sequence[Example]) -> Iterable[KnownMistake]:
        tasks = [
            example_task(example, self._defined, self.assignment, self.session.checks, self.limits)
            for example in wanted
        ]
        for example, result in zip(wanted, self.session.results_of(tasks), strict=True):
            yield KnownMistake(example, result.verdicts[example.question].transcript)


def transcripts_path(course: Course, assignment: str) -> Path:
    return course.checks / assignment / "transcripts.json"


def write_transcripts(course: Course, assignment: str, known: Sequence[KnownMistake]) -> None:
    """Keep what the known mistakes answered, so that a class need not wait for them to be run again."""
    failed = {
        mistake.example.label: Transcript(tuple(check for check in mistake.transcript.checks if not check.passed))
        for mistake in sorted(known, key=lambda each: each.example.label)
    }
    lines = [f"{json.dumps(label)}: {json.dumps(transcript.to_json())}" for label, transcript in failed.items()]
    made_of = json.dumps({"content": content_digest(course, assignment), "examples": _examples_by()})
    text = made_of[:-1] + ',\n"transcripts": {\n' + ",\n".join(lines) + "\n}}\n"
    transcripts_path(course, assignment).write_text(text)


def _read_transcripts(path: Path, content: str, known: Sequence[Example]) -> dict[str, tuple[KnownMistake, ...]]:
    """The kept transcripts by question, if master, checks, mistakes and examples are still what they were; else nothing."""
    kept = _kept(path, content)
    if not kept:
        return {}
    by_question: dict[str, list[KnownMistake]] = {}
    for example in known:
        mistake = KnownMistake(example, Transcript.from_json(kept[example.label]))
        by_question.setdefault(example.question, []).append(mistake)
    return {question: tuple(mistakes) for question, mistakes in by_question.items()}


def has_to_run_mistakes(course: Course, assignment: str) -> bool:
    """Whether grading an assignment begins with running all its known mistakes, which takes minutes."""
    content = content_digest(course, assignment)
    return not _kept(transcripts_path(course, assignment), content) and bool(
        examples(course.checks, assignment, MISTAKE)
    )


def _kept(path: Path, content: str) -> dict[str, Any]:
    """The transcripts in a file, if they still say what the mistakes would answer."""
    kept = json.loads(path.read_text()) if path.is_file() else {}
    return kept["transcripts"] if (kept.get("content"), kept.get("examples")) == (content, _examples_by()) else {}


def _examples_by() -> str:
    """What draws the examples of checks: another version may draw others, to which a mistake answers something else."""
    return f"hypothesis {version('hypothesis')}"


@lru_cache(maxsize=16)
def known_mistakes(session: GradingSession, assignment: str, limits: Limits) -> KnownMistakes:
    """The mistakes of an assignment, the same table for everyone who grades in a session."""
    return KnownMistakes(Course(session.root), assignment, session, limits)


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


def _is_unfilled(check: CheckTranscript) -> bool:
    """Whether a check heard nothing but that the cell is not filled in yet."""
    return bool(check.answers) and check.answers[-1].structure == "raised NotImplementedError"
