"""Finds the notebook of a submission, or says in a sentence why there is none to grade."""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

import msgspec
from nbformat import NotebookNode

from autograder.course.bounds import DEEPEST_FOLDER, LONGEST_PATH, MOST_BYTES_IN_ALL, MOST_FILES
from autograder.course.notebook import NotebookError, assignment_in, read_notebook
from autograder.course.released import ReleasedNotebook
from autograder.intake.preflight import Finding, preflight
from autograder.intake.recover import Recovery, is_of, recover
from autograder.intake.times import FILE as TIME_FILE
from autograder.intake.times import read_time_file, set_aside_bad_time

FILES_NAMED = 5
"""How many files a sentence names."""


@dataclass(frozen=True)
class Intake:
    """A submission as it was taken in: in the form of its release, with all that a person should know about it."""

    recovery: Recovery
    findings: tuple[Finding, ...]
    digest: str
    """A digest of what was handed in."""


def take_in(folder: Path, assignment: str, release: ReleasedNotebook) -> Intake:
    """Read a submission folder, or say in a sentence why there is nothing to grade in it."""
    notebook = submitted_notebook(folder, assignment, release)
    recovery = recover(notebook, release)
    findings = preflight(notebook, release, recovery)
    return Intake(_with_time(recovery, folder, release), findings, submission_digest(folder, assignment))


def submitted_notebook(folder: Path, assignment: str, release: ReleasedNotebook) -> NotebookNode:
    """The notebook in a student's submission folder, put under the name nbgrader expects if it has another."""
    refuse_odd_files(folder)
    expected = folder / f"{assignment}.ipynb"
    if not expected.exists():
        _adopt(folder, expected, assignment, release)
    return read_notebook(expected)


def _with_time(recovery: Recovery, folder: Path, release: ReleasedNotebook) -> Recovery:
    """A recovery that also says when the time of the submission is not known."""
    if (sentence := set_aside_bad_time(folder)) is None:
        return recovery
    before = recovery.note
    written = next((cell.name for cell in release.cells if cell.kind == "answer" and not cell.is_code), None)
    doubtful = dict.fromkeys((*before.doubtful, *([written] if written else [])))
    note = msgspec.structs.replace(
        before, certainty="doubtful", notes=(*before.notes, sentence), doubtful=tuple(doubtful)
    )
    return replace(recovery, note=note)


def submission_digest(folder: Path, assignment: str) -> str:
    """A digest of what was handed in, with text, pictures and time: where it changes, grades are booked again."""
    notebook = folder / f"{assignment}.ipynb"
    digest = hashlib.sha256(notebook.read_bytes() if notebook.is_file() else b"")
    digest.update(b"\0" + (read_time_file(folder / TIME_FILE) or b"") + b"\0")
    return digest.hexdigest()


def refuse_odd_files(folder: Path) -> None:
    """Refuse what nbgrader would trip over or copy from elsewhere: links, what is no file, too much of everything."""
    if folder.is_symlink():
        raise NotebookError(f"{folder.name} is a link to another place, not a folder; links are not followed.")
    size = 0
    for count, (entry, status) in enumerate(_files(folder), start=1):
        mode = status.st_mode
        if stat.S_ISLNK(mode):
            raise NotebookError(f"{entry.name} is a link to another place, not a file; links are not followed.")
        # whatever is in the place of the time is set aside later
        if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode) and entry.name != TIME_FILE:
            raise NotebookError(f"{entry.name} is neither a file nor a folder; only these can be handed in.")
        if count > MOST_FILES:
            raise NotebookError(f"More than the {MOST_FILES:,} files allowed were handed in. Hand in fewer.")
        # as it would be copied: a file may say that it is larger than what it takes on disk
        size += status.st_size if stat.S_ISREG(mode) else 0
        if size > MOST_BYTES_IN_ALL:
            allowed = f"{MOST_BYTES_IN_ALL >> 20} MB"
            raise NotebookError(f"More than the {allowed} allowed were handed in. Hand in the notebook alone.")


def _files(folder: Path) -> Iterator[tuple[os.DirEntry[str], os.stat_result]]:
    """Everything below a folder, with what the disk says about it; links are given, not followed."""
    waiting = [(folder.as_posix(), 0)]
    longest = len(os.fsencode(folder)) + 1 + LONGEST_PATH
    while waiting:
        path, depth = waiting.pop()
        if depth > DEEPEST_FOLDER:
            raise NotebookError(f"Files were handed in more than the {DEEPEST_FOLDER} folders deep that are allowed.")
        try:
            with os.scandir(path) as found:
                entries = [(entry, entry.stat(follow_symlinks=False)) for entry in islice(found, MOST_FILES + 1)]
        except OSError as error:
            # where the whole submission cannot be read, that is for whoever grades to put right
            if depth == 0:
                raise
            name = Path(path).name
            raise NotebookError(
                f"The folder {name} cannot be read: {error.strerror}. Hand in the notebook alone."
            ) from None
        for entry, status in entries:
            if len(os.fsencode(entry.path)) > longest:
                raise NotebookError(
                    f"A file was handed in whose path has more than the {LONGEST_PATH:,} bytes allowed. "
                    "Hand in the notebook alone."
                )
            yield entry, status
            if stat.S_ISDIR(status.st_mode):
                waiting.append((entry.path, depth + 1))


def _adopt(folder: Path, expected: Path, assignment: str, release: ReleasedNotebook) -> None:
    """Copy the one notebook there is to the expected name; the file as handed in stays where it is."""
    found = sorted(path for path in folder.rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts)
    if not found:
        raise NotebookError(f"No notebook was handed in: {expected.name} is not there, nor any other .ipynb file.")
    names = ", ".join(repr(path.name) for path in found[:FILES_NAMED]) + ("" if len(found) <= FILES_NAMED else ", …")
    if len(found) > 1:
        raise NotebookError(f"Several notebooks were handed in ({names}) and none is named {expected.name}.")
    notebook = read_notebook(found[0])
    if assignment not in (assignment_in(notebook.metadata), found[0].stem) and not is_of(notebook, release):
        raise NotebookError(f"The only notebook handed in ({names}) does not belong to {assignment}.")
    shutil.copyfile(found[0], expected)
