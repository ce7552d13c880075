"""Judges submissions: asks the jailed code what the checks want to know, and says what the answers are worth."""

from __future__ import annotations

import re
import traceback
from collections.abc import Collection, Mapping, Sequence
from itertools import zip_longest
from types import TracebackType
from typing import Self

import hypothesis.errors
import pytest
import torch

from autograder.jail.outside.notebook import NotebookRun
from autograder.judge.bundle import CheckBundle, CheckError
from autograder.judge.check_session import CheckSession
from autograder.judge.conversation import Conversation
from autograder.judge.failure import CheckFailed, NoAnswer, StudentError, ToldMistake
from autograder.judge.forbidden import Forbidden
from autograder.judge.lender import Lender
from autograder.judge.order import how_much_is_told, in_order, lent_by, words_of
from autograder.judge.own_code import OwnCode
from autograder.judge.phrasing import call_in_words
from autograder.judge.verdict import Answer, CheckResult, CheckTranscript, Transcript, Verdict

UNFILLED = "This cell is not filled in yet."
_UNUSABLE = "The answer does not have the form that was asked for."
_LONGEST_FAULT = 4000
_ASKED = re.compile(r"\bstudent(?:\.|\[\")(\w+)")

Outcome = tuple[CheckResult, CheckTranscript]
"""How a check ended: what it is worth, and what was heard in it."""


class Judge:
    """Holds the checks of an assignment and judges submissions with them, one after the other."""

    def __init__(self, bundle: CheckBundle) -> None:
        self.bundle = bundle
        # grading processes share the cores
        torch.set_num_threads(1)
        self._session = CheckSession(bundle)
        self._lender = Lender()
        self._lent = {name: lent_by(items[0].module) for name, items in self._session.items.items()}
        self._tells = {
            name: how_much_is_told(items[0].module, bundle.files[bundle.file_of(name)])
            for name, items in self._session.items.items()
        }
        self._asked = {name for text in bundle.files.values() for name in _ASKED.findall(text)}
        self._words = {name: words_of(bundle.files[bundle.file_of(name)]) for name in self._session.items}

    def judge(
        self,
        run: NotebookRun,
        questions: Sequence[str] | None = None,
        sources: Mapping[str, str] | None = None,
        unfilled: Collection[str] = (),
        seed: int = 0,
        labels: Mapping[str, str] | None = None,
    ) -> list[Verdict]:
        """The verdicts on a submission's questions; sources are their cells, labels what people call them."""
        known = self._session.items
        wanted = list(known) if questions is None else list(questions)
        if missing := [question for question in wanted if question not in known]:
            raise CheckError(f"There are no checks for {', '.join(missing)} of {self.bundle.assignment}.")
        sources, labels, lender = sources or {}, labels or {}, self._lender
        of_cells = _labels_of_cells(run, sources, labels)
        lender.begin(run.limits.answer)
        verdicts = {
            name: _not_filled_in(name, known[name])
            if name in unfilled
            else self._question(
                run,
                lender,
                name,
                sources.get(name, ""),
                seed,
                OwnCode(run, of_cells, self._asked, labels.get(name, "")),
            )
            for name in in_order(sorted(wanted, key=self._tells.__getitem__), self._words, self._lent)
        }
        run.lost |= lender.lost
        return [verdicts[name] for name in wanted]

    @property
    def checking(self) -> bool:
        """Whether a check runs right now."""
        return self._session.checking

    def close(self) -> None:
        """End the session that the checks run in, and the process that right parts are lent by."""
        self._lender.close()
        self._session.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _question(
        self,
        run: NotebookRun,
        lender: Lender,
        question: str,
        source: str,
        seed: int,
        own_code: OwnCode,
    ) -> Verdict:
        items = self._session.items[question]
        forbidden: Forbidden | None = getattr(items[0].module, "FORBIDDEN", None)
        used = forbidden.found_in(source) if forbidden else ()
        conversation = Conversation(run, lender, forbidden, self._lent[question], own_code)
        try:
            if forbidden and used:
                outcomes = {item.name: _uses_what_is_forbidden(item, used, forbidden) for item in items}
            else:
                outcomes = self._outcomes(items, conversation, seed)
        finally:
            conversation.end()
        results, heard = zip(*(outcomes[item.name] for item in items), strict=True)
        return Verdict(question, results, Transcript(heard))

    def _outcomes(self, items: list[pytest.Function], conversation: Conversation, seed: int) -> dict[str, Outcome]:
        """Run the checks of a question, and those that failed once more where right earlier parts may help them."""
        outcomes: dict[str, Outcome] = {}
        # first those that build on no earlier part, which could leave something behind
        in_order = sorted(items, key=lambda item: bool(_parts_of(item)))
        for item, following in zip_longest(in_order, in_order[1:]):
            outcomes[item.name] = self._outcome(item, following, conversation, seed)
            if _parts_of(item) and conversation.broken is not None:
                # the rest are asked with right parts at once
                conversation.forgive_lateness()
                break
        failed = [item for item in items if item.name not in outcomes or not outcomes[item.name][0].passed]
        for parts in dict.fromkeys(filter(None, map(_parts_of, failed))):
            conversation.use_right_parts()
            alike = [item for item in failed if _parts_of(item) == parts]
            for item, following in zip_longest(alike, alike[1:]):
                outcomes[item.name] = self._outcome(item, following, conversation, seed)
        return outcomes

    def _outcome(
        self, item: pytest.Function, following: pytest.Function | None, conversation: Conversation, seed: int
    ) -> Outcome:
        error = self._session.run(item, following, conversation, seed)
        check_file = self.bundle.files[self.bundle.file_of(item.path.parent.name)]
        heard = conversation.heard.summed_up() if error else ()
        told = (error.told if isinstance(error, CheckFailed) else None) or ToldMistake("")
        transcript = CheckTranscript(item.name, error is None, heard, told.name, told.alone)
        return _result(item, error, conversation, check_file), transcript


def _labels_of_cells(run: NotebookRun, sources: Mapping[str, str], labels: Mapping[str, str]) -> dict[str, str]:
    """By cell, the label of the question that it answers."""
    found = {source: labels[question] for question, source in sources.items() if source and question in labels}
    return {cell.id: found[cell.source] for cell in run.sources if cell.source in found}


def _not_filled_in(question: str, items: list[pytest.Function]) -> Verdict:
    """The verdict on a cell that is as it was handed out: there is nothing to ask."""
    results = (CheckResult(item.name, _sentence(item), _points(item), 0.0, False, UNFILLED) for item in items)
    return Verdict(question, tuple(results))


def _parts_of(item: pytest.Function) -> tuple[object, ...]:
    """The right earlier parts that a check is repeated with; none for a check that builds on none."""
    return tuple(part for marker in item.iter_markers("repeated_with_right_parts") for part in marker.args)


def _uses_what_is_forbidden(item: pytest.Function, used: tuple[str, ...], forbidden: Forbidden) -> Outcome:
    names = " and ".join(f"`{name}`" for name in used)
    result = CheckResult(
        item.name, _sentence(item), _points(item), 0.0, False, f"The cell uses {names}. {forbidden.why}"
    )
    return result, CheckTranscript(item.name, False, (Answer(f"forbidden {' '.join(used)}"),))


def _points(item: pytest.Function) -> float:
    marker = item.get_closest_marker("points")
    return float(marker.args[0]) if marker else 0.0


def _sentence(item: pytest.Function) -> str:
    return " ".join((item.function.__doc__ or item.name.removeprefix("test_").replace("_", " ")).split())


def _result(
    item: pytest.Function, error: BaseException | None, conversation: Conversation, check_file: str
) -> CheckResult:
    worth = _points(item)
    if isinstance(error, hypothesis.errors.Flaky) or (error is not None and conversation.broken is not None):
        # once the snapshot is gone, every later error is a consequence of that
        error = conversation.first_error or CheckFailed("The same call gave different answers.")
    if error is None:
        return CheckResult(item.name, _sentence(item), worth, worth, True)
    if not isinstance(error, AssertionError):
        message = _nothing_returned(error, conversation) or (_UNUSABLE if conversation.heard else "")
        return CheckResult(item.name, _sentence(item), worth, 0.0, False, message, fault=_fault(item, error))
    nothing = _nothing_returned(error, conversation)
    cause = nothing or getattr(error, "cause", "")
    shows = item.get_closest_marker("shows_counterexample") is not None
    detail = getattr(error, "counterexample", None)
    return CheckResult(
        item.name,
        _sentence(item),
        worth,
        0.0,
        False,
        message=_cleaned(nothing or _message(error), conversation, check_file),
        cause=_cleaned(cause, conversation, check_file),
        lines=tuple(map(str, error.lines)) if isinstance(error, StudentError) else (),
        counterexample=_counterexample(conversation, detail) if shows and detail else None,
    )


def _nothing_returned(error: BaseException, conversation: Conversation) -> str:
    """The sentence about a call that returned None, where that is what failed the check."""
    is_cause = isinstance(error, NoAnswer) or (not isinstance(error, AssertionError) and "NoneType" in str(error))
    called = conversation.gave_nothing if is_cause else ""
    return conversation.own_code.nothing_from(called) if called else ""


def _cleaned(sentence: str, conversation: Conversation, check_file: str) -> str:
    return conversation.texts.cleaned(sentence, check_file, hide=conversation.run.holds_secret)


def _counterexample(conversation: Conversation, detail: str) -> str:
    return f"{call_in_words(*conversation.last_call)}. {detail}" if conversation.last_call else detail


def _message(error: AssertionError) -> str:
    if isinstance(error, CheckFailed):
        return error.sentence
    return str(error.args[0]) if error.args and isinstance(error.args[0], str) else ""


def _fault(item: pytest.Function, error: BaseException) -> str:
    """The part of a check's own exception that its author needs, from the check file inwards."""
    step = error.__traceback__
    while step is not None and step.tb_frame.f_code.co_filename != str(item.path):
        step = step.tb_next
    text = "".join(traceback.format_exception(type(error), error, step or error.__traceback__))
    # checks were loaded from a folder that is gone by now: their paths in the assignment's own folder say more
    return text.replace(str(item.path.parents[2]), "…")[-_LONGEST_FAULT:]
