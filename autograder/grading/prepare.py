"""From a notebook to the task of grading it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from nbformat import NotebookNode

from autograder.grading.economy import idle_cells, unfilled_questions
from autograder.grading.task import Task
from autograder.jail import Limits
from autograder.master import grade_id
from autograder.notebook import keeps_figures


@dataclass(frozen=True)
class Released:
    """The code cells of a release by name: those that students may not change, and those they fill in."""

    locked: Mapping[str, str]
    stubs: Mapping[str, str]


def make_task(
    notebook: NotebookNode, assignment: str, released: Released, checks: Path, limits: Limits, seed: int = 0
) -> Task:
    """The task of a submitted notebook; cells that students may not change are taken from the release."""
    locked = released.locked
    cells: list[str] = []
    unseen: list[int] = []
    kept: list[int] = []
    own: list[int] = []
    answered: dict[str, int] = {}
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        name = grade_id(cell)
        answered[name] = len(cells)  # of several cells of one name the last one counts
        if name in locked and name.startswith("test_"):
            unseen.append(len(cells))
        if keeps_figures(cell):
            kept.append(len(cells))
        if name not in locked:
            own.append(len(cells))
        cells.append(locked.get(name, cell.source))
    names = sorted(path.name for path in (checks / assignment).iterdir() if (path / f"test_{path.name}.py").is_file())
    questions = {name: answered.get(name) for name in names}
    return Task(
        assignment,
        tuple(cells),
        questions,
        checks,
        limits,
        seed,
        unseen=frozenset(unseen),
        kept=frozenset(kept),
        idle=idle_cells(cells, unseen),
        unfilled=unfilled_questions(cells, questions, released.stubs, own),
    )
