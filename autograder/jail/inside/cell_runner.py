"""Runs cells one after the other, with all that they write captured."""

import builtins
import contextlib
import getpass
import os
import signal
import sys
from collections.abc import Iterator
from typing import Any

from IPython.core.error import StdinNotImplementedError

from autograder.jail.inside.recorder import CellStream, Output
from autograder.jail.inside.shell import Shell

_NO_INPUT = "A notebook that is graded cannot ask for input: write the value into the cell instead of calling input()."


class CellRunner:
    """Runs cells one after the other in the shell, with both kinds of writing to stdout and stderr captured."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.recorder = shell.recorder
        self.captured = {"stdout": os.memfd_create("stdout"), "stderr": os.memfd_create("stderr")}
        self.streams = {
            name: CellStream(name, self.recorder, descriptor) for name, descriptor in (("stdout", 1), ("stderr", 2))
        }
        for descriptor, name in ((1, "stdout"), (2, "stderr")):
            # opened again for appending: what a child process writes must not overwrite what is there
            end = os.open(f"/proc/self/fd/{self.captured[name]}", os.O_WRONLY | os.O_APPEND)
            os.dup2(end, descriptor)
            os.close(end)

    def run(
        self, source: str, limit: int, seen: bool = True, pictures: bool = True
    ) -> tuple[list[Output], list[Output]]:
        """Run one cell; its outputs, and changes to what earlier cells displayed."""
        self.recorder.begin(limit)
        self.shell.seen = seen
        formatter: Any = getattr(self.shell, "display_formatter", None)
        with contextlib.suppress(Exception):  # a student may have taken the shell apart
            formatter.formatters["image/png"].enabled = pictures
        self._put_streams_in_place()
        with self._interruptible():
            try:
                self.shell.run_cell(source, store_history=True, silent=False)
            except BaseException:
                # whatever a student did to the shell, the cell has an outcome
                self.shell.showtraceback()
        with contextlib.suppress(OSError):
            self._take_descriptors()
        return self.recorder.finished(), self.recorder.updates

    def _put_streams_in_place(self) -> None:
        for name, stream in self.streams.items():
            setattr(sys, name, stream)
            setattr(sys, f"__{name}__", stream)

    @contextlib.contextmanager
    def _interruptible(self) -> Iterator[None]:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            yield
        finally:
            # a timer that the cell left behind would go off between two cells, where nobody catches what it raises
            for timer in (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF):
                signal.setitimer(timer, 0)
            sys.settrace(None)
            sys.setprofile(None)
            signal.signal(signal.SIGINT, signal.SIG_IGN)

    def _take_descriptors(self) -> None:
        for name, descriptor in self.captured.items():
            size = os.fstat(descriptor).st_size
            if size:
                # up to 4 bytes, one character, more than there is room for: so the recorder sees that it has to cut
                data = os.pread(descriptor, max(min(size, self.recorder.left + 4), 4), 0)
                os.ftruncate(descriptor, 0)
                self.recorder.stream(name, data.decode("utf-8", "replace"))


def forbid_input() -> None:
    """Make input() and getpass() say that nobody is there to answer."""

    def ask(prompt: str = "") -> str:
        raise StdinNotImplementedError(_NO_INPUT)

    builtins.input = ask  # type: ignore[assignment]
    getpass.getpass = ask  # type: ignore[assignment]
