"""Results on disk, one file each, named by their keys; safe against an interrupt and against two writers."""

from __future__ import annotations

import contextlib
import hashlib
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
    digests: dict[Path, bytes] | None = None
    """Where student code could write here: what the files held before any of it ran, and what was saved since."""

    def watched(self) -> ResultStore:
        """The same store, which from now on finds only what is there now or is saved through it."""
        files = (path for path in self.folder.rglob("*") if path.is_file())
        return ResultStore(self.folder, {path: _digest(path.read_bytes()) for path in files})

    def path(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key}.json"

    def find(self, key: str) -> Result | None:
        """The result of a task, if it was graded before."""
        if not key:
            return None
        try:
            return msgspec.json.decode(self._read(self.path(key)), type=Result)
        except (FileNotFoundError, msgspec.DecodeError):
            return None

    def known_verdicts(self, task: Task) -> dict[str, Verdict]:
        """Verdicts from an earlier run of the same notebook, on those questions whose checks have not changed since."""
        try:
            earlier = self.find(self._read(self._latest(task.run_key)).decode().strip())
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
        self._write(self.path(result.key), msgspec.json.encode(result))
        self._write(self._latest(result.run_key), result.key.encode())

    def _read(self, path: Path) -> bytes:
        content = path.read_bytes()
        if self.digests is not None and self.digests.get(path) != _digest(content):
            raise FileNotFoundError(path)
        return content

    def _write(self, path: Path, content: bytes) -> None:
        _write(path, content)
        if self.digests is not None:
            self.digests[path] = _digest(content)

    def _latest(self, run_key: str) -> Path:
        return self.folder / "latest" / run_key


def _digest(content: bytes) -> bytes:
    return hashlib.sha256(content).digest()


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
