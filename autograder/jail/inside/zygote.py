"""The warm process that jails are forked from; it has seen no check, no reference and no submission."""

import contextlib
import gc
import os
import signal
import socket
import sys
import tempfile
import time
from pathlib import Path
from typing import NoReturn

from autograder.jail.inside import environment, guard
from autograder.jail.inside.disk import Disk
from autograder.jail.inside.ending import end_orphans
from autograder.jail.inside.make_shell import make_shell
from autograder.jail.inside.one_process import load_data_in_one_process
from autograder.jail.inside.place import Place
from autograder.jail.inside.runner import Runner
from autograder.jail.inside.shell import Shell
from autograder.jail.inside.watchdog import Watchdog
from autograder.jail.limits import Limits
from autograder.jail.walls import enter, kernel, root
from autograder.jail.walls.remove import remove_tree
from autograder.jail.walls.strength import Walls
from autograder.jail.wire import Channel, Closed

LARGEST_MESSAGE = 1 << 20
_MALLOC_ARENAS = 2
_SECONDS_TO_END = 3.0
_LONGEST_NUMBER = 20
_SECONDS_BETWEEN_LOOKS = 0.05


def be_zygote(end: socket.socket, view: root.Layout, walls: Walls, scratch: str) -> NoReturn:
    """Give up everything that belongs to the machine, warm up, and fork a jail for each request.

    Without namespaces, submissions write in folders below scratch.
    """
    channel = Channel(end, LARGEST_MESSAGE)
    try:
        os.setsid()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGCHLD):
            signal.signal(number, signal.SIG_DFL)
        signal.set_wakeup_fd(-1)
        _close_descriptors(end.fileno())
        environment.clean(scratch or "/tmp")
        _forget_modules()
        if walls is Walls.FULL:
            enter.enter_zygote_root(view)
            kernel.die_with_parent(signal.SIGKILL)
        else:
            load_data_in_one_process()
            if enter.nobody_can_read([*view.shown, *sys.path[1:]]):
                os.chown(scratch, enter.NOBODY, enter.NOBODY)
                enter.become_nobody()
            # student code will run as the same user, and must not look into the process that others are forked from
            kernel.set_dumpable(False)
        tempfile.tempdir = None
        kernel.set_name("zygote")
        kernel.limit_malloc_arenas(_MALLOC_ARENAS)
        shell = make_shell()
        guard.learn()
        gc.collect()
        gc.freeze()
        channel.send(("ready",))
    except BaseException as error:
        with contextlib.suppress(BaseException):
            channel.send(("failed", f"{type(error).__name__}: {error}"))
        os._exit(1)
    # the kernel then removes ended children, for which nobody waits
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        _fork_jails(channel, shell, view, walls, scratch)
    finally:
        if scratch:
            _remove_when_unused(scratch)
        os._exit(0)


def _remove_when_unused(scratch: str) -> None:
    """Remove the folder of all submissions, after their watchdogs have had the time to end them."""
    until = time.monotonic() + _SECONDS_TO_END
    with contextlib.suppress(ChildProcessError):
        while time.monotonic() < until:
            os.waitpid(-1, os.WNOHANG)
            time.sleep(_SECONDS_BETWEEN_LOOKS)
    remove_tree(scratch)


def _fork_jails(channel: Channel, shell: Shell, view: root.Layout, walls: Walls, scratch: str) -> None:
    with contextlib.suppress(Closed):
        while True:
            _, limits = channel.receive()
            _, descriptors, _, _ = socket.recv_fds(channel.socket, 1, 2)
            control, status = (socket.socket(fileno=descriptor) for descriptor in descriptors)
            child = os.fork()
            if child == 0:
                try:
                    channel.close()
                    _be_jail(control, status, shell, Limits(**limits), view, walls, scratch)
                finally:
                    os._exit(1)
            process = os.pidfd_open(child)
            control.close()
            status.close()
            channel.send(("spawned",))
            socket.send_fds(channel.socket, [b"p"], [process])
            os.close(process)


def _be_jail(
    control: socket.socket,
    status: socket.socket,
    shell: Shell,
    limits: Limits,
    view: root.Layout,
    walls: Walls,
    scratch: str,
) -> None:
    """Enter namespaces and start process 1 in them; this process stays outside, to die with the zygote.

    Without namespaces it also ends what is left where somebody outside has ended the watchdog.
    """
    kernel.die_with_parent(signal.SIGKILL)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")
    if walls is Walls.FULL:
        enter.enter_jail_namespaces()
    else:
        kernel.adopt_orphans()
    told, tells = os.pipe()
    child = os.fork()
    if child:
        control.close()
        status.close()
        os.close(tells)
        os.waitpid(child, 0)
        if walls is not Walls.FULL:
            end_orphans(_number_told(told))
        os._exit(0)
    place = _take_place(view, walls, limits, scratch)
    enter.lock(walls)
    kernel.set_dumpable(False)

    def start_runner() -> None:
        # the number of the group that all its processes will be in
        os.write(tells, str(os.getpid()).encode())
        os.close(told)
        os.close(tells)
        Runner(control, shell, limits, place).serve()

    watchdog = Watchdog(status, limits, walls, Disk(place.folders))
    try:
        watchdog.watch(start_runner)
    finally:
        if place.scratch:
            remove_tree(place.scratch)
        os._exit(0)


def _number_told(told: int) -> int:
    """The number that was written into a pipe; 0 if none was."""
    os.set_blocking(told, False)
    with contextlib.suppress(BlockingIOError):
        return int(os.read(told, _LONGEST_NUMBER) or 0)
    return 0


def _take_place(view: root.Layout, walls: Walls, limits: Limits, scratch: str) -> Place:
    if walls is Walls.FULL:
        # when process 1 of a namespace ends, the kernel ends all others
        kernel.die_with_parent(signal.SIGKILL)
        kernel.set_hostname("jail")
        root.mount_private_disk(view, limits.disk, limits.files)
        return Place.in_namespaces(view)
    # here the watchdog has to outlive the zygote, to end all others: it ends when the trusted process hangs up
    place = Place.in_folder(walls, view, scratch)
    os.environ.update(environment.variables(place.home, place.temporary))
    tempfile.tempdir = None
    return place


def _forget_modules() -> None:
    """Forget modules of this package that were imported before the fork, and its ways to import: a jail has its own."""
    sys.meta_path[:] = [finder for finder in sys.meta_path if not type(finder).__module__.startswith("autograder.")]
    for name in list(sys.modules):
        needed = name.startswith("autograder.jail") and not name.startswith("autograder.jail.outside")
        if name.startswith("autograder.") and not needed:
            del sys.modules[name]


def _close_descriptors(needed: int) -> None:
    nowhere = os.open("/dev/null", os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nowhere, standard)
    # all but standard input, output and error, and the one that is needed
    highest = max(int(name) for name in os.listdir("/proc/self/fd"))
    os.closerange(3, needed)
    os.closerange(needed + 1, highest + 1)
