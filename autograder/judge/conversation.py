"""The judge's conversation with one question's snapshot: asks, waits as long as allowed, writes down the answers."""

import contextlib
import random
import re
import time
from collections.abc import Callable
from typing import Any

import msgspec
import torch

from autograder.jail.outside.jail import Died, Overtime
from autograder.jail.outside.notebook import NotebookRun
from autograder.jail.wire import Channel, Closed, Garbled, Remote, TimedOut
from autograder.judge.failure import CheckFailed, Line, StudentError
from autograder.judge.forbidden import Forbidden
from autograder.judge.transcript import answer_of, bounded
from autograder.judge.verdict import Answer

# requests whose answers say nothing about the student's code, and are not written down
_UNHEARD = frozenset({"begin", "forbid", "plant", "set", "set_attribute", "set_item", "has", "figure"})
_MAX_ANSWERS = 400
# values of a tensor that is held until the check ends; a larger one is summed up at once
_MOST_SUMMED_UP_LATER = 1 << 16
_MOST_HELD = 1 << 21
"""Values of all tensors that are held."""
# for preparing a snapshot, even for a check that has less time
_LEAST_SECONDS = 5.0
_MOST_LINES, _LONGEST_CELL, _LONGEST_LINE = 10, 20, 200
_MIB = 1 << 20
_PROBES = 3
# no seed of a check may depend on it, and no notebook may know it
_chance = random.SystemRandom()

# an exception may repeat what a check passed in, which stays hidden; shapes and counts help and give nothing away
_DECIMAL = re.compile(r"[-+]?\d*\.\d+(?:[eE][-+]?\d+)?")


class Conversation:
    """The snapshot of one question; a check that kills it loses, the next check gets a fresh one."""

    def __init__(self, run: NotebookRun, forbidden: Forbidden | None) -> None:
        self.run = run
        self.forbidden = forbidden
        self.channel: Channel | None = None
        self.broken: StudentError | None = None
        self.first_error: StudentError | None = None
        self.answers: list[Answer | torch.Tensor] = []
        """What was heard in this check; summing up a tensor takes time, and is wanted only when the check fails."""
        self.last_call: tuple[str, tuple[Any, ...], dict[str, Any]] | None = None
        self.seconds = 0.0
        self.memory: int | None = None
        self.deadline = 0.0
        self._label = ""
        self._held = 0
        self._unanswered: list[tuple[str, tuple[Any, ...]]] = []
        self._objects: dict[str, Any] = {}
        self._remembered: dict[Any, tuple[Any, list[Answer | torch.Tensor], Any]] = {}

    def begin(self, seed: int, seconds: float, memory: int | None) -> None:
        """Get ready for the next check."""
        self.first_error = None
        self.answers = []
        self._held = 0
        self.last_call = None
        self.seconds, self.memory = seconds, memory
        if self.broken is not None:
            self.end()
        fresh = self.channel is None
        if fresh:
            self._open()
        self.deadline = time.monotonic() + max(seconds, _LEAST_SECONDS)
        if fresh and self.forbidden is not None:
            rules = (list(self.forbidden.names), list(self.forbidden.things), self.forbidden.why)
            self.ask("the forbidden names", "forbid", *rules)
            self._leave_alone()
            self._probe(self.forbidden)
        (self.ask if fresh else self.tell)("the seed", "begin", seed, memory)
        self.deadline = time.monotonic() + seconds

    def _leave_alone(self) -> None:
        """A process without the guard could compute what is forbidden, and the snapshot ask it."""
        try:
            self.run.leave_alone()
        except (Died, Overtime) as error:
            self._break("died", f"The program could not be kept running to be checked ({error}).")

    def _probe(self, forbidden: Forbidden) -> None:
        """Call some of what is forbidden, other calls each time: if one works, the notebook has changed the guard."""
        calls = forbidden.probes
        for call in _chance.sample(calls, min(_PROBES, len(calls))):
            try:
                probe = self.ask("probe", "plant", f"def probe(x):\n    return {call}", "probe")
                self.ask("probe", "call", probe, [torch.rand(_chance.randint(3, 9), dtype=torch.float64)], {}, False)
            except StudentError as error:
                if error.kind == "forbidden":
                    continue
            self.first_error = None
            self._break("noise", "The notebook keeps the grader from watching over what this question forbids.")
        self.first_error = None
        self.answers.clear()

    def _open(self) -> None:
        try:
            self.channel = self.run.snapshot()
        except Died as error:
            self._break("died", f"The program could not be kept running to be checked ({error}).")
        assert self.channel is not None
        self.channel.keep = self._keep
        self.channel.find = self._find

    def end(self) -> None:
        """Let the snapshot go, with everything it started."""
        if self.channel is not None:
            self.channel.close()
            self.channel = None
        self.broken = None
        self._unanswered.clear()
        self._objects.clear()
        self._remembered.clear()

    def get(self, name: str) -> Any:
        """What the notebook defined under a name; an object that stays there is asked for only once."""
        if self.broken is not None or name not in self._objects:
            value = self.ask(name, "get", name)
            if getattr(value, "_is_handle", False):
                self._objects[name] = value
            return value
        self._note(("get", name), self._objects[name])
        return self._objects[name]

    def tell(self, label: str, *request: Any) -> None:
        """A request whose answer says nothing: that answer is read together with the answer to the next request."""
        if request[0] == "set":
            self._objects.pop(request[1], None)
            self._remembered.clear()
        self._send(request)
        self._unanswered.append((label, request))

    def ask(self, label: str, *request: Any) -> Any:
        """One request and its one answer; StudentError for everything that is no answer."""
        channel = self._send(request)
        while self._unanswered:
            try:
                self._answer(channel, *self._unanswered.pop(0))
            except StudentError as error:
                self.broken = error  # the answers still under way would be taken for others
                raise
        return self._answer(channel, label, request)

    def _send(self, request: tuple[Any, ...]) -> Channel:
        if self.broken is not None:
            raise self.broken
        if self.channel is None:
            raise RuntimeError("a check may talk to the student only while it runs")
        # waiting for the answer will tell which of the two errors it was, and why
        with contextlib.suppress(TimedOut, Closed):
            self.channel.send(request, self.deadline)
        return self.channel

    def _answer(self, channel: Channel, label: str, request: tuple[Any, ...]) -> Any:
        self._label = label
        try:
            reply = channel.receive(self.deadline)
        except TimedOut:
            self._note(request, Answer("overtime"))
            self.run.sweep()
            self._break("overtime", f"`{label}` did not finish within {self.seconds:g} s.")
        except Closed:
            self._note(request, Answer("died"))
            self._break("died", f"The program ended while `{label}` was checked ({self.run.reason()}).")
        except Garbled:
            self._note(request, Answer("noise"))
            self._break("noise", f"`{label}` gave an answer that is not data.")
        return self._read(label, request, reply)

    def _read(self, label: str, request: tuple[Any, ...], reply: Any) -> Any:
        match reply:
            case ("value", value):
                self._note(request, value)
                return value
            case ("raised", str(name), str(message), str(kind), list(frames)):
                self._note(request, Answer(f"raised {name}"))
                lines = tuple(_lines(frames))
                raise self._error(kind, self._sentence(label, request, name, message, kind), lines, name)
            case ("unsendable", str(reason)):
                self._note(request, Answer("unsendable"))
                raise self._error("unsendable", f"`{label}` gave an answer that cannot be read: {reason}.")
        self._note(request, Answer("noise"))
        return self._break("noise", f"`{label}` gave an answer that is not data.")

    def _sentence(self, label: str, request: tuple[Any, ...], name: str, message: str, kind: str) -> str:
        if kind == "missing":
            return (
                f"`{label}` is not defined: did its cell run without an error, and is the name spelled as in the "
                "assignment?"
            )
        if kind == "unfilled":
            return f"`{label}` is not filled in yet."
        if kind == "forbidden":
            return message
        if kind == "memory":
            allowed = "" if self.memory is None else f" ({self.memory / _MIB:g} MiB on top of the notebook)"
            return f"`{label}` needed more memory than it may use here{allowed}."
        said = f": {_DECIMAL.sub('…', message)}" if message else ""
        if request[0] == "attribute":
            return f"`{label}` is not there: {name}{said}."
        return f"Calling `{label}` raised {name}{said}"

    def _error(self, kind: str, sentence: str, lines: tuple[Line, ...] = (), raised: str = "") -> StudentError:
        error = StudentError(kind, sentence, lines, raised)
        self.first_error = self.first_error or error
        return error

    def _break(self, kind: str, sentence: str) -> Any:
        self.broken = self._error(kind, sentence)
        raise self.broken

    def remember(self, key: Any, put: Callable[[], Any]) -> Any:
        """Call `put`, which asks something, or give the answer that it got before in the same snapshot."""
        if key not in self._remembered:
            before = len(self.answers)
            try:
                result = put()
            except CheckFailed as error:
                result = error
            self._remembered[key] = (result, self.answers[before:], self.last_call)
        else:
            result, heard, self.last_call = self._remembered[key]
            self.answers += heard
        if isinstance(result, StudentError):
            self.first_error = self.first_error or result
        if isinstance(result, CheckFailed):
            raise result
        return result

    def hear(self, value: Any) -> None:
        """Write down a summary of an answer that is not written down as it arrives."""
        if len(self.answers) < _MAX_ANSWERS:
            self.answers.append(answer_of(value))

    def heard(self) -> tuple[Answer, ...]:
        """What was heard in this check, summed up."""
        return tuple(answer if isinstance(answer, Answer) else answer_of(answer) for answer in self.answers)

    def _note(self, request: tuple[Any, ...], value: Any) -> None:
        if request[0] in _UNHEARD or len(self.answers) >= _MAX_ANSWERS:
            return
        if isinstance(value, Answer):
            self.answers.append(msgspec.structs.replace(value, structure=bounded(value.structure)))
        else:
            small = type(value) is torch.Tensor and value.numel() <= min(_MOST_SUMMED_UP_LATER, _MOST_HELD - self._held)
            self._held += value.numel() if small else 0
            self.answers.append(value if small else answer_of(value))

    def _keep(self, value: object) -> Remote:
        from autograder.judge.student import Handle

        if isinstance(value, Handle):
            return value._remote
        raise TypeError(f"a check cannot send {type(value).__name__} into the jail: it is not data")

    def _find(self, remote: Remote) -> object:
        from autograder.judge.student import Handle

        return Handle(self, remote, self._label)


def _lines(frames: list[Any]) -> list[Line]:
    return [
        Line(cell[:_LONGEST_CELL], number, text[:_LONGEST_LINE])
        for frame in frames[:_MOST_LINES]
        if isinstance(frame, tuple) and len(frame) == 3
        for cell, number, text in [frame]
        if isinstance(cell, str) and isinstance(number, int) and isinstance(text, str)
    ]
