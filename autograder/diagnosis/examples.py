"""Known answers to a question: mistakes that must be caught, and variants that must not be."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from pathlib import Path

from autograder.course.solution import SolutionFolder
from autograder.diagnosis.costs import COSTS, read_costs
from autograder.errors import CourseError

MISTAKE, VARIANT = "mistakes", "variants"
NO_HINT = "TODO"
"""How a hint begins that nobody has written yet."""


@dataclass(frozen=True)
class Example:
    """One answer to one question: the cell as a student would have written it."""

    question: str
    kind: str
    name: str
    source: str
    hint: str
    cost: float | None = None
    """What a mistake costs, in points, where somebody has said so."""

    @property
    def label(self) -> str:
        return f"{self.question}/{self.kind}/{self.name}"

    @property
    def has_hint(self) -> bool:
        return bool(self.hint) and not self.hint.startswith(NO_HINT)


def read_example(path: Path) -> Example:
    """An example file: its docstring is the hint, the rest is the cell."""
    text = path.read_text(encoding="utf-8")
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        raise CourseError(f"{path.name} of {path.parent.parent.name} is not Python: {error}") from None
    hint = ast.get_docstring(tree) or ""
    hint_lines = tree.body[0].end_lineno if hint and tree.body else 0
    source = "\n".join(text.splitlines()[hint_lines or 0 :]).strip("\n")
    return Example(path.parent.parent.name, path.parent.name, path.stem, source, " ".join(hint.split()))


def read_examples(solution: SolutionFolder, kind: str) -> tuple[Example, ...]:
    """All mistakes, with what they cost, or all variants of an assignment, in order."""
    examples = tuple(read_example(path) for path in sorted(solution.checks.glob(f"*/{kind}/*.py")))
    return _with_costs(solution, examples) if kind == MISTAKE else examples


def _with_costs(solution: SolutionFolder, mistakes: tuple[Example, ...]) -> tuple[Example, ...]:
    names: dict[str, list[str]] = {path.parent.name: [] for path in solution.checks.glob(f"*/{COSTS}")}
    for mistake in mistakes:
        names.setdefault(mistake.question, []).append(mistake.name)
    costs = {question: read_costs(solution.checks / question, known) for question, known in names.items()}
    return tuple(replace(mistake, cost=costs[mistake.question].get(mistake.name)) for mistake in mistakes)
