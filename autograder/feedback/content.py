"""What a feedback page says, as records: raw text throughout, made safe where the page is written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

_ROUNDING = 1e-9


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
class ShownMistake:
    """A recognised mistake: what it is, and what it costs where that is what counts."""

    hint: str
    cost: float | None = None


@dataclass(frozen=True)
class ShownCause:
    """Why all failed checks of a question failed."""

    sentence: str
    lines: tuple[str, ...] = ()
    said_at: str = ""
    """The label of an earlier question where the same was said already."""


@dataclass(frozen=True)
class ShownOutput:
    """One output of a cell: a picture as a `data:` address, everything else as text."""

    kind: Literal["text", "warning", "error", "picture", "markdown"]
    content: str

    @property
    def last_line(self) -> str:
        """What an error says, after all the lines that led to it."""
        return self.content.rstrip().rpartition("\n")[2]


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
    difficulty: str = ""
    checks: tuple[ShownCheck, ...] = ()
    mistakes: tuple[ShownMistake, ...] = ()
    cause: ShownCause | None = None
    notices: tuple[str, ...] = ()
    restored: tuple[str, ...] = ()
    """What was done about given cells that the student changed or lost."""
    without_figures: tuple[str, ...] = ()
    """Given cells whose figures should have been handed in, and were not."""
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
    def waiting(self) -> float:
        """Points that a person may still give."""
        return sum(score.points - score.earned for score in self.scores if score.pending)

    @property
    def lost(self) -> float:
        """Points that are gone, as far as it was graded."""
        lost = self.points - self.earned - self.waiting
        return lost if lost > _ROUNDING else 0.0

    @property
    def passed(self) -> int:
        """How many checks were passed."""
        return sum(check.passed for check in self.checks)

    @property
    def is_credited(self) -> bool:
        """Whether recognised mistakes, not the passed checks, say what the code earns."""
        return any(mistake.cost is not None for mistake in self.mistakes)

    @property
    def state(self) -> str:
        """One word for how it went, as far as it was graded."""
        if not self.lost:
            return "pending" if self.pending else "full"
        return "part" if self.earned > _ROUNDING else "none"


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
    restored: tuple[str, ...] = ()
    """What was done about given cells that belong to no question."""

    @property
    def pending(self) -> int:
        return sum(score.pending for question in self.questions for score in question.scores)

    @property
    def waiting(self) -> float:
        """Points that a person may still give; none of a submission that nobody can read."""
        return 0.0 if self.unreadable else sum(question.waiting for question in self.questions)

    @property
    def lost(self) -> float:
        """Points that are gone, those of a penalty among them."""
        return max(self.points - self.earned - self.waiting, 0.0)
