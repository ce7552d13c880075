"""Process 1 of a jail: it runs no student code, watches the processes that do, and ends all of them when it ends."""

import contextlib
import os
import select
import signal
import socket
import time
from collections.abc import Callable
from pathlib import Path

from autograder.jail.limits import Limits
from autograder.jail.walls import kernel

_SECONDS_BETWEEN_LOOKS = 0.05
_SECONDS_TO_END = 0.2
_MOST_ROUNDS = 100
_SPARE_PROCESSES = 2
_LONGEST_MESSAGE = 256
_KIB = 1024


class Watchdog:
    """The first process of one jail, told what to do over a socket that student code never holds."""

    def __init__(self, status: socket.socket, limits: Limits, *, namespaces: bool) -> None:
        self.status = status
        self.limits = limits
        self.namespaces = namespaces
        self.runner = 0
        self.reason = ""
        self.baseline = _anonymous("self")

    def watch(self, start_runner: Callable[[], None]) -> None:
        """Start the runner and stay until the runner or the trusted process is gone."""
        self.runner = os.fork()
        if self.runner == 0:
            self.status.close()
            start_runner()
            os._exit(0)
        kernel.set_name("jail-init")
        self._tell("up")
        next_look = time.monotonic() + _SECONDS_BETWEEN_LOOKS
        while not self._runner_gone():
            readable, _, _ = select.select([self.status], [], [], max(0.0, next_look - time.monotonic()))
            if readable and not self._obey():
                break
            if time.monotonic() >= next_look:
                self._look()
                next_look = time.monotonic() + _SECONDS_BETWEEN_LOOKS
        self._end_others()

    def _tell(self, message: str) -> None:
        with contextlib.suppress(OSError):
            self.status.send(message.encode())

    def _obey(self) -> bool:
        message = self.status.recv(_LONGEST_MESSAGE).decode()
        if message == "interrupt":
            self._signal(self.runner, signal.SIGINT)
        elif message.startswith("keep"):
            asked = int(message.split()[1])
            self.runner = asked if asked in self._members() else self.runner
            self._end_others(self.runner)
            self._signal(self.runner, signal.SIGCONT)
            self._tell("kept")
        elif message.startswith("alone"):
            # stopped before the others end: it could start more
            self._signal(self.runner, signal.SIGSTOP)
            self._end_others(self.runner, int(message.split()[1]))
            self._tell("alone")
        elif message == "resume":
            self._signal(self.runner, signal.SIGCONT)
        return bool(message)

    def _runner_gone(self) -> bool:
        gone = False
        with contextlib.suppress(ChildProcessError):
            while True:
                child, status = os.waitpid(-1, os.WNOHANG)
                if child == 0:
                    break
                if child == self.runner:
                    gone = True
                    self._tell(f"gone {os.waitstatus_to_exitcode(status)} {self.reason}")
        return gone

    def _members(self) -> list[int]:
        everyone = [int(name) for name in os.listdir("/proc") if name.isdigit()]
        if self.namespaces:
            return [process for process in everyone if process != 1]
        parents = {process: _parent(process) for process in everyone}
        family = {os.getpid()}
        while True:
            found = {process for process, parent in parents.items() if parent in family} - family
            if not found:
                return sorted(family - {os.getpid()})
            family |= found

    def _signal(self, process: int, number: int) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, number)

    def _end_others(self, *keep: int) -> None:
        # a process may fork while the list is read: look again until nobody is left
        for _ in range(_MOST_ROUNDS):
            others = [process for process in self._members() if process not in keep and _alive(process)]
            if not others:
                return
            for process in others:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(process, signal.SIGKILL)
            self._reap(others)

    def _reap(self, processes: list[int]) -> None:
        """Wait for processes that were killed, and collect the exit codes of those that are children."""
        deadline = time.monotonic() + _SECONDS_TO_END
        for process in processes:
            with contextlib.suppress(OSError):
                ended = os.pidfd_open(process)
                select.select([ended], [], [], max(0.0, deadline - time.monotonic()))
                os.close(ended)
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0] not in (0, self.runner):
                pass

    def _look(self) -> None:
        members = self._members()
        if len(members) > self.limits.processes + _SPARE_PROCESSES:
            self._punish(members, "processes")
            return
        used = {process: self._used(process) for process in members}
        if sum(used.values()) <= self.limits.memory:
            return
        # the cheap sum counts memory shared by a fork twice: look closely before punishing
        exact = {process: _proportional(process) for process in members}
        if sum(exact.values()) > self.limits.memory + self.baseline // 2:
            others = {process: size for process, size in exact.items() if process != self.runner} or exact
            self._punish([max(others, key=lambda process: others[process])], "memory")

    def _used(self, process: int) -> int:
        anonymous = _anonymous(str(process))
        return anonymous - self.baseline if anonymous >= self.baseline else anonymous

    def _punish(self, processes: list[int], reason: str) -> None:
        # where there is a choice the notebook's own process stays: one that it forked has grown
        processes = [process for process in processes if process != self.runner] or processes
        self.reason = reason if self.runner in processes else ""
        self._tell(f"killed {reason}")
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)


def _anonymous(process: str) -> int:
    """Bytes of memory that no file backs."""
    total = 0
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith(("RssAnon:", "RssShmem:")):
                total += int(line.split()[1]) * _KIB
    return total


def _proportional(process: int) -> int:
    """Bytes of memory that no file backs; what several processes share is divided among them."""
    total = 0
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
            if line.startswith(("Pss_Anon:", "Pss_Shmem:")):
                total += int(line.split()[1]) * _KIB
    return total


def _parent(process: int) -> int:
    try:
        return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def _alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in {"Z", "X"}
    except OSError:
        return False
