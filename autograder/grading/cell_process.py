"""A process that runs the cells of one notebook in a jail and judges nothing, for `check` and `preflight`.

Like a grading process it forks its zygote first of all. Libraries of grading are imported where they are used: the
process of the command imports this module too.
"""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autograder.grading import forkserver

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from autograder.jail import Limits
    from autograder.jail.event import Event
    from autograder.jail.outside.zygote import Zygote

_ATTEMPTS = 3
"""How often a notebook is tried when its jail does not start, or when somebody ends a process of ours."""


@dataclass(frozen=True)
class JailedCells:
    """What running the cells of a notebook put out."""

    outputs: tuple[tuple[dict[str, Any], ...], ...]
    """nbformat outputs of all cells, in order."""
    events: tuple[Event, ...] = ()
    """Which cells did not run to their end."""


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
    """Run a notebook as grading does, and once more where a jail did not start, which is not the notebook's fault."""
    from autograder.jail.outside.jail import Died, Overtime
    from autograder.jail.outside.notebook import CellSource, NotebookRun

    sources = [CellSource(str(number), source) for number, source in enumerate(cells)]
    for _ in range(_ATTEMPTS):
        with contextlib.suppress(Died, Overtime), NotebookRun(zygote.jail, sources, limits, {}, 0, begin) as run:
            run.close()
            if not run.lost:
                return JailedCells(tuple(run.outputs[cell.id] for cell in sources), tuple(run.events))
    raise RuntimeError("its processes did not start in time, or were ended from outside, again and again.")
