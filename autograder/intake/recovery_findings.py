"""What had to be done to recover a notebook, as sentences for people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

MOST_NAMED = 5
"""How many cells a sentence names."""


@dataclass
class RecoveryFindings:
    """What had to be done, gathered so that it can be said in a few sentences."""

    relabelled: list[str] = field(default_factory=list)
    restored: list[str] = field(default_factory=list)
    unanswered: list[str] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)
    doubtful: dict[str, None] = field(default_factory=dict)

    def say(self, sentence: str, doubtful: str | None = None) -> None:
        self.sentences.append(sentence)
        if doubtful is not None:
            self.doubtful[doubtful] = None

    def notes(self, expected: int) -> tuple[str, ...]:
        """Everything that was done, in sentences; expected is how many cells of the release have a name."""
        notes = []
        if len(self.restored) + len(self.unanswered) >= expected:
            notes.append("No cell of the assignment was found in this notebook; it may be another assignment's.")
        else:
            if self.relabelled:
                notes.append(
                    f"{_cells(len(self.relabelled))} had lost what nbgrader knows them by, and were recognised by their id, "
                    "text, definitions or place."
                )
            if self.restored:
                notes.append(f"Missing cells were put back as they were handed out: {_names(self.restored)}.")
            if self.unanswered:
                notes.append(
                    f"No answer was found for {_names(self.unanswered)}; "
                    f"{'it counts' if len(self.unanswered) == 1 else 'they count'} as not filled in."
                )
        return (*notes, *self.sentences)


def times(count: int) -> str:
    return "twice" if count == 2 else f"{count} times"


def _cells(count: int) -> str:
    return "1 cell" if count == 1 else f"{count} cells"


def _names(names: Sequence[str]) -> str:
    shown = ", ".join(f"'{name}'" for name in names[:MOST_NAMED])
    return f"{shown} and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else shown
