"""Writes the instructor's page: a pure function from what it says to HTML."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from jinja2 import Template

from autograder.pages.environment import environment
from autograder.report.content import Report, StudentRow

BINS = 10


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
    """The totals in ten parts of the points there are; more than all points counts with the best."""
    if not rows or points <= 0:
        return ()
    places = [min(max(int(BINS * row.total / points), 0), BINS - 1) for row in rows]
    width = points / BINS
    return tuple(Bar(place * width, (place + 1) * width, places.count(place)) for place in range(BINS))


@cache
def _template() -> Template:
    return environment("autograder.report").get_template("report.html.j2")
