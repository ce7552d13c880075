"""Where submissions are graded: processes of this machine."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

from autograder.errors import CannotStart
from autograder.grading import forkserver, worker
from autograder.grading.unchanged_imports import import_only_unchanged
from autograder.jail.walls import kernel
from autograder.jail.walls.isolation import isolation
from autograder.jail.walls.strength import Walls

_ENDED_AT_ONCE = (
    "Grading could not start: the first grading process ended at once. Is there enough memory? `autograder doctor` "
    "shows what this machine offers."
)


class LocalPool(Executor):
    """Grading processes, forked from one that has imported the heavy libraries once.

    They are started when first needed, and started again when one of them has died. Where none comes up there is no
    second attempt: the first thing asked of a new pool is whether it came up, and without a yes all work ends with
    CannotStart.
    """

    def __init__(
        self, jobs: int, hidden: Iterable[Path], libraries: Iterable[str] = (), allow_weak: bool = False
    ) -> None:
        self.jobs = jobs
        self.hidden = tuple(map(str, hidden))
        self.libraries = tuple(libraries)
        self.allow_weak = allow_weak
        self._weak = allow_weak and isolation().walls is Walls.WEAK
        # before anything is forked from this process that will read what was handed in
        self._unchanged = import_only_unchanged() if self._weak else None
        self._pool: ProcessPoolExecutor | None = None
        self._up: Future[None] = Future()
        self._under_way: set[Future[Any]] = set()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Have a process of the pool call a function."""
        try:
            return self._submitted(fn, *args, **kwargs)
        except BrokenProcessPool:
            if not _came_up(self._up):
                raise CannotStart(_ENDED_AT_ONCE) from None
            self.shutdown()
            return self._submitted(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = True) -> None:
        """End the processes; work that has not begun is dropped, and so is work that nobody has waited for.

        What has begun may take as long as a submission may, which is too long after Ctrl-C. The jails of a process end
        with it.
        """
        if self._pool is not None:
            if self._under_way:
                for process in list(self._pool._processes.values()):
                    process.kill()
            self._pool.shutdown(wait=wait, cancel_futures=cancel_futures)
            self._pool = None

    def _submitted(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        try:
            pool = self._started()
            work = pool.submit(fn, *args, **kwargs)
        except (OSError, EOFError) as error:
            raise CannotStart(f"Grading could not start: no process could be made ({_words(error)}).") from error
        self._under_way.add(work)
        work.add_done_callback(self._under_way.discard)
        return _follow(work, self._up)

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            if self.allow_weak:
                # student code may run as the same user, and must not look into this process
                kernel.set_dumpable(False)
            context = forkserver.start(self.libraries)
            several = self.jobs > 1
            next_core = context.Value("i", 0) if several else None
            all_up = context.Barrier(self.jobs) if several and self._weak else None
            arguments = (self.hidden, self.allow_weak, next_core, all_up, self._unchanged)
            self._pool = ProcessPoolExecutor(self.jobs, context, worker.start, arguments)
            if all_up is None:
                self._up = self._pool.submit(worker.require_started)
            else:
                self._up, *_ = [self._pool.submit(worker.meet) for _ in range(self.jobs)]
        return self._pool


def _follow(work: Future[Any], up: Future[None]) -> Future[Any]:
    """A future like that of the work; it tells a process that ended at work from one that never came up."""
    told: Future[Any] = Future()

    def tell(done: Future[Any]) -> None:
        try:
            told.set_result(done.result())
        except CancelledError:
            told.cancel()
            told.set_running_or_notify_cancel()
        except BrokenProcessPool as error:
            told.set_exception(error if _came_up(up) else CannotStart(_ENDED_AT_ONCE))
        except BaseException as error:
            told.set_exception(error)

    work.add_done_callback(tell)
    return told


def _came_up(up: Future[None]) -> bool:
    return up.done() and not up.cancelled() and up.exception() is None


def _words(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def usable_cores() -> int:
    """How many submissions to grade at once by default."""
    return len(os.sched_getaffinity(0))
