"""Ctrl-C while a class is graded."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Callable, Iterator


@contextlib.contextmanager
def interrupts() -> Iterator[Callable[[], bool]]:
    """Give a function that tells whether Ctrl-C was pressed.

    It is called between two submissions, so that no grade is half written.
    """
    seen: list[int] = []
    try:
        before = signal.signal(signal.SIGINT, lambda number, frame: seen.append(number))
    except ValueError:  # not the main thread: there is no Ctrl-C to catch
        yield lambda: False
        return
    try:
        yield lambda: bool(seen)
    finally:
        signal.signal(signal.SIGINT, before)
