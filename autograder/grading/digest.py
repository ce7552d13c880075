"""One digest of everything that a verdict depends on: results, certificates and kept transcripts are known by it.

It is made of the cells that run, the checks of the question with the references they import, the code that runs and
judges, and the versions of the libraries. Whoever keeps something that a verdict says keeps its digest beside it.
"""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
ENGINE = ("jail", "judge", "course/python.py", "grading/forkserver.py", "grading/worker.py")
"""The parts of this package that run submissions and judge them."""
TOOLS = ("hypothesis", "ipython", "pytest")
"""Libraries that draw the examples of checks, run cells and run checks."""
EXACT = frozenset({"hypothesis"})
"""Another release may draw other examples; of all other libraries, a change in the third place changes no answer."""


def digest_of(content: object) -> str:
    """A digest of plain data."""
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def run_digest(cells: Iterable[str], versions: Mapping[str, str], how: Mapping[str, object] | None = None) -> str:
    """A name for how a notebook runs: its cells, what runs them, and with which limits and exceptions."""
    return digest_of({"cells": list(cells), "versions": dict(versions), "engine": engine_digest(), "how": how or {}})


def verdict_digest(run: str, question: str, checks: str) -> str:
    """A name for everything that the verdict on a question depends on: how the notebook ran, and the question's checks."""
    return digest_of([run, question, checks])


@cache
def engine_digest() -> str:
    """A digest of the code that runs and judges, as it was when first asked; comments and blank lines do not count."""
    digest = hashlib.sha256()
    for name in ENGINE:
        place = PACKAGE / name
        for path in [place] if place.is_file() else sorted(place.rglob("*.py")):
            digest.update(f"{path.relative_to(PACKAGE).as_posix()}\0{_code(path)}\0".encode())
    return digest.hexdigest()


def _code(path: Path) -> str:
    lines = (line.rstrip() for line in path.read_text(encoding="utf-8").splitlines())
    return "\n".join(line for line in lines if line and not line.lstrip().startswith("#"))


def library_versions(libraries: Iterable[str]) -> dict[str, str]:
    """The versions that are part of a grade: Python's, our tools', and those of the libraries that a course names."""
    python = ".".join(platform.python_version_tuple()[:2])
    return {"python": python} | {name: _version(name) for name in sorted({*TOOLS, *libraries})}


@cache
def _version(library: str) -> str:
    try:
        found = version(library)
    except PackageNotFoundError:
        return "missing"
    return found if library in EXACT else ".".join(found.split(".")[:2])
