"""How learning management systems (LMS) name the files of a download: whose each file is, and what it was called."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from autograder.intake.handins import System

MOODLE = re.compile(r"(?P<name>.+?)_(?P<number>\d+)_assignsubmission_(?P<kind>[a-z]+)_?(?P<rest>.*)", re.DOTALL)
CANVAS = re.compile(r"(?P<name>[^_]+)_(?:(?P<late>LATE)_)?(?P<number>\d+)_(?P<submission>\d+)_(?P<rest>.+)", re.DOTALL)
NUMBERED = re.compile(r"(?P<stem>.+)-(?P<count>\d{1,3})\.ipynb", re.IGNORECASE)
NAMELESS = frozenset({"participant", "teilnehmer", "teilnehmer-in", "teilnehmerin"})
"""What Moodle writes instead of names when grading is anonymous."""


@dataclass(frozen=True)
class Origin:
    """Whose file it is, as the LMS says it."""

    system: System
    name: str
    """The name as the LMS writes it; empty where it hides names."""
    number: str
    """The LMS's number of the person or of the submission; empty outside of an LMS."""
    folder: str
    """The folder, or the common beginning of the files' names."""
    late: bool = False

    @property
    def key(self) -> str:
        """One key per hand-in."""
        return f"{self.number}/{self.folder if not self.number else self.name}"


@dataclass(frozen=True)
class OwnedFile:
    """A file of a download: whose it is, and its path among that person's files."""

    origin: Origin | None
    """None where the name does not tell whose it is."""
    path: PurePosixPath
    ignored: bool = False
    """Whether it is text that was typed into the LMS: it comes with the download, but nobody handed it in as a file."""


def understand(paths: Sequence[PurePosixPath], assignment: str) -> list[OwnedFile]:
    """Understand the names of a whole archive or folder, which are all of one kind."""
    moodle = [_moodle(path) for path in paths]
    if any(moodle):
        return [owned or OwnedFile(None, path) for owned, path in zip(moodle, paths, strict=True)]
    canvas = [_canvas(path) for path in paths]
    if any(canvas):
        return [owned or OwnedFile(None, path) for owned, path in zip(canvas, paths, strict=True)]
    return _folders(paths, assignment)


def without_count(name: str) -> tuple[str, int]:
    """A file's name without the count that Canvas appends to a resubmission, and that count."""
    found = NUMBERED.fullmatch(name)
    return (f"{found['stem']}.ipynb", int(found["count"])) if found else (name, 0)


def _moodle(path: PurePosixPath) -> OwnedFile | None:
    for depth, part in enumerate(path.parts):
        if not (found := MOODLE.fullmatch(part)):
            continue
        folder, rest = part, PurePosixPath(*path.parts[depth + 1 :])
        if depth == len(path.parts) - 1:
            folder, rest = part[: found.start("rest")], PurePosixPath(found["rest"] or part)
        name = "" if found["name"].casefold() in NAMELESS else found["name"]
        return OwnedFile(Origin("moodle", name, found["number"], folder), rest, found["kind"] != "file")
    return None


def _canvas(path: PurePosixPath) -> OwnedFile | None:
    found = CANVAS.fullmatch(path.name)
    if not found:
        return None
    folder = path.name[: found.start("rest")]
    origin = Origin("canvas", found["name"], found["number"], folder, bool(found["late"]))
    return OwnedFile(origin, PurePosixPath(found["rest"]))


def _folders(paths: Sequence[PurePosixPath], assignment: str) -> list[OwnedFile]:
    """A folder per student, or a folder of files that are named after students; perhaps all in one more folder."""
    top = {path.parts[0] for path in paths}
    inside = [path for path in paths if len(path.parts) == 2 and path.suffix.lower() == ".ipynb"]
    nested = all(len(path.parts) > 2 for path in paths) and not all(path.parts[1] == assignment for path in paths)
    if len(top) == 1 and paths and (len(inside) > 1 or nested):
        return [OwnedFile(owned.origin, owned.path) for owned in _folders([_below(path) for path in paths], assignment)]
    found = []
    for path in paths:
        if len(path.parts) == 1:
            found.append(OwnedFile(Origin("folder", path.stem, "", path.name), path))
            continue
        rest = _below(path)
        if len(rest.parts) > 1 and rest.parts[0] == assignment:  # as nbgrader lays out submissions
            rest = _below(rest)
        found.append(OwnedFile(Origin("folder", path.parts[0], "", path.parts[0]), rest))
    return found


def _below(path: PurePosixPath) -> PurePosixPath:
    return PurePosixPath(*path.parts[1:])
