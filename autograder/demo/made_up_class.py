"""The made-up class of an assignment, as its demo.toml describes it."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

import msgspec

from autograder.course.solution import SolutionFolder
from autograder.errors import CourseError


class EveryMistake(msgspec.Struct, frozen=True):
    """Which of the known mistakes a student makes: beginning with number `first`, one out of `every` mistakes."""

    first: int = 0
    every: int = 9


class MadeUpStudent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A student whose answers are right, except for what these fields say."""

    id: str
    name: str
    hands_in: Literal["all", "half", "unfilled", "broken", "empty", "stripped", "late", "absent"] = "all"
    """half: the first half of the answers; broken: half a file; stripped: what an editor left; absent: nothing."""
    mistakes: EveryMistake | None = None
    cells: dict[str, str] = {}
    """Answers that replace right ones, by question."""
    copies: str = ""
    """The id of the student whose answers this student copies, disguised."""


class MadeUpClass(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """demo.toml."""

    due: datetime
    students: tuple[MadeUpStudent, ...]
    sentences: tuple[str, ...]
    """What people write when asked to explain; every student picks some of the sentences."""
    renamed: dict[str, str] = {}
    """New names for variables in a copied answer, by their old ones."""


def read_class(solution: SolutionFolder) -> MadeUpClass:
    """The class of an assignment, or a sentence that says what is wrong with its description."""
    if not solution.demo.is_file():
        raise CourseError(f"{solution.assignment} has no made-up class: {solution.demo.name} is not there.")
    try:
        return msgspec.toml.decode(solution.demo.read_bytes(), type=MadeUpClass)
    except msgspec.DecodeError as error:
        raise CourseError(f"{solution.demo.name} of {solution.assignment} is not what it should be: {error}.") from None
