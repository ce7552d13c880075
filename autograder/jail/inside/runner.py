"""The second process of a jail: the notebook. Runs cells for the trusted process, then forks a snapshot per question."""

import contextlib
import gc
import os
import signal
import socket
import sys
from pathlib import Path
from typing import Any

from autograder.jail.inside import cut_off, environment, guard
from autograder.jail.inside.answers import Answers
from autograder.jail.inside.cell_runner import CellRunner, forbid_input
from autograder.jail.inside.place import Place
from autograder.jail.inside.shell import Shell
from autograder.jail.limits import Limits
from autograder.jail.walls import enter, kernel
from autograder.jail.walls.strength import Walls
from autograder.jail.wire import Channel, Closed


class Runner:
    """The notebook's own process, from its first cell to its last snapshot."""

    def __init__(self, control: socket.socket, shell: Shell, limits: Limits, place: Place) -> None:
        kernel.die_with_parent(signal.SIGKILL)
        kernel.set_dumpable(True)
        kernel.set_name("notebook")
        # the kernel shares the cores between sessions: one with many processes gets no more than another
        os.setsid()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        os.chdir(place.home)
        self.limits = limits
        self.place = place
        self.channel = Channel(control, limits.answer)
        self.shell = shell
        self.cells = CellRunner(shell)
        self.left = limits.total_output
        self.snapshots: list[int] = []
        self.open_files: list[cut_off.OpenFile] = []
        self.process = os.getpid()
        forbid_input()
        guard.set_aside()
        enter.set_limits(limits, place.walls)
        enter.confine(place.walls, place.view, place.scratch)

    def serve(self) -> None:
        """Do what the trusted process asks until it hangs up."""
        with contextlib.suppress(Closed):
            while True:
                name, *arguments = self.channel.receive()
                reply = getattr(self, f"_do_{name}")(*arguments)
                if reply is not None:
                    self.channel.send(reply)

    def _do_begin(self, seed: int, files: dict[str, bytes]) -> Any:
        for name, content in files.items():
            path = Path(name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        environment.seed(seed)
        return ("begun",)

    def _do_cell(self, source: str, seen: bool, pictures: bool) -> Any:
        allowed = max(0, min(self.limits.cell_output, self.left))
        outputs, updates = self.cells.run(source, allowed, seen, pictures)
        if os.getpid() != self.process:
            # a child that the cell forked has come to the end of the cell: it is not the notebook
            os._exit(0)
        self.left -= allowed - max(0, self.cells.recorder.left)
        return ("ran", outputs, updates, self.shell.execution_count - 1)

    def _do_skip(self) -> Any:
        self.shell.execution_count += 1
        return ("skipped", self.shell.execution_count - 1)

    def _do_settle(self) -> Any:
        """Go on in a fork, without the threads that cells started: nothing may change while questions are checked."""
        cut_off.own_memory(self.place.folders, self.place.view.shown)
        self.open_files = cut_off.open_files(self.limits.open_files)
        if len(os.listdir("/proc/self/task")) > 1 and kernel.fork():
            while True:
                signal.pause()
        self.process = os.getpid()
        enter.prepare_shield(self.process)
        if self.place.walls is not Walls.GUARDED:
            # a snapshot must not be able to change this process, from which the next one is forked
            kernel.set_dumpable(False)
        gc.collect()
        guard.remember_what_is_new()
        return ("settled", self.process)

    def _do_snapshot(self) -> Any:
        _, (descriptor, *_), _, _ = socket.recv_fds(self.channel.socket, 1, 1)
        self._reap()
        child = kernel.fork()
        if child:
            os.close(descriptor)
            self.snapshots.append(child)
            return ("taken", child)
        try:
            self.channel.close()
            kernel.die_with_parent(signal.SIGKILL)
            kernel.set_dumpable(True)
            cut_off.own_files(self.open_files, self.limits.open_files, descriptor)
            enter.shield(self.process, self.place.walls)
            _silence()
            answers = Answers(self.shell.user_ns)
            end = socket.socket(fileno=descriptor)
            answers.serve(Channel(end, self.limits.answer, answers.keep, answers.find, gradients=True))
        finally:
            os._exit(0)

    def _do_ended(self) -> Any:
        """How the last snapshot ended."""
        with contextlib.suppress(ChildProcessError, IndexError):
            return ("ended", os.waitstatus_to_exitcode(os.waitpid(self.snapshots.pop(), 0)[1]))
        return ("ended", 0)

    def _reap(self) -> None:
        for child in list(self.snapshots):
            with contextlib.suppress(ChildProcessError):
                if os.waitpid(child, os.WNOHANG)[0] == 0:
                    continue
            self.snapshots.remove(child)


def _silence() -> None:
    """Discard what is printed while a question is checked, and have nothing to read."""
    nowhere = os.open("/dev/null", os.O_RDWR)
    for standard in range(3):
        os.dup2(nowhere, standard)
    sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = open(1, "w", closefd=False)  # type: ignore[misc]  # noqa: SIM115
