"""Wrong answers of a class, written down as known mistakes."""

from __future__ import annotations

from pathlib import Path

from autograder.course.solution import SolutionFolder
from autograder.diagnosis.examples import MISTAKE, NO_HINT
from autograder.diagnosis.groups import Group
from autograder.errors import CourseError

HINT_TO_WRITE = f"{NO_HINT}: say what this code does, why it is wrong and where to look; never the solution."

RESERVED = frozenset({"test", "tests", "conftest", "__init__", "__main__"})


def looks_like_test(name: str) -> bool:
    """Whether a module of this name could be collected by pytest, or found in the place of something else of its."""
    lowered = name.lower()
    return lowered.startswith("test_") or lowered.endswith("_test") or lowered in RESERVED


def add_mistake(solution: SolutionFolder, group: Group, name: str) -> Path:
    """Write a group's representative cell down as a new mistake, to be given a hint."""
    if not name.isidentifier():
        raise CourseError(f"'{name}' cannot be the name of a mistake: use letters, digits and underscores.")
    if looks_like_test(name):
        raise CourseError(
            f"'{name}' cannot be the name of a mistake: pytest would take its file for checks of ours. "
            "Choose one that neither begins with 'test_' nor ends with '_test'."
        )
    path = solution.checks / group.question / MISTAKE / f"{name}.py"
    if path.exists():
        raise CourseError(f"There is a mistake '{name}' of {group.question} already.")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'"""{HINT_TO_WRITE}"""\n\n\n{group.cell.strip()}\n', encoding="utf-8")
    return path
