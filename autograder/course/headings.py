"""The headings of questions: `### LABEL · TITLE · POINTS · ●●○ · 10 min`, and what each part says.

An author writes label, title, difficulty and minutes; the points are put in from the cells, so that they cannot differ.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

SEPARATOR = " · "
_HEADING = re.compile(r"^(?P<marks>#{2,6}) (?P<label>\S+) · (?P<rest>.+)$", re.MULTILINE)
_POINTS = re.compile(r"[\d.]+( \+ [\d.]+)? points?")
_DIFFICULTY = re.compile("●{1,3}○{0,2}")
_MINUTES = re.compile(r"(\d+) min")


@dataclass(frozen=True)
class Heading:
    """One heading that labels the questions below it."""

    label: str
    title: str
    difficulty: str = ""
    """Three marks, of which as many are filled as the question is hard; empty where the author says nothing."""
    minutes: int = 0

    def line(self, marks: str, points: str) -> str:
        """The heading as students read it."""
        minutes = f"{self.minutes} min" if self.minutes else ""
        parts = (self.label, self.title, points, self.difficulty, minutes)
        return f"{marks} {SEPARATOR.join(part for part in parts if part)}"


def headings_in(text: str) -> Iterator[Heading]:
    """The headings of a text cell, in order."""
    return (_read(found) for found in _HEADING.finditer(text))


def with_points(text: str, points_of: Callable[[Heading], str]) -> str:
    """A text whose headings say how many points there are; a heading without points stays as it is."""

    def rewritten(found: re.Match[str]) -> str:
        heading = _read(found)
        points = points_of(heading)
        return heading.line(found["marks"], points) if points else found[0]

    return _HEADING.sub(rewritten, text)


def _read(found: re.Match[str]) -> Heading:
    title, *others = found["rest"].strip().split(SEPARATOR)
    difficulty, minutes = "", 0
    # from the end: a title may hold the separator itself
    while others:
        if time := _MINUTES.fullmatch(others[-1]):
            minutes = int(time[1])
        elif _DIFFICULTY.fullmatch(others[-1]):
            difficulty = others[-1]
        elif not _POINTS.fullmatch(others[-1]):
            break
        others.pop()
    return Heading(found["label"], SEPARATOR.join((title, *others)), difficulty, minutes)
