"""One digest of everything that a verdict depends on: results, certificates and stored transcripts are found by it.

It is made of the cells that run, the checks of the question with the references they import, the code that runs and
judges, and the versions of the libraries. Each file that stores something about a verdict stores the digest with it.
"""

from __future__ import annotations

import ast
import hashlib
import json
import platform
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
ENGINE = (
    *("jail", "judge", "course/python.py", "course/in_notebook/causes.py", "course/in_notebook/meanings.py"),
    *("grading/forkserver.py", "grading/worker.py"),
)
"""The parts of this package that run submissions and judge them."""
TOOLS = ("hypothesis", "ipython", "pytest")
"""Libraries that draw the examples of checks, run cells and run checks."""
EXACT = frozenset({"hypothesis"})
"""Another release may draw other examples; of all other libraries, a change of the third number changes no answer."""


def digest_of(content: object) -> str:
    """A digest of data that JSON can hold."""
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def run_digest(cells: Iterable[str], versions: Mapping[str, str], how: Mapping[str, object] | None = None) -> str:
    """A digest of how a notebook runs: its cells, the code and libraries that run them, and limits and exceptions."""
    return digest_of(
        {"cells": list(cells), "versions": dict(versions), "engine": code_digest(ENGINE), "how": how or {}}
    )


def verdict_digest(run: str, question: str, checks: str) -> str:
    """A digest of everything that the verdict on a question depends on: how the notebook ran, and its checks."""
    return digest_of([run, question, checks])


@cache
def code_digest(parts: tuple[str, ...]) -> str:
    """A digest of parts of this package, as they were when first asked; comments and docstrings do not count."""
    digest = hashlib.sha256()
    for name in parts:
        part = PACKAGE / name
        for path in [part] if part.is_file() else sorted(part.rglob("*.py")):
            digest.update(f"{path.relative_to(PACKAGE).as_posix()}\0{_code(path)}\0".encode())
    return digest.hexdigest()


def _code(path: Path) -> str:
    """The lines of a file that do something."""
    text = path.read_text(encoding="utf-8")
    explained: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        # a text that stands alone is a docstring, of a function or of a value
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            explained.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    lines = (line.rstrip() for number, line in enumerate(text.splitlines(), start=1) if number not in explained)
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
