"""How learning management systems (LMS) name the files of a download: whose each file is, and what it was called."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from autograder.intake.handins import System

MOODLE = re.compile(r"(?P<name>.+?)_(?P<number>[0-9]+)_assignsubmission_(?P<kind>[a-z]+)_?(?P<rest>.*)", re.DOTALL)
MOODLES_MIDDLE = re.compile(r"_[0-9]+_assignsubmission_")
CANVAS = re.compile(
    r"(?P<name>[^_]+)_(?:(?P<late>LATE)_)?(?P<number>[0-9]+)_(?P<submission>[0-9]+)_(?P<rest>.+)", re.DOTALL
)
CANVASES_MIDDLE = re.compile(r"_[0-9]+_[0-9]+_")
STARTS_WITH_NUMBER = re.compile(r"[0-9]+_")
NUMBER = re.compile(r"_[0-9]+_")
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
    or_number: str = ""
    """The person's number if the one above is the end of their name, where both could be."""

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


def understand(
    paths: Sequence[PurePosixPath], assignment: str, is_person: Callable[[str], bool] = lambda name: False
) -> list[OwnedFile]:
    """Understand the names of a whole archive or folder, which are all of one kind.

    Students choose the names of their files, so the kind is the one that the names of most people fit, and a name of
    another kind tells nothing. A folder that is called like a person is that person's, whatever is in it.
    """
    below = _without_common_folder(paths, is_person)
    names_of: dict[str, set[str]] = {}
    for path in below:
        names_of.setdefault(_beginning(path.parts[0]), set()).add(path.parts[0])
    found: dict[Form, int] = {}
    for form in FORMS:
        fitting = {path.parts[0] for path in below if form(path) is not None}
        votes = sum(2 * len(names & fitting) > len(names) for names in names_of.values())
        if 2 * votes > len(names_of):
            found[form] = votes
    if not found:
        return _folders(paths, assignment, is_person)
    best = max(found, key=lambda form: found[form])
    return [best(path) or OwnedFile(None, whole) for path, whole in zip(below, paths, strict=True)]


def _beginning(name: str) -> str:
    """What an LMS has put before all files of one person, whatever these are called: the name, and the first number."""
    first = NUMBER.search(name) if MOODLES_MIDDLE.search(name) or CANVASES_MIDDLE.search(name) else None
    return name[: first.end()] if first else name


def _without_common_folder(paths: Sequence[PurePosixPath], is_person: Callable[[str], bool]) -> list[PurePosixPath]:
    """The paths below the folder that all of them lie in, if there is one, and neither an LMS made it nor is it a person's."""
    below = list(paths)
    while below and len({path.parts[0] for path in below}) == 1 and all(len(path.parts) > 1 for path in below):
        if MOODLES_MIDDLE.search(below[0].parts[0]) or is_person(below[0].parts[0]):
            break
        below = [_below(path) for path in below]
    return below


def without_count(name: str) -> tuple[str, int]:
    """A file's name without the count that Canvas appends to a resubmission, and that count."""
    found = NUMBERED.fullmatch(name)
    return (f"{found['stem']}.ipynb", int(found["count"])) if found else (name, 0)


def _moodle(path: PurePosixPath) -> OwnedFile | None:
    """Moodle's names of folders, or of files where it made no folders; who calls themselves like one is not believed."""
    part = path.parts[0]
    found = MOODLE.fullmatch(part)
    is_folder = len(path.parts) > 1
    if not found or len(MOODLES_MIDDLE.findall(part)) > 1 or (is_folder and found["rest"]):
        return None
    folder = part if is_folder else part[: found.start("rest")]
    rest = _below(path) if is_folder else PurePosixPath(found["rest"] or part)
    name = "" if found["name"].casefold() in NAMELESS else found["name"]
    return OwnedFile(Origin("moodle", name, found["number"], folder), rest, found["kind"] != "file")


def _canvas(path: PurePosixPath) -> OwnedFile | None:
    """Canvas's names of files; it makes no folders."""
    found = CANVAS.fullmatch(path.name)
    if not found or len(path.parts) > 1:
        return None
    folder = path.name[: found.start("rest")]
    # who is called alice_11 seems to be alice, with the number 11, and with the own one in the submission's place
    or_number = found["submission"] if STARTS_WITH_NUMBER.match(found["rest"]) else ""
    origin = Origin("canvas", found["name"], found["number"], folder, bool(found["late"]), or_number)
    return OwnedFile(origin, PurePosixPath(found["rest"]))


Form = Callable[[PurePosixPath], OwnedFile | None]
# where all names fit both, the first: to call a file like Moodle does is easier than to call oneself like Canvas does
FORMS: tuple[Form, ...] = (_canvas, _moodle)


def _folders(paths: Sequence[PurePosixPath], assignment: str, is_person: Callable[[str], bool]) -> list[OwnedFile]:
    """A folder per student, or a folder of files that are named after students; perhaps all in one more folder."""
    top = {path.parts[0] for path in paths}
    inside = [path for path in paths if len(path.parts) == 2 and path.suffix.lower() == ".ipynb"]
    nested = all(len(path.parts) > 2 for path in paths) and not all(path.parts[1] == assignment for path in paths)
    is_students = any(MOODLES_MIDDLE.search(name) or is_person(name) for name in top)
    if len(top) == 1 and paths and (len(inside) > 1 or nested) and not is_students:
        return _folders([_below(path) for path in paths], assignment, is_person)
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
