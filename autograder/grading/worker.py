"""A grading process: forks its zygote before it has seen a check, then grades submissions one after the other."""

from __future__ import annotations

import contextlib
import signal
import time
from collections.abc import Sequence
from functools import cache
from multiprocessing.util import Finalize
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.jail import CellSource, Died, Limits, NotebookRun, Zygote
from autograder.jail.jail import Overtime

if TYPE_CHECKING:
    from autograder.grading.result import Result
    from autograder.grading.task import Task
    from autograder.judge import Judge

_zygote: Zygote | None = None


def start(hidden: tuple[str, ...], allow_weak: bool) -> None:
    """Prepare this process; must be the first thing that happens in it."""
    global _zygote
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that gives out the work
    _zygote = Zygote.start(hidden=hidden, allow_weak=allow_weak)


def grade(task: Task) -> Result:
    """Run one submission in a jail of its own and judge its questions from outside."""
    return grade_under_seeds(task, (task.seed,))[0]


def grade_under_seeds(task: Task, seeds: Sequence[int]) -> list[Result]:
    """Run one submission once, and judge it as often as there are seeds for the checks."""
    assert _zygote is not None, "a worker is started with start()"
    from autograder.grading.result import Result  # not before the zygote is forked: it need not know the judge

    began = time.monotonic()
    cells = [
        CellSource(str(number), source, pictures=number not in task.unseen) for number, source in enumerate(task.cells)
    ]
    sources = {name: "" if cell is None else task.cells[cell] for name, cell in task.questions.items()}
    results = []
    with _run(_zygote, cells, task.limits) as run:
        ran = time.monotonic()
        for seed in seeds:
            since = time.monotonic()
            verdicts = _judge(task.checks, seed).judge(run, task.assignment, list(task.questions), sources)
            results.append(
                Result(
                    key=task.key,
                    outputs=tuple(tuple(run.cells[cell.id].outputs) for cell in cells),
                    counts=tuple(run.cells[cell.id].execution_count for cell in cells),
                    verdicts={verdict.question: verdict for verdict in verdicts},
                    events=tuple(run.events),
                    missing_walls=tuple(_zygote.isolation.missing),
                    seconds={"cells": ran - began, "checks": time.monotonic() - since},
                )
            )
    return results


def _run(zygote: Zygote, cells: Sequence[CellSource], limits: Limits) -> NotebookRun:
    """Run a notebook; a jail that did not come up on a busy machine is no fault of the student's, so try again."""
    for _ in range(2):
        with contextlib.suppress(Died, Overtime):
            return zygote.run_notebook(cells, limits)
    return zygote.run_notebook(cells, limits)


@cache
def _judge(checks: Path, seed: int) -> Judge:
    """One judge per process: its checks are collected once."""
    from autograder.judge import Judge

    judge = Judge(checks, seed_offset=seed)
    Finalize(None, judge.close, exitpriority=1)  # a pool's process ends without atexit
    return judge
