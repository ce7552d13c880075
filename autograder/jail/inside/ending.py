"""Ending processes for sure, though they may fork faster than they can be listed."""

import contextlib
import os
import select
import signal
import time
from collections.abc import Callable

from autograder.jail.inside import processes

_MOST_ROUNDS = 100
_ROUNDS_WITHOUT_STOPPING = 2
"""How often processes are listed and killed before all are stopped first."""
_SECONDS_TO_END = 0.2


def end_all(listed: Callable[[], list[int]], stop: Callable[[], None]) -> bool:
    """Kill all processes that are listed until none is left; whether they had to be stopped first.

    `stop` stops them, and may stop others, in one step, so that none forks while they are listed and ended.
    """
    stopped = False
    # a process may fork while the list is read: look again until nobody is left
    for number in range(_MOST_ROUNDS):
        found = [process for process in listed() if processes.alive(process)]
        if not found:
            break
        if number >= _ROUNDS_WITHOUT_STOPPING:
            stop()
            stopped = True
        for process in found:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)
        _wait_for(found)
    return stopped


def end_orphans() -> None:
    """End all processes below this one, which adopts those whose parent is gone."""

    def below() -> list[int]:
        return processes.descendants(os.getpid())

    def stop() -> None:
        # never the group of this process: the one that jails are forked from is in it
        for group in {processes.group(process) for process in below()} - {0, os.getpgrp()}:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(group, signal.SIGSTOP)

    end_all(below, stop)


def _wait_for(ended: list[int]) -> None:
    """Wait until processes are gone, and collect the exit codes of those that are children."""
    deadline = time.monotonic() + _SECONDS_TO_END
    for process in ended:
        with contextlib.suppress(OSError):
            end = os.pidfd_open(process)
            select.select([end], [], [], max(0.0, deadline - time.monotonic()))
            os.close(end)
            os.waitpid(process, os.WNOHANG)
