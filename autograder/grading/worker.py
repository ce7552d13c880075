"""A grading process: forks its zygote before it has seen a check, then grades submissions one after the other.

The parent process imports this module too, and needs no libraries of grading: those are imported where they are used.
"""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from multiprocessing.util import Finalize
from threading import BrokenBarrierError
from types import FrameType
from typing import TYPE_CHECKING

from autograder.errors import CannotStart
from autograder.grading import forkserver
from autograder.grading.unchanged_imports import Files, import_only_unchanged

if TYPE_CHECKING:
    from multiprocessing.sharedctypes import Synchronized
    from multiprocessing.synchronize import Barrier

    from autograder.grading.result import Result
    from autograder.grading.task import Task
    from autograder.jail import Limits
    from autograder.jail.outside.notebook import CellSource, NotebookRun
    from autograder.jail.outside.zygote import Zygote
    from autograder.judge.bundle import CheckBundle
    from autograder.judge.judge import Judge
    from autograder.judge.verdict import Verdict

NOTHING: Mapping[str, Verdict] = {}
_ATTEMPTS = 3
"""How often a notebook is tried when its jail does not start."""
_GRACE = 2.0
"""Seconds after the deadline of a submission until a check is ended that still runs, and then the next."""
_SECONDS_TO_MEET = 120.0
_zygote: Zygote | None = None
_why_not_started = ""
_judge: Judge | None = None
_all_up: Barrier | None = None


def start(
    hidden: tuple[str, ...],
    allow_weak: bool,
    next_core: Synchronized[int] | None = None,
    all_up: Barrier | None = None,
    unchanged: Files | None = None,
) -> None:
    """Prepare this process; must be the first thing that happens in it.

    It raises nothing, because a pool would print that once per process and tell nobody: what is asked next says it.
    """
    global _zygote, _why_not_started, _all_up
    _all_up = all_up
    try:
        if forkserver.process:
            forkserver.end_with(forkserver.process)  # which ends with the command
        if next_core is not None:
            _take_a_core(next_core)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent process
        if unchanged is not None:
            import_only_unchanged(unchanged)
        from autograder.jail.outside.zygote import Zygote

        _zygote = Zygote.start(hidden=hidden, allow_weak=allow_weak, meanwhile=_load_judge)
    except Exception as error:
        # a RuntimeError is one of the jail's own, and a sentence
        own = isinstance(error, RuntimeError)
        reason = str(error) if own else f"{type(error).__name__}: {error}. `autograder doctor` may say more."
        _why_not_started = " ".join(reason.split())
    Finalize(None, _end, exitpriority=1)  # a pool's process ends without calling atexit


def _end() -> None:
    _forget_judge()
    if _zygote is not None:
        _zygote.close()


def require_started() -> None:
    """An error that says why, where this process could not be prepared."""
    if _zygote is None:
        raise CannotStart(f"Grading could not start: {_why_not_started or 'a grading process was not prepared.'}")


def meet() -> None:
    """Wait until all processes of the pool are prepared: behind weak walls none may load code after student code ran."""
    assert _all_up is not None
    try:
        require_started()
    except CannotStart:
        _all_up.abort()
        raise
    with contextlib.suppress(BrokenBarrierError):  # another process says why it could not be prepared
        _all_up.wait(_SECONDS_TO_MEET)


def _load_judge() -> None:
    """Make a judge without checks, to import what judging needs; checks come with the first task, after the zygote."""
    from autograder.judge.bundle import CheckBundle
    from autograder.judge.judge import Judge

    with Judge(CheckBundle("", {})):
        pass


def _take_a_core(next_core: Synchronized[int]) -> None:
    """A submission and its judge take turns, thousands of times: on one core of their own they do so faster."""
    cores = sorted(os.sched_getaffinity(0))
    with next_core.get_lock():
        number, next_core.value = next_core.value, next_core.value + 1
    os.sched_setaffinity(0, {cores[number % len(cores)]})


def grade(task: Task, bundle: CheckBundle, known: Mapping[str, Verdict] = NOTHING) -> Result:
    """Run one submission in a jail of its own and judge from outside those of its questions that are not known."""
    return grade_under_seeds(task, bundle, (task.seed,), known)[0]


def grade_under_seeds(
    task: Task, bundle: CheckBundle, seeds: Sequence[int], known: Mapping[str, Verdict] = NOTHING
) -> list[Result]:
    """Run one submission once, and judge it as often as there are seeds for the checks.

    Where somebody has ended a process of ours meanwhile, which the submission cannot do, what was found is no result.
    """
    until, limits = time.monotonic() + task.limits.submission_seconds, task.limits
    for _ in range(_ATTEMPTS):
        results = _try_to_grade(task, limits, bundle, seeds, known)
        if results is not None:
            return results
        # all attempts together have the time of one
        limits = replace(task.limits, submission_seconds=until - time.monotonic())
        if limits.submission_seconds <= 0:
            break
    raise RuntimeError("a process of the grader was ended from outside, again and again")


def _try_to_grade(
    task: Task, limits: Limits, bundle: CheckBundle, seeds: Sequence[int], known: Mapping[str, Verdict]
) -> list[Result] | None:
    """The results of one attempt; None where it is nobody's fault that there are none."""
    require_started()
    assert _zygote is not None
    from autograder.grading.result import Result  # not needed in the zygote, which is forked by now
    from autograder.jail.outside.notebook import CellSource

    # before any student code runs: from then on nothing is loaded from disk
    judge = _judge_with(bundle)
    began = time.monotonic()
    cells = [
        CellSource(
            str(number),
            source,
            seen=number not in task.unseen,
            pictures=number not in task.unseen | task.own_outputs,
            skipped=number in task.skipped,
        )
        for number, source in enumerate(task.cells)
    ]
    sources = {name: "" if cell is None else task.cells[cell] for name, cell in task.questions.items()}
    asked = [name for name in task.questions if name not in known]
    results = []
    with _run(_zygote, cells, limits) as run, _alarm_at(run.deadline):
        cells_ended, forking_for_cells = time.monotonic(), run.forking
        for seed in seeds:
            checks_began, forking_before = time.monotonic(), run.forking
            found = judge.judge(run, asked, sources, task.unfilled, seed, task.labels)
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
                    walls=_zygote.isolation.walls.value,
                    missing_walls=tuple(_zygote.isolation.missing),
                    seconds={
                        "fork": run.forking - forking_before + forking_for_cells,
                        "cells": cells_ended - began - forking_for_cells,
                        "checks": time.monotonic() - checks_began - (run.forking - forking_before),
                    },
                )
            )
    # an attempt that had less time than is allowed, and used it up, says nothing
    cut_short = limits.submission_seconds < task.limits.submission_seconds and time.monotonic() > run.deadline
    return None if run.lost or cut_short else results


def _run(zygote: Zygote, cells: Sequence[CellSource], limits: Limits) -> NotebookRun:
    """Run a notebook; when a jail does not start on a busy machine, which is not the student's fault, try again."""
    from autograder.jail.outside.jail import Died, Overtime
    from autograder.jail.wire import WireError

    try:
        for _ in range(_ATTEMPTS - 1):
            with contextlib.suppress(Died, Overtime):
                return zygote.run_notebook(cells, limits)
        return zygote.run_notebook(cells, limits)
    except (WireError, OSError):
        _end_without_zygote(zygote)
        raise


def _end_without_zygote(zygote: Zygote) -> None:
    """End this process if its zygote has ended, without which it can grade nothing: the pool makes another one."""
    if not zygote.is_alive():
        zygote.close()
        os._exit(1)


@contextlib.contextmanager
def _alarm_at(deadline: float) -> Iterator[None]:
    """After the deadline, fail whatever check still computes here: an answer may be made to take long to look at."""
    from autograder.judge.failure import CheckFailed

    def ring(number: int, frame: FrameType | None) -> None:
        if _judge is not None and _judge.checking:
            raise CheckFailed("Looking at the answer took too long.")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, max(deadline - time.monotonic(), 0.0) + _GRACE, _GRACE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)


def _judge_with(bundle: CheckBundle) -> Judge:
    """The judge of this process; its checks are loaded once, and again when a task comes with others."""
    global _judge
    from autograder.judge.judge import Judge

    if _judge is None or _judge.bundle.digest != bundle.digest:
        _forget_judge()
        _judge = Judge(bundle)
        # what is loaded by now stays loaded: the garbage collector need not look through it again and again
        gc.collect()
        gc.freeze()
    return _judge


def _forget_judge() -> None:
    global _judge
    if _judge is not None:
        _judge.close()
        _judge = None
