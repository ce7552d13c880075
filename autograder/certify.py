"""Tests the tests: an assignment is released only when its checks are right about every answer we know."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from concurrent.futures import Future, as_completed
from dataclasses import dataclass, field
from statistics import median

import nbformat

from autograder.certificate import write_certificate
from autograder.course import Course
from autograder.diagnosis import KnownMistake, recognise, write_transcripts
from autograder.examples import MISTAKE, VARIANT, Example, definitions, example_task, examples
from autograder.grading import worker
from autograder.grading.prepare import Released, make_task
from autograder.grading.result import Result
from autograder.grading.session import GradingSession
from autograder.grading.task import Task
from autograder.jail import Limits
from autograder.master import questions, read_master
from autograder.release import generated_release
from autograder.verdict import Verdict


@dataclass
class QuestionReport:
    """What certifying one question found; problems fail it, remarks do not."""

    question: str
    points: float
    checks: int = 0
    mistakes: int = 0
    variants: int = 0
    seconds: float = 0.0
    problems: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


@dataclass
class Certificate:
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


@dataclass(frozen=True)
class _Judged:
    """What one answer got under one seed."""

    kind: str
    example: Example | None
    seed: int
    verdict: Verdict
    seconds: float


def certify(
    course: Course,
    assignment: str,
    seeds: int = 3,
    only: Iterable[str] = (),
    jobs: int = 2,
    limits: Limits | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Certificate:
    """Judge the master, the empty release, every mistake and every variant, each under several seeds."""
    session = GradingSession(course.root, course.checks, jobs)
    master = read_master(course.master(assignment))
    release = nbformat.reads(generated_release(course, assignment).decode(), as_version=4)
    limits, wanted = limits or Limits(), set(only)
    defined = definitions(master)
    cases = []
    for kind, notebook in (("master", master), ("release", release)):
        task = make_task(notebook, assignment, Released({}, {}), session.checks, limits)
        asked = {name: cell for name, cell in task.questions.items() if not wanted or name in wanted}
        cases.append(_Case(kind, None, Task(assignment, task.cells, asked, task.checks, limits)))
    for kind in (MISTAKE, VARIANT):
        for example in examples(session.checks, assignment, kind):
            if not wanted or example.question in wanted:
                task = example_task(example, defined, assignment, session.checks, limits)
                cases.append(_Case(kind, example, task))
    try:
        judged = _judge_all(session, cases, seeds, progress)
    finally:
        session.close()
    reports = [
        QuestionReport(each.id, each.auto_points) for each in questions(master) if not wanted or each.id in wanted
    ]
    for report in reports:
        _examine(report, judged[report.question])
    certificate = Certificate(assignment, seeds, reports)
    if certificate.passed and not wanted:
        write_certificate(course, assignment, seeds)
        known = [
            KnownMistake(each.example, each.verdict.transcript)
            for found in judged.values()
            for each in found
            if each.kind == MISTAKE and each.example is not None and each.seed == 0
        ]
        write_transcripts(course, assignment, known)
    return certificate


def _judge_all(
    session: GradingSession, cases: list[_Case], seeds: int, progress: Callable[[int, int], None]
) -> dict[str, list[_Judged]]:
    """Every answer under every seed, by question; what was found with the first seed is kept for grading."""
    judged: dict[str, list[_Judged]] = defaultdict(list)
    waiting: dict[Future[list[Result]], tuple[_Case, int]] = {}
    done, total = 0, len(cases) * seeds

    def record(case: _Case, first: int, results: Iterable[Result]) -> None:
        for seed, result in enumerate(results, start=first):
            for name, verdict in result.verdicts.items():
                judged[name].append(_Judged(case.kind, case.example, seed, verdict, result.seconds["checks"]))

    for case in cases:
        kept = session.results.find(case.task.key)
        if kept is not None:
            record(case, 0, [kept])
            done += 1
        first = 0 if kept is None else 1
        if first < seeds:
            future = session.pool.submit(worker.grade_under_seeds, case.task, range(first, seeds))
            waiting[future] = (case, first)
    progress(done, total)
    for future in as_completed(waiting):
        case, first = waiting.pop(future)
        results = future.result()
        if first == 0:
            session.results.keep(results[0])
        record(case, first, results)
        progress(done := done + len(results), total)
    for found in judged.values():
        found.sort(key=lambda each: (each.seed, each.kind, each.example.name if each.example else ""))
    return judged


def _examine(report: QuestionReport, judged: list[_Judged]) -> None:
    """Everything that can be said about one question."""
    by_kind: dict[str, list[_Judged]] = defaultdict(list)
    for each in judged:
        by_kind[each.kind].append(each)
    if not by_kind["master"]:
        report.problems.append("has no checks")
        return
    first = by_kind["master"][0].verdict
    report.checks = len(first.checks)
    report.mistakes = len({each.example for each in by_kind[MISTAKE]})
    report.variants = len({each.example for each in by_kind[VARIANT]})
    report.seconds = median([each.seconds for each in by_kind[MISTAKE] + by_kind[VARIANT]] or [0.0])
    if first.points != report.points:
        report.problems.append(f"its checks are worth {first.points:g} points, its cell {report.points:g}")
    report.problems += [f"grader fault: {fault}" for each in judged for fault in each.verdict.faults]
    _examine_right(report, by_kind)
    _examine_wrong(report, by_kind)
    _examine_checks(report, by_kind)
    report.problems = list(dict.fromkeys(report.problems))


def _examine_right(report: QuestionReport, by_kind: dict[str, list[_Judged]]) -> None:
    for each in by_kind["master"] + by_kind[VARIANT]:
        if each.verdict.earned != each.verdict.points:
            name = each.example.name if each.example else "the master"
            lost = next(check for check in each.verdict.checks if not check.passed)
            report.problems.append(f"{name} loses points with seed {each.seed}: {lost.name}: {lost.message}")


def _examine_wrong(report: QuestionReport, by_kind: dict[str, list[_Judged]]) -> None:
    for each in by_kind["release"]:
        if each.verdict.earned:
            report.problems.append(f"the empty release earns {each.verdict.earned:g} points with seed {each.seed}")
    failed: dict[Example, list[frozenset[str]]] = defaultdict(list)
    by_seed: dict[int, list[KnownMistake]] = defaultdict(list)
    for each in by_kind[MISTAKE]:
        if each.example is not None:
            by_seed[each.seed].append(KnownMistake(each.example, each.verdict.transcript))
    for seed, known in by_seed.items():
        for mistake in known:
            failed[mistake.example].append(mistake.failed)
            if not mistake.failed:
                report.problems.append(f"{mistake.example.name} loses no points with seed {seed}")
                continue
            others = [other.example.name for other in recognise(mistake.transcript, known) if other is not mistake]
            if others:
                report.problems.append(f"{mistake.example.name} looks like {', '.join(others)} with seed {seed}")
    for example, checks in failed.items():
        if not example.hint or example.hint.startswith("TODO"):
            report.problems.append(f"{example.name} has no hint")
        if len(set(checks)) > 1:
            report.remarks.append(f"{example.name} fails other checks with other seeds")
        if all(len(each) == 1 for each in checks):
            report.remarks.append(f"{example.name} is caught by one check only ({', '.join(checks[0])})")


def _examine_checks(report: QuestionReport, by_kind: dict[str, list[_Judged]]) -> None:
    caught = {check.name for each in by_kind[MISTAKE] for check in each.verdict.checks if not check.passed}
    for check in by_kind["master"][0].verdict.checks:
        if check.name not in caught:
            report.remarks.append(f"{check.name} catches no known mistake")
