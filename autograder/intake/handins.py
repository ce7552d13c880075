"""Where each collected submission came from, stored so that grades and feedback find their way back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from autograder.course import Course

System = Literal["moodle", "canvas", "folder"]


class Handin(msgspec.Struct, frozen=True):
    """What was taken for one student from an LMS's archive or a folder."""

    student: str
    system: System
    name: str = ""
    """The full name as the LMS writes it."""
    participant: str = ""
    """The LMS's own number: Moodle's participant number in the file name, Canvas's user id."""
    folder: str = ""
    """The folder in the archive, or the common beginning of the file names: how Moodle wants feedback named."""
    file: str = ""
    """The notebook's name as handed in."""
    time: str = ""
    """When it was handed in, in UTC, ISO format."""
    late: bool = False
    """Whether the LMS itself says that it is late."""


def read_handins(course: Course, assignment: str) -> dict[str, Handin]:
    """What `autograder collect` took for an assignment, by student; empty where it was not used."""
    path = course.collected(assignment)
    return msgspec.json.decode(path.read_bytes(), type=dict[str, Handin]) if path.is_file() else {}


def write_handins(course: Course, assignment: str, handins: Mapping[str, Handin]) -> None:
    """Store what was collected; it replaces what was stored for the same students, others stay."""
    path = course.collected(assignment)
    path.parent.mkdir(parents=True, exist_ok=True)
    known = read_handins(course, assignment) | dict(handins)
    content = msgspec.json.encode({student: known[student] for student in sorted(known)})
    part = path.with_suffix(".part")
    part.write_bytes(msgspec.json.format(content, indent=1) + b"\n")
    part.replace(path)
