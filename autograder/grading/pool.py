"""Where submissions are graded: processes of this machine."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

from autograder.grading import forkserver, worker
from autograder.jail.walls import kernel


class LocalPool(Executor):
    """Grading processes, forked from one that has imported the heavy libraries once.

    They are started when first needed, and started again when one of them has died.
    """

    def __init__(
        self, jobs: int, hidden: Iterable[Path], libraries: Iterable[str] = (), allow_weak: bool = False
    ) -> None:
        self.jobs = jobs
        self.hidden = tuple(map(str, hidden))
        self.libraries = tuple(libraries)
        self.allow_weak = allow_weak
        self._pool: ProcessPoolExecutor | None = None

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Have a process of the pool call a function."""
        try:
            return self._started().submit(fn, *args, **kwargs)
        except BrokenProcessPool:
            self.shutdown()
            return self._started().submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = True) -> None:
        """End the processes; work that has not begun is dropped."""
        if self._pool is not None:
            self._pool.shutdown(wait=wait, cancel_futures=cancel_futures)
            self._pool = None

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            if self.allow_weak:
                # student code may run as the same user, and must not look into this process
                kernel.set_dumpable(False)
            context = forkserver.start(self.libraries)
            next_core = context.Value("i", 0) if self.jobs > 1 else None
            arguments = (self.hidden, self.allow_weak, next_core)
            self._pool = ProcessPoolExecutor(self.jobs, context, worker.start, arguments)
        return self._pool


def usable_cores() -> int:
    """How many submissions to grade at once by default."""
    return len(os.sched_getaffinity(0))
