"""Public checks: what a student can run before handing in."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from nbformat import NotebookNode

from autograder.course.bounds import cut
from autograder.course.cells import grade_id, tests_of
from autograder.course.notebook import read_notebook
from autograder.course.progress import Progress, silently
from autograder.course.questions import Question, checked_questions
from autograder.intake.recover import recover
from autograder.student.originals import handed_out
from autograder.student.run import Run, run_cells

PASSED = "public checks passed"


@dataclass(frozen=True)
class PublicOutcome:
    """How the public checks of one question went."""

    question: Question
    passed: bool
    message: str


def check_notebook(
    path: Path, seconds_per_cell: float = 60, progress: Progress = silently, run: Run = run_cells
) -> tuple[PublicOutcome, ...]:
    """Run a student's notebook from top to bottom and report the public checks of each question."""
    notebook = read_notebook(path)
    given = handed_out(notebook, path)
    if given.is_original:
        # locked cells and public checks as they were handed out, as grading will have them
        notebook = recover(notebook, given.cells).notebook
    stopped = run(notebook, path.parent, seconds_per_cell, progress)
    cells = {grade_id(cell): cell for cell in notebook.cells}
    return tuple(
        PublicOutcome(question, *_outcome(cells[question.id], cells[tests_of(question.id)], stopped))
        for question in checked_questions(given.notebook)
    )


def _outcome(answer: NotebookNode, checks: NotebookNode, stopped: str | None) -> tuple[bool, str]:
    """Whether the public checks passed, and a sentence."""
    passed, sentence = _passed(answer, checks, stopped)
    return passed, cut(sentence)


def _passed(answer: NotebookNode, checks: NotebookNode, stopped: str | None) -> tuple[bool, str]:
    errors = [output for output in checks.outputs if output.output_type == "error"]
    if errors:
        error = errors[0]
        text = error.evalue.splitlines()[0] if error.evalue else ""
        if error.ename == "AssertionError":
            return False, text or "an assertion failed"
        if error.ename == "NotImplementedError" or any(
            output.output_type == "error" and output.ename == "NotImplementedError" for output in answer.outputs
        ):
            return False, "not filled in yet"
        return False, f"{error.ename}: {text}"
    printed = "".join(output.text for output in checks.outputs if output.output_type == "stream")
    if PASSED in printed:
        return True, PASSED
    return False, stopped or "the public checks did not run to their end"
