"""Results on disk, one file each, named by their keys; safe against an interrupt and against two writers."""

from __future__ import annotations

import contextlib
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

import msgspec

from autograder.grading.result import Result
from autograder.grading.task import Task
from autograder.judge.verdict import Verdict


@dataclass(frozen=True)
class ResultStore:
    """The stored results of a course."""

    folder: Path

    def path(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key}.json"

    def find(self, key: str) -> Result | None:
        """The result of a task, if it was graded before."""
        if not key:
            return None
        try:
            return msgspec.json.decode(self.path(key).read_bytes(), type=Result)
        except (FileNotFoundError, msgspec.DecodeError):
            return None

    def known_verdicts(self, task: Task) -> dict[str, Verdict]:
        """Verdicts from an earlier run of the same notebook, on those questions whose checks have not changed since."""
        try:
            earlier = self.find(self._latest(task.run_key).read_text().strip())
        except FileNotFoundError:
            return {}
        if earlier is None:
            return {}
        return {
            name: earlier.verdicts[name]
            for name, key in task.question_keys.items()
            if earlier.question_keys.get(name) == key and name in earlier.verdicts
        }

    def save(self, result: Result) -> None:
        """Write a result whole or not at all."""
        _write(self.path(result.key), msgspec.json.encode(result))
        _write(self._latest(result.run_key), result.key.encode())

    def _latest(self, run_key: str) -> Path:
        return self.folder / "latest" / run_key


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name)
        raise
