"""What certifying says about a question, from the verdicts on every answer that we know."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from statistics import median

from autograder.diagnosis.costs import COSTS
from autograder.diagnosis.examples import MISTAKE, VARIANT, Example
from autograder.diagnosis.recognise import KnownMistake, is_told_by_answers, recognise
from autograder.judge.verdict import Verdict

MASTER, RELEASE = "master", "release"
_FINEST_COST = 0.25
"""Costs are multiples of this many points."""


@dataclass(frozen=True)
class JudgedAnswer:
    """What one answer got under one seed: the master's, the empty release's, a mistake or a variant."""

    kind: str
    example: Example | None
    seed: int
    verdict: Verdict
    seconds: float


@dataclass
class QuestionReport:
    """What certifying one question found; problems fail it, remarks do not."""

    question: str
    label: str
    """What people call the question."""
    points: float
    checks: int = 0
    mistakes: int = 0
    variants: int = 0
    seconds: float = 0.0
    problems: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


def examine(
    report: QuestionReport, judged: Sequence[JudgedAnswer], mistakes: Collection[str], tolerance: float
) -> None:
    """Put everything that can be said about one question into its report; `mistakes` are the names of all known ones."""
    by_kind: dict[str, list[JudgedAnswer]] = defaultdict(list)
    for each in judged:
        by_kind[each.kind].append(each)
    if not by_kind[MASTER]:
        report.problems.append("has no checks")
        return
    first = by_kind[MASTER][0].verdict
    report.checks = len(first.checks)
    report.mistakes = len({each.example for each in by_kind[MISTAKE]})
    report.variants = len({each.example for each in by_kind[VARIANT]})
    report.seconds = median([each.seconds for each in by_kind[MISTAKE] + by_kind[VARIANT]] or [0.0])
    if first.points != report.points:
        report.problems.append(f"its checks are worth {first.points:g} points, its cell {report.points:g}")
    report.problems += [f"grader fault: {fault}" for each in judged for fault in each.verdict.faults]
    _examine_right(report, by_kind[MASTER] + by_kind[VARIANT])
    _examine_empty(report, by_kind[RELEASE])
    _examine_mistakes(report, by_kind[MISTAKE], tolerance)
    _examine_costs(report, by_kind[MISTAKE], tolerance)
    _examine_told(report, judged, mistakes)
    report.problems = list(dict.fromkeys(report.problems))


def examine_stored(
    report: QuestionReport, judged: Sequence[JudgedAnswer], stored: Sequence[KnownMistake], tolerance: float
) -> None:
    """Compare what mistakes answer with their stored transcripts."""
    known = {mistake.example: mistake.transcript for mistake in stored}
    for each in judged:
        if each.example is None or each.example not in known or each.seed != 0:
            continue
        if not each.verdict.transcript.is_like(known[each.example], tolerance):
            report.problems.append(f"{each.example.name} answers something else than what is stored of it")


def name_idle_checks(report: QuestionReport, judged: Sequence[JudgedAnswer]) -> None:
    """Name the checks that catch no known mistake."""
    caught = {
        check.name for each in judged if each.kind == MISTAKE for check in each.verdict.checks if not check.passed
    }
    master = next(each for each in judged if each.kind == MASTER)
    for check in master.verdict.checks:
        if check.name not in caught:
            report.remarks.append(f"{check.name} catches no known mistake")


def _examine_right(report: QuestionReport, judged: Sequence[JudgedAnswer]) -> None:
    for each in judged:
        if each.verdict.earned != each.verdict.points:
            name = each.example.name if each.example else "the master"
            lost = next(check for check in each.verdict.checks if not check.passed)
            report.problems.append(f"{name} loses points with seed {each.seed}: {lost.name}: {lost.message}")


def _examine_empty(report: QuestionReport, judged: Sequence[JudgedAnswer]) -> None:
    for each in judged:
        if each.verdict.earned:
            report.problems.append(f"the empty release earns {each.verdict.earned:g} points with seed {each.seed}")


def _examine_mistakes(report: QuestionReport, judged: Sequence[JudgedAnswer], tolerance: float) -> None:
    failed: dict[Example, list[frozenset[str]]] = defaultdict(list)
    by_seed: dict[int, list[KnownMistake]] = defaultdict(list)
    for each in judged:
        if each.example is not None:
            by_seed[each.seed].append(KnownMistake(each.example, each.verdict.transcript))
    for seed, known in by_seed.items():
        for mistake in known:
            failed[mistake.example].append(mistake.failed)
            if not mistake.failed:
                report.problems.append(f"{mistake.example.name} loses no points with seed {seed}")
                continue
            found = recognise(mistake.transcript, known, tolerance)
            others = [other.example.name for other in found if other is not mistake]
            if others:
                report.problems.append(f"{mistake.example.name} looks like {', '.join(others)} with seed {seed}")
    for example, checks in failed.items():
        if not example.has_hint:
            report.problems.append(f"{example.name} has no hint")
        if len(set(checks)) > 1:
            report.remarks.append(f"{example.name} fails other checks with other seeds")
        if all(len(each) == 1 for each in checks):
            report.remarks.append(f"{example.name} is caught by one check only ({', '.join(checks[0])})")


def _examine_told(report: QuestionReport, judged: Sequence[JudgedAnswer], mistakes: Collection[str]) -> None:
    for each in judged:
        for check in each.verdict.transcript.checks:
            if check.told and check.told not in mistakes:
                report.problems.append(f"{check.check} tells of {check.told}, and there is no such mistake")


def _examine_costs(report: QuestionReport, judged: Sequence[JudgedAnswer], tolerance: float) -> None:
    taken: dict[Example, float] = {}
    untold: set[Example] = set()
    for each in judged:
        if each.example is not None and (lost := each.verdict.points - each.verdict.earned):
            taken[each.example] = min(lost, taken.get(each.example, lost))
            transcript = each.verdict.transcript
            if not is_told_by_answers(transcript, KnownMistake(each.example, transcript), tolerance):
                untold.add(each.example)
    for example, lost in taken.items():
        if example.cost is None:
            report.remarks.append(f"{example.name} has no cost in {COSTS}: students lose all that the checks take")
        elif example.cost > lost:
            report.problems.append(f"{example.name} costs {example.cost:g} points, but the checks take only {lost:g}")
        elif example.cost % _FINEST_COST:
            report.problems.append(f"{example.name} costs {example.cost:g} points; take a multiple of {_FINEST_COST:g}")
        elif example in untold:
            report.remarks.append(
                f"{example.name} answers nothing that tells it from other broken cells: its cost never counts"
            )
