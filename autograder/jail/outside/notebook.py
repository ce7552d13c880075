"""A submission's notebook, run from top to bottom; once more without a cell that ended the process."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

from autograder.jail.event import Event
from autograder.jail.limits import Limits
from autograder.jail.outside.jail import Died, Jail, Overtime
from autograder.jail.outside.outputs import Output, clean_count
from autograder.jail.outside.shown import Shown
from autograder.jail.wire import Channel

_MOST_REVIVALS = 2
_MOST_TOLD = 100
"""Cells that were not run of which an event is kept; all of them say it where their outputs would be."""


@dataclass(frozen=True)
class CellSource:
    """A code cell to run."""

    id: str
    source: str
    seen: bool = True
    """Whether anybody sees its outputs; where nobody does, no traceback is made, which would take time."""
    skipped: bool = False
    """Whether it is only counted, not run."""
    pictures: bool = True
    """Whether figures are drawn as pictures, which is most of the time of a cell that has some."""


@dataclass(frozen=True)
class CellRun:
    """What running a cell put out."""

    outputs: tuple[Output, ...]
    execution_count: int | None


class NotebookRun:
    """The outcome of a notebook and the jail its state lives in; close it when its questions are judged."""

    def __init__(
        self,
        new_jail: Callable[[Limits], Jail],
        cells: Sequence[CellSource],
        limits: Limits,
        files: Mapping[str, bytes],
        seed: int,
        begin: Callable[[int], None] = lambda number: None,
    ) -> None:
        self.new_jail = new_jail
        self.sources = tuple(cells)
        self.limits = limits
        self.files = dict(files)
        self.seed = seed
        self.begin = begin
        """Called with the number of each cell before it is run."""
        self.cells: dict[str, CellRun] = {}
        self.events: list[Event] = []
        self.jail: Jail | None = None
        self.lost = False
        """Whether a process of ours was ended from outside meanwhile: then what was found is nobody's fault, and no result."""
        self.forking = 0.0
        """Seconds spent on starting jails and snapshots."""
        self.deadline = time.monotonic() + limits.submission_seconds
        """When everything about the submission has to be over."""
        self.holds_secret = False
        """Whether something of ours that holds an answer has been in a snapshot: from then on its texts are not shown.

        In later snapshots neither: a notebook that has rewritten its half of the jail may carry things on to them.
        """
        self._late_cells: set[str] = set()
        self._late_questions = 0
        self._fatal: dict[str, str] = {}
        self._cells_until = time.monotonic() + min(limits.notebook_seconds, limits.submission_seconds)
        self._revivals = 0
        self._shown = Shown(0, 0)
        self._run()

    @property
    def outputs(self) -> dict[str, tuple[Output, ...]]:
        """nbformat outputs of every cell, by id."""
        return {name: cell.outputs for name, cell in self.cells.items()}

    @property
    def given_up(self) -> str:
        """Why the rest of the submission is not looked at any more; empty while it is."""
        if time.monotonic() >= self.deadline:
            return f"the {self.limits.submission_seconds:g} s for the whole submission were used up"
        if (late := len(self._late_cells) + self._late_questions) >= self.limits.late_parts:
            return f"{late} cells or questions before it did not finish in time"
        return ""

    def count_late_question(self, more: int = 1) -> None:
        """Take note that the checks of a question did not finish in time, or, with -1, that this counts no more."""
        self._late_questions += more

    def snapshot(self, memory: int | None = None) -> Channel:
        """A fresh copy of the notebook's state that answers a question's requests, with so many bytes more."""
        since = time.monotonic()
        try:
            return self._snapshot(memory)
        finally:
            self.forking += time.monotonic() - since

    def _snapshot(self, memory: int | None) -> Channel:
        while True:
            if self.given_up:
                raise Died(self.given_up)
            if self.jail is None:
                raise Died("the notebook's process could not be kept alive")
            try:
                self.jail.sweep()
                return self.jail.snapshot(memory)
            except (Died, Overtime) as error:
                self._revive(str(error))

    def leave_alone(self) -> None:
        """Let nothing run but the last snapshot, until the next one is taken."""
        if self.jail is None:
            raise Died("the notebook's process ended")
        self.jail.leave_alone()

    def reason(self) -> str:
        """Why the last snapshot ended."""
        return self.jail.why_snapshot_ended() if self.jail else "the notebook's process ended"

    def waited(self) -> float:
        """For how many seconds the submission has had to wait for a core since this was last asked."""
        try:
            return self.jail.waited() if self.jail else 0.0
        except (Died, Overtime):
            return 0.0

    def sweep(self) -> None:
        """End the last snapshot and all it started."""
        if self.jail is not None:
            try:
                self.jail.sweep()
            except (Died, Overtime) as error:
                self._revive(str(error))

    def close(self) -> None:
        """End the jail."""
        if self.jail is not None:
            self.lost |= self.jail.lost
            self.jail.close()
            self.jail = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _run(self) -> None:
        while not self._attempt():
            self.close()

    def _attempt(self) -> bool:
        """Run all cells; False when one of them killed the process, so that it has to be done again."""
        if self.given_up or not self._begun():
            self.close()
            self._stop_at_the_rest(self.given_up)
            return True
        assert self.jail is not None
        self.cells = {}
        self._shown = Shown(self.limits.cell_output, self.limits.total_output)
        self.events = [event for event in self.events if event.kind == "killed"]
        for number, cell in enumerate(self.sources):
            self.begin(number)
            if cell.id in self._fatal:
                try:
                    self._mark(cell, self._fatal[cell.id], self.jail.skip_cell())
                except (Died, Overtime) as error:
                    return self._broken(str(error))
                continue
            if cell.skipped:
                try:
                    self.cells[cell.id] = CellRun((), clean_count(self.jail.skip_cell()))
                except (Died, Overtime) as error:
                    return self._broken(str(error))
                continue
            left = self._cells_until - time.monotonic()
            if self.given_up or left <= 0:
                self._stop_at(cell, self.given_up or "the time for the whole notebook was used up")
                continue
            try:
                ran = self.jail.run_cell(cell.source, min(self.limits.cell_seconds, left), cell.seen, cell.pictures)
            except Overtime:
                self._late_cells.add(cell.id)
                return self._killed(cell, f"it did not stop after {self.limits.cell_seconds:g} s")
            except Died as error:
                return self._killed(cell, str(error))
            self._record(cell, *ran)
        try:
            self.jail.settle()
        except (Died, Overtime) as error:
            return self._killed_after(str(error))
        return True

    def _begun(self) -> bool:
        """Start a jail; False where the time of the submission was over before it was up."""
        since = time.monotonic()
        try:
            self.jail = self.new_jail(self.limits)
            self.jail.deadline = self.deadline
            self.jail.begin(self.seed, self.files)
        except (Died, Overtime):
            self.close()
            if not self.given_up:
                raise
            return False
        finally:
            self.forking += time.monotonic() - since
        return True

    def _record(self, cell: CellSource, outputs: Any, updates: Any, count: Any, interrupted: bool) -> None:
        cleaned = self._shown.add(outputs, updates)
        if interrupted:
            self._late_cells.add(cell.id)
            sentence = f"This cell ran longer than {self.limits.cell_seconds:g} s and was interrupted."
            cleaned.append({"output_type": "stream", "name": "stderr", "text": sentence + "\n"})
            self.events.append(Event("overtime", sentence, cell.id))
        self.cells[cell.id] = CellRun(tuple(cleaned), clean_count(count))

    def _killed(self, cell: CellSource, why: str) -> bool:
        self._fatal[cell.id] = why
        sentence = f"Running this cell ended the program ({why}), so the notebook was run without it."
        self.events.append(Event("killed", sentence, cell.id))
        if len(self._fatal) <= self.limits.reruns:
            return False
        self.close()
        self._stop_at_the_rest("too many cells before it ended the program")
        return True

    def _broken(self, why: str) -> bool:
        """A cell left the program unable to go on: the last one that ran is taken out."""
        ran = [cell for cell in self.sources if cell.id in self.cells and cell.id not in self._fatal]
        return self._killed(ran[-1], why) if ran else self._killed_after(why)

    def _killed_after(self, why: str) -> bool:
        self._revivals += 1
        self.events.append(Event("killed", f"The program ended after its last cell ({why})."))
        if self._revivals <= 1:
            return False
        self.close()
        return True

    def _revive(self, why: str) -> None:
        self.close()
        self._revivals += 1
        if self._revivals <= _MOST_REVIVALS and not self.given_up:
            self.events.append(Event("killed", f"The program ended while it was checked ({why}) and was run again."))
            self._run()

    def _mark(self, cell: CellSource, why: str, count: int | None) -> None:
        sentence = f"Running this cell ended the program ({why}), so the notebook was run without it."
        self.cells[cell.id] = CellRun((_error("CellKilled", sentence),), count)

    def _stop_at_the_rest(self, why: str) -> None:
        for cell in self.sources:
            if cell.id not in self.cells:
                self._stop_at(cell, why)

    def _stop_at(self, cell: CellSource, why: str) -> None:
        sentence = f"This cell was not run: {why}."
        if sum(event.kind == "not_run" for event in self.events) < _MOST_TOLD:
            self.events.append(Event("not_run", sentence, cell.id))
        self.cells[cell.id] = CellRun((_error("CellNotRun", sentence),), None)


def _error(name: str, sentence: str) -> Output:
    return {"output_type": "error", "ename": name, "evalue": sentence, "traceback": [sentence]}
