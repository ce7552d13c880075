"""What grading one submission found, as data, and where it is kept."""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from autograder.jail import Event
from autograder.verdict import Verdict

if TYPE_CHECKING:
    from autograder.grading.task import Task

Output = dict[str, Any]


@dataclass(frozen=True)
class Result:
    """The outcome of one submission: the outputs of its cells, a verdict per question, and what happened."""

    key: str
    run_key: str
    question_keys: Mapping[str, str]
    outputs: tuple[tuple[Output, ...], ...]
    counts: tuple[int | None, ...]
    verdicts: Mapping[str, Verdict]
    events: tuple[Event, ...]
    missing_walls: tuple[str, ...]
    seconds: Mapping[str, float]

    def to_json(self) -> dict[str, Any]:
        """Plain data, as it is kept on disk."""
        return {
            **vars(self),
            "verdicts": {name: verdict.to_json() for name, verdict in self.verdicts.items()},
            "events": [vars(event) for event in self.events],
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """Read back what to_json gave."""
        return cls(
            key=data["key"],
            run_key=data["run_key"],
            question_keys=data["question_keys"],
            outputs=tuple(tuple(outputs) for outputs in data["outputs"]),
            counts=tuple(data["counts"]),
            verdicts={name: Verdict.from_json(verdict) for name, verdict in data["verdicts"].items()},
            events=tuple(Event(**event) for event in data["events"]),
            missing_walls=tuple(data["missing_walls"]),
            seconds=data["seconds"],
        )


@dataclass(frozen=True)
class Results:
    """Results on disk, one file each, named by their keys; safe against an interrupt and against two writers."""

    folder: Path

    def path(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key}.json"

    def find(self, key: str) -> Result | None:
        """The result of a task, if it was graded before."""
        try:
            return Result.from_json(json.loads(self.path(key).read_text()))
        except (FileNotFoundError, json.JSONDecodeError, KeyError, TypeError):
            return None

    def verdicts(self, task: Task) -> dict[str, Verdict]:
        """What is known of a task's questions from an earlier run of the same notebook with other checks."""
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

    def _latest(self, run_key: str) -> Path:
        return self.folder / "latest" / run_key

    def keep(self, result: Result) -> None:
        """Write a result whole or not at all."""
        _write(self.path(result.key), json.dumps(result.to_json()))
        _write(self._latest(result.run_key), result.key)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
    try:
        with os.fdopen(handle, "w") as file:
            file.write(text)
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name)
        raise
