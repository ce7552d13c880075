"""Tests the tests: an assignment is released only when its checks are right about every answer we know."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from concurrent.futures import as_completed
from dataclasses import dataclass, field
from statistics import median

import nbformat

from autograder.course import Course
from autograder.diagnosis import KnownMistake, recognise
from autograder.examples import MISTAKE, VARIANT, Example, definitions, example_task, examples
from autograder.grading.result import Result
from autograder.grading.session import GradingSession
from autograder.grading.task import Task, make_task
from autograder.jail import Limits
from autograder.judge import Verdict
from autograder.master import questions, read_master


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
    """One answer to be judged under one seed."""

    kind: str
    seed: int
    example: Example | None
    task: Task


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
    session = GradingSession(course.root, jobs=jobs)
    master, release = read_master(course.master(assignment)), nbformat.read(course.release(assignment), as_version=4)
    limits, wanted = limits or Limits(), set(only)
    defined = definitions(master)
    cases = []
    for seed in range(seeds):
        for kind, notebook in (("master", master), ("release", release)):
            task = make_task(notebook, assignment, {}, session.checks, limits, seed)
            asked = {name: cell for name, cell in task.questions.items() if not wanted or name in wanted}
            cases.append(_Case(kind, seed, None, Task(assignment, task.cells, asked, task.checks, limits, seed)))
        for kind in (MISTAKE, VARIANT):
            for example in examples(session.checks, assignment, kind):
                if not wanted or example.question in wanted:
                    task = example_task(example, defined, assignment, session.checks, limits, seed)
                    cases.append(_Case(kind, seed, example, task))
    try:
        results = _judge_all(session, cases, progress)
    finally:
        session.close()
    asked_questions = [question for question in questions(master) if not wanted or question.id in wanted]
    reports = [QuestionReport(question.id, question.auto_points) for question in asked_questions]
    for report in reports:
        _examine(report, [(case, result) for case, result in results if report.question in result.verdicts])
    return Certificate(assignment, seeds, reports)


def _judge_all(
    session: GradingSession, cases: list[_Case], progress: Callable[[int, int], None]
) -> list[tuple[_Case, Result]]:
    results: list[tuple[_Case, Result]] = []
    waiting = {}
    for case in cases:
        if (result := session.results.find(case.task.key)) is not None:
            results.append((case, result))
        else:
            waiting[session.submit(case.task)] = case
    progress(len(results), len(cases))
    for future in as_completed(waiting):
        result = future.result()
        session.results.keep(result)
        results.append((waiting[future], result))
        progress(len(results), len(cases))
    results.sort(key=lambda pair: (pair[0].seed, pair[0].kind, pair[0].example.label if pair[0].example else ""))
    return results


def _examine(report: QuestionReport, results: list[tuple[_Case, Result]]) -> None:
    """Everything that can be said about one question."""
    by_kind: dict[str, list[tuple[_Case, Verdict]]] = defaultdict(list)
    for case, result in results:
        by_kind[case.kind].append((case, result.verdicts[report.question]))
    if not by_kind["master"]:
        report.problems.append("has no checks")
        return
    first = by_kind["master"][0][1]
    report.checks = len(first.checks)
    report.mistakes = len({case.example for case, _ in by_kind[MISTAKE]})
    report.variants = len({case.example for case, _ in by_kind[VARIANT]})
    alone = [result.seconds["checks"] for case, result in results if case.kind in {MISTAKE, VARIANT}]
    report.seconds = median(alone) if alone else 0.0
    if first.points != report.points:
        report.problems.append(f"its checks are worth {first.points:g} points, its cell {report.points:g}")
    report.problems += [f"grader fault: {fault}" for _, verdict in _all(by_kind) for fault in verdict.faults]
    _examine_right(report, by_kind)
    _examine_wrong(report, by_kind)
    _examine_checks(report, by_kind)
    report.problems = list(dict.fromkeys(report.problems))


def _all(by_kind: dict[str, list[tuple[_Case, Verdict]]]) -> list[tuple[_Case, Verdict]]:
    return [pair for pairs in by_kind.values() for pair in pairs]


def _examine_right(report: QuestionReport, by_kind: dict[str, list[tuple[_Case, Verdict]]]) -> None:
    for case, verdict in by_kind["master"] + by_kind[VARIANT]:
        if verdict.earned != verdict.points:
            name = case.example.name if case.example else "the master"
            lost = next(check for check in verdict.checks if not check.passed)
            report.problems.append(f"{name} loses points with seed {case.seed}: {lost.name}: {lost.message}")


def _examine_wrong(report: QuestionReport, by_kind: dict[str, list[tuple[_Case, Verdict]]]) -> None:
    for case, verdict in by_kind["release"]:
        if verdict.earned:
            report.problems.append(f"the empty release earns {verdict.earned:g} points with seed {case.seed}")
    patterns: dict[Example, set[frozenset[str]]] = defaultdict(set)
    for seed in {case.seed for case, _ in by_kind[MISTAKE]}:
        known = [
            KnownMistake(case.example, verdict.transcript)
            for case, verdict in by_kind[MISTAKE]
            if case.example and case.seed == seed
        ]
        for mistake in known:
            patterns[mistake.example].add(mistake.failed)
            if not mistake.failed:
                report.problems.append(f"{mistake.example.name} loses no points with seed {seed}")
                continue
            others = [other.example.name for other in recognise(mistake.transcript, known) if other is not mistake]
            if others:
                report.problems.append(f"{mistake.example.name} looks like {', '.join(others)} with seed {seed}")
    for example, failed in patterns.items():
        if not example.hint:
            report.problems.append(f"{example.name} has no hint")
        if len(failed) > 1:
            report.remarks.append(f"{example.name} fails other checks with other seeds")
        if len(next(iter(failed))) == 1:
            report.remarks.append(f"{example.name} is caught by one check only ({next(iter(next(iter(failed))))})")


def _examine_checks(report: QuestionReport, by_kind: dict[str, list[tuple[_Case, Verdict]]]) -> None:
    caught = {check.name for _, verdict in by_kind[MISTAKE] for check in verdict.checks if not check.passed}
    for check in by_kind["master"][0][1].checks:
        if check.name not in caught:
            report.remarks.append(f"{check.name} catches no known mistake")
