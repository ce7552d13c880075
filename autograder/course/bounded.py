"""Runs a function on what one person handed in, in a process of its own: it may cost so much, and no more.

No student code runs there, but parsers read what a student wrote, and no list of bounds on that is ever complete. It
stands in the lowest room, because intake, feedback, similarity and a class run all need it.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import os
import pickle
import resource
import select
import signal
import struct
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn, ParamSpec, TypeVar

from autograder.course.bounds import cut
from autograder.course.plain_text import one_line
from autograder.errors import CourseError

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")

_PR_SET_PDEATHSIG = 1
_LOOK_SECONDS = 0.1
"""How long to wait for the process before looking whether somebody pressed Ctrl-C."""
_CHUNK = 1 << 20
_HEAD = struct.Struct("<Q")
_ANSWERED, _REFUSED, _FAILED, _TOO_LARGE = "answered", "refused", "failed", "too large"
_libc = ctypes.CDLL(None, use_errno=True)


@dataclass(frozen=True)
class Bounds:
    """What one call may cost."""

    cpu_seconds: int = 10
    seconds: float = 60.0
    """Time by the clock, generous: a busy machine is nobody's fault."""
    memory: int = 2**30
    """Bytes beyond what the process has when it begins."""
    answer: int = 128 * 2**20
    """Bytes of what the function gives back."""


DEFAULT = Bounds()


class OutOfBounds(CourseError):
    """A call that cost more than it may."""


class FailedInside(Exception):
    """A call that ended with an exception which is nobody's sentence: an error of ours."""


class GivenUp(Exception):
    """A call whose end nobody waits for any more."""


class Bounded:
    """Calls functions within bounds; what a call costs too much is said about `what`."""

    def __init__(self, what: str, bounds: Bounds = DEFAULT, give_up: Callable[[], bool] = lambda: False) -> None:
        self.what = what
        self.bounds = bounds
        self.give_up = give_up
        """Asked now and then while a call runs: whether to end it."""

    def __call__(
        self, function: Callable[Arguments, Answer], *arguments: Arguments.args, **named: Arguments.kwargs
    ) -> Answer:
        """What the function gives back; a CourseError that it raises is raised here."""
        reading, writing = os.pipe2(os.O_CLOEXEC)
        parent = os.getpid()
        child = _fork()
        if child == 0:
            os.close(reading)
            _live(parent, writing, self.bounds, lambda: function(*arguments, **named))
        os.close(writing)
        try:
            content = self._received(reading)
        finally:
            os.close(reading)
            # it has sent all it has to say, or costs too much
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
            _, status = os.waitpid(child, 0)
        return self._answer(content, status)

    def _received(self, reading: int) -> bytes:
        """All that the process sends until it closes its end, or until it has had enough time."""
        pieces: list[bytes] = []
        until = time.monotonic() + self.bounds.seconds
        poll = select.poll()
        poll.register(reading, select.POLLIN)
        while (left := until - time.monotonic()) > 0:
            if poll.poll(1000 * min(left, _LOOK_SECONDS)):
                piece = os.read(reading, _CHUNK)
                if not piece:
                    break
                pieces.append(piece)
            elif self.give_up():
                raise GivenUp
        return b"".join(pieces)

    def _answer(self, content: bytes, status: int) -> Any:
        if len(content) < _HEAD.size or len(content) != _HEAD.size + _HEAD.unpack_from(content)[0]:
            code = os.waitstatus_to_exitcode(status)
            why = "time" if code in (-signal.SIGXCPU, -signal.SIGKILL) else "memory"
            raise OutOfBounds(f"{self.what} takes more {why} than one submission may; it was given up.")
        kind, value = pickle.loads(memoryview(content)[_HEAD.size :])
        if kind == _TOO_LARGE:
            raise OutOfBounds(f"{self.what} gives more than one submission may; it was given up.")
        if kind == _FAILED:
            raise FailedInside(value)
        if kind == _REFUSED:
            raise value
        return value


def _live(parent: int, writing: int, bounds: Bounds, call: Callable[[], object]) -> NoReturn:
    """The life of the process: confined, one call, one answer; nothing of the parent's is cleaned up in it."""
    try:
        _confine(parent, bounds)
        _send(writing, _outcome(call, bounds))
    finally:
        os._exit(1)


def _confine(parent: int, bounds: Bounds) -> None:
    _libc.prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)
    # Ctrl-C reaches all processes of a terminal; what to do about it is the parent's to say
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    gc.freeze()  # what the parent left to be collected may be connections and files that only it may close
    for what, most in (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_CPU, bounds.cpu_seconds),
        (resource.RLIMIT_AS, _address_space() + bounds.memory),
    ):
        _, hard = resource.getrlimit(what)
        resource.setrlimit(what, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def _address_space() -> int:
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[0]) * resource.getpagesize()


def _outcome(call: Callable[[], object], bounds: Bounds) -> bytes:
    """What a call gives back or raises, to be sent."""
    try:
        try:
            content = pickle.dumps((_ANSWERED, call()), protocol=pickle.HIGHEST_PROTOCOL)
        except CourseError as error:
            content = pickle.dumps((_REFUSED, error))
    except MemoryError:
        os._exit(1)
    except BaseException as error:
        return pickle.dumps((_FAILED, cut(one_line(f"{type(error).__name__}: {error}"))))
    return content if len(content) <= bounds.answer else pickle.dumps((_TOO_LARGE, ""))


def _send(writing: int, content: bytes) -> None:
    for part in (_HEAD.pack(len(content)), content):
        rest = memoryview(part)
        while rest:
            rest = rest[os.write(writing, rest) :]


def _fork() -> int:
    """os.fork without the warning of newer Pythons that only one thread is copied: that is wanted here."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()
