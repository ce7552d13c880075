"""Computes with right parts for the stand-ins in a jail, in a process of its own: what is asked for is hostile.

The process is a fork of the judge's, bounded in memory; the judge ends it when a check's time is up.
"""

import contextlib
import gc
import os
import resource
import select
import signal
import socket
import sys
from typing import Any

from autograder.jail.walls import enter, kernel
from autograder.jail.wire import Channel, Closed, Garbled, WireError
from autograder.jail.wire.lending import REFUSALS
from autograder.judge.lent_parts import LentParts, Piece, name_of

_MIB = 1 << 20
_MEMORY = 1024 * _MIB
_MOST_KEPT = 128 * _MIB
"""Bytes that may stay mapped after a submission: the next one has the rest of its memory."""
_SECONDS_TO_END = 0.2


class Lender:
    """The parts that are lent to a snapshot, and the process that computes with them once one is asked for.

    One for many submissions, as starting it takes time; nothing stays from one snapshot to the next.
    """

    def __init__(self) -> None:
        self.largest = 0
        """Bytes that a message may have."""
        self._names: list[tuple[str, str]] = []
        self._snapshot = 0
        self._process = 0
        self._began_with = 0
        """Bytes that the process had mapped when it began."""
        self._channel: Channel | None = None
        self.lost = False
        """Whether somebody outside has ended the process: nothing that it is asked for does that."""

    def begin(self, largest: int) -> None:
        """Begin with another submission, in a new process if the one there has grown or takes other messages."""
        self.lost = False
        if self._channel is not None and (largest != self.largest or self._has_grown()):
            self.close()
        self.largest = largest

    def lend(self, piece: Piece) -> int:
        """The number by which a part can be asked for."""
        name = name_of(piece)
        if name not in self._names:
            self._names.append(name)
        return self._names.index(name)

    def has(self, number: object) -> bool:
        """Whether a part of this number is lent."""
        return type(number) is int and 0 <= number < len(self._names)

    def forget(self) -> None:
        """Begin with another snapshot, to which nothing is lent yet."""
        self._names.clear()
        self._snapshot += 1

    def answer(self, number: int, jail: Channel, deadline: float) -> None:
        """Pass a stand-in's question about a part on to the process, and the reply back to the jail."""
        if self._channel is None:
            self._start()
        assert self._channel is not None
        try:
            self._channel.send((self._snapshot, *self._names[number]), deadline)
            jail.pass_on(self._channel, deadline)
            self._channel.pass_on(jail, deadline)
        except WireError as error:
            # half a question or half a reply is under way, or the process computes on and on
            ended = self._has_ended()
            code = self.close()
            if ended:
                self.lost |= code == -signal.SIGKILL
                # it is not the jail that has ended
                raise Garbled("a part was asked for what no process survives") from error
            raise
        except BaseException:
            # an alarm, with half a message under way that the next submission must not read
            self.close()
            raise

    def _has_ended(self) -> bool:
        """Whether the process is gone; it hangs up a moment before."""
        end = os.pidfd_open(self._process)
        try:
            return bool(select.select([end], [], [], _SECONDS_TO_END)[0])
        finally:
            os.close(end)

    def _has_grown(self) -> bool:
        try:
            return enter.address_space(self._process) > self._began_with + _MOST_KEPT
        except (OSError, IndexError):
            return False  # it is gone, and what is asked next finds out how it ended

    def close(self) -> int:
        """End the process; its exit code, which is negative where a signal ended it."""
        if self._channel is None:
            return 0
        self._channel.close()
        self._channel = None
        os.kill(self._process, signal.SIGKILL)
        return os.waitstatus_to_exitcode(os.waitpid(self._process, 0)[1])

    def _start(self) -> None:
        ours, theirs = socket.socketpair()
        self._process = kernel.fork()
        if not self._process:
            try:
                # the collector must not touch, and so copy, what the two processes share
                gc.freeze()
                _close_all_but(theirs.fileno())
                _serve(Channel(theirs, self.largest))
            finally:
                os._exit(0)
        theirs.close()
        self._began_with = enter.address_space()
        self._channel = Channel(ours, self.largest)


def _close_all_but(descriptor: int) -> None:
    """Hold no socket of a jail, which would not end while somebody holds it."""
    os.closerange(3, descriptor)
    os.closerange(descriptor + 1, resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def _serve(channel: Channel) -> None:
    kernel.die_with_parent(signal.SIGKILL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    bound = enter.address_space() + _MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (bound, bound))
    parts, current = LentParts(), 0
    with contextlib.suppress(Closed):
        while True:
            snapshot, module, name = channel.receive()
            if snapshot != current:
                # one snapshot must not find what another one has made
                parts, current = LentParts(), snapshot
            piece = getattr(sys.modules[module], name)
            try:
                what, *arguments = channel.receive()
                reply: tuple[str, Any] = ("gives", parts.answer(piece, what, arguments))
            except Closed:
                raise
            except BaseException as error:
                reply = ("refuses", _kind_of(error))
            try:
                channel.send(reply)
            except Closed:
                raise
            except WireError:
                channel.send(("refuses", "MemoryError"))


def _kind_of(error: BaseException) -> str:
    """The nearest kind of exception that may be raised in the jail; a text, or a name of ours, would say too much."""
    if "allocate memory" in str(error):
        return "MemoryError"
    return next((kind.__name__ for kind in type(error).__mro__ if kind.__name__ in REFUSALS), "RuntimeError")
