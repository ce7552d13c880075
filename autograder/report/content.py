"""What the instructor's page says, as records: raw text throughout, made safe where the page is written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from statistics import mean, median
from typing import Literal

from autograder.similarity.content import Similarity

IncidentKind = Literal["crashed", "hung", "not run", "unreadable", "recovered", "doubtful", "flagged", "grader fault"]
_FULL = 5
"""The level of a question with all its points."""


@dataclass(frozen=True)
class Column:
    """One question of the assignment."""

    id: str
    label: str
    title: str
    points: float


@dataclass(frozen=True)
class QuestionScore:
    """What one student has for one question."""

    earned: float
    points: float
    pending: bool = False

    @property
    def level(self) -> int:
        """How much of it, in five steps; 0 is nothing and 5 everything."""
        if self.points <= 0 or self.earned >= self.points:
            return _FULL
        return 0 if self.earned <= 0 else min(1 + int((_FULL - 1) * self.earned / self.points), _FULL - 1)


@dataclass(frozen=True)
class StudentRow:
    """One student who handed something in."""

    student: str
    """The student's name, or number, on the page."""
    total: float
    """After the penalty."""
    scores: tuple[QuestionScore, ...]
    graded: bool = True
    unreadable: bool = False
    unfilled: bool = False
    """Whether not one answer was filled in."""
    pending: int = 0
    penalty: float = 0.0
    lateness: str = ""
    notes: tuple[IncidentKind, ...] = ()
    preflight: tuple[str, ...] = ()
    """Broken rules of handing in, each a sentence."""
    feedback: str = ""
    """A link to the student's page, if there is one."""


@dataclass(frozen=True)
class HardCheck:
    """One check and how many do not pass it, of those who answered its question."""

    question: Column
    sentence: str
    failed: int
    answered: int


@dataclass(frozen=True)
class RecognisedMistake:
    """A known mistake and who made it."""

    question: Column
    hint: str
    students: tuple[str, ...]
    cost: float | None = None
    """What it costs, in points, where somebody has said so."""


@dataclass(frozen=True)
class AlikeGroup:
    """Students who gave the same wrong answers, which no known mistake explains."""

    number: int
    """As `autograder groups` counts them."""
    question: Column
    students: tuple[str, ...]
    failed: tuple[str, ...]
    cell: str


@dataclass(frozen=True)
class Incident:
    """Something that went wrong with one submission, for a person to look at."""

    student: str
    kind: IncidentKind
    sentence: str


@dataclass(frozen=True)
class Awaiting:
    """Answers to one question that wait for a person."""

    question: Column
    count: int


@dataclass(frozen=True)
class SimilarPair:
    """Two students whose answers are more alike than the class's."""

    first: str
    second: str
    score: float
    sentence: str


@dataclass(frozen=True)
class WallsSeen:
    """Which walls protected the machine while submissions were graded."""

    judged: int
    kinds: tuple[tuple[str, int], ...] = ()
    """What the walls kept student code from, each with the number of submissions graded behind such walls."""
    missing: tuple[tuple[str, int], ...] = ()
    """Walls that were missing, each with the number of submissions graded without it."""


@dataclass(frozen=True)
class Report:
    """The whole page."""

    assignment: str
    title: str
    made: datetime
    columns: tuple[Column, ...]
    rows: tuple[StudentRow, ...] = ()
    missing: tuple[str, ...] = ()
    """Students of the gradebook who handed in nothing."""
    hardest: tuple[HardCheck, ...] = ()
    mistakes: tuple[RecognisedMistake, ...] = ()
    groups: tuple[AlikeGroup, ...] = ()
    incidents: tuple[Incident, ...] = ()
    awaiting: tuple[Awaiting, ...] = ()
    pairs: tuple[SimilarPair, ...] = ()
    similarity: Similarity | None = None
    similarity_link: str = ""
    walls: WallsSeen = WallsSeen(0)
    versions: tuple[tuple[str, str], ...] = ()
    anonymous: bool = False

    @property
    def points(self) -> float:
        return sum(column.points for column in self.columns)

    @property
    def graded(self) -> tuple[StudentRow, ...]:
        return tuple(row for row in self.rows if row.graded)

    @property
    def counted(self) -> tuple[StudentRow, ...]:
        """The rows that tell how the class did: graded, and with something in them that could be read."""
        return tuple(row for row in self.graded if not row.unreadable)

    @property
    def mean(self) -> float | None:
        return mean(row.total for row in self.counted) if self.counted else None

    @property
    def median(self) -> float | None:
        return median(row.total for row in self.counted) if self.counted else None

    @property
    def late(self) -> tuple[StudentRow, ...]:
        return tuple(row for row in self.rows if row.lateness)

    @property
    def unfilled(self) -> tuple[StudentRow, ...]:
        return tuple(row for row in self.rows if row.unfilled)

    @property
    def waiting(self) -> int:
        """Answers that wait for a person."""
        return sum(each.count for each in self.awaiting)

    @property
    def stopped(self) -> int:
        """Submissions that crashed or hung."""
        return len({each.student for each in self.incidents if each.kind in {"crashed", "hung", "not run"}})

    def averages(self) -> Iterator[QuestionScore]:
        """The mean score of every question."""
        for number, column in enumerate(self.columns):
            scores = [row.scores[number].earned for row in self.counted]
            yield QuestionScore(mean(scores) if scores else 0.0, column.points)
