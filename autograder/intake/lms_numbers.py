"""Tells people of one name apart by the LMS's numbers: a name can be changed by whoever bears it, a number cannot.

Canvas gives a person one number for all assignments. Moodle gives one for each assignment, and it stays the same there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from autograder.course import Course
from autograder.intake.handins import System, read_handins
from autograder.intake.lms import Origin
from autograder.intake.roster import Person, Roster

WAY_OUT = (
    "Give a roster with the LMS's numbers (--roster: Moodle's grading worksheet or Canvas's gradebook), or collect the "
    "right notebook alone with --student {student}."
)


@dataclass(frozen=True)
class Numbers:
    """Which of the LMS's numbers are whose, as far as somebody other than a student has said it."""

    listed: Mapping[str, str] = field(default_factory=dict)
    """By student, the number in the roster, or in the gradebook where Canvas's roster put it there."""
    certain: bool = False
    """Whether these are certainly numbers of this LMS and assignment; else only if some of them occur in it."""
    earlier: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """By student, the numbers under which something was collected before."""
    people: frozenset[str] = frozenset()
    """All who have an id now; one that nobody has any more may have been anybody's."""

    def objections(self, owners: Mapping[str, Sequence[str]]) -> dict[tuple[str, str], str]:
        """By student and number, why what came under this number is not certainly this student's."""
        fits = self.certain or any(self.listed.get(student) in numbers for student, numbers in owners.items())
        found: dict[tuple[str, str], str] = {}
        for student, numbers in owners.items():
            listed = self.listed.get(student)
            open_numbers = []
            for number in dict.fromkeys(numbers):
                if not number or number == listed:
                    continue
                if listed and fits:
                    found[student, number] = f"their number is {listed}, and the LMS's number for this is {number}"
                elif others := self._others(student, number):
                    found[student, number] = f"what came under its number, {number}, before was {', '.join(others)}'s"
                else:
                    open_numbers.append(number)
            several = {*open_numbers, *self.earlier.get(student, ())}
            if len(several) > 1:
                named = ", ".join(sorted(several, key=lambda number: (len(number), number)))
                reason = f"that name came under several of the LMS's numbers, now and before ({named})"
                found |= {(student, number): reason for number in open_numbers}
        return {
            (student, number): f"by its name it is {student}'s, but {reason}: somebody else may have taken the name. "
            + WAY_OUT.format(student=student)
            for (student, number), reason in found.items()
        }

    def _others(self, student: str, number: str) -> list[str]:
        """Whose hand-ins came under a number before, where they were not this student's."""
        holders = {each for each, numbers in self.earlier.items() if number in numbers}
        return [] if student in holders else sorted(holders & self.people)


def known_numbers(
    course: Course, assignment: str, system: System, roster: Roster | None, known: Sequence[Person]
) -> Numbers:
    """All that is known of the numbers of an LMS: from the roster, the gradebook, and what was collected before."""
    if system == "folder":
        return Numbers()
    # in the gradebook only Canvas's numbers are of use later
    people: Iterable[Person] = roster.people if roster is not None else known if system == "canvas" else ()
    earlier: dict[str, frozenset[str]] = {}
    for each in course.assignments if system == "canvas" else (assignment,):
        for student, handin in read_handins(course, each).items():
            if handin.system == system and handin.participant:
                earlier[student] = earlier.get(student, frozenset()) | {handin.participant}
    return Numbers(
        {person.id: person.number for person in people if person.number},
        roster is not None and roster.kind == system == "canvas",
        earlier,
        frozenset(person.id for person in (roster.people if roster is not None else known)),
    )


def two_readings(origin: Origin, roster: Roster | None) -> str | None:
    """Why it is not certain which number in a name is a person's; None where Canvas's roster tells, or there is one."""
    if not origin.or_number:
        return None
    if (
        roster is not None
        and roster.kind == "canvas"
        and all(each.number != origin.or_number for each in roster.people)
    ):
        return None
    return (
        f"of the numbers in its name, either {origin.number} or {origin.or_number} is a person's. Give Canvas's gradebook "
        "as --roster, or collect it alone with --student."
    )
