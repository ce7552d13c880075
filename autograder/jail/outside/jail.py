"""A jail as the trusted side holds it: two sockets and a process that can be killed."""

import contextlib
import math
import os
import select
import signal
import socket
import time
from collections.abc import Mapping
from typing import Any

from autograder.jail.limits import Limits
from autograder.jail.outside.clock import Clock
from autograder.jail.wire import Channel, Closed, TimedOut, WireError


class Died(Exception):
    """The jail, or the snapshot in it, has ended; the message says why."""


class Overtime(Exception):
    """The time for an answer is up."""

    def __str__(self) -> str:
        return "it did not answer in time"


_PATIENCE = 20.0
"""Seconds that the jail's own processes have to answer, where no student code has to run for that."""
_SECONDS_TO_EXPLAIN = 3.0
_SECONDS_PER_REASON = 0.5
_SECONDS_TO_END = 3.0
"""For a jail to end its processes and remove its files by itself, on a busy machine too."""
_SECONDS_TO_BE_KILLED = 5.0
_LONGEST_MESSAGE = 256


class Jail:
    """One submission's namespaces and the notebook process in them."""

    def __init__(self, control: socket.socket, status: socket.socket, process: int, limits: Limits) -> None:
        self.channel = Channel(control, limits.answer + limits.total_output)
        self.status = status
        self.process = process
        self.limits = limits
        self.why_killed = ""
        self.last_snapshot = 0
        self.closed = False
        self.lost = False
        """Whether somebody outside has ended the watchdog, or the process around it: no student code can do that."""
        self._heard_of_end = False
        self.deadline = math.inf
        """When everything about the submission has to be over."""
        self._waited = 0.0

    def begin(self, seed: int, files: Mapping[str, bytes]) -> None:
        """Write the files a notebook comes with and start its random numbers."""
        self._ask("begin", seed, dict(files))

    def run_cell(
        self, source: str, seconds: float, seen: bool = True, pictures: bool = True
    ) -> tuple[Any, Any, Any, bool]:
        """Outputs, display updates and execution count of a cell, and whether it had to be interrupted."""
        self._send("cell", source, seen, pictures)
        clock, interrupted = Clock(seconds, self.deadline), False
        while not self.channel.arrives(clock.until):
            if not clock.extend(self.waited()):
                self._tell("interrupt")
                interrupted = True
                break
        reply = self._reply("ran", self.limits.grace_seconds)
        if len(reply) != 3:
            raise Died("it sent something that is no answer")
        outputs, updates, count = reply
        return outputs, updates, count, interrupted

    def skip_cell(self) -> int:
        """Count a cell without running it."""
        return _number(self._ask("skip"))

    def waited(self) -> float:
        """For how many seconds the submission has had to wait for a core since this was last asked."""
        self._tell("waited")
        before, self._waited = self._waited, float(self._heard("waited").partition(" ")[2])
        return max(0.0, self._waited - before)

    def settle(self) -> None:
        """Leave only the notebook's main thread alive, ready for snapshots."""
        self._swept(f"settle {_number(self._ask('settle'))}")

    def sweep(self) -> None:
        """End every process in the jail except the notebook's own, and put its files back as they were."""
        self._swept("sweep")

    def _swept(self, message: str) -> None:
        self._tell(message)
        if self._heard("swept", "spoiled") == "spoiled":
            raise Died("it left files that cannot be put back")

    def _have_done(self, message: str) -> None:
        """Have the watchdog do something to the last snapshot; it refuses what is no process of the jail."""
        self._tell(message)
        if self._heard(message.partition(" ")[0]).endswith("refused"):
            raise Died("it sent something that is no answer")

    def _heard(self, *words: str) -> str:
        """The next message of the watchdog that begins with one of some words."""
        until = self._until(_PATIENCE)
        while True:
            message = self._hear(until)
            if message.partition(" ")[0] in words:
                return message

    def _until(self, seconds: float) -> float:
        return min(time.monotonic() + seconds, self.deadline)

    def leave_alone(self) -> None:
        """Let nothing run in the jail but the last snapshot, which then answers without help, until the next sweep."""
        self._have_done(f"alone {self.last_snapshot}")

    def snapshot(self, memory: int | None = None) -> Channel:
        """A copy of the notebook's process that answers requests on a channel of its own, with so many bytes more."""
        self.why_killed = ""
        ours, theirs = socket.socketpair()
        try:
            with theirs:
                self._take_snapshot(theirs)
            if memory is not None:
                self._have_done(f"limit {self.last_snapshot} {memory}")
        except BaseException:
            ours.close()
            raise
        return Channel(ours, self.limits.answer)

    def _take_snapshot(self, theirs: socket.socket) -> None:
        self._send("snapshot")
        try:
            socket.send_fds(self.channel.socket, [b"s"], [theirs.fileno()])
        except OSError as error:
            raise Died(self.reason()) from error
        self.last_snapshot = _number(self._reply("taken", _PATIENCE))

    def reason(self) -> str:
        """A few words on why the notebook's process ended."""
        # the watchdog may send many messages: listen for a few seconds only
        until = self._until(_SECONDS_TO_EXPLAIN)
        with contextlib.suppress(Died, Overtime):
            while True:
                self._hear(min(time.monotonic() + _SECONDS_PER_REASON, until))
        return self.why_killed or "it ended by itself"

    def why_snapshot_ended(self) -> str:
        """A few words on why the last snapshot ended."""
        with contextlib.suppress(Died, Overtime):
            self._tell("resume")
            code = self._ask("ended")
            with contextlib.suppress(Overtime):
                self._hear(time.monotonic())
            return self.why_killed or _exit_words(code[0] if code and type(code[0]) is int else 0)
        return self.why_killed or "it ended by itself"

    def close(self) -> None:
        """End every process in the jail and wait until they are gone."""
        if self.closed:
            return
        self.closed = True
        self.status.close()
        self.channel.close()
        if not select.select([self.process], [], [], _SECONDS_TO_END)[0]:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self.process, signal.SIGKILL)
            select.select([self.process], [], [], _SECONDS_TO_BE_KILLED)
        os.close(self.process)

    def _ask(self, name: str, *arguments: Any) -> Any:
        self._send(name, *arguments)
        expected = {"begin": "begun", "skip": "skipped", "settle": "settled", "ended": "ended"}[name]
        return self._reply(expected, _PATIENCE)

    def _send(self, name: str, *arguments: Any) -> None:
        try:
            self.channel.send((name, *arguments), self._until(_PATIENCE))
        except (Closed, TimedOut) as error:
            raise Died(self.reason()) from error

    def _reply(self, expected: str, seconds: float) -> Any:
        try:
            reply = self.channel.receive(self._until(seconds))
        except TimedOut:
            raise Overtime from None
        except WireError as error:
            raise Died(self.reason()) from error
        if not isinstance(reply, tuple) or not reply or reply[0] != expected:
            raise Died("it sent something that is no answer")
        return reply[1:]

    def _tell(self, message: str) -> None:
        try:
            self.status.send(message.encode())
        except OSError as error:
            self.reason()
            raise Died(self.why_killed or "it is gone") from error

    def _hear(self, deadline: float) -> str:
        if not select.select([self.status], [], [], max(0.0, deadline - time.monotonic()))[0]:
            raise Overtime
        try:
            message = self.status.recv(_LONGEST_MESSAGE).decode()
        except OSError:
            message = ""
        if not message:
            # before it ends by itself, the watchdog says that the notebook has ended
            self.lost = not self._heard_of_end
            raise Died(self.why_killed or "it is gone")
        word, _, rest = message.partition(" ")
        self._heard_of_end |= word == "gone"
        if word == "killed":
            self.why_killed = _KILLED.get(rest, rest)
        elif word == "gone":
            self.why_killed = self.why_killed or _exit_words(int(rest.split()[0]))
        return message


_KILLED = {
    "memory": "it used more memory than allowed",
    "processes": "it started more processes than allowed",
    "cpu": "it used more CPU time than allowed",
    "hidden": "it hid the files that it holds",
    "disk": "it wrote more to disk than allowed",
}
_SIGNALS = {
    signal.SIGXCPU: "it used more CPU time than allowed",
    signal.SIGSEGV: "a segmentation fault",
    signal.SIGKILL: "it was killed",
}


def _number(reply: Any) -> int:
    """The number that a reply consists of; a bool is none."""
    if len(reply) != 1 or type(reply[0]) is not int:
        raise Died("it sent something that is no answer")
    return int(reply[0])


def _exit_words(code: int) -> str:
    if code >= 0:
        return f"it exited with code {code}"
    try:
        name = signal.Signals(-code)
    except ValueError:
        return f"signal {-code}"
    return _SIGNALS.get(name, name.name)
