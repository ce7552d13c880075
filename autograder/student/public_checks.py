"""Public checks: what a student can run before handing in."""

from __future__ import annotations

import ast
import contextlib
import copy
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from nbformat import NotebookNode

from autograder.course.bounds import cut
from autograder.course.cells import carries_points, grade_id, is_answer, question_of, tests_of
from autograder.course.notebook import read_notebook
from autograder.course.progress import Progress, silently
from autograder.course.python import defined, parsed
from autograder.course.questions import Question, questions
from autograder.intake.preflight import preflight
from autograder.intake.recover import recover
from autograder.student.cell_names import CellNames, capitalised
from autograder.student.failures import Failures
from autograder.student.filled import Part, parts
from autograder.student.originals import HandedOut, handed_out
from autograder.student.run import Run, run_cells

PASSED = "public checks passed"
NOT_FILLED_IN = "not filled in yet"
_LIST = "PUBLIC_CHECKS"
_STUB = "raise NotImplementedError"


class State(StrEnum):
    """How the public checks of a question ended."""

    PASSED = "passed"
    FAILED = "failed"
    UNFILLED = "unfilled"
    WAITS = "waits"
    """For the cell of another question, which has to work first."""


@dataclass(frozen=True)
class PublicOutcome:
    """How the public checks of one question went."""

    question: Question
    state: State
    message: str

    @property
    def passed(self) -> bool:
        return self.state is State.PASSED


@dataclass(frozen=True)
class CheckedNotebook:
    """All that `check` found in a notebook."""

    asked: tuple[Question, ...]
    outcomes: tuple[PublicOutcome, ...]
    written: tuple[Part, ...]
    """The written answers."""
    others: tuple[str, ...] = ()
    """Why cells failed that belong to no question and that answers wait for."""
    notes: tuple[str, ...] = ()
    """What had to be put back or recognised before the notebook was run."""


def check_notebook(
    path: Path, seconds_per_cell: float = 60, progress: Progress = silently, run: Run = run_cells
) -> CheckedNotebook:
    """Run a student's notebook from top to bottom and report the public checks of each question."""
    notebook = read_notebook(path)
    given = handed_out(notebook, path)
    notes = tuple(_notes(notebook, given))
    if given.is_original:
        # locked cells and public checks as they were handed out, as grading will have them
        notebook = recover(notebook, given.cells).notebook
    found = parts(notebook, given)
    filled = {part.question.id for part in found if part.is_code and part.is_filled}
    notebook = _with_questions(notebook)
    halted = run(notebook, path.parent, seconds_per_cell, progress)
    asked = questions(given.notebook)
    looker = _Looker(notebook, Failures(notebook, halted, given, CellNames(asked)), asked, filled)
    checked = (part.question for part in found if part.is_code)
    written = tuple(part for part in found if not part.is_code)
    outcomes = tuple(map(looker.outcome, checked))
    return CheckedNotebook(asked, outcomes, written, tuple(looker.others()), notes)


def _notes(notebook: NotebookNode, given: HandedOut) -> Iterator[str]:
    """What is done to a notebook before it is run, or would be done if the original were at hand."""
    asked = questions(given.notebook)
    names = CellNames(asked)
    if given.is_original:
        recovery = recover(notebook, given.cells)
        yield from (names.in_sentence(note, lists=True) for note in recovery.note.notes)
        changed = (each for each in preflight(notebook, given.cells, recovery) if each.rule == "locked")
        yield from (names.in_sentence(each.sentence) for each in changed if "was changed" in each.sentence)
        return
    for cell in given.changed_cells():
        yield f"{capitalised(names.of(cell))} (do not change) was changed, and runs as it is."
    there = {grade_id(cell) for cell in notebook.cells}
    listed = _listed_questions(notebook)
    for cell in notebook.cells:
        name = grade_id(cell)
        if cell.cell_type == "code" and is_answer(cell) and not carries_points(cell) and tests_of(name) not in there:
            yield f"The public checks of {listed.get(name, name)} are missing, and so they are not counted."
    yield (
        "The notebook as it was handed out is not at hand, so nothing that is missing or changed can be put back: lay it "
        "into a folder 'originals' beside yours."
    )


def _listed_questions(notebook: NotebookNode) -> dict[str, str]:
    """The questions that a notebook itself lists for its score line, by id."""
    for cell in notebook.cells:
        tree = parsed(cell.source) if cell.cell_type == "code" and _LIST in cell.source else None
        for node in tree.body if tree else ():
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == _LIST:
                with contextlib.suppress(ValueError):
                    return {str(name): str(title) for name, title in ast.literal_eval(node.value).items()}
    return {}


def _with_questions(notebook: NotebookNode) -> NotebookNode:
    """A copy to be run, whose cells of public checks end by saying whether the notebook counts them as passed."""
    copied = copy.deepcopy(notebook)
    for cell in copied.cells:
        if _holds_public_checks(cell):
            name = question_of(grade_id(cell))
            # releases of old have no such list: there, an unfilled cell is an error
            cell.source += f"\n\n{name!r} in globals().get('passed_checks', [{name!r}])"
    return copied


def _holds_public_checks(cell: NotebookNode) -> bool:
    return cell.cell_type == "code" and carries_points(cell) and not is_answer(cell)


class _Looker:
    """Reads off a notebook that was run how the public checks went."""

    def __init__(
        self, notebook: NotebookNode, failures: Failures, asked: tuple[Question, ...], filled: set[str]
    ) -> None:
        self.failures = failures
        self.asked = asked
        self.cells = {grade_id(cell): cell for cell in notebook.cells}
        self.filled = filled
        self.waited_for: dict[int, None] = {}
        """The places of cells that others wait for."""

    def outcome(self, question: Question) -> PublicOutcome:
        state, message = self._state(question)
        return PublicOutcome(question, state, cut(message))

    def others(self) -> Iterator[str]:
        """Why cells failed that others wait for and that belong to no question."""
        for failure in self.failures:
            if (
                failure.cell in self.waited_for
                and grade_id(self.failures.code[failure.cell]) not in self.cells_of_questions
            ):
                yield cut(f"{capitalised(self.failures.words(failure.cell))} fails: {failure.sentence}")

    @property
    def cells_of_questions(self) -> frozenset[str]:
        return frozenset(question.id for question in self.asked)

    def _state(self, question: Question) -> tuple[State, str]:
        if question.id not in self.filled:
            return State.UNFILLED, NOT_FILLED_IN
        answer, checks = self.cells[question.id], self.cells[tests_of(question.id)]
        for cell in (answer, checks):
            if failure := self.failures.of(cell):
                if failure.root is not None:
                    self.waited_for[failure.root] = None
                    return State.WAITS, failure.sentence
                if NOT_FILLED_IN in failure.sentence:
                    return State.UNFILLED, failure.sentence
                return State.FAILED, failure.sentence
        if not any(_says_no(output) for output in checks.outputs):
            return State.PASSED, PASSED
        return self._passed_over(answer, checks)

    def _passed_over(self, answer: NotebookNode, checks: NotebookNode) -> tuple[State, str]:
        """Checks that met something that is not filled in: the answer itself, or an earlier one that it uses."""
        if _STUB not in answer.source:
            used = set(re.findall(r"\w+", f"{answer.source}\n{checks.source}"))
            for question in self.asked:
                source = self.cells[question.id].source if question.has_checks else ""
                is_unfilled = question.id not in self.filled or _STUB in source
                if is_unfilled and used & defined(source):
                    return State.WAITS, f"waits for {question.name}"
        return State.UNFILLED, NOT_FILLED_IN


def _says_no(output: NotebookNode) -> bool:
    """Whether it is the answer of a notebook that does not count the checks as passed."""
    return output.output_type == "execute_result" and output.data.get("text/plain") == str(False)
