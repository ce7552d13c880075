"""The hidden checks of an assignment as data: they are sent to the process that judges, and identified by their digest.

Nothing heavy is imported here: the parent process of a grading run makes bundles and has no use for torch.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePosixPath

from autograder.course.solution import SolutionFolder
from autograder.errors import CourseError

CHECKS = "checks"
REFERENCE = "reference"
"""The module that checks import their references from: reference.py, or the package reference/."""


class CheckError(CourseError):
    """The checks of an assignment cannot be loaded."""


@dataclass(frozen=True)
class CheckBundle:
    """The checks of an assignment and the references they import."""

    assignment: str
    files: Mapping[str, str]
    """Texts by their paths below the assignment's folder: checks/area/test_area.py, reference.py."""

    @cached_property
    def digest(self) -> str:
        """A digest of the whole bundle: equal digests, equal checks."""
        return _digest(self.files)

    @cached_property
    def questions(self) -> tuple[str, ...]:
        """The questions that have checks, in alphabetical order."""
        return tuple(sorted(PurePosixPath(path).parts[1] for path in self.files if path.startswith(f"{CHECKS}/")))

    def file_of(self, question: str) -> str:
        """The path of a question's checks in the bundle."""
        return f"{CHECKS}/{question}/test_{question}.py"

    def question_digest(self, question: str) -> str:
        """A digest of the checks of one question and of all references that they import, directly or not."""
        waiting, used = [self.file_of(question)], dict[str, str]()
        while waiting:
            path = waiting.pop()
            if path in self.files and path not in used:
                used[path] = self.files[path]
                waiting += self._imports[path]
        return _digest(used)

    @cached_property
    def _imports(self) -> dict[str, tuple[str, ...]]:
        """Which files of the bundle each file may import."""
        return {path: tuple(_imported(path, text)) for path, text in self.files.items()}


def read_bundle(solution: SolutionFolder) -> CheckBundle:
    """The bundle of an assignment, as it is on disk now."""
    paths = [*(solution.check_file(question) for question in solution.checked_questions), *solution.references]
    files = {path.relative_to(solution.path).as_posix(): path.read_text(encoding="utf-8") for path in paths}
    return CheckBundle(solution.assignment, files)


def _digest(files: Mapping[str, str]) -> str:
    digest = hashlib.sha256()
    for path in sorted(files):
        digest.update(f"{path}\0{files[path]}\0".encode())
    return digest.hexdigest()


def _imported(path: str, text: str) -> Iterator[str]:
    """The files of references that a file imports; a module stands for its package's __init__.py too."""
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        raise CheckError(f"{path}, line {error.lineno}: {error.msg}.") from None
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            if node.level:
                module = ".".join(filter(None, (REFERENCE, module)))
            names = [module, *(f"{module}.{alias.name}" for alias in node.names)]
        for name in names:
            parts = name.split(".")
            if parts[0] == REFERENCE:
                for size in range(1, len(parts) + 1):
                    module_path = "/".join(parts[:size])
                    yield from (f"{module_path}.py", f"{module_path}/__init__.py")
