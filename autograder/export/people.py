"""Finds the student of the gradebook for each line of an LMS's list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import TypeVar

from autograder.export.grades import StudentGrade

Line = TypeVar("Line", bound=Hashable)
Keys = Callable[[Line], Iterable[str]]


def matched(
    rows: Iterable[Line], students: Iterable[StudentGrade], ways: Iterable[tuple[Keys[Line], Keys[StudentGrade]]]
) -> dict[Line, StudentGrade]:
    """Each line with its student, by the surest way first; a key of two lines or of two students is not used."""
    free_rows, free_students = list(rows), list(students)
    found: dict[Line, StudentGrade] = {}
    for row_keys, student_keys in ways:
        by_key = _unique(free_students, student_keys)
        for key, row in _unique(free_rows, row_keys).items():
            student = by_key.get(key)
            if student is not None and row not in found and student in free_students:
                found[row] = student
                free_students.remove(student)
        free_rows = [row for row in free_rows if row not in found]
    return found


Item = TypeVar("Item")


def _unique(items: Iterable[Item], keys: Callable[[Item], Iterable[str]]) -> Mapping[str, Item]:
    pairs = [(key, item) for item in items for key in {each.strip().casefold() for each in keys(item)} if key]
    count = Counter(key for key, _ in pairs)
    return {key: item for key, item in pairs if count[key] == 1}
