"""How students are called on a page: by name, or numbered so that nobody can tell who they are."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import sqlalchemy
from nbgrader.api import Gradebook, Student

from autograder.course.folder import Course
from autograder.course.names import full_name


@dataclass(frozen=True)
class NamedStudent:
    """A student of the gradebook."""

    id: str
    first_name: str = ""
    last_name: str = ""
    email: str = ""
    lms_id: str = ""

    @property
    def name(self) -> str:
        return full_name(self.first_name, self.last_name)

    @property
    def words(self) -> set[str]:
        """All words that would tell who the student is; single letters tell nothing."""
        known = {self.id, self.name, self.first_name, self.last_name, self.email, self.lms_id}
        known |= set(self.first_name.split()) | set(self.last_name.split())
        return {word for word in known if len(word.strip()) > 1}


@dataclass(frozen=True)
class Names:
    """Calls students by their names, or by numbers that are the same on all pages of a class."""

    people: Mapping[str, NamedStudent]
    anonymous: bool = False
    numbers: Mapping[str, int] = field(default_factory=dict)

    def __call__(self, student: str) -> str:
        """What a student is called."""
        if self.anonymous:
            return f"Student {self.numbers[student]}" if student in self.numbers else "A student"
        person = self.people.get(student)
        return (person.name if person else "") or student

    def hide(self, text: str) -> str:
        """Text that a student wrote or named; on an anonymous page, all names in it are replaced."""
        return self._pattern.sub(self._replacement, text) if self.anonymous and self._owners else text

    @cached_property
    def _owners(self) -> dict[str, str]:
        """The student whom a word names; empty for a word that names several, such as a family name."""
        owners: dict[str, str] = {}
        for person in self.people.values():
            for word in {word.casefold() for word in person.words}:
                owners[word] = person.id if word not in owners else ""
        return owners

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        words = sorted(self._owners, key=lambda word: (-len(word), word))
        # a name may stand inside an identifier: of its characters, only letters and digits belong to a word
        return re.compile(rf"(?<![^\W_])(?:{'|'.join(map(re.escape, words))})(?![^\W_])", re.IGNORECASE)

    def _replacement(self, found: re.Match[str]) -> str:
        return self(self._owners.get(found[0].casefold(), ""))


def read_names(course: Course, anonymous: bool = False) -> Names:
    """The students of the gradebook, and others who only handed something in."""
    with Gradebook(course.db_url) as gradebook:
        columns = (Student.id, Student.first_name, Student.last_name, Student.email, Student.lms_user_id)
        rows = gradebook.db.execute(sqlalchemy.select(*columns)).all()
    people = {row[0]: NamedStudent(*(part or "" for part in row)) for row in rows}
    people |= {student: NamedStudent(student) for student in course.students if student not in people}
    # in an order that tells nothing, yet is the same on every page
    mixed = sorted(people, key=lambda student: hashlib.sha256(student.encode()).digest())
    return Names(people, anonymous, {student: number for number, student in enumerate(mixed, start=1)})
