"""A submission that has to be tried again has the time of one attempt for all of them."""

from __future__ import annotations

import time
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from autograder.grading import worker
from autograder.jail import Limits


def test_all_attempts_together_have_the_time_of_one(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []

    def lost(task: Any, limits: Limits, *others: Any) -> None:
        given.append(limits.submission_seconds)
        time.sleep(0.15)

    monkeypatch.setattr(worker, "_try_to_grade", lost)
    task: Any = SimpleNamespace(limits=replace(Limits(), submission_seconds=0.25))
    bundle: Any = None
    with pytest.raises(RuntimeError, match="ended from outside, again and again"):
        worker.grade_under_seeds(task, bundle, (0,))
    assert given[0] == 0.25
    assert given[1] <= 0.1
    assert len(given) == 2
