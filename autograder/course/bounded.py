"""Calls a function on what one person handed in, in another process: each call may cost so much, and no more.

No student code runs there, but parsers read what a student wrote, and no list of bounds on that is ever complete. It
stands in the lowest room, because intake, feedback, similarity and a class run all need it.
"""

from __future__ import annotations

import ctypes
import gc
import os
import pickle
import resource
import select
import signal
import socket
import struct
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, NoReturn, ParamSpec, Self, TypeVar

from autograder.course.bounds import cut
from autograder.course.plain_text import one_line
from autograder.errors import CourseError

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")

_PR_SET_PDEATHSIG = 1
_LOOK_SECONDS = 0.1
"""How long to wait for an answer before looking whether somebody pressed Ctrl-C."""
_MOST_CALLS = 50
"""After so many calls, a new process is made: what is left of one call must not add up."""
_CHUNK = 1 << 20
_LENGTH = struct.Struct("<Q")
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


class Bounded(Generic[Arguments, Answer]):
    """A function that is called in a process of its own, within bounds on each call.

    The process is a fork, so it knows all that was known at the first call; arguments and answers are sent. It serves
    one call after the other, because a fork costs more than most calls do. A call that breaks a bound ends it, and the
    next call has a new one.
    """

    def __init__(
        self,
        what: str,
        function: Callable[Arguments, Answer],
        bounds: Bounds = DEFAULT,
        give_up: Callable[[], bool] = lambda: False,
    ) -> None:
        self.what = what
        """What a call does, as the beginning of a sentence."""
        self.function = function
        self.bounds = bounds
        self.give_up = give_up
        """Asked now and then while a call runs: whether to end it."""
        self._process: _Process | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.end()

    def __call__(self, *arguments: Arguments.args, **named: Arguments.kwargs) -> Answer:
        """What the function gives back; a CourseError that it raises is raised here."""
        process = self._process or _Process(self.function, self.bounds)
        self._process = process
        try:
            content = process.ask(pickle.dumps((arguments, named)), self.bounds, self.give_up)
        except BaseException:
            self.end()
            raise
        if content is None:
            ended_by_itself = process.has_ended
            code = self.end()
            if ended_by_itself and code == -signal.SIGKILL:  # none of the bounds does that
                raise FailedInside(f"{self.what} was ended from outside.")
            why = "time" if code in (-signal.SIGXCPU, -signal.SIGKILL) else "memory"
            raise OutOfBounds(f"{self.what} takes more {why} than one submission may; it was given up.")
        kind, is_last, answer = pickle.loads(content)
        if is_last:
            self.end()
        return self._answered(kind, answer)

    def end(self) -> int:
        """End the process, for sure; its exit code."""
        process, self._process = self._process, None
        return process.end() if process is not None else 0

    def _answered(self, kind: str, answer: Any) -> Answer:
        if kind == _TOO_LARGE:
            raise OutOfBounds(f"{self.what} gives more than one submission may; it was given up.")
        if kind == _FAILED:
            raise FailedInside(answer)
        if kind == _REFUSED:
            raise answer
        value: Answer = answer
        return value


class _Process:
    """The process, as its parent sees it."""

    def __init__(self, function: Callable[..., object], bounds: Bounds) -> None:
        self.socket, inside = socket.socketpair()
        self.has_ended = False
        """Whether it ended by itself, or the kernel ended it."""
        parent = os.getpid()
        self.pid = _fork()
        if self.pid == 0:
            self.socket.close()
            _live(parent, inside, bounds, function)
        inside.close()

    def ask(self, request: bytes, bounds: Bounds, give_up: Callable[[], bool]) -> bytes | None:
        """The answer to a request; None where the process ended, or had enough time."""
        until = time.monotonic() + bounds.seconds
        received = bytearray()
        try:
            self.socket.sendall(_LENGTH.pack(len(request)) + request)
            poll = select.poll()
            poll.register(self.socket, select.POLLIN)
            while (left := until - time.monotonic()) > 0:
                if not poll.poll(1000 * min(left, _LOOK_SECONDS)):
                    if give_up():
                        raise GivenUp
                    continue
                if not (piece := self.socket.recv(_CHUNK)):
                    self.has_ended = True
                    return None
                received += piece
                if len(received) >= _LENGTH.size and len(received) == _LENGTH.size + _LENGTH.unpack_from(received)[0]:
                    return bytes(received[_LENGTH.size :])
        except (BrokenPipeError, ConnectionResetError):
            self.has_ended = True
        return None

    def end(self) -> int:
        """End it; its exit code, which is negative where a signal ended it."""
        self.socket.close()
        if not self.has_ended:
            # until we have waited for it, the number is nobody else's
            os.kill(self.pid, signal.SIGKILL)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def _live(parent: int, inside: socket.socket, bounds: Bounds, function: Callable[..., object]) -> NoReturn:
    """The life of the process: one call after the other; nothing of the parent's is cleaned up in it."""
    try:
        at_first = _confine(parent, bounds)
        with inside.makefile("rb") as requests:
            for number in range(1, _MOST_CALLS + 1):
                if len(head := requests.read(_LENGTH.size)) < _LENGTH.size:
                    break
                arguments, named = pickle.loads(requests.read(*_LENGTH.unpack(head)))
                _limit(resource.RLIMIT_CPU, int(time.process_time()) + 1 + bounds.cpu_seconds)
                kind, answer = _outcome(function, arguments, named)
                is_last = (
                    number == _MOST_CALLS
                    or _address_space() > at_first + bounds.memory // 4
                    # the kernel counts in steps, and on a busy machine up to half more than was used
                    or time.process_time() > bounds.cpu_seconds / 4
                )
                content = _packed(kind, is_last, answer, bounds)
                inside.sendall(_LENGTH.pack(len(content)))
                inside.sendall(content)
    except MemoryError:
        pass
    finally:
        os._exit(1)


def _confine(parent: int, bounds: Bounds) -> int:
    """Set all that holds for the whole life; how much address space the process has."""
    _libc.prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)
    # Ctrl-C reaches all processes of a terminal; what to do about it is the parent's to say
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    gc.freeze()  # what the parent left to be collected may be connections and files that only it may close
    at_first = _address_space()
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_AS, at_first + bounds.memory)
    return at_first


def _limit(what: int, most: int) -> None:
    _, hard = resource.getrlimit(what)
    resource.setrlimit(what, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def _address_space() -> int:
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[0]) * resource.getpagesize()


def _outcome(function: Callable[..., object], arguments: Any, named: Any) -> tuple[str, object]:
    """What a call gives back or raises."""
    try:
        return _ANSWERED, function(*arguments, **named)
    except CourseError as error:
        return _REFUSED, error
    except MemoryError:
        raise
    except BaseException as error:
        return _FAILED, _words(error)


def _packed(kind: str, is_last: bool, answer: object, bounds: Bounds) -> bytes:
    try:
        content = pickle.dumps((kind, is_last, answer), protocol=pickle.HIGHEST_PROTOCOL)
    except MemoryError:
        raise
    except Exception as error:
        return pickle.dumps((_FAILED, is_last, _words(error)))
    return content if len(content) <= bounds.answer else pickle.dumps((_TOO_LARGE, is_last, None))


def _words(error: BaseException) -> str:
    return cut(one_line(f"{type(error).__name__}: {error}"))


def _fork() -> int:
    """os.fork without the warning of newer Pythons that only one thread is copied: that is wanted here."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()
