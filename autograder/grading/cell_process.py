"""A process that runs the cells of one notebook in a jail and judges nothing, for `check` and `preflight`.

Like a grading process it forks its zygote first of all. Libraries of grading are imported where they are used: the
process of the command imports this module too.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from autograder.grading import forkserver

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from autograder.jail import Limits
    from autograder.jail.outside.zygote import Zygote

_ATTEMPTS = 3
"""How often a notebook is tried when its jail does not start, or when somebody ends a process of ours."""


class Stop(StrEnum):
    """Why no later cell was run."""

    LATE = "late"
    """The cell did not finish in time."""
    USED_UP = "used up"
    """The time for all cells was over."""
    DIED = "died"
    """The notebook's process ended."""


@dataclass(frozen=True)
class JailedCells:
    """What running the cells of a notebook put out."""

    outputs: tuple[tuple[dict[str, Any], ...], ...]
    """nbformat outputs of the cells that were run, in order; the last one is that which was stopped, if one was."""
    stop: Stop | None = None
    why: str = ""
    """A few words on why the process ended."""


@dataclass(frozen=True)
class NotRun:
    """A notebook that could not be run, which is no fault of the notebook."""

    why: str


def serve(connection: Connection, hidden: tuple[str, ...]) -> None:
    """Take cells and limits, answer with the number of each cell that begins, and at the end with what came of it."""
    forkserver.end_with(forkserver.process)  # which ends with the command
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the command, which ends this process
    answer: JailedCells | NotRun
    try:
        from autograder.jail.outside.zygote import Zygote

        with Zygote.start(hidden=hidden) as zygote:
            # received only now: the zygote has seen no submission
            cells, limits = connection.recv()
            answer = _run(zygote, cells, limits, connection.send)
    except Exception as error:
        # a RuntimeError is one of the jail's own, and a sentence
        answer = NotRun(str(error) if isinstance(error, RuntimeError) else f"{type(error).__name__}: {error}")
    connection.send(answer)


def _run(zygote: Zygote, cells: Sequence[str], limits: Limits, begin: Callable[[int], None]) -> JailedCells:
    for _ in range(_ATTEMPTS):
        if (ran := _try_to_run(zygote, cells, limits, begin)) is not None:
            return ran
    raise RuntimeError("its processes did not start in time, or were ended from outside, again and again.")


def _try_to_run(
    zygote: Zygote, cells: Sequence[str], limits: Limits, begin: Callable[[int], None]
) -> JailedCells | None:
    """Run cells in a jail of their own until one is stopped; None where that is not the notebook's fault."""
    from autograder.jail.outside.jail import Died, Overtime
    from autograder.jail.outside.shown import Shown

    outputs: list[tuple[dict[str, Any], ...]] = []
    shown = Shown(limits.cell_output, limits.total_output)
    jail = zygote.jail(limits)
    try:
        try:
            jail.begin(0, {})
        except (Died, Overtime):
            return None
        jail.deadline = time.monotonic() + min(limits.notebook_seconds, limits.submission_seconds)
        for number, source in enumerate(cells):
            begin(number)
            stop, why = None, ""
            found: Any = []
            updates: Any = []
            try:
                found, updates, _, interrupted = jail.run_cell(source, limits.cell_seconds)
                stop = Stop.LATE if interrupted else None
            except Overtime:
                stop = Stop.LATE
            except Died as error:
                stop, why = Stop.DIED, str(error)
            if stop is Stop.LATE and time.monotonic() >= jail.deadline:
                stop = Stop.USED_UP
            # an error of a cell that was stopped comes from stopping it
            outputs.append(
                tuple(each for each in shown.add(found, updates) if stop is None or each["output_type"] != "error")
            )
            if stop is not None:
                return None if jail.lost else JailedCells(tuple(outputs), stop, why)
        return JailedCells(tuple(outputs))
    finally:
        jail.close()
