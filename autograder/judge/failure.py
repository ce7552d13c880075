"""The errors that fail a check: one about what the student's code did, one about what its answer lacks."""

from dataclasses import dataclass

from autograder.judge.phrasing import shorten


@dataclass(frozen=True)
class Line:
    """A line of the student's own notebook that an exception passed through."""

    cell: str
    number: int
    text: str

    def __str__(self) -> str:
        return f"Cell {self.cell}, line {self.number}: {self.text}"


@dataclass(frozen=True)
class ToldMistake:
    """The known mistake that is behind a failure, whatever the numbers are."""

    name: str
    alone: bool = False
    """Only where nothing else fails."""


class CheckFailed(AssertionError):
    """An answer is not what was asked for; the message is for the student."""

    def __init__(self, sentence: str, counterexample: str | None = None, cause: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.counterexample = counterexample
        self.cause = cause
        """The part of the sentence that says why, if it does."""
        self.told: ToldMistake | None = None


class NoAnswer(CheckFailed):
    """None where an answer was expected: whoever knows what was called can say more."""


class StudentError(CheckFailed):
    """The student's code raised, hung, died or is not there; the message is for the student."""

    def __init__(
        self, kind: str, sentence: str, lines: tuple[Line | str, ...] = (), raised: str = "", cause: str = ""
    ) -> None:
        super().__init__(shorten(sentence), cause=shorten(cause))
        self.kind = kind
        self.lines = lines
        self.raised = raised
