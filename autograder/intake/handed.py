"""What one student handed in: the notebook to grade, and the files that came with it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from pathlib import PurePosixPath

from autograder.course.bounds import MOST_SENTENCES, json_objection
from autograder.course.notebook import assignment_in
from autograder.errors import CourseError
from autograder.intake.archive import LARGEST_FILE, ArchiveError, Packed, nested, printable
from autograder.intake.lms import Origin, without_count
from autograder.intake.times import FILE as TIME_FILE
from autograder.intake.times import SECRET_FILE, UNREADABLE_TIME_FILE

# files beside the notebook: bytes of one, bytes of all, and how many
LARGEST_OTHER = 20 * 2**20
LARGEST_TOTAL = 90 * 2**20
MOST_OTHERS = 100
MOST_ZIPS = 5
"""Zips of the student's own that are opened; all of them are in memory at once."""
RESERVED = {
    TIME_FILE: "the time of a submission is not the student's to tell",
    UNREADABLE_TIME_FILE: "the time of a submission is not the student's to tell",
    SECRET_FILE: "nbgrader's exchange would take it for its own",
}
"""Names of files that only we and nbgrader write, and why these are left out."""
CONFIGURATION = re.compile(r"(?:nbgrader|jupyter|ipython)\w*_config\.(?:py|json)", re.IGNORECASE)
"""Names of files that nbgrader and Jupyter run when they are started in a folder that has one."""
# how many of them are named in a sentence
FILES_NAMED, NOTEBOOKS_NAMED, REFUSALS_NAMED = 3, 4, 5


@dataclass(frozen=True)
class HandedFiles:
    """All files of one hand-in, by their paths in it."""

    origin: Origin
    files: tuple[tuple[PurePosixPath, Packed], ...]


@dataclass(frozen=True)
class Handed:
    """A hand-in, read: what will be written, by path in the submission folder."""

    origin: Origin
    notebook: str
    """The notebook's name as handed in."""
    time: datetime | None
    content: dict[str, bytes]
    remarks: tuple[str, ...] = ()


class HandInError(CourseError):
    """Why a hand-in is left alone, as a sentence."""


def read_handed(found: HandedFiles, assignment: str, assignments: Sequence[str], zone: tzinfo) -> Handed:
    """Choose the notebook and read everything that goes beside it."""
    remarks: list[str] = []
    files = list(_unpacked(found, zone, remarks))
    notebooks = [(path, packed) for path, packed in files if path.suffix.lower() == ".ipynb"]
    if not notebooks:
        names = ", ".join(printable(path.name) for path, _ in files[:FILES_NAMED])
        raise HandInError(
            " ".join([f"there is no notebook in it, only {names}." if names else "it is empty.", *_readable(remarks)])
        )
    path, packed = _choose(notebooks, assignment, remarks)
    try:
        content = {f"{assignment}.ipynb": packed.read()}
    except ArchiveError as error:
        raise HandInError(str(error)) from None
    other = _assignment_named(content[f"{assignment}.ipynb"])
    if other != assignment and other in assignments:
        raise HandInError(f"{printable(path.name)} is a notebook of {other}.")
    for beside, data in _beside(path, files, assignment, remarks):
        content[beside] = data
    return Handed(found.origin, path.name, packed.time, content, _readable(remarks))


def _unpacked(found: HandedFiles, zone: tzinfo, remarks: list[str]) -> Iterator[tuple[PurePosixPath, Packed]]:
    """The files, those in a student's own zip included, one level deep."""
    opened = 0
    for path, packed in found.files:
        if path.suffix.lower() != ".zip":
            yield path, packed
            continue
        opened += 1
        if opened > MOST_ZIPS:
            remarks.append(f"{printable(path.name)} was left out: too many zips.")
            continue
        try:
            contents = nested(packed, zone)
        except ArchiveError as error:
            remarks.append(str(error))
            continue
        remarks += [f"In {printable(path.name)}: {refusal.sentence}" for refusal in contents.refused[:REFUSALS_NAMED]]
        for inner in contents.files:
            # the times in a student's own zip are the student's to choose
            yield path.parent / inner.path, replace(inner, time=packed.time)


def _choose(
    notebooks: Sequence[tuple[PurePosixPath, Packed]], assignment: str, remarks: list[str]
) -> tuple[PurePosixPath, Packed]:
    """The one notebook there is, the newest of several that Canvas counted, or the one with the assignment's name."""
    counted: dict[PurePosixPath, list[tuple[int, PurePosixPath, Packed]]] = {}
    for path, packed in notebooks:
        name, count = without_count(path.name)
        counted.setdefault(path.with_name(name), []).append((count, path, packed))
    newest = [max(group, key=lambda each: each[0]) for group in counted.values()]
    names = ", ".join(printable(path.name) for path, _ in notebooks[:NOTEBOOKS_NAMED])
    if len(newest) == 1:
        _, path, packed = newest[0]
        if len(notebooks) > 1:
            remarks.append(f"Of {names} the one with the highest count was taken, {printable(path.name)}.")
        return path, packed
    named = [each for each in newest if without_count(each[1].name)[0].lower() == f"{assignment}.ipynb"]
    if len(named) != 1:
        raise HandInError(f"there are several notebooks in it ({names}), and it cannot be told which one is meant.")
    _, path, packed = named[0]
    remarks.append(f"Of {names} the one with the assignment's name was taken.")
    return path, packed


def _beside(
    notebook: PurePosixPath, files: Sequence[tuple[PurePosixPath, Packed]], assignment: str, remarks: list[str]
) -> Iterator[tuple[str, bytes]]:
    """Pictures, data and modules, by their paths relative to the notebook's folder, as long as there is room."""
    room, count = LARGEST_TOTAL, 0
    taken: set[str] = {f"{assignment}.ipynb"}
    above_taken: set[str] = set()
    for path, packed in files:
        if path.suffix.lower() == ".ipynb":
            continue
        relative = path.relative_to(notebook.parent) if path.is_relative_to(notebook.parent) else path
        shown = printable(str(relative))
        if any(CONFIGURATION.fullmatch(part) for part in relative.parts):
            remarks.append(f"{shown} was left out: programs would take it for their configuration, and run it.")
            continue
        if reserved := next((part for part in relative.parts if part.casefold() in RESERVED), None):
            remarks.append(f"{shown} was left out: {RESERVED[reserved.casefold()]}.")
            continue
        parents = {str(parent) for parent in relative.parents}
        if count >= MOST_OTHERS or str(relative) in taken or parents & taken or str(relative) in above_taken:
            remarks.append(
                f"{shown} was left out: {'too many files' if count >= MOST_OTHERS else 'its name is taken'}."
            )
            if count >= MOST_OTHERS:
                return
            continue
        count += 1  # also one that turns out to be damaged when all of it is unpacked
        try:
            data = packed.read(min(LARGEST_OTHER, LARGEST_FILE, room))
        except ArchiveError as error:
            remarks.append(f"{shown} was left out: {error}")
            continue
        room -= len(data)
        taken.add(str(relative))
        above_taken |= parents
        yield str(relative), data


def _readable(remarks: Sequence[str]) -> tuple[str, ...]:
    """Remarks, no more of them than people read: names in a zip may give thousands."""
    more = len(remarks) - MOST_SENTENCES
    return (*remarks[:MOST_SENTENCES], *([f"There are {more} more remarks like these."] if more > 0 else []))


def _assignment_named(content: bytes) -> str:
    """The assignment that a notebook says it belongs to; whether it can be graded is not asked here."""
    try:
        text = content.decode()
        notebook = None if json_objection(text) else json.loads(text)
    except (ValueError, RecursionError):
        return ""
    return assignment_in(notebook.get("metadata")) if isinstance(notebook, dict) else ""
