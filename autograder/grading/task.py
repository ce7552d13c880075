"""What has to be run and judged of one submission, and the name under which the outcome is kept.

Every grading process imports this first, so it imports little.
"""

from __future__ import annotations

import ast
import hashlib
import json
import platform
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache, cached_property, lru_cache
from importlib.metadata import version
from pathlib import Path

from autograder import __version__
from autograder.jail import Limits

PACKAGE = Path(__file__).resolve().parent.parent
VERSIONS = ("torch", "torchvision", "numpy", "matplotlib", "ipython", "scikit-learn", "hypothesis")


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
    kept: frozenset[int] = frozenset()
    """The code cells that show the figures of the student's own long run, not those of grading."""

    idle: frozenset[int] = frozenset()
    """The code cells that need not run: nobody sees their outputs, and no later cell reads what they define."""
    unfilled: frozenset[str] = frozenset()
    """The questions whose cell is as it was handed out."""

    def check_file(self, question: str) -> Path:
        """Where the checks of a question stand."""
        return self.checks / self.assignment / question / f"test_{question}.py"

    @cached_property
    def run_key(self) -> str:
        """A name for how the notebook runs. Keys are made where the task is made, and sent along with it."""
        content = {
            "assignment": self.assignment,
            "cells": self.cells,
            "limits": asdict(self.limits),
            "seed": self.seed,
            "unseen": sorted(self.unseen),
            "kept": sorted(self.kept),
            "idle": sorted(self.idle),
            "grader": [_digest_of(PACKAGE / name) for name in ("jail", "judge", "verdict.py")],
            "versions": _versions(),
        }
        return _digest(content)

    @cached_property
    def question_keys(self) -> dict[str, str]:
        """A name for the verdict on each question: it changes with the question's own checks, not with others'."""
        return {
            name: _digest([self.run_key, name, cell, name in self.unfilled, _digest_of_check(self.check_file(name))])
            for name, cell in self.questions.items()
        }

    @cached_property
    def key(self) -> str:
        """A name for the whole outcome: equal keys give equal grades."""
        return _digest([self.run_key, self.question_keys])


def _digest(content: object) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def check_files(checks: Path) -> list[tuple[Path, int]]:
    """All files of checks below a folder and the references they may use, each with when it was changed."""
    files = [*checks.glob("*/*/test_*.py"), *(PACKAGE / "reference").glob("*.py")]
    return [(path, path.stat().st_mtime_ns) for path in sorted(files)]


def _digest_of_check(path: Path) -> str:
    """A digest of a file of checks and of the references it imports, and those import."""
    digests, waiting, seen = [], [path], set()
    while waiting:
        file = waiting.pop()
        if file not in seen:
            seen.add(file)
            digest, references = _check_and_references(file, file.stat().st_mtime_ns)
            digests.append(digest)
            waiting += references
    return _digest(sorted(digests))


@lru_cache(maxsize=512)
def _check_and_references(path: Path, changed: int) -> tuple[str, tuple[Path, ...]]:
    text = path.read_text()
    places = []
    for node in ast.walk(ast.parse(text)):
        names = [node.module] if isinstance(node, ast.ImportFrom) and node.module else []
        names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        places += [PACKAGE.parent.joinpath(*name.split(".")).with_suffix(".py") for name in names]
    return _digest(text), tuple(place for place in places if place.parent == PACKAGE / "reference" and place.is_file())


@cache
def _digest_of(place: Path) -> str:
    """A digest of a Python file of this package, or of all below a folder, as they were when it was loaded."""
    digest = hashlib.sha256()
    for path in [place] if place.is_file() else sorted(place.rglob("*.py")):
        digest.update(path.relative_to(place).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


@cache
def _versions() -> dict[str, str]:
    return {"autograder": __version__, "python": platform.python_version()} | {name: version(name) for name in VERSIONS}
