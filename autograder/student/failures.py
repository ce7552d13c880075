"""Why cells failed when the notebook was run: each cause once, and what only waits for another cell."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from nbformat import NotebookNode

from autograder.course.cells import grade_id, question_of
from autograder.course.in_notebook.causes import cause_from_words, cause_of_syntax_error
from autograder.course.python import defined
from autograder.student.cell_names import CellNames
from autograder.student.originals import HandedOut
from autograder.student.run import Halted

# the second as public checks say it
_MISSING_NAME = re.compile(r"name '(\w+)' is not defined|^`(\w+)` is not defined")
# what unfilled cells say, and public checks that met one of them
_NOT_FILLED_IN = re.compile(r": waits for (.+), which is not filled in yet$|^(.+): not filled in yet$")
_SENTENCES = ("AssertionError", "PublicCheckFailed")
"""Errors whose text was written for students."""
_SYNTAX = ("SyntaxError", "IndentationError", "TabError")


@dataclass(frozen=True)
class Failure:
    """Why one cell did not do what it should."""

    cell: int
    """Its place among the code cells, counted from 0."""
    sentence: str
    """For the student; a line of code may follow in lines of its own."""
    root: int | None = None
    """The place of the cell that has to work first; the failure is then not this cell's own."""


class Failures:
    """The cells of a notebook that was run, asked why they failed."""

    def __init__(self, notebook: NotebookNode, halted: Sequence[Halted], given: HandedOut, names: CellNames) -> None:
        self.code = [cell for cell in notebook.cells if cell.cell_type == "code"]
        self.halted = {each.cell: each for each in halted}
        self.names = names
        self.places = {grade_id(cell): place for place, cell in enumerate(self.code) if grade_id(cell)}
        # which answer is to define a name; empty where the original is not at hand
        self.asked_for = {
            name: cell.name for cell in given.cells.cells if cell.name in names.questions for name in cell.defines
        }

    def of(self, cell: NotebookNode) -> Failure | None:
        """Why a cell failed; None where it ran to its end."""
        return self._failure(next(place for place, each in enumerate(self.code) if each is cell))

    def __iter__(self) -> Iterator[Failure]:
        """All failures, in the order of the cells."""
        return (failure for place in range(len(self.code)) if (failure := self._failure(place)))

    def words(self, place: int) -> str:
        """What students call the code cell at a place: an answer by its question alone."""
        name = grade_id(self.code[place])
        return self.names.questions.get(name) or (self.names.of(name) if name else f"code cell {place + 1}")

    def _failure(self, place: int) -> Failure | None:
        if (halted := self.halted.get(place)) is not None:
            more = " Is there a loop that does not end?" if halted.kind == "late" else ""
            return Failure(place, f"{halted.sentence}{more}")
        if (error := self._error(place)) is None:
            return None
        if (root := self._root(place, error)) is not None:
            return Failure(place, f"waits for {self.words(root)}", root)
        return Failure(place, self._cause(place, error))

    def _error(self, place: int) -> NotebookNode | None:
        return next((output for output in self.code[place].outputs if output.output_type == "error"), None)

    def _root(self, place: int, error: NotebookNode) -> int | None:
        """The cell that has to work before this one can."""
        own = question_of(grade_id(self.code[place]))
        if error.ename == "NotImplementedError" and (unfilled := _NOT_FILLED_IN.search(error.evalue)):
            other = self._question(unfilled[1] or unfilled[2])
            return self.places.get(other) if other != own else None
        missing = _MISSING_NAME.search(error.evalue) if error.ename in ("NameError", *_SENTENCES) else None
        if missing is None:
            return None
        name = missing[1] or missing[2]
        # the last cell above that would have given the name its value, or that of the same question
        for above in reversed(range(place)):
            cell = self.code[above]
            if (grade_id(cell) == own or _sets(cell.source, name)) and (failure := self._failure(above)):
                return above if failure.root is None else failure.root
        # as when a cell gives its function another name than the one asked for
        asked = self.asked_for.get(name, own)
        return self.places.get(asked) if asked != own else None

    def _question(self, called: str) -> str:
        """A question by what it is called: its id, or label and title."""
        return next((id for id, name in self.names.questions.items() if name == called), called)

    def _cause(self, place: int, error: NotebookNode) -> str:
        if error.ename in _SYNTAX and (cause := cause_of_syntax_error(self.code[place].source)):
            return cause
        if error.ename == "NotImplementedError":
            own = question_of(grade_id(self.code[place]))
            return str(error.evalue).removeprefix(f"{self.names.questions.get(own)}: ").removeprefix(f"{own}: ")
        if error.ename in _SENTENCES:
            return str(error.evalue).strip() or "A check failed that says no more."
        before = self.code[: place + 1]
        ran = (cell for number, cell in enumerate(before) if number not in self.halted and not self._error(number))
        names = {name for cell in ran for name in defined(cell.source)}
        return cause_from_words(error.ename, str(error.evalue), names, [cell.source for cell in before])


def _sets(source: str, name: str) -> bool:
    """Whether a cell would give a name its value, also inside of a `with` or an `if`, or by an import."""
    if name in defined(source):
        return True
    inside = rf"^[ \t]+[\w, ]*\b{name}\b[\w, ]*=(?!=)|^[ \t]*(?:import|from)\b.*\b{name}\b"
    return re.search(inside, source, re.MULTILINE) is not None
