"""A zygote as the trusted process holds it: starts it, and has it fork jails."""

import contextlib
import os
import socket
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Self

from autograder.jail.inside.zygote import LARGEST_MESSAGE, be_zygote
from autograder.jail.limits import Limits
from autograder.jail.outside.jail import Jail
from autograder.jail.outside.notebook import CellSource, NotebookRun
from autograder.jail.walls import kernel, root
from autograder.jail.walls.isolation import Isolation, isolation
from autograder.jail.walls.remove import remove_tree
from autograder.jail.walls.strength import Walls
from autograder.jail.wire import Channel, WireError

_WEAK = "--allow-weak-isolation"


class WeakIsolation(RuntimeError):
    """This machine cannot isolate a submission, and nobody has allowed weak isolation."""


class Zygote:
    """A zygote as the trusted process holds it: starts jails and runs notebooks in them."""

    def __init__(self, channel: Channel, process: int, isolation: Isolation, scratch: str) -> None:
        self.channel = channel
        self.process = process
        self.isolation = isolation
        self.scratch = scratch

    @classmethod
    def start(
        cls,
        hidden: Iterable[str | Path] = (),
        *,
        allow_weak: bool = False,
        walls: Walls = Walls.FULL,
        meanwhile: Callable[[], object] = lambda: None,
    ) -> Self:
        """Fork a zygote from this process, which must not have loaded anything secret yet; it may do so meanwhile.

        The walls are the strongest that this machine has, and no stronger than asked for.
        """
        available = isolation().no_stronger_than(walls)
        if available.walls is Walls.WEAK and not allow_weak:
            raise WeakIsolation(" ".join((*available.missing, f"Use {_WEAK} to grade all the same.")))
        ours, theirs = socket.socketpair()
        view = root.layout(hidden)
        scratch = "" if available.walls is Walls.FULL else tempfile.mkdtemp(prefix="autograder-jails-")
        process = kernel.fork()
        if process == 0:
            be_zygote(theirs, view, available.walls, scratch)
        theirs.close()
        if available.walls is not Walls.FULL:
            # student code runs as the same user
            kernel.set_dumpable(False)
        channel = Channel(ours, LARGEST_MESSAGE)
        meanwhile()
        try:
            answer = channel.receive()
        except WireError:
            answer = ("failed", "it ended at once")
        zygote = cls(channel, process, available, scratch)
        if answer[0] != "ready":
            zygote.close()
            raise RuntimeError(f"The process that jails are forked from could not start: {answer[1]}")
        return zygote

    def jail(self, limits: Limits) -> Jail:
        """Fork an empty jail."""
        control, control_inside = socket.socketpair()
        status, status_inside = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with control_inside, status_inside:
            self.channel.send(("spawn", asdict(limits)))
            descriptors = [control_inside.fileno(), status_inside.fileno()]
            socket.send_fds(self.channel.socket, [b"s"], descriptors)
        self.channel.receive()
        _, (process, *_), _, _ = socket.recv_fds(self.channel.socket, 1, 1)
        return Jail(control, status, process, limits)

    def run_notebook(
        self,
        cells: Sequence[CellSource],
        limits: Limits | None = None,
        files: Mapping[str, bytes] | None = None,
        seed: int = 0,
    ) -> NotebookRun:
        """Run a submission's cells in order in a jail of its own."""
        return NotebookRun(self.jail, cells, limits or Limits(), files or {}, seed)

    def is_alive(self) -> bool:
        """Whether the process is there; a moment after it was killed it no longer is."""
        try:
            return os.waitid(os.P_PID, self.process, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None
        except ChildProcessError:
            return False

    def close(self) -> None:
        """End the zygote and whatever was forked from it."""
        self.channel.close()
        with contextlib.suppress(ChildProcessError):
            os.waitpid(self.process, 0)
        if self.scratch:
            remove_tree(self.scratch)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
