"""Who is in the course: a roster as Moodle or Canvas export it, or `id,name,email`."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import Literal

from dateutil import parser as dates

from autograder.errors import CourseError

SheetKind = Literal["moodle", "canvas", "other"]

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "name": ("full name", "name", "student", "student name", "vollständiger name"),
    "first": ("first name", "firstname", "first_name", "given name", "vorname"),
    "last": ("last name", "lastname", "last_name", "surname", "family name", "nachname"),
    "email": ("email address", "email", "e-mail", "mail", "e-mail-adresse"),
    "participant": ("identifier", "id-kennung"),
    "user": ("username", "sis login id", "login id", "login", "anmeldename"),
    "number": ("id number", "sis user id", "student id", "matriculation number", "id-nummer", "matrikelnummer"),
    "id": ("id", "student_id", "studentid"),
    "time": ("last modified (submission)", "zuletzt geändert (abgabe)"),
}
# nbgrader looks for submissions with patterns, names folders after students, and writes their ids into its pages as HTML
UNFIT = re.compile(r'[/\\*?\[\]{}<>"\x00-\x1f\x7f]|^\.|^\s|\s$')
LONGEST_ID = 120


@dataclass(frozen=True)
class Person:
    """Someone in the course."""

    id: str
    name: str
    first: str = ""
    last: str = ""
    email: str = ""
    number: str = ""
    """The LMS's number: Moodle's participant number, Canvas's user id."""
    time: datetime | None = None
    """When the LMS says that this assignment was handed in."""


@dataclass(frozen=True)
class Roster:
    """All people in the course, and where their ids come from."""

    kind: SheetKind
    people: tuple[Person, ...]
    ids_from: str


def read_roster(path: Path, zone: tzinfo) -> Roster:
    """Read a roster, or say in a sentence what is wrong with it."""
    rows = _rows(path)
    if not rows:
        raise CourseError(f"{path.name} is empty. Export the roster again.")
    header = [cell.strip().casefold() for cell in rows[0]]
    columns = {
        what: next((header.index(name) for name in names if name in header), None) for what, names in COLUMNS.items()
    }
    if columns["name"] is None and columns["first"] is None and columns["last"] is None:
        raise CourseError(
            f"{path.name} has no column with names. It has: {', '.join(rows[0])}. "
            "Export it from Moodle or Canvas, or write a file with the columns id,name,email."
        )
    kind: SheetKind = (
        "canvas" if {"student", "id"} <= set(header) else "moodle" if columns["participant"] is not None else "other"
    )
    lines = [
        {
            what: row[column].strip() if column is not None and column < len(row) else ""
            for what, column in columns.items()
        }
        for row in rows[1:]
    ]
    lines = [line for line in lines if _is_person(line, kind)]
    people = [_person(line, kind, zone) for line in lines]
    people, ids_from = _with_ids(people, lines, kind, path)
    return Roster(kind, tuple(people), ids_from)


def require_fit(student: str) -> None:
    """Refuse an id that cannot be the name of a folder."""
    if not student or UNFIT.search(student) or len(student.encode()) > LONGEST_ID:
        raise CourseError(
            f"{student!r} cannot be a student's id: it names a folder, so use letters, digits and . _ - @ only."
        )


def _rows(path: Path) -> list[list[str]]:
    if not path.is_file():
        raise CourseError(f"{path} does not exist. Give the roster as a CSV file.")
    raw = path.read_bytes()
    encodings = ("utf-16",) if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else ("utf-8-sig", "cp1252", "latin-1")
    text = next(text for encoding in encodings if (text := _decoded(raw, encoding)) is not None)
    first = text.lstrip().partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    except csv.Error as error:
        raise CourseError(f"{path.name} is not a CSV file that can be read: {error}.") from None
    return [row for row in rows if any(cell.strip() for cell in row)]


def _decoded(raw: bytes, encoding: str) -> str | None:
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError:
        return None


def _is_person(line: Mapping[str, str], kind: SheetKind) -> bool:
    name = line["name"].casefold()
    if kind == "canvas" and (name.startswith("points possible") or name in {"student, test", "test student"}):
        return False
    return bool(name or line["first"] or line["last"])


def _person(line: Mapping[str, str], kind: SheetKind, zone: tzinfo) -> Person:
    first, last, name = line["first"], line["last"], " ".join(line["name"].split())
    if "," in name and not (first or last):  # Canvas writes "Last, First"
        last, _, first = (part.strip() for part in name.partition(","))
        name = f"{first} {last}".strip()
    elif name and not (first or last):
        first, _, last = name.rpartition(" ")
    number = line["id"] if kind == "canvas" else "".join(re.findall(r"\d+", line["participant"])[:1])
    return Person("", name or f"{first} {last}".strip(), first, last, line["email"], number, _time(line["time"], zone))


def _time(text: str, zone: tzinfo) -> datetime | None:
    try:
        time = dates.parse(text) if any(letter.isdigit() for letter in text) else None
    except (ValueError, OverflowError):
        return None
    return None if time is None else (time if time.tzinfo else time.replace(tzinfo=zone)).astimezone(UTC)


def _with_ids(
    people: Sequence[Person], lines: Sequence[Mapping[str, str]], kind: SheetKind, path: Path
) -> tuple[list[Person], str]:
    """Ids from the best column there is, the same column for everybody."""
    choices = [] if kind == "canvas" else [("its column 'id'", [line["id"] for line in lines])]
    choices += [
        ("login names", [line["user"] for line in lines]),
        ("id numbers", [line["number"] for line in lines]),
        ("email addresses, without what follows the @", [line["email"].partition("@")[0] for line in lines]),
        ("email addresses", [line["email"] for line in lines]),
        ("the LMS's numbers", [person.number for person in people]),
    ]
    for words, ids in choices:
        if ids and all(ids):
            twice = sorted(each for each, count in Counter(ids).items() if count > 1)
            if twice and words.startswith("email"):
                continue
            if twice:
                raise CourseError(f"{path.name} has more than one person with the id {_listed(twice)}.")
            for each in ids:
                require_fit(each)
            return [replace(person, id=each) for person, each in zip(people, ids, strict=True)], words
    raise CourseError(
        f"{path.name} has no column that gives everybody an id: add a column 'id', or export it with email addresses."
    )


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"'{name}'" for name in names)
