"""Writes the report of an assignment and, beside it, the page of alike answers that it links to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import quote

from autograder.course.folder import Course
from autograder.report.content import Report
from autograder.report.gather import gather_report
from autograder.report.page import page
from autograder.similarity.answers import NothingHandedIn
from autograder.similarity.page import write_similarity


@dataclass(frozen=True)
class WrittenReport:
    """A report that was written."""

    report: Report
    path: Path


def report_path(course: Course, assignment: str, anonymous: bool = False) -> Path:
    """Where the report of an assignment is written unless told otherwise."""
    return course.reports(assignment) / ("report-anonymous.html" if anonymous else "report.html")


def write_report(course: Course, assignment: str, path: Path | None = None, anonymous: bool = False) -> WrittenReport:
    """Make the page of an assignment as its class stands now."""
    path = path or report_path(course, assignment, anonymous)
    beside = path.with_name(_beside(path.stem) + ".html")
    try:
        similarity, _ = write_similarity(course, assignment, beside, anonymous)
    except NothingHandedIn:
        similarity = None
    report = gather_report(course, assignment, path.parent, similarity, anonymous)
    if similarity is not None:
        report = replace(report, similarity_link=quote(beside.name))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(page(report), encoding="utf-8")
    return WrittenReport(report, path)


def _beside(stem: str) -> str:
    """The name of the similarity page beside a report; an anonymous report has an anonymous one."""
    return stem.replace("report", "similarity", 1) if stem.startswith("report") else f"{stem}-similarity"
