"""The known mistakes of an assignment with what they answer: stored by certify, else run through the jail once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from autograder.course import Course
from autograder.course.master import defining_cells, read_master
from autograder.diagnosis.diagnosis import NO_DIAGNOSIS, Diagnosis, diagnose
from autograder.diagnosis.examples import MISTAKE, Example, read_examples
from autograder.diagnosis.recognise import KnownMistake, says_something_wrong
from autograder.diagnosis.transcripts import read_transcripts
from autograder.grading.digest import digest_of
from autograder.grading.make_task import GradedWith, example_task
from autograder.grading.question_digests import question_digests
from autograder.grading.result import Result
from autograder.grading.task import Task
from autograder.judge.verdict import Verdict

Run = Callable[[Sequence[Task]], list[Result]]


class KnownMistakes:
    """The mistakes of an assignment; those of a question are run when first needed, unless their answers are stored."""

    def __init__(self, course: Course, given: GradedWith, run: Run) -> None:
        solution = course.solution(given.bundle.assignment)
        self.given = given
        self.examples = read_examples(solution, MISTAKE)
        self.tolerance = course.settings.tolerance
        self._run_tasks = run
        self._defining = defining_cells(read_master(solution.master)) if self.examples else {}
        digests = question_digests(solution, self._defining, given) if self.examples else {}
        self._known = read_transcripts(solution.transcripts, self.examples, digests)

    @property
    def digest(self) -> str:
        """A digest of all mistakes, hints and costs: with others, a submission may get other hints and points."""
        return digest_of([[each.label, each.source, each.hint, each.cost] for each in self.examples])

    @property
    def missing(self) -> tuple[str, ...]:
        """The questions whose mistakes have to be run before they can be recognised."""
        return tuple(sorted({example.question for example in self.examples} - self._known.keys()))

    def diagnosis(self, verdict: Verdict) -> Diagnosis:
        """The mistakes that a submission made in one question, and what it earns with them."""
        if not says_something_wrong(verdict.transcript):
            # most answers are right: their questions' mistakes need not be run
            return NO_DIAGNOSIS
        return diagnose(verdict, self.of(verdict.question), self.tolerance)

    def of(self, question: str) -> tuple[KnownMistake, ...]:
        """The known mistakes of one question with what they answer."""
        if question not in self._known:
            wanted = [example for example in self.examples if example.question == question]
            self._known[question] = tuple(self._answers(wanted))
        return self._known[question]

    def _answers(self, wanted: Sequence[Example]) -> list[KnownMistake]:
        results = self._run_tasks([example_task(example, self._defining, self.given) for example in wanted])
        return [
            KnownMistake(example, result.verdicts[example.question].transcript)
            for example, result in zip(wanted, results, strict=True)
        ]
