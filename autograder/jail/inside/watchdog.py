"""The first process of a jail: it runs no student code, watches the processes that do, and ends them when it ends."""

import contextlib
import os
import select
import signal
import socket
import time
from collections.abc import Callable

from autograder.jail.inside import processes
from autograder.jail.inside.disk import Disk, Unrestorable
from autograder.jail.inside.ending import end_all, end_group
from autograder.jail.limits import Limits
from autograder.jail.walls import kernel
from autograder.jail.walls.strength import Walls

_SECONDS_BETWEEN_LOOKS = 0.05
_LOOKS_BETWEEN_DISK_LOOKS = 5
_SECONDS_TO_END = 0.2
_SPARE_PROCESSES = 2
_MOST_TIMES_TOO_MANY = 5
_LOOKS_AT_A_NEWCOMER = 5
"""Looks at a process until it should show its memory and files: a snapshot hides them until it has begun."""
_LONGEST_MESSAGE = 256
_MOST_REASONS = 8
"""How often to tell why something was ended while nobody listens: the socket holds a few hundred messages."""
_COPIED_BY_WRITING = 64 << 20
"""What a snapshot may need, beside a check's own memory, for copies of the notebook's memory that it writes to."""


class Watchdog:
    """Watches one jail, and is told what to do over a socket that student code never holds."""

    def __init__(self, status: socket.socket, limits: Limits, walls: Walls, disk: Disk) -> None:
        self.status = status
        self.limits = limits
        self.walls = walls
        self.disk = disk
        self.runner = 0
        self.reason = ""
        self.baseline = processes.anonymous_memory("self")
        self.most_held: int | None = None
        """Bytes that all processes together may hold while a check has a limit of its own."""
        self._looks = 0
        self._first_look: dict[int, int] = {}
        """At which look a process was seen for the first time."""
        self._cpu: dict[int, float] = {}
        """CPU time by process, of those too that have ended."""
        self._group = 0
        """The process group of the notebook, which no process of it can leave."""
        self._runner_waits = False
        """Whether the notebook's own process is stopped, so that a snapshot answers alone."""
        self._times_too_many = 0
        """At how many looks in a row there were too many processes."""
        self._told_reasons = 0
        """How often it was told why something was ended, since something was last heard."""

    def watch(self, start_runner: Callable[[], None]) -> None:
        """Start the runner and stay until the runner or the trusted process is gone."""
        if self.walls is not Walls.FULL:
            # process 1 of a namespace does so anyway
            kernel.adopt_orphans()
        self.runner = os.fork()
        if self.runner == 0:
            self.status.close()
            start_runner()
            os._exit(0)
        self._group = self.runner
        kernel.set_name("jail-init")
        self._tell("up")
        try:
            self._watch_until_gone()
        finally:
            # whatever happened here, nothing of the notebook stays; in a namespace all end with its process 1
            if self.walls is not Walls.FULL:
                end_group(self._group)
        self._end_others()
        self._bury()

    def _watch_until_gone(self) -> None:
        next_look = time.monotonic() + _SECONDS_BETWEEN_LOOKS
        while not self._runner_gone():
            readable, _, _ = select.select([self.status], [], [], max(0.0, next_look - time.monotonic()))
            if readable and not self._obey():
                break
            if time.monotonic() >= next_look:
                self._look()
                next_look = time.monotonic() + _SECONDS_BETWEEN_LOOKS

    def _tell(self, message: str) -> None:
        # never waiting: who watches must not sleep
        with contextlib.suppress(OSError):
            self.status.send(message.encode(), socket.MSG_DONTWAIT)

    def _obey(self) -> bool:
        try:
            message = self.status.recv(_LONGEST_MESSAGE).decode()
        except OSError:
            return False
        self._told_reasons = 0
        word, _, rest = message.partition(" ")
        if word == "interrupt":
            self._signal(self.runner, signal.SIGINT)
        elif word == "waited":
            self._tell(f"waited {processes.seconds_waited(self._members())}")
        elif word == "settle":
            self.runner = self._member(rest) or self.runner
            self._end_others(self.runner)
            self._files(self.disk.remember)
        elif word == "sweep":
            self._end_others(self.runner)
            self._resume()
            self.most_held = None
            self._files(self.disk.restore)
        elif word == "limit":
            number, _, memory = rest.partition(" ")
            self._answer(word, self._limit(self._member(number), int(memory)))
        elif word == "alone":
            self._answer(word, self._leave_alone(self._member(rest)))
        elif word == "resume":
            self._resume()
        return bool(message)

    def _member(self, number: str) -> int:
        """The process of the jail that has a number, which the notebook has told; 0 where there is none."""
        return int(number) if number.isdecimal() and int(number) in self._members() else 0

    def _answer(self, word: str, is_done: bool) -> None:
        self._tell(f"{word} {'done' if is_done else 'refused'}")

    def _leave_alone(self, snapshot: int) -> bool:
        """Let nothing run but a snapshot; whether there is such a process."""
        if snapshot:
            # stopped before the others end: it could start more
            self._runner_waits = True
            self._signal(self.runner, signal.SIGSTOP)
            self._end_others(self.runner, snapshot)
        return bool(snapshot)

    def _files(self, do: Callable[[], None]) -> None:
        try:
            do()
        except Unrestorable:
            self._tell("spoiled")
        else:
            self._tell("swept")

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
        if self.walls is Walls.FULL:
            return processes.in_this_namespace()
        return processes.descendants(os.getpid())

    def _signal(self, process: int, number: int) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, number)

    def _resume(self) -> None:
        self._runner_waits = False
        self._signal(self.runner, signal.SIGCONT)

    def _stop_all(self) -> None:
        """Stop every process of the jail in one step."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(-1 if self.walls is Walls.FULL else -self._group, signal.SIGSTOP)

    def _end_others(self, *keep: int) -> None:
        end_all(lambda: [process for process in self._members() if process not in keep], self._stop_all)
        for process in set(keep) - ({self.runner} if self._runner_waits else set()):
            self._signal(process, signal.SIGCONT)

    def _bury(self) -> None:
        """Collect the exit codes of all that ended: those of grandchildren come here when their parents have ended."""
        deadline = time.monotonic() + _SECONDS_TO_END
        with contextlib.suppress(ChildProcessError):
            while time.monotonic() < deadline:
                if os.waitpid(-1, os.WNOHANG)[0] == 0:
                    time.sleep(_SECONDS_BETWEEN_LOOKS / 10)

    def _limit(self, snapshot: int, memory: int) -> bool:
        """Bound the memory that a snapshot uses from now on; whether there is such a process.

        A process cannot lift a bound that it did not set.
        """
        if not snapshot:
            return False
        with contextlib.suppress(OSError):
            processes.bound_address_space(snapshot, memory)
        shown = processes.memory_once_shown(snapshot)
        # others are helpers that began with the snapshot, before it was bounded
        self._end_others(self.runner, snapshot)
        # address space that is reserved already, copies of the notebook's memory and new processes count as well
        self.most_held = self._held(self.runner) + shown + memory + _COPIED_BY_WRITING
        return True

    def _held(self, process: int) -> int:
        """Bytes of memory that no file backs, shared ones divided; who hides them, as the notebook does, pays for all."""
        shown = 0 if process == self.runner else processes.proportional_memory(process)
        return shown or processes.anonymous_memory(process)

    def _look(self) -> None:
        self._looks += 1
        members = self._members()
        for process in members:
            self._first_look.setdefault(process, self._looks)
        # before all else: to ask a process that forks for its memory takes until it has forked
        if len(members) > self.limits.processes + _SPARE_PROCESSES:
            self._end_too_many()
            return
        self._times_too_many = 0
        if self.most_held is not None and sum(map(self._held, members)) > self.most_held:
            self._punish(members, "memory")
            # one that was forked meanwhile would keep the judge waiting for an answer
            self._end_others(self.runner)
            return
        self._cpu.update((process, processes.cpu_seconds(process)) for process in members)
        if sum(self._cpu.values()) > self.limits.submission_seconds:
            self._punish_all(members, "cpu")
            return
        if (
            self.walls is not Walls.FULL
            and self._looks % _LOOKS_BETWEEN_DISK_LOOKS == 0
            and self._disk_is_full(members)
        ):
            self._punish_all(members, "disk")
            return
        used = {process: self._used(process) for process in members}
        if sum(used.values()) <= self.limits.memory:
            return
        # the cheap sum counts memory shared by a fork twice: look closely before punishing
        shown = {process: size for process in members if (size := processes.proportional_memory(process))}
        exact = shown | {process: self._hidden(process, len(shown)) for process in members if process not in shown}
        if sum(exact.values()) > self.limits.memory + self.baseline // 2:
            others = {process: size for process, size in exact.items() if process != self.runner} or exact
            self._punish([max(others, key=lambda process: others[process])], "memory")

    def _end_too_many(self) -> None:
        """End the processes that are too many, and the notebook itself if it starts others again and again."""
        self._times_too_many += 1
        # one by one, a bomb's processes fork faster than they end
        self._stop_all()
        living = [process for process in self._members() if processes.alive(process)]
        # those that have ended count until the notebook takes note of it
        (self._punish if self._times_too_many <= _MOST_TIMES_TOO_MANY else self._punish_all)(living, "processes")
        self._end_others(self.runner)
        if not self._runner_waits:
            self._resume()

    def _disk_is_full(self, members: list[int]) -> bool:
        """Whether a folder of the machine's own disk, which has no limit, holds more than is allowed."""
        size, count = self.disk.used()
        for process in members:
            try:
                size += processes.unlinked_bytes(process)
            except PermissionError:
                # the notebook's own process may not be readable; behind weak walls it hides, and its copies at first
                if process != self.runner and not (self.walls is Walls.WEAK and self._is_beginning(process)):
                    self._punish_all([process], "hidden")
        return size > self.limits.disk or count > self.limits.files

    def _used(self, process: int) -> int:
        anonymous = processes.anonymous_memory(process)
        return anonymous - self.baseline if anonymous >= self.baseline else anonymous

    def _hidden(self, process: int, others: int) -> int:
        """Bytes of a process that does not show what it shares, beside some that do."""
        used = self._used(process)
        if process == self.runner:
            # snapshots are its copies, and have shown their share
            return used // (others + 1)
        # all of a snapshot that has not begun is the notebook's
        return max(0, used - self._used(self.runner)) if self._is_beginning(process) else used

    def _is_beginning(self, process: int) -> bool:
        return self._looks - self._first_look[process] < _LOOKS_AT_A_NEWCOMER

    def _punish(self, members: list[int], reason: str) -> None:
        # where there is a choice the notebook's own process stays: one that it forked has grown
        self._punish_all([process for process in members if process != self.runner] or members, reason)

    def _punish_all(self, members: list[int], reason: str) -> None:
        self.reason = reason if self.runner in members else ""
        if self._told_reasons < _MOST_REASONS:
            self._told_reasons += 1
            self._tell(f"killed {reason}")
        for process in members:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
