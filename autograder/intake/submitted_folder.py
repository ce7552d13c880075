"""Puts hand-ins where nbgrader looks for them: the newest into submitted/, older ones into an archive."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal

from autograder.course import Course
from autograder.intake.handed import Handed, HandInError
from autograder.intake.handins import Handin
from autograder.intake.roster import Person
from autograder.intake.times import FILE as TIME_FILE
from autograder.intake.times import UNREADABLE_TIME_FILE, read_time, time_as_text

State = Literal["new", "newer", "unchanged", "older"]
FOLDER_MODE = 0o755
"""The usual rights of a folder; a temporary one is readable for its owner only."""


@dataclass(frozen=True)
class Collected:
    """One student's hand-in, taken."""

    student: str
    state: State
    """newer: an older one was archived; older: this one was archived; unchanged: nothing was done."""
    handin: Handin
    remarks: tuple[str, ...] = ()


class SubmittedFolder:
    """Writes submissions whole or not at all, and deletes none."""

    def __init__(self, course: Course, assignment: str) -> None:
        self.course = course
        self.assignment = assignment
        self.archive = course.earlier_handins(assignment)
        self.scratch = course.private

    def write(self, person: Person, handed: Handed, time: datetime | None) -> Collected:
        """Put a hand-in where it belongs: into submitted/ if it is the newest, else into the archive."""
        remarks = list(handed.remarks)
        if time is None:
            remarks.append("The time of the submission is not known; it does not count as late.")
        folder = self.course.submission(person.id, self.assignment)
        handin = Handin(
            person.id,
            handed.origin.system,
            person.name or handed.origin.name,
            handed.origin.number,
            handed.origin.folder,
            handed.notebook,
            time.isoformat() if time else "",
            handed.origin.late,
        )
        state = self._state(folder, person.id, handed, time)
        if state in ("new", "newer"):
            if state == "newer":
                self._set_aside(folder, person.id)
            self._write_whole(folder, handed.content, time)
        elif state == "older" and not self._is_archived(person.id, handed.content):
            self._write_whole(self._free_folder(person.id, time), handed.content, time)
        return Collected(person.id, state, handin, tuple(remarks))

    def _state(self, folder: Path, student: str, handed: Handed, time: datetime | None) -> State:
        if not folder.exists():
            return "new"
        if folder.is_symlink():
            raise HandInError("the submission folder is a link to another place; look at it by hand.")
        if _same(folder, handed.content):
            return "unchanged"
        if self._is_archived(student, handed.content):
            return "older"
        before = read_time(folder)
        if before is None:
            return "newer"
        if time is None or time == before:
            raise HandInError("another one was collected before, and it cannot be told which is newer.")
        return "newer" if time > before else "older"

    def _is_archived(self, student: str, content: Mapping[str, bytes]) -> bool:
        return any(_same(past, content) for past in (self.archive / student).glob("*"))

    def _set_aside(self, folder: Path, student: str) -> None:
        free = self._free_folder(student, read_time(folder))
        free.parent.mkdir(parents=True, exist_ok=True)
        folder.rename(free)

    def _free_folder(self, student: str, time: datetime | None) -> Path:
        """A folder of the archive that is not there yet."""
        name = time.strftime("%Y-%m-%dT%H-%M-%SZ") if time else "unknown"
        folder = self.archive / student / name
        count = 1
        while folder.exists():
            count += 1
            folder = self.archive / student / f"{name}-{count}"
        return folder

    def _write_whole(self, folder: Path, content: Mapping[str, bytes], time: datetime | None) -> None:
        """Write into a temporary folder, then move it: an interrupt leaves no half submission."""
        self.scratch.mkdir(parents=True, exist_ok=True)
        part = Path(tempfile.mkdtemp(prefix="collecting-", dir=self.scratch))
        try:
            for name, data in content.items():
                path = part / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
            if time is not None:
                (part / TIME_FILE).write_text(time_as_text(time) + "\n")
            part.chmod(FOLDER_MODE)
            folder.parent.mkdir(parents=True, exist_ok=True)
            part.rename(folder)
        except BaseException:
            shutil.rmtree(part, ignore_errors=True)
            raise


def _same(folder: Path, content: Mapping[str, bytes]) -> bool:
    """Whether a folder holds exactly these files; files with the time are not compared."""
    found = {
        path.relative_to(folder).as_posix(): path
        for path in folder.rglob("*")
        if path.is_file() and path.name not in (TIME_FILE, UNREADABLE_TIME_FILE)
    }
    return found.keys() == content.keys() and all(found[name].read_bytes() == data for name, data in content.items())
