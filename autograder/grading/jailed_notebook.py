"""Runs a notebook for `check` and `preflight` in a jail, where this machine can make one."""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from nbformat import NotebookNode, from_dict

from autograder.course.progress import Progress
from autograder.errors import CannotStart
from autograder.student.run import Halted, refuse_slow_start, require_libraries

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from autograder.grading.cell_process import JailedCells
    from autograder.jail import Limits
    from autograder.jail.event import Event

_NEEDED = ("IPython", "matplotlib", "matplotlib_inline", "msgpack", "nbgrader", "numpy", "torch")
"""What a jail and the limits of a course are made with; students need not have it."""
_HOW_IT_ENDED = re.compile(r" \((?![^()]*than allowed\)|it did not stop after)[^()]*\)")
"""How a process ended, unless a limit has ended it."""


def why_no_jail() -> str:
    """Why no jail can be made here, as the end of a sentence; empty where one can."""
    if sys.platform != "linux":
        return "that needs Linux"
    if missing := [name for name in _NEEDED if find_spec(name) is None]:
        return f"that needs {missing[0]}, which is not installed"
    from autograder.jail.walls.isolation import isolation
    from autograder.jail.walls.strength import Walls

    if isolation().walls is Walls.WEAK:
        return "the kernel of this machine offers neither namespaces nor Landlock for it"
    return ""


@dataclass(frozen=True)
class JailedNotebook:
    """How a notebook is run in a jail."""

    hidden: tuple[str, ...]
    """Folders that its code must not see."""
    libraries: tuple[str, ...]
    """What is imported before it runs."""
    limits: Limits

    def run(self, notebook: NotebookNode, folder: Path, seconds: float, progress: Progress) -> tuple[Halted, ...]:
        """Execute all code cells in place, as run_cells does; files beside the notebook are not in the jail."""
        limits = replace(self.limits, cell_seconds=min(seconds, self.limits.cell_seconds))
        code = [cell for cell in notebook.cells if cell.cell_type == "code"]
        ran = self._ran([cell.source for cell in code], limits, progress)
        halted = tuple(_halted(event) for event in ran.events if event.cell is not None)
        stopped = {each.cell for each in halted}
        for place, (cell, outputs) in enumerate(zip(code, ran.outputs, strict=True)):
            cell.execution_count = None
            # an error of a cell that was stopped comes from stopping it
            kept = (each for each in outputs if place not in stopped or each["output_type"] != "error")
            cell.outputs = [from_dict(output) for output in kept]
            require_libraries(cell)
            if place in stopped:
                refuse_slow_start(code[: place + 1], limits.cell_seconds)
        return halted

    def _ran(self, cells: Sequence[str], limits: Limits, progress: Progress) -> JailedCells:
        from autograder.grading.cell_process import NotRun

        with self._process() as connection:
            try:
                connection.send((cells, limits))
                while isinstance(answer := connection.recv(), int):
                    progress(answer, len(cells))
            except (EOFError, OSError):
                answer = NotRun("the process around it ended. Is there enough memory?")
        if isinstance(answer, NotRun):
            raise CannotStart(f"The notebook was not run, because its jail failed: {' '.join(answer.why.split())}")
        progress(len(cells), len(cells))
        return answer

    @contextlib.contextmanager
    def _process(self) -> Iterator[Connection]:
        """A process that runs cells; whatever happens meanwhile, Ctrl-C too, it ends, and all that it started."""
        from autograder.grading import cell_process, forkserver

        context = forkserver.start(self.libraries)
        ours, theirs = context.Pipe()
        process = context.Process(target=cell_process.serve, args=(theirs, self.hidden), daemon=True)
        # it would take over the current folder, which may be the other person's
        with contextlib.chdir("/"):
            process.start()
        try:
            with ours:
                theirs.close()
                yield ours
        finally:
            process.kill()
            process.join()


def _halted(event: Event) -> Halted:
    """What the jail says about a cell, without what only graders need to know: how its process ended."""
    kinds: dict[str, Literal["late", "ended", "not run"]] = {"overtime": "late", "killed": "ended"}
    sentence = _HOW_IT_ENDED.sub("", event.sentence)
    return Halted(int(event.cell or 0), kinds.get(event.kind, "not run"), sentence)
