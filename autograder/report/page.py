"""Writes the instructor's page: a pure function from what it says to HTML."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from jinja2 import Template

from autograder.pages.environment import environment
from autograder.report.content import Report, StudentRow

BINS = 10
"""How many bars the chart of totals has."""


@dataclass(frozen=True)
class Bar:
    """How many totals lie between two numbers of points."""

    low: float
    high: float
    count: int


def page(report: Report) -> str:
    """One HTML page that needs nothing else: no network, no script, no other file."""
    return _template().render(report=report, bars=distribution(report.counted, report.points)).lstrip()


def distribution(rows: tuple[StudentRow, ...], points: float) -> tuple[Bar, ...]:
    """How many totals lie in each tenth of the points; a total above all points counts in the last tenth."""
    if not rows or points <= 0:
        return ()
    bins = [min(max(int(BINS * row.total / points), 0), BINS - 1) for row in rows]
    width = points / BINS
    return tuple(Bar(number * width, (number + 1) * width, bins.count(number)) for number in range(BINS))


@cache
def _template() -> Template:
    return environment("autograder.report").get_template("report.html.j2")
