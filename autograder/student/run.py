"""Runs a student's notebook in a Jupyter kernel, as Jupyter itself would, and goes on where grading goes on."""

from __future__ import annotations

import contextlib
import logging
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import IO, Any, Literal

import msgspec
from jupyter_client.kernelspec import NoSuchKernel
from nbclient import NotebookClient
from nbclient.exceptions import CellTimeoutError, DeadKernelError
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from autograder.course.cells import grade_id, is_locked
from autograder.course.progress import Progress
from autograder.errors import CannotStart, CourseError
from autograder.student.shell_lines import SKIP

KERNEL = "python3"
GRADED = {"NBGRADER_EXECUTION": "validate"}
"""A variable that nbgrader sets too: with it, long training takes a few steps only."""
_LATE = {"ename": "CellIsLate", "evalue": "", "traceback": []}
"""What nbclient says about a cell that it has interrupted."""
_GRACE = 3
"""Seconds that a cell has to end after it was interrupted."""
_MOST_LATE = 3
"""How many cells may be out of time; then the others are not run. As in grading."""
_MOST_RERUNS = 8
"""How many cells may end the process; after each, the notebook runs again without that cell. As in grading."""


class Halted(msgspec.Struct, frozen=True):
    """A cell that did not run to its end."""

    cell: int
    """Its place among the code cells, counted from 0."""
    kind: Literal["late", "ended", "not run"]
    sentence: str
    """What happened; it speaks of `this cell`."""


Run = Callable[[NotebookNode, Path, float, Progress], tuple[Halted, ...]]
"""A way to run a notebook in its folder, with so many seconds for one cell: run_cells, or one with the same outcome."""


def run_cells(
    notebook: NotebookNode, folder: Path, seconds: float, progress: Progress, shell: bool = False, graded: bool = True
) -> tuple[Halted, ...]:
    """Execute all code cells in place and say which did not end; lines for the shell are passed over, unless asked for.

    As when it is graded, long training takes a few steps only.
    """
    code = [(index, cell) for index, cell in enumerate(notebook.cells) if cell.cell_type == "code"]
    run = _KernelRun(code, seconds, progress, shell)
    while True:
        for _, cell in code:
            cell.outputs, cell.execution_count = [], None
        with _kernel(notebook, folder, run, GRADED if graded else {}) as client:
            if run.attempt(client):
                return tuple(run.halted[place] for place in sorted(run.halted))


run_cells_and_shell_lines: Run = partial(run_cells, shell=True)
"""The same, and the lines for the shell are run too."""


class _KernelRun:
    """A notebook that is run, once more after each cell that ends its kernel."""

    def __init__(
        self, code: Sequence[tuple[int, NotebookNode]], seconds: float, progress: Progress, shell: bool
    ) -> None:
        self.code = code
        self.seconds = seconds
        self.progress = progress
        self.shell = shell
        self.halted: Mapping[int, Halted] = {}
        self.fatal: dict[int, Halted] = {}
        self.late: set[int] = set()
        self.was_late = False

    def take_note(self, execute_reply: dict[str, Any], **_: object) -> None:
        """Take note of why a cell ended with an error: nbclient calls this."""
        self.was_late = execute_reply["content"].get("ename") == _LATE["ename"]

    def attempt(self, client: NotebookClient) -> bool:
        """Run all cells; False when one of them ended the kernel, so that it has to be done again."""
        if not self.shell and self.code:
            index, cell = self.code[0]
            client.execute_cell(new_code_cell(SKIP), index, store_history=False)
            client.nb.cells[index] = cell
        halted = dict(self.fatal)
        for place, (index, cell) in enumerate(self.code):
            self.progress(place, len(self.code))
            if place in self.fatal:
                continue
            if why := self._given_up():
                halted[place] = Halted(place, "not run", f"This cell was not run: {why}.")
                continue
            self.was_late = False
            try:
                client.execute_cell(cell, index)
            except CellTimeoutError:  # not even after it was interrupted
                refuse_slow_start([each for _, each in self.code[: place + 1]], self.seconds)
                self.late.add(place)
                self.fatal[place] = _ended(place, f" (it did not stop after {self.seconds:g} s)")
                return False
            except DeadKernelError:
                self.fatal[place] = _ended(place)
                return False
            if self.was_late:
                refuse_slow_start([each for _, each in self.code[: place + 1]], self.seconds)
                self.late.add(place)
                sentence = f"This cell ran longer than {self.seconds:g} s and was interrupted."
                halted[place] = Halted(place, "late", sentence)
                # an error that the cell ends with comes from the interrupt
                cell.outputs = [output for output in cell.outputs if output.output_type != "error"]
            require_libraries(cell)
        self.progress(len(self.code), len(self.code))
        self.halted = halted
        return True

    def _given_up(self) -> str:
        if len(self.late) >= _MOST_LATE:
            return f"{len(self.late)} cells before it did not finish in time"
        return "too many cells before it ended the program" if len(self.fatal) > _MOST_RERUNS else ""


def _ended(cell: int, why: str = "") -> Halted:
    return Halted(cell, "ended", f"Running this cell ended the program{why}, so the notebook was run without it.")


@contextlib.contextmanager
def _kernel(
    notebook: NotebookNode, folder: Path, run: _KernelRun, variables: Mapping[str, str]
) -> Iterator[NotebookClient]:
    """A kernel whose own words (warnings, notes of its debugger, its last traceback) do not reach the terminal."""
    client = NotebookClient(
        notebook,
        kernel_name=KERNEL,
        resources={"metadata": {"path": str(folder)}},
        timeout=run.seconds,
        interrupt_on_timeout=True,
        error_on_timeout=_LATE,
        iopub_timeout=_GRACE,
        raise_on_iopub_timeout=True,
        allow_errors=True,
        on_cell_error=run.take_note,
        shutdown_kernel="immediate",
        extra_arguments=[f"--log-level={logging.ERROR}"],
    )
    # whether it is graded is said by the variables alone, whatever this process was started with
    ours = {name: value for name, value in os.environ.items() if name not in GRADED}
    with tempfile.TemporaryFile() as words, contextlib.ExitStack() as stack:
        try:
            stack.enter_context(
                client.setup_kernel(env={**ours, **variables}, cleanup_kc=True, stdout=words, stderr=words)
            )
        except NoSuchKernel:
            raise CourseError("There is no Jupyter kernel to run the notebook in. Run: pip install ipykernel") from None
        except Exception as error:
            raise CannotStart(
                f"The notebook was not run, because its Jupyter kernel did not start: {_last_line(words) or error}. "
                "Run: pip install --upgrade ipykernel"
            ) from None
        yield client


def _last_line(words: IO[bytes]) -> str:
    words.seek(0)
    lines = words.read().decode(errors="replace").split("\n")
    return next((line.strip().rstrip(".") for line in reversed(lines) if line.strip()), "")


def require_libraries(cell: NotebookNode) -> None:
    """Stop at a given cell that misses a library: no answer can be right without it."""
    for output in cell.outputs:
        if is_locked(cell) and output.output_type == "error" and output.ename == "ModuleNotFoundError":
            raise CourseError(
                f"The cell '{grade_id(cell)}' of the assignment needs a library that is not installed here "
                f"({output.evalue}). Install what the notebook needs, see requirements.txt of your course."
            )


def refuse_slow_start(cells: Sequence[NotebookNode], seconds: float) -> None:
    """Stop where the last of some cells, which took too long, is a given one with no answer before it."""
    if all(map(is_locked, cells)):
        raise CourseError(
            f"The cell '{grade_id(cells[-1])}' of the assignment did not finish within {seconds:g} s, as on a busy "
            f"machine. Try again, or give it more time: --timeout {2 * seconds:g}."
        )
