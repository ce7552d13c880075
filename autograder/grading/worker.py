"""A grading process: forks its zygote before it has seen a check, then grades submissions one after the other.

Who gives out the work imports this too, and needs nothing of what it takes to do it: that is imported where it is used.
"""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import tempfile
import time
from collections.abc import Mapping, Sequence
from functools import cache
from multiprocessing.util import Finalize
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from multiprocessing.sharedctypes import Synchronized

    from autograder.grading.result import Result
    from autograder.grading.task import Task
    from autograder.jail import Limits
    from autograder.jail.notebook import CellSource, NotebookRun
    from autograder.jail.zygote import Zygote
    from autograder.judge import Judge
    from autograder.verdict import Verdict

    Places = Synchronized[int]

NOTHING: Mapping[str, Verdict] = {}
_zygote: Zygote | None = None


def start(hidden: tuple[str, ...], allow_weak: bool, places: Places | None = None) -> None:
    """Prepare this process; must be the first thing that happens in it."""
    global _zygote
    from autograder.jail.zygote import Zygote

    if places is not None:
        _take_a_core(places)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that gives out the work
    _zygote = Zygote.start(hidden=hidden, allow_weak=allow_weak, meanwhile=_load_judge)


def _load_judge() -> None:
    """Have a judge of nothing, to load what judging needs. Where the checks are is not said before the zygote is forked."""
    from autograder.judge import Judge

    with tempfile.TemporaryDirectory() as nothing, Judge(nothing):
        pass


def _take_a_core(places: Places) -> None:
    """A submission and its judge take turns, thousands of times: on one core of their own they do so faster."""
    cores = sorted(os.sched_getaffinity(0))
    with places.get_lock():
        place, places.value = places.value, places.value + 1
    os.sched_setaffinity(0, {cores[place % len(cores)]})


def grade(task: Task, known: Mapping[str, Verdict] = NOTHING) -> Result:
    """Run one submission in a jail of its own and judge from outside those of its questions that are not known."""
    return grade_under_seeds(task, (task.seed,), known)[0]


def grade_under_seeds(task: Task, seeds: Sequence[int], known: Mapping[str, Verdict] = NOTHING) -> list[Result]:
    """Run one submission once, and judge it as often as there are seeds for the checks."""
    assert _zygote is not None, "a worker is started with start()"
    from autograder.grading.result import Result  # not before the zygote is forked: it need not know what is judged
    from autograder.jail.notebook import CellSource

    began = time.monotonic()
    cells = [
        CellSource(
            str(number),
            source,
            seen=number not in task.unseen,
            pictures=number not in task.unseen | task.kept,
            idle=number in task.idle,
        )
        for number, source in enumerate(task.cells)
    ]
    sources = {name: "" if cell is None else task.cells[cell] for name, cell in task.questions.items()}
    asked = [name for name in task.questions if name not in known]
    results = []
    with _run(_zygote, cells, task.limits) as run:
        ran, started = time.monotonic(), run.forking
        for seed in seeds:
            since, forked = time.monotonic(), run.forking
            found = _judge(task.checks, seed).judge(run, task.assignment, asked, sources, task.unfilled)
            verdicts = dict(known) | {verdict.question: verdict for verdict in found}
            results.append(
                Result(
                    key=task.key,
                    run_key=task.run_key,
                    question_keys=task.question_keys,
                    outputs=tuple(tuple(run.cells[cell.id].outputs) for cell in cells),
                    counts=tuple(run.cells[cell.id].execution_count for cell in cells),
                    verdicts={name: verdicts[name] for name in task.questions},
                    events=tuple(run.events),
                    missing_walls=tuple(_zygote.isolation.missing),
                    seconds={
                        "fork": run.forking - forked + started,
                        "cells": ran - began - started,
                        "checks": time.monotonic() - since - (run.forking - forked),
                    },
                )
            )
    return results


def _run(zygote: Zygote, cells: Sequence[CellSource], limits: Limits) -> NotebookRun:
    """Run a notebook; a jail that did not come up on a busy machine is no fault of the student's, so try again."""
    from autograder.jail.jail import Died, Overtime

    for _ in range(2):
        with contextlib.suppress(Died, Overtime):
            return zygote.run_notebook(cells, limits)
    return zygote.run_notebook(cells, limits)


@cache
def _judge(checks: Path, seed: int) -> Judge:
    """One judge per process: its checks are collected once."""
    from autograder.judge import Judge

    judge = Judge(checks, seed_offset=seed)
    # what is loaded by now stays: no use in looking through it for garbage again and again
    gc.collect()
    gc.freeze()
    Finalize(None, judge.close, exitpriority=1)  # a pool's process ends without atexit
    return judge
