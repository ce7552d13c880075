"""Process 1 of a jail: it runs no student code, watches the processes that do, and ends all of them when it ends."""

import contextlib
import os
import resource
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
_SECONDS_TO_SHOW = 1.0
_SECONDS_BETWEEN_TRIES = 0.002
_MOST_ROUNDS = 100
_SPARE_PROCESSES = 2
_LONGEST_MESSAGE = 256
_KIB = 1024
_COPIED_BY_WRITING = 64 << 20
"""What a snapshot may need, beside a check's own memory, for copies of the notebook's memory that it writes to."""


class Watchdog:
    """The first process of one jail, told what to do over a socket that student code never holds."""

    def __init__(self, status: socket.socket, limits: Limits, *, namespaces: bool) -> None:
        self.status = status
        self.limits = limits
        self.namespaces = namespaces
        self.runner = 0
        self.reason = ""
        self.baseline = _anonymous("self")
        self.most_held: int | None = None
        """Bytes that all processes together may hold while a check has a limit of its own."""

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
        self._end_others(keep=0)

    def _tell(self, message: str) -> None:
        with contextlib.suppress(OSError):
            self.status.send(message.encode())

    def _obey(self) -> bool:
        message = self.status.recv(_LONGEST_MESSAGE).decode()
        if message == "interrupt":
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.runner, signal.SIGINT)
        elif message.startswith("keep"):
            asked = int(message.split()[1])
            self.runner = asked if asked in self._members() else self.runner
            self._end_others(keep=self.runner)
            self.most_held = None
            self._tell("kept")
        elif message.startswith("limit"):
            self._limit(int(message.split()[1]))
            self._tell("limited")
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

    def _end_others(self, keep: int) -> None:
        # a process may fork while the list is read: look again until nobody is left
        for _ in range(_MOST_ROUNDS):
            others = [process for process in self._members() if process != keep and _alive(process)]
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

    def _limit(self, memory: int) -> None:
        """Bound the memory that is used from now on; a process cannot lift a bound that it did not set."""
        limited = {self.runner}
        # a process may fork while the list is read: look again until nobody is new
        for _ in range(_MOST_ROUNDS):
            others = [process for process in self._members() if process not in limited]
            if not others:
                break
            for process in others:
                with contextlib.suppress(OSError):
                    _bound_address_space(process, memory)
            limited.update(others)
        # address space that is reserved already, copies of the notebook's memory and new processes count as well
        deadline = time.monotonic() + _SECONDS_TO_SHOW
        held = sum(self._held_at_first(process, deadline) for process in self._members())
        self.most_held = held + memory + _COPIED_BY_WRITING

    def _held_at_first(self, process: int, deadline: float) -> int:
        """What a process holds before it is asked anything; one that does not show it in time has nothing for free."""
        if process == self.runner:
            return self._held(process)
        while not (shown := _proportional(process)) and _alive(process) and time.monotonic() < deadline:
            time.sleep(_SECONDS_BETWEEN_TRIES)
        return shown

    def _held(self, process: int) -> int:
        """Bytes of memory that no file backs, shared ones divided; who hides them, as the notebook does, pays for all."""
        shown = 0 if process == self.runner else _proportional(process)
        return shown or _anonymous(str(process))

    def _look(self) -> None:
        members = self._members()
        if self.most_held is not None and sum(map(self._held, members)) > self.most_held:
            self._punish(members, "memory")
            # one that was forked meanwhile would keep the judge waiting for an answer
            self._end_others(keep=self.runner)
            return
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


def _bound_address_space(process: int, memory: int) -> None:
    """Let a process map so many bytes more than it has mapped, with no way to raise that bound."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[0])
    wanted, most = pages * os.sysconf("SC_PAGE_SIZE") + memory, resource.prlimit(process, resource.RLIMIT_AS)[1]
    if most != resource.RLIM_INFINITY:
        wanted = min(wanted, most)
    resource.prlimit(process, resource.RLIMIT_AS, (wanted, wanted))


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
