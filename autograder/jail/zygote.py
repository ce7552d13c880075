"""The warm process that jails are forked from; it has seen no check, no reference and no submission."""

import contextlib
import gc
import os
import shutil
import signal
import socket
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import NoReturn, Self

from autograder.jail import environment, kernel, root, walls
from autograder.jail.init import Init
from autograder.jail.isolation import Isolation, isolation
from autograder.jail.jail import Jail
from autograder.jail.limits import Limits
from autograder.jail.notebook import CellSource, NotebookRun
from autograder.jail.runner import Runner
from autograder.jail.shell import Shell, make_shell
from autograder.jail.wire import Channel, Closed, WireError

_LARGEST = 1 << 20
_WEAK = "--allow-weak-isolation"


class WeakIsolation(RuntimeError):
    """This machine cannot keep a submission apart, and nobody said that this is all right."""


class Zygote:
    """The supervisor's hold on a zygote: starts jails and runs notebooks in them."""

    def __init__(self, channel: Channel, process: int, walls_standing: Isolation) -> None:
        self.channel = channel
        self.process = process
        self.isolation = walls_standing

    @classmethod
    def start(
        cls,
        hidden: Iterable[str | Path] = (),
        *,
        allow_weak: bool = False,
        meanwhile: Callable[[], object] = lambda: None,
    ) -> Self:
        """Fork a zygote from this process, which must not have loaded anything secret yet; it may do so meanwhile."""
        available = isolation()
        if not available.complete and not allow_weak:
            raise WeakIsolation(" ".join((*available.missing, f"Use {_WEAK} to grade all the same.")))
        ours, theirs = socket.socketpair()
        view = root.layout(hidden)
        process = kernel.fork()
        if process == 0:
            _be_zygote(theirs, view, strong=available.complete)
        theirs.close()
        channel = Channel(ours, _LARGEST)
        meanwhile()
        try:
            answer = channel.receive()
        except WireError:
            answer = ("failed", "it ended at once")
        if answer[0] != "ready":
            raise RuntimeError(f"The process that jails are forked from could not start: {answer[1]}")
        return cls(channel, process, available)

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

    def close(self) -> None:
        """End the zygote and whatever was forked from it."""
        self.channel.close()
        with contextlib.suppress(ChildProcessError):
            os.waitpid(self.process, 0)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _be_zygote(end: socket.socket, view: root.Layout, *, strong: bool) -> NoReturn:
    """Lose everything that is the machine's, warm up, and fork a jail for each request."""
    channel = Channel(end, _LARGEST)
    try:
        os.setsid()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGCHLD):
            signal.signal(number, signal.SIG_DFL)
        signal.set_wakeup_fd(-1)
        _close_descriptors(end.fileno())
        environment.clean()
        _forget_modules()
        if strong:
            walls.enter_zygote_root(view)
        kernel.die_with_parent(signal.SIGKILL)
        kernel.set_name("zygote")
        kernel.limit_malloc_arenas(2)
        shell = make_shell()
        gc.collect()
        gc.freeze()
        channel.send(("ready",))
    except BaseException as error:
        with contextlib.suppress(BaseException):
            channel.send(("failed", f"{type(error).__name__}: {error}"))
        os._exit(1)
    # the kernel reaps what nobody waits for
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        _fork_jails(channel, shell, strong=strong)
    finally:
        os._exit(0)


def _fork_jails(channel: Channel, shell: Shell, *, strong: bool) -> None:
    with contextlib.suppress(Closed):
        while True:
            _, limits = channel.receive()
            _, descriptors, _, _ = socket.recv_fds(channel.socket, 1, 2)
            control, status = (socket.socket(fileno=descriptor) for descriptor in descriptors)
            child = os.fork()
            if child == 0:
                try:
                    channel.close()
                    _be_jail(control, status, shell, Limits(**limits), strong=strong)
                finally:
                    os._exit(1)
            process = os.pidfd_open(child)
            control.close()
            status.close()
            channel.send(("spawned",))
            socket.send_fds(channel.socket, [b"p"], [process])
            os.close(process)


def _be_jail(control: socket.socket, status: socket.socket, shell: Shell, limits: Limits, *, strong: bool) -> None:
    """Enter namespaces and start process 1 in them; stay outside only to die with the zygote."""
    kernel.die_with_parent(signal.SIGKILL)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")
    if strong:
        walls.enter_jail_namespaces()
    child = os.fork()
    if child:
        control.close()
        status.close()
        os.waitpid(child, 0)
        os._exit(0)
    kernel.die_with_parent(signal.SIGKILL)
    home = root.HOME
    if strong:
        kernel.set_hostname("jail")
        root.furnish(limits.disk, limits.files)
    else:
        home = tempfile.mkdtemp(prefix="autograder-weak-")
        os.environ.update(environment.variables(home, home))
    walls.lock(namespaces=strong)
    kernel.set_dumpable(False)

    def start_runner() -> None:
        Runner(control, shell, limits, home, namespaces=strong).serve()

    watchdog = Init(status, limits, namespaces=strong)
    try:
        watchdog.watch(start_runner)
    finally:
        if not strong:
            shutil.rmtree(home, ignore_errors=True)
        os._exit(0)


def _forget_modules() -> None:
    """Let go of what of this package was imported before the fork; a jail has use for its own part only."""
    for name in list(sys.modules):
        if name.startswith("autograder.") and not name.startswith("autograder.jail"):
            del sys.modules[name]


def _close_descriptors(kept: int) -> None:
    nowhere = os.open("/dev/null", os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nowhere, standard)
    highest = max(int(name) for name in os.listdir("/proc/self/fd"))
    os.closerange(3, kept)
    os.closerange(kept + 1, highest + 1)
