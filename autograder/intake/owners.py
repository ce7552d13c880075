"""Finds the student of a hand-in: in the roster, or among the students of the gradebook; nothing is guessed."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from autograder.course.names import run_together, slug, spellings, words
from autograder.intake.lms import Origin
from autograder.intake.roster import Person

MADE_FROM_A_NUMBER = re.compile(r"participant_[0-9]+")
"""Ids of people whose names the LMS hides, or writes without letters that an id could have."""


@dataclass(frozen=True)
class Doubt:
    """A sentence that says why the student of a hand-in is not certain."""

    sentence: str
    several: bool = False
    """Whether more than one person fits, rather than none."""


def find_person(origin: Origin, people: Sequence[Person], where: str) -> Person | Doubt:
    """The one person of a list whose hand-in it is, or why that is not certain."""
    by_number = [person for person in people if origin.number and person.number == origin.number]
    if len(by_number) == 1 and origin.system != "folder":
        person = by_number[0]
        if origin.name and not _is_named(origin, person):
            return Doubt(f"the number {origin.number} is {person.name}'s in {where}, but the name is {origin.name!r}.")
        return person
    if origin.system == "folder":
        by_id = [person for person in people if _same(person.id, origin.name)]
        if len(by_id) == 1:
            return by_id[0]
        by_mail = [person for person in people if person.email and _same(person.email.partition("@")[0], origin.name)]
        if len(by_mail) == 1:
            return by_mail[0]
    named = [person for person in people if _is_named(origin, person)]
    if len(named) == 1:
        return named[0]
    if named:
        ids = ", ".join(person.id for person in named)
        return Doubt(f"{len(named)} people in {where} are called that ({ids}).", several=True)
    return Doubt(
        f"nobody in {where} is called {origin.name!r}." if origin.name else f"{where} has no number {origin.number}."
    )


def make_people(origins: Iterable[Origin], in_use: Sequence[Person] = ()) -> Callable[[Origin], Person | Doubt]:
    """A function that makes people without a roster: ids come from names, in Canvas also from its lasting numbers.

    An id that is in use already is made only for who has the name of its owner.
    """
    origins = list(origins)
    count = Counter(slug(origin.name) for origin in origins)

    def make(origin: Origin) -> Person | Doubt:
        made = made_of(origin)
        if isinstance(made, Person) and origin.system != "folder":
            owner = next((person for person in in_use if _same(person.id, made.id)), None)
            if owner is not None and not _may_be(owner, made, origin):
                whose = f"{owner.name}'s" if owner.name else "in use"
                return Doubt(
                    f"nobody is known by that name, and the id made from it, {made.id}, is {whose} already; give a roster (--roster)."
                )
        return made

    def made_of(origin: Origin) -> Person | Doubt:
        if origin.system == "folder":
            name = unicodedata.normalize("NFC", origin.name)
            return Person(name, name if " " in name else "")
        base = slug(origin.name)
        if origin.system == "canvas":
            return Person(f"{base}_{origin.number}" if base else origin.number, "", number=origin.number)
        if not base:
            return Person(f"participant_{origin.number}", "", number=origin.number)
        if count[base] > 1:
            return Doubt(f"{count[base]} people have handed in under this name; give a roster (--roster).")
        first, _, last = " ".join(origin.name.split()).rpartition(" ")
        return Person(base, " ".join(origin.name.split()), first, last, number=origin.number)

    return make


def _may_be(owner: Person, made: Person, origin: Origin) -> bool:
    """Whether the owner of an id may be the one that it was made for: by name, or by a number that is part of the id."""
    if _is_named(origin, owner):
        return True
    if origin.system == "canvas" or not made.name:
        return owner.number in ("", made.number)
    # where only the owner's id is known, a first and a last name say as much as names do elsewhere, one word does not
    return not owner.name and len(words(made.name)) > 1 and not MADE_FROM_A_NUMBER.fullmatch(made.id)


def _is_named(origin: Origin, person: Person) -> bool:
    if origin.system == "canvas":
        return "".join(words(origin.name)) in run_together(person.first, person.last, person.name)
    names = [person.name, f"{person.first} {person.last}"]
    # Moodle puts a group's name and a hyphen before that of its member
    asked = [
        origin.name,
        *([origin.name.partition("-")[2]] if origin.system == "moodle" and "-" in origin.name else []),
    ]
    known = frozenset[tuple[str, ...]]().union(*(spellings(name) for name in names))
    return any(spellings(name) & known for name in asked)


def _same(one: str, other: str) -> bool:
    return unicodedata.normalize("NFC", one).casefold() == unicodedata.normalize("NFC", other).casefold()
