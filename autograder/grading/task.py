"""What has to be run and judged of one submission, and the name under which the outcome is kept."""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache, cached_property
from importlib.metadata import version
from pathlib import Path

from nbformat import NotebookNode

from autograder import __version__
from autograder.jail import Limits
from autograder.master import grade_id

PACKAGE = Path(__file__).resolve().parent.parent
VERSIONS = ("torch", "torchvision", "numpy", "matplotlib", "ipython", "scikit-learn")


@dataclass(frozen=True)
class Task:
    """One submission as the jail and the judge see it: code cells in order, and who is asked what."""

    assignment: str
    cells: tuple[str, ...]
    questions: Mapping[str, int | None]
    """The questions to judge, each with the number of the code cell that answers it, if there is one."""
    checks: Path
    limits: Limits
    seed: int = 0
    unseen: frozenset[int] = frozenset()
    """The code cells whose outputs the judge's words replace."""

    def check_file(self, question: str) -> Path:
        """Where the checks of a question stand."""
        return self.checks / self.assignment / question / f"test_{question}.py"

    @cached_property
    def key(self) -> str:
        """A name for the outcome: equal keys give equal grades. Made where the task is made, and sent along with it."""
        content = {
            "assignment": self.assignment,
            "cells": self.cells,
            "questions": dict(self.questions),
            "checks": {name: _digest_of(self.check_file(name)) for name in self.questions},
            "grader": [_digest_of(PACKAGE / name) for name in ("jail", "judge", "reference")],
            "limits": asdict(self.limits),
            "seed": self.seed,
            "unseen": sorted(self.unseen),
            "versions": _versions(),
        }
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def make_task(
    notebook: NotebookNode, assignment: str, locked: Mapping[str, str], checks: Path, limits: Limits, seed: int = 0
) -> Task:
    """The task of a submitted notebook; cells that students may not change are taken from the release."""
    cells: list[str] = []
    unseen: list[int] = []
    answered: dict[str, int] = {}
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        name = grade_id(cell)
        answered[name] = len(cells)  # of several cells of one name the last one counts
        if name in locked and name.startswith("test_"):
            unseen.append(len(cells))
        cells.append(locked.get(name, cell.source))
    names = sorted(path.name for path in (checks / assignment).iterdir() if (path / f"test_{path.name}.py").is_file())
    questions = {name: answered.get(name) for name in names}
    return Task(assignment, tuple(cells), questions, checks, limits, seed, frozenset(unseen))


@cache
def _digest_of(place: Path) -> str:
    """A digest of a Python file, or of all those below a folder."""
    digest = hashlib.sha256()
    for path in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
        digest.update(path.relative_to(place).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


@cache
def _versions() -> dict[str, str]:
    return {"autograder": __version__, "python": platform.python_version()} | {name: version(name) for name in VERSIONS}
