"""Ending processes for sure, though they may fork faster than they can be listed."""

import contextlib
import os
import select
import signal
import time
from collections.abc import Callable

from autograder.jail.inside import processes

_MOST_ROUNDS = 100
_SECONDS_TO_END = 0.2


def end_all(listed: Callable[[], list[int]], stop: Callable[[], None]) -> None:
    """Kill all processes that are listed until none is left.

    `stop` stops them, and may stop others, in one step: of a process that forks and ends again and again, no list is
    ever true. One of them may make the others go on, so that stopping is repeated.
    """
    for _ in range(_MOST_ROUNDS):
        stop()
        found = [process for process in listed() if processes.alive(process)]
        if not found:
            break
        for process in found:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)
        _wait_for(found)


def end_group(group: int) -> None:
    """Kill all processes of a group in one step, which nothing survives, and read nothing that they could have written."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if group > 1:
            os.killpg(group, signal.SIGKILL)


def end_orphans(group: int) -> None:
    """End a group of processes, and all others below this process, which adopts those whose parent is gone."""
    end_group(group)
    end_all(lambda: processes.descendants(os.getpid()), lambda: None)


def _wait_for(ended: list[int]) -> None:
    """Wait until processes are gone, and collect the exit codes of those that are children."""
    deadline = time.monotonic() + _SECONDS_TO_END
    for process in ended:
        with contextlib.suppress(OSError):
            end = os.pidfd_open(process)
            select.select([end], [], [], max(0.0, deadline - time.monotonic()))
            os.close(end)
            os.waitpid(process, os.WNOHANG)
