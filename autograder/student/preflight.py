"""Preflight as a student runs it: the rules, what is still empty, and the whole notebook once from top to bottom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from autograder.course.bounds import cut
from autograder.course.cells import grade_id, question_of
from autograder.course.notebook import read_notebook
from autograder.course.progress import Progress, silently
from autograder.course.questions import questions
from autograder.intake.preflight import NOT_PYTHON, Finding, changed_cell, preflight
from autograder.intake.recover import recover
from autograder.student.cell_names import CellNames, capitalised
from autograder.student.failures import Failures
from autograder.student.filled import Part, parts
from autograder.student.originals import handed_out
from autograder.student.run import Run, run_cells


def preflight_notebook(
    path: Path, seconds: float | None = 60, progress: Progress = silently, run: Run = run_cells
) -> tuple[Finding, ...]:
    """All findings about a notebook; without seconds per cell it is not run."""
    notebook = read_notebook(path)
    given = handed_out(notebook, path)
    recovery = recover(notebook, given.cells)
    restored = recovery.notebook if given.is_original else notebook
    found = parts(restored, given)
    empty = tuple(part for part in found if not part.is_filled)
    names = CellNames(questions(given.notebook))
    rules = [*preflight(notebook, given.cells, recovery), *map(changed_cell, given.changed_cells())]
    still_empty = [Finding("empty", part.question.id, cut(part.sentence)) for part in empty]
    by_running: list[Finding] = []
    if seconds is not None:
        halted = run(restored, path.parent, seconds, progress)
        failures = Failures(restored, halted, given, names)
        by_running = list(_found_by_running(failures, empty, names))
        rules = [each for each in rules if not _is_told_by(each, failures, empty)]
    told = (
        msgspec.structs.replace(each, sentence=names.in_sentence(each.sentence, each.rule == "cells")) for each in rules
    )
    return (*told, *still_empty, *by_running)


def _found_by_running(failures: Failures, empty: Sequence[Part], names: CellNames) -> Iterator[Finding]:
    """What went wrong when everything was run from top to bottom, each cause once; what is empty has been said."""
    unfilled = {part.question.id for part in empty if part.is_code}
    for failure in failures:
        name = grade_id(failures.code[failure.cell])
        if failure.root is not None or question_of(name) in unfilled:
            continue
        words = capitalised(names.of(name) if name else f"code cell {failure.cell + 1}")
        cause = cut(failure.sentence)
        yield Finding(
            "runs",
            name or str(failure.cell + 1),
            f"{words} fails when everything is run from top to bottom: {cause}",
        )


def _is_told_by(finding: Finding, failures: Failures, empty: Sequence[Part]) -> bool:
    """Whether a rule is broken only because of what running the cell, or its being empty, tells better."""
    if finding.rule == "errors" or (finding.rule == "signature" and finding.sentence.endswith(NOT_PYTHON)):
        failed = {grade_id(failures.code[each.cell]) or str(each.cell + 1) for each in failures}
        return finding.cell in failed or question_of(finding.cell) in {part.question.id for part in empty}
    return False
