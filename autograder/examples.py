"""Known answers to a question: mistakes that must be caught, and variants that must not be."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from nbformat import NotebookNode

from autograder.errors import CourseError
from autograder.grading.task import Task
from autograder.jail import Limits
from autograder.master import grade_id
from autograder.notebook import KEEP_OUTPUT

MISTAKE, VARIANT = "mistakes", "variants"
SKIPPED = {KEEP_OUTPUT, "figure"}


@dataclass(frozen=True)
class Example:
    """One answer to one question: the cell as a student would have written it."""

    question: str
    kind: str
    name: str
    source: str
    hint: str

    @property
    def label(self) -> str:
        return f"{self.question}/{self.kind}/{self.name}"


def read_example(path: Path) -> Example:
    """An example file: its docstring is the hint, the rest is the cell."""
    text = path.read_text()
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        raise CourseError(f"{path.name} of {path.parent.parent.name} is not Python: {error}") from None
    hint = ast.get_docstring(tree) or ""
    first = tree.body[0].end_lineno if hint and tree.body else 0
    source = "\n".join(text.splitlines()[first or 0 :]).strip("\n")
    return Example(path.parent.parent.name, path.parent.name, path.stem, source, " ".join(hint.split()))


def examples(checks: Path, assignment: str, kind: str) -> tuple[Example, ...]:
    """All mistakes or all variants of an assignment, in order."""
    return tuple(read_example(path) for path in sorted((checks / assignment).glob(f"*/{kind}/*.py")))


def definitions(master: NotebookNode) -> dict[str, str]:
    """The code cells that define things, by name and in order: no public checks, no training, no mere figures."""
    cells: dict[str, str] = {}
    for number, cell in enumerate(master.cells):
        meta = cell.metadata.get("nbgrader", {})
        if cell.cell_type == "code" and not meta.get("grade") and not SKIPPED & set(cell.metadata.get("tags", [])):
            cells[grade_id(cell) or f"cell-{number}"] = cell.source
    return cells


def example_task(
    example: Example, defined: Mapping[str, str], assignment: str, checks: Path, limits: Limits, seed: int = 0
) -> Task:
    """The right notebook with one cell replaced by an example, and that one question to judge."""
    if example.question not in defined:
        raise CourseError(f"{example.label} belongs to no question of {assignment}.")
    sources = tuple(example.source if name == example.question else source for name, source in defined.items())
    place = list(defined).index(example.question)
    return Task(assignment, sources, {example.question: place}, checks, limits, seed)
