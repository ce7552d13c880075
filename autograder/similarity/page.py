"""Writes the pairs of a class that are alike as a page, side by side."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path

from jinja2 import Template

from autograder.course.bounded import Bounded, FailedInside, OutOfBounds
from autograder.course.folder import Course
from autograder.pages.environment import environment
from autograder.pages.students import Names, read_names
from autograder.similarity.answers import ClassAnswers, class_answers
from autograder.similarity.compare import ALIKE, compare
from autograder.similarity.content import Pair, Similarity
from autograder.similarity.sides import Sides, side_by_side

SHOWN = 15
"""Pairs of which the answers are shown; more than anybody reads in one sitting."""
OTHERS = 5
"""Pairs that are listed although they do not stand out, to see how far the others are."""


@dataclass(frozen=True)
class ShownPair:
    """A pair as the page shows it."""

    number: int
    pair: Pair
    first: str
    second: str
    sides: tuple[Sides, ...]


def find_similar(course: Course, assignment: str) -> tuple[ClassAnswers, Similarity]:
    """Compare the answers of a class to an assignment."""
    given = class_answers(course, assignment)
    return given, compare(assignment, given)


def write_similarity(course: Course, assignment: str, path: Path, anonymous: bool = False) -> tuple[Similarity, Names]:
    """Compare a class and write the page; what was found, and the names that the page uses."""
    given, found = find_similar(course, assignment)
    names = read_names(course, anonymous)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(page(given, found, names, given.title or assignment), encoding="utf-8")
    return found, names


def similarity_path(course: Course, assignment: str) -> Path:
    """Where the page of an assignment is written."""
    return course.reports(assignment) / "similarity.html"


def page(given: ClassAnswers, similarity: Similarity, names: Names, title: str) -> str:
    """One page that stands alone; nothing in it runs."""
    standing = similarity.standing_out
    with Bounded("Showing this pair", partial(_sides, given, names)) as sides:
        shown = [_shown(sides, pair, number, names) for number, pair in enumerate(standing[:SHOWN], start=1)]
    others = [pair for pair in similarity.pairs if not pair.stands_out and pair.score > 0][:OTHERS]
    return (
        _template()
        .render(
            title=title,
            similarity=similarity,
            standing=standing,
            shown=shown,
            others=others,
            name=names,
            alike=ALIKE,
        )
        .lstrip()
    )


def _shown(make: Callable[[Pair], tuple[Sides, ...]], pair: Pair, number: int, names: Names) -> ShownPair:
    sides: tuple[Sides, ...] = ()
    # a pair that cannot be shown is named all the same
    with contextlib.suppress(OutOfBounds, FailedInside):
        sides = make(pair)
    return ShownPair(number, pair, names(pair.first), names(pair.second), sides)


def _sides(given: ClassAnswers, names: Names, pair: Pair) -> tuple[Sides, ...]:
    hidden = {
        student: {part: names.hide(source) for part, source in given.answers[student].items()}
        for student in (pair.first, pair.second)
    }
    return side_by_side(replace(given, answers=hidden), pair, ALIKE)


@cache
def _template() -> Template:
    return environment("autograder.similarity").get_template("similarity.html.j2")
