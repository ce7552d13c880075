"""Tests the tests: an assignment is released only when its checks are right about every answer we know."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from concurrent.futures import Executor, Future, as_completed
from dataclasses import dataclass
from dataclasses import replace as replaced

import nbformat

from autograder.authoring.certificate import certified_seeds, write_certificate
from autograder.authoring.examine import (
    MASTER,
    RELEASE,
    JudgedAnswer,
    QuestionReport,
    examine,
    examine_stored,
    name_idle_checks,
)
from autograder.course import Course
from autograder.course.master import defining_cells, read_master
from autograder.course.progress import Progress, silently
from autograder.course.questions import checked_questions
from autograder.course.release import generate_aside
from autograder.diagnosis.examples import MISTAKE, VARIANT, Example, read_examples
from autograder.diagnosis.recognise import KnownMistake
from autograder.diagnosis.transcripts import read_transcripts, write_transcripts
from autograder.grading import worker
from autograder.grading.make_task import example_task
from autograder.grading.pool import LocalPool
from autograder.grading.question_digests import question_digests
from autograder.grading.result import Result
from autograder.grading.session import GradingSession
from autograder.grading.task import Task
from autograder.nbgrader.judge import JudgeSubmission

Judged = dict[str, list[JudgedAnswer]]


@dataclass
class Certification:
    """Whether an assignment may be released, and why not."""

    assignment: str
    seeds: int
    questions: list[QuestionReport]

    @property
    def passed(self) -> bool:
        return not any(report.problems for report in self.questions)


@dataclass(frozen=True)
class _Case:
    """One answer to be judged: the master, the empty release, a mistake or a variant."""

    kind: str
    example: Example | None
    task: Task


def certify(
    course: Course,
    assignment: str,
    seeds: int = 3,
    only: Collection[str] = (),
    jobs: int = 2,
    progress: Progress = silently,
    allow_weak: bool = False,
) -> Certification:
    """Judge the master, the empty release, every mistake and every variant of all questions, or of some."""
    with _pool(course, jobs, allow_weak) as pool:
        certifier = _Certifier(course, assignment, pool, progress)
        return Certification(assignment, seeds, certifier.certify(only or certifier.questions, seeds))


def certify_changed(
    course: Course,
    assignment: str,
    seeds: int = 2,
    sample: int = 40,
    jobs: int = 2,
    progress: Progress = silently,
    allow_weak: bool = False,
) -> Certification:
    """Certify the questions that have changed since their certificate, and look at a sample of the other answers."""
    known = certified_seeds(course, assignment)
    with _pool(course, jobs, allow_weak) as pool:
        certifier = _Certifier(course, assignment, pool, progress)
        changed = [question for question in certifier.questions if not known.get(question)]
        others = [question for question in certifier.questions if question not in changed]
        reports = certifier.certify(changed, seeds) if changed else []
        return Certification(assignment, seeds, [*reports, *certifier.look_at_sample(others, sample)])


def _pool(course: Course, jobs: int, allow_weak: bool) -> LocalPool:
    allow_weak = allow_weak or JudgeSubmission(config=course.nbgrader_config()).allow_weak_isolation
    return LocalPool(jobs, course.hidden, course.settings.warm_up, allow_weak)


class _Certifier:
    """Has the known answers of an assignment judged by an executor."""

    def __init__(self, course: Course, assignment: str, executor: Executor, progress: Progress) -> None:
        self.course, self.assignment, self.progress = course, assignment, progress
        self.solution = course.solution(assignment)
        self.session = GradingSession(course, assignment, executor)
        self.tolerance = course.settings.tolerance
        self.master = read_master(self.solution.master)
        self.examples = [example for kind in (MISTAKE, VARIANT) for example in read_examples(self.solution, kind)]
        self.questions = {question.id: question for question in checked_questions(self.master)}
        self.digests = question_digests(self.solution, defining_cells(self.master), self.session.given)
        """By question, what its verdicts depend on: transcripts are found by it."""

    def certify(self, wanted: Collection[str], seeds: int) -> list[QuestionReport]:
        """Judge all answers to some questions; write down which passed, and what their mistakes answer."""
        judged = self._judge(self._cases(wanted, self.examples), seeds)
        reports = self._reports(wanted, judged)
        for report in reports:
            if judged[report.question]:
                name_idle_checks(report, judged[report.question])
        if passed := [report.question for report in reports if not report.problems]:
            write_certificate(self.course, self.assignment, seeds, passed)
            self._write_transcripts(passed, judged)
        return reports

    def look_at_sample(self, wanted: Collection[str], size: int) -> list[QuestionReport]:
        """Judge the master, the empty release and some answers once, and compare with the stored transcripts."""

        def order(example: Example) -> bytes:
            return hashlib.sha256(f"{self.digests.get(example.question)}{example.label}".encode()).digest()

        chosen = sorted((each for each in self.examples if each.question in wanted), key=order)[:size]
        judged = self._judge(self._cases(wanted, chosen), seeds=1)
        reports = self._reports(wanted, judged)
        stored = read_transcripts(self.solution.transcripts, chosen, self.digests)
        for report in reports:
            examine_stored(report, judged[report.question], stored.get(report.question, ()), self.tolerance)
            report.remarks.clear()  # they tell what no answer showed, and an answer outside of the sample may show it
        return reports

    def _reports(self, wanted: Collection[str], judged: Judged) -> list[QuestionReport]:
        reports = [
            QuestionReport(name, question.label, question.auto_points)
            for name, question in self.questions.items()
            if name in wanted
        ]
        for report in reports:
            mistakes = {
                each.name for each in self.examples if each.kind == MISTAKE and each.question == report.question
            }
            examine(report, judged[report.question], mistakes, self.tolerance)
        return reports

    def _cases(self, wanted: Collection[str], examples: Iterable[Example]) -> list[_Case]:
        """The master and the empty release with the questions that are asked for, and the examples of those."""
        release = nbformat.reads(generate_aside(self.course, self.assignment).notebook.decode(), as_version=4)
        cases = []
        for kind, notebook in ((MASTER, self.master), (RELEASE, release)):
            task = self.session.task(notebook)
            asked = {name: cell for name, cell in task.questions.items() if name in wanted}
            # nothing is skipped, so that a question is judged whatever the stub looks like
            cases.append(_Case(kind, None, replaced(task, questions=asked, skipped=frozenset(), unfilled=frozenset())))
        defining = defining_cells(self.master)
        for example in examples:
            if example.question in wanted:
                cases.append(_Case(example.kind, example, example_task(example, defining, self.session.given)))
        return cases

    def _judge(self, cases: Sequence[_Case], seeds: int) -> Judged:
        """Every answer under every seed, by question; the result of the first seed is stored for grading."""
        judged: Judged = defaultdict(list)
        waiting: dict[Future[list[Result]], tuple[_Case, int]] = {}
        done, total = 0, len(cases) * seeds

        def record(case: _Case, first: int, results: Iterable[Result]) -> None:
            for seed, result in enumerate(results, start=first):
                for name, verdict in result.verdicts.items():
                    answer = JudgedAnswer(case.kind, case.example, seed, verdict, result.seconds["checks"])
                    judged[name].append(answer)

        for case in cases:
            known = self.session.store.find(case.task.key)
            if known is not None:
                record(case, 0, [known])
                done += 1
            first = 0 if known is None else 1
            if first < seeds:
                bundle = self.session.given.bundle
                future = self.session.executor.submit(worker.grade_under_seeds, case.task, bundle, range(first, seeds))
                waiting[future] = (case, first)
        self.progress(done, total)
        for future in as_completed(waiting):
            case, first = waiting.pop(future)
            results = future.result()
            if first == 0:
                self.session.store.save(results[0])
            record(case, first, results)
            self.progress(done := done + len(results), total)
        for found in judged.values():
            found.sort(key=lambda each: (each.seed, each.kind, each.example.name if each.example else ""))
        return judged

    def _write_transcripts(self, passed: Collection[str], judged: Judged) -> None:
        """Store what the mistakes of these questions answer; stored transcripts of other questions stay."""
        mistakes = [example for example in self.examples if example.kind == MISTAKE]
        stored = read_transcripts(self.solution.transcripts, mistakes, self.digests)
        for question in passed:
            stored[question] = tuple(
                KnownMistake(each.example, each.verdict.transcript)
                for each in judged[question]
                if each.kind == MISTAKE and each.example is not None and each.seed == 0
            )
        current = {question: self.digests[question] for question in (*stored, *passed)}
        all_known = (mistake for known in stored.values() for mistake in known)
        write_transcripts(self.solution.transcripts, all_known, current)
