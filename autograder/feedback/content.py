"""What a feedback page says, as records: raw text throughout, made safe where the page is written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True)
class CellScore:
    """Points of one graded cell."""

    earned: float
    points: float
    pending: bool = False
    """Whether a person has still to look at it."""
    note: str = ""
    """Where the points come from, if not from the checks that are shown beside them."""


@dataclass(frozen=True)
class ShownCheck:
    """One check in the words a student reads."""

    sentence: str
    points: float
    earned: float
    passed: bool
    notes: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    """The student's own lines that an exception passed through."""


@dataclass(frozen=True)
class ShownOutput:
    """One output of a cell: a picture as a `data:` address, everything else as text."""

    kind: Literal["text", "warning", "error", "picture", "markdown"]
    content: str


@dataclass(frozen=True)
class ShownCell:
    """A cell of the student's notebook."""

    kind: Literal["code", "text", "outputs"]
    source: str
    outputs: tuple[ShownOutput, ...] = ()
    caption: str = ""
    untouched: bool = False
    """Whether it still is as it was handed out."""
    pictures: Mapping[str, str] = field(default_factory=dict)
    """Pictures pasted into a text cell, by name, as `data:` addresses."""


@dataclass(frozen=True)
class QuestionFeedback:
    """One question: what was checked, what the student wrote, what people said about it."""

    id: str
    label: str
    title: str
    auto: CellScore | None = None
    manual: CellScore | None = None
    checks: tuple[ShownCheck, ...] = ()
    hints: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    cells: tuple[ShownCell, ...] = ()
    comments: tuple[str, ...] = ()
    answer: ShownCell | None = None
    """The written part."""
    answer_comments: tuple[str, ...] = ()

    @property
    def scores(self) -> Iterator[CellScore]:
        return (score for score in (self.auto, self.manual) if score is not None)

    @property
    def earned(self) -> float:
        return sum(score.earned for score in self.scores)

    @property
    def points(self) -> float:
        return sum(score.points for score in self.scores)

    @property
    def pending(self) -> bool:
        return any(score.pending for score in self.scores)

    @property
    def state(self) -> str:
        """One word for how it went."""
        if self.pending:
            return "pending"
        if self.earned >= self.points:
            return "full"
        return "part" if self.earned > 0 else "none"


@dataclass(frozen=True)
class Feedback:
    """The whole page."""

    student: str
    assignment: str
    title: str
    earned: float
    """After the penalty."""
    points: float
    name: str = ""
    penalty: float = 0.0
    lateness: str = ""
    unreadable: str = ""
    notices: tuple[str, ...] = ()
    questions: tuple[QuestionFeedback, ...] = ()
    others: tuple[ShownCell, ...] = ()
    """Cells of the student's own that belong to no question."""

    @property
    def pending(self) -> int:
        return sum(score.pending for question in self.questions for score in question.scores)
