"""What we note on a graded notebook: one record, read and written here and nowhere else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from nbformat import NotebookNode

from autograder.diagnosis.diagnosis import Diagnosis
from autograder.intake.preflight import Finding
from autograder.intake.recover import RecoveryNote
from autograder.jail import Event

NOTE = "autograder"
"""The key in a notebook's metadata."""

QUESTION = "autograder_question"
"""The key in an output's metadata: the question whose verdict it shows."""

HANDED_IN = "From the notebook as it was handed in; not run again when it was graded:"
"""What stands above outputs that the student's own run made, among those of a graded cell."""


class Note(msgspec.Struct, frozen=True):
    """All that is noted on a graded notebook."""

    key: str = ""
    """The key of the result that the notebook was made from."""
    graded_with: str = ""
    """The digest of the checks and known mistakes it was graded with."""
    submitted: str = ""
    """The digest of what was handed in."""
    events: tuple[Event, ...] = ()
    """What happened while it ran."""
    diagnoses: dict[str, Diagnosis] = {}
    """By question, the recognised mistakes, and the points that count because of them."""
    recovery: RecoveryNote = RecoveryNote()
    preflight: tuple[Finding, ...] = ()
    """The rules of handing in that it breaks, and remarks."""
    preflight_penalty: float = 0.0
    unreadable: str = ""
    """Why it could not be read, and so has no points; empty where it could."""

    @property
    def broken_rules(self) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.preflight if not finding.is_remark)

    @property
    def is_doubtful(self) -> bool:
        """Whether cells were recovered in a way that a person should look at."""
        return self.recovery.certainty == "doubtful"


def note_on(notebook: NotebookNode) -> Note:
    """The note on a notebook; an empty one on a notebook that we did not write."""
    return _note(notebook.metadata.get(NOTE))


def put_note(notebook: NotebookNode, note: Note) -> None:
    """Write the note on a notebook; it replaces an earlier one."""
    fields = msgspec.to_builtins(note)
    empty = msgspec.to_builtins(Note())
    notebook.metadata[NOTE] = {name: value for name, value in fields.items() if value != empty[name]}


class _Metadata(msgspec.Struct):
    autograder: Any = None


class _File(msgspec.Struct):
    metadata: _Metadata = msgspec.field(default_factory=_Metadata)


def note_in(path: Path) -> Note:
    """The note on the notebook in a file, read without the rest of it; an empty one where there is none."""
    try:
        found = msgspec.json.decode(path.read_bytes(), type=_File)
    except (OSError, msgspec.DecodeError):
        return Note()
    return _note(found.metadata.autograder)


def _note(noted: Any) -> Note:
    try:
        return msgspec.convert(noted, Note) if noted is not None else Note()
    except msgspec.ValidationError:
        return Note()
