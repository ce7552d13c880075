"""The judge's conversation with one question's snapshot: asks, waits as long as allowed, writes down the answers."""

import contextlib
from collections.abc import Callable, Collection
from typing import Any

import torch

from autograder.jail.outside.clock import Clock
from autograder.jail.outside.jail import Died, Overtime
from autograder.jail.outside.notebook import NotebookRun
from autograder.jail.wire import Channel, Closed, Garbled, Remote, TimedOut, TooMuch
from autograder.judge.failure import CheckFailed, Line, StudentError
from autograder.judge.forbidden import Forbidden
from autograder.judge.heard_answers import HeardAnswers
from autograder.judge.heard_texts import HeardTexts
from autograder.judge.jail_text import OwnCells, blotted
from autograder.judge.lender import Lender
from autograder.judge.lent_parts import Piece, methods_of
from autograder.judge.own_code import OwnCode, Reason
from autograder.judge.sentences import FORBIDDEN, about_exception, may_not
from autograder.judge.verdict import Answer
from autograder.judge.watch_over import watch_over

_MOST_HEARD = 1 << 30
"""Bytes of memory that all answers of a question may take together: a check may hold all that it has heard."""
# for preparing a snapshot, even for a check that has less time
_LEAST_SECONDS = 5.0
_SECONDS_TO_ARRIVE = 2.0
"""For an answer that has begun to arrive."""
_MOST_QUESTIONS = 20_000
"""How often stand-ins may ask in one check."""


class Conversation:
    """The snapshot of one question; a check that kills it loses, the next check gets a fresh one."""

    def __init__(
        self,
        run: NotebookRun,
        lender: Lender,
        forbidden: Forbidden | None = None,
        may_replace: Collection[str] = (),
        own_code: OwnCode | None = None,
    ) -> None:
        self.run = run
        self.forbidden = forbidden
        self.may_replace = frozenset(may_replace)
        """The names that the checks say they replace: questions that ask for these are judged before."""
        self.own_cells = OwnCells(run)
        self.own_code = own_code or OwnCode(run)
        self.channel: Channel | None = None
        self.broken: StudentError | None = None
        self.first_error: StudentError | None = None
        self.heard = HeardAnswers()
        """What was heard in this check."""
        self.last_call: tuple[str, tuple[Any, ...], dict[str, Any]] | None = None
        self.gave_nothing = ""  # the last call in this check whose answer was None
        self.seconds = 0.0
        self.memory: int | None = None
        self.clock = Clock(0.0)
        self.texts = HeardTexts()
        self.has_right_parts = False
        """Whether right earlier parts stand in the place of the student's."""
        self.placed: set[str] = set()
        """Names of the right parts that are in the snapshot."""
        self._lender = lender
        self._questions_left = 0
        self._may_hear: float = _MOST_HEARD
        self._late, self._is_late = 0, False
        """Whether this check was out of time. What an error says of itself is the jail's word."""
        self._label = ""
        self._unanswered: list[tuple[str, tuple[Any, ...]]] = []
        self._objects: dict[str, Any] = {}
        self._remembered: dict[Any, tuple[Any, list[Answer | torch.Tensor], Any, str]] = {}

    def begin(self, seed: int, seconds: float, memory: int | None) -> None:
        """Get ready for the next check."""
        self.first_error = None
        self.heard = HeardAnswers()
        self.last_call, self.gave_nothing = None, ""
        self._is_late = False
        if self.broken is not None or memory is not None or self.memory is not None:
            # a limit of memory holds for the whole life of a snapshot: nothing in it can raise its limit again
            self.end()
        self.seconds, self.memory = seconds, memory
        self._questions_left = _MOST_QUESTIONS
        if self._late >= self.run.limits.late_checks:
            self.break_off("overtime", f"This was not checked: {self._late} checks before it did not finish in time.")
        if self.run.given_up:
            self.break_off("overtime", f"This was not checked: {self.run.given_up}.")
        if self._may_hear < 0:
            self.break_off("noise", "This was not checked: the answers before it were more data than can be read.")
        fresh = self.channel is None
        if fresh:
            self._open()
        self.clock = Clock(max(seconds, _LEAST_SECONDS), self.run.deadline)
        if fresh and self.forbidden is not None:
            watch_over(self, self.forbidden)
            self.first_error = None
            self.heard = HeardAnswers()
        (self.ask if fresh else self.tell)("the seed", "begin", seed)
        self.clock = Clock(seconds, self.run.deadline)

    def use_right_parts(self) -> None:
        """Go on with right earlier parts, in a fresh snapshot, which cannot know what was asked before."""
        self.end()
        self.has_right_parts = True

    def forgive_lateness(self) -> None:
        """Do not count that the last check was out of time: an earlier part was, or may have been, and was counted."""
        if self._is_late:
            self._late -= 1
            self.run.count_late_question(-1 if self._late == 0 else 0)

    def _receive(self, channel: Channel) -> Any:
        """Wait for an answer, longer than allowed where the submission had to wait for a core itself."""
        while not channel.arrives(self.clock.until):
            if not self.clock.extend(self.run.waited()):
                raise TimedOut("no answer in time")
        return channel.receive(self.clock.until + _SECONDS_TO_ARRIVE)

    def _open(self) -> None:
        try:
            self.channel = self.run.snapshot(self.memory)
        except (Died, Overtime) as error:
            self.break_off("died", f"The program could not be kept running to be checked ({error}).")
        assert self.channel is not None
        self.channel.may_receive = self._may_hear
        self.channel.keep = self._keep
        self.channel.find = self._find

    def end(self) -> None:
        """Let the snapshot go, with everything it started."""
        if self.channel is not None:
            self._may_hear = self.channel.may_receive
            self.channel.close()
            self.channel = None
        self._lender.forget()
        self.broken = None
        self.placed.clear()
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
        self.heard.note(("get", name), self._objects[name])
        return self._objects[name]

    def tell(self, label: str, *request: Any) -> None:
        """A request whose answer says nothing: that answer is read together with the answer to the next request."""
        if request[0] == "set":
            self.placed.discard(request[1])
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
            self.channel.send(request, self.clock.until)
        return self.channel

    def _answer(self, channel: Channel, label: str, request: tuple[Any, ...]) -> Any:
        self._label = label
        try:
            reply = self._receive(channel)
            while isinstance(reply, tuple) and reply[:1] == ("asks",):
                self._serve(channel, *reply[1:])
                reply = self._receive(channel)
        except TimedOut:
            self._is_late = True
            self._late += 1
            if self._late == 1:
                self.run.count_late_question()
            self.heard.note(request, Answer("overtime"))
            self.run.sweep()
            self.break_off("overtime", f"`{label}` did not finish within {self.seconds:g} s.")
        except Closed:
            self.heard.note(request, Answer("died"))
            self.break_off("died", f"The program ended while `{label}` was checked ({self.run.reason()}).")
        except Garbled as error:
            self.heard.note(request, Answer("noise"))
            gave = "more data than can be read" if isinstance(error, TooMuch) else "an answer that is not data"
            self.break_off("noise", f"`{label}` gave {gave}.")
        except CheckFailed:  # an alarm: the answer under way would be taken for the next one
            self.break_off("overtime", f"`{label}` did not finish in time.")
        return self._read(label, request, reply)

    def lend(self, piece: Piece) -> Any:
        """A stand-in in the jail for a right part, which answers by asking here."""
        methods, number = methods_of(piece), self._lender.lend(piece)
        return self.ask(piece.__name__, "lend", number, piece.__name__, methods)

    def _serve(self, channel: Channel, number: object = None, *others: object) -> None:
        """Answer a stand-in; it may be anybody's, so it gets nothing but what was lent, and not without end."""
        self._questions_left -= 1
        if not isinstance(number, int) or not self._lender.has(number) or self._questions_left < 0:
            raise Garbled("this was not lent")
        self.run.holds_secret = True
        self._lender.answer(number, channel, self.clock.until)

    def _read(self, label: str, request: tuple[Any, ...], reply: Any) -> Any:
        match reply:
            case ("value", value):
                self.heard.note(request, value)
                self.texts.hear(value)
                if value is None and request[0] == "call":
                    self.gave_nothing = label
                return value
            case ("raised", list(names), str(message), str(kind), list(frames)):
                name = self.own_cells.name(names) or "an exception"
                self.heard.note(request, Answer(f"raised {name}"))
                raise self._raised(label, request[0], name, kind, message, frames)
            case ("unsendable", str(reason)):
                self.heard.note(request, Answer("unsendable"))
                sentence = f"`{label}` gave an answer that cannot be read{self._said(reason)}."
                raise self._error("unsendable", Reason(sentence))
        self.heard.note(request, Answer("noise"))
        return self.break_off("noise", f"`{label}` gave an answer that is not data.")

    def _raised(
        self, label: str, request: str, name: str, kind: str, message: str, frames: list[object]
    ) -> StudentError:
        """What a request ended with, and why, as far as the text of the exception may be used."""
        text = "" if self.run.holds_secret else blotted(message)
        reason = self.own_code.why_failed(label, request, name, kind, text, frames)
        if not reason:
            said = may_not(self.forbidden, message) if kind == FORBIDDEN else self._said(message)
            reason = Reason(about_exception(label, request, name, kind, said, self.memory))
        return self._error(kind, reason, name, self.own_cells.lines(frames, few=self.run.holds_secret))

    def _said(self, text: str) -> str:
        """A text of the jail as the end of a sentence; none of it while it could hold something of ours."""
        if self.run.holds_secret:
            return " (its text is not shown where parts of the grader are in use)"
        return f": {blotted(text)}" if text else ""

    def _error(self, kind: str, reason: Reason, raised: str = "", lines: tuple[Line, ...] = ()) -> StudentError:
        error = StudentError(kind, reason.sentence, reason.lines or lines, raised, reason.shared)
        self.first_error = self.first_error or error
        return error

    def break_off(self, kind: str, sentence: str) -> Any:
        """Nothing more can be asked of this snapshot."""
        self.broken = self._error(kind, Reason(sentence))
        raise self.broken

    def remember(self, key: Any, put: Callable[[], Any]) -> Any:
        """Call `put`, which asks something, or give the answer that it got before in the same snapshot."""
        if key not in self._remembered:
            before = len(self.heard)
            try:
                result = put()
            except CheckFailed as error:
                result = error
            self._remembered[key] = (result, self.heard.answers[before:], self.last_call, self.gave_nothing)
        else:
            result, heard, self.last_call, self.gave_nothing = self._remembered[key]
            self.heard.answers += heard
        if isinstance(result, StudentError):
            self.first_error = self.first_error or result
        if isinstance(result, CheckFailed):
            raise result
        return result

    def _keep(self, value: object) -> Remote:
        from autograder.judge.student import Handle

        if isinstance(value, Handle):
            return value._remote
        raise TypeError(f"a check cannot send {type(value).__name__} into the jail: it is not data")

    def _find(self, remote: Remote) -> object:
        from autograder.judge.student import Handle

        return Handle(self, remote, self._label)
