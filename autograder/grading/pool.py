"""Where submissions are graded: processes of this machine."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from autograder.grading import forkserver, worker


def local_pool(jobs: int, hidden: Sequence[Path], allow_weak: bool = False) -> ProcessPoolExecutor:
    """A pool of grading processes, forked from one that has imported the heavy libraries once."""
    context = forkserver.start()
    places = context.Value("i", 0) if jobs > 1 else None
    start = (tuple(map(str, hidden)), allow_weak, places)
    return ProcessPoolExecutor(jobs, mp_context=context, initializer=worker.start, initargs=start)


def usable_cores() -> int:
    """How many submissions to grade at once by default."""
    return len(os.sched_getaffinity(0))
