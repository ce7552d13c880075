"""Runs the hidden checks on one submission after another, in one pytest session that stays warm."""

import os
import shutil
import sys
import tempfile
import traceback
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import hypothesis
import hypothesis.configuration
import hypothesis.errors
import pytest
import torch
from _pytest.config import _prepareconfig
from _pytest.runner import runtestprotocol
from hypothesis.internal.conjecture.providers import AVAILABLE_PROVIDERS

from autograder.jail.notebook import NotebookRun
from autograder.judge.conversation import Conversation
from autograder.judge.failure import CheckFailed, StudentError
from autograder.judge.forbidden import Forbidden
from autograder.judge.phrasing import call_in_words
from autograder.judge.randomness import SameExamples, TorchGenerator, seed_everything, seed_of
from autograder.judge.student import Student
from autograder.verdict import Answer, CheckResult, CheckTranscript, Transcript, Verdict

_OPTIONS = (
    *("-s", "--assert=plain", "--noconftest", "--import-mode=importlib", "--strict-markers"),
    *("-c", os.devnull, "-p", "no:cacheprovider", "-p", "no:terminal", "-p", "no:logging", "-p", "no:warnings"),
    *("-p", "no:faulthandler", "-p", "no:unraisableexception", "-p", "no:threadexception", "-p", "no:debugging"),
    *("-p", "no:doctest", "-p", "no:unittest", "-p", "no:junitxml", "-p", "no:stepwise", "-p", "no:pastebin"),
)
_MARKS = ("points(value)", "limits(seconds, memory)", "shows_counterexample")
UNFILLED = "This cell is not filled in yet."
_UNUSABLE = "The answer does not have the form that was asked for."
_generator = TorchGenerator()
# at once: Hypothesis looks for who holds it, and does not find a module that gc.freeze has set aside
hypothesis.register_random(_generator)
AVAILABLE_PROVIDERS["hypothesis"] = SameExamples


@dataclass(frozen=True)
class CheckInfo:
    """A check as its author wrote it."""

    name: str
    sentence: str
    points: float
    path: Path


class _Desk:
    """The pytest plug-in: gives a check its student and hears how it ended, without pytest's own reporting."""

    def __init__(self) -> None:
        self.conversation: Conversation | None = None
        self.error: BaseException | None = None
        self.collection_errors: list[str] = []

    @pytest.fixture
    def student(self, request: pytest.FixtureRequest) -> Student:
        """The submission's notebook."""
        conversation = self.conversation
        assert conversation is not None
        asked = request.node.get_closest_marker("limits")
        wanted = asked.kwargs if asked else {}
        seconds = wanted.get("seconds") or conversation.run.limits.check_seconds
        conversation.begin(request.node.stash[_SEED], seconds, wanted.get("memory"))
        return Student(conversation)

    def pytest_configure(self, config: pytest.Config) -> None:
        for mark in _MARKS:
            config.addinivalue_line("markers", mark)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> pytest.TestReport:
        error = call.excinfo.value if call.excinfo else None
        self.error = self.error or error
        # pytest's own report would format a traceback, which takes longer than most checks
        return pytest.TestReport(
            nodeid=item.nodeid,
            location=item.location,
            keywords={},
            outcome="failed" if error else "passed",
            longrepr=None,
            when="call",
        )

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_call(self, item: pytest.Item) -> None:
        seed_everything(item.stash[_SEED])
        _generator.start = item.stash[_SEED]

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.collection_errors.append(f"{report.nodeid}: {report.longreprtext}")


_SEED = pytest.StashKey[int]()


class CheckError(RuntimeError):
    """The checks of an assignment cannot be loaded."""


class Judge:
    """Holds the checks below a folder and judges submissions with them."""

    def __init__(self, checks_root: str | Path, seed_offset: int = 0) -> None:
        self.root = Path(checks_root).resolve()
        self.seed_offset = seed_offset
        self._desk = _Desk()
        self._items: dict[str, dict[str, list[pytest.Function]]] = {}
        self._scratch = tempfile.mkdtemp(prefix="autograder-judge-")
        hypothesis.configuration.set_hypothesis_home_dir(self._scratch)
        # workers share the cores
        torch.set_num_threads(1)
        with _no_other_plugins():
            self._config = _prepareconfig([*_OPTIONS, f"--rootdir={self.root}", str(self.root)], [self._desk])
        self._config._do_configure()
        self._session = pytest.Session.from_config(self._config)
        self._config.hook.pytest_sessionstart(session=self._session)

    def checks(self, assignment: str) -> dict[str, tuple[CheckInfo, ...]]:
        """The checks of every question of an assignment."""
        return {
            question: tuple(CheckInfo(item.name, _sentence(item), _points(item), item.path) for item in items)
            for question, items in self._collect(assignment).items()
        }

    def judge(
        self,
        run: NotebookRun,
        assignment: str,
        questions: Sequence[str] | None = None,
        sources: Mapping[str, str] | None = None,
        unfilled: Collection[str] = (),
    ) -> list[Verdict]:
        """The verdicts on a submission's questions; sources are their cells, to be searched for forbidden names."""
        collected = self._collect(assignment)
        wanted = list(collected) if questions is None else list(questions)
        missing = [question for question in wanted if question not in collected]
        if missing:
            raise CheckError(f"There are no checks for {', '.join(missing)} in {self.root / assignment}.")
        return [
            _not_filled_in(name, collected[name])
            if name in unfilled
            else self._question(run, name, collected[name], (sources or {}).get(name, ""))
            for name in wanted
        ]

    def close(self) -> None:
        """End the pytest session."""
        self._config.hook.pytest_sessionfinish(session=self._session, exitstatus=0)
        self._config._ensure_unconfigure()
        # another judge may have checks of the same name elsewhere
        for name, module in list(sys.modules.items()):
            if (getattr(module, "__file__", None) or "").startswith(f"{self.root}{os.sep}"):
                del sys.modules[name]
        shutil.rmtree(self._scratch, ignore_errors=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _collect(self, assignment: str) -> dict[str, list[pytest.Function]]:
        if assignment not in self._items:
            folder = self.root / assignment
            if not folder.is_dir():
                raise CheckError(f"There are no checks for {assignment}: {folder} is not a folder.")
            self._desk.collection_errors.clear()
            items = self._session.perform_collect([str(folder)], genitems=True)
            if self._desk.collection_errors:
                raise CheckError("\n".join(self._desk.collection_errors))
            grouped: dict[str, list[pytest.Function]] = {}
            for item in items:
                assert isinstance(item, pytest.Function)
                name = f"{assignment}/{item.path.parent.name}/{item.name}"
                item.stash[_SEED] = seed_of(name, self.seed_offset)
                _prepare_hypothesis(item)
                grouped.setdefault(item.path.parent.name, []).append(item)
            self._items[assignment] = grouped
        return self._items[assignment]

    def _question(self, run: NotebookRun, question: str, items: list[pytest.Function], source: str) -> Verdict:
        forbidden: Forbidden | None = getattr(items[0].module, "FORBIDDEN", None)
        used = forbidden.found_in(source) if forbidden else ()
        conversation = Conversation(run, forbidden)
        self._desk.conversation = conversation
        results, heard = [], []
        try:
            for place, item in enumerate(items):
                if forbidden and used:
                    error: BaseException | None = _uses(used, forbidden)
                    conversation.answers = [Answer(f"forbidden {' '.join(used)}")]
                else:
                    error = self._run(item, items[place + 1] if place + 1 < len(items) else None)
                results.append(_result(item, error, conversation))
                heard.append(CheckTranscript(item.name, error is None, conversation.heard() if error else ()))
        finally:
            conversation.end()
            self._desk.conversation = None
        return Verdict(question, tuple(results), transcript=Transcript(tuple(heard)))

    def _run(self, item: pytest.Function, following: pytest.Function | None) -> BaseException | None:
        self._desk.error = None
        if getattr(item.function, "is_hypothesis_test", False):
            item.function._hypothesis_internal_use_seed = item.stash[_SEED]
        runtestprotocol(item, log=False, nextitem=following)
        return self._desk.error


@contextmanager
def _no_other_plugins() -> Iterator[None]:
    before = {
        name: os.environ.get(name) for name in ("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "PYTEST_ADDOPTS", "PYTEST_PLUGINS")
    }
    os.environ.update(PYTEST_DISABLE_PLUGIN_AUTOLOAD="1", PYTEST_ADDOPTS="", PYTEST_PLUGINS="")
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value


def _prepare_hypothesis(item: pytest.Function) -> None:
    """Have Hypothesis try the same examples at every grading, and neither shrink nor remember."""
    function: Any = item.function
    if not getattr(function, "is_hypothesis_test", False):
        return
    function._hypothesis_internal_use_settings = hypothesis.settings(
        parent=getattr(function, "_hypothesis_internal_use_settings", None),
        database=None,
        deadline=None,
        derandomize=False,
        print_blob=False,
        report_multiple_bugs=False,
        phases=(hypothesis.Phase.explicit, hypothesis.Phase.generate),
        suppress_health_check=list(hypothesis.HealthCheck),
    )


def _not_filled_in(question: str, items: list[pytest.Function]) -> Verdict:
    """The verdict on a cell that is as it was handed out: there is nothing to ask."""
    results = (CheckResult(item.name, _sentence(item), _points(item), 0.0, False, UNFILLED) for item in items)
    return Verdict(question, tuple(results))


def _uses(used: tuple[str, ...], forbidden: Forbidden) -> CheckFailed:
    names = " and ".join(f"`{name}`" for name in used)
    return CheckFailed(f"The cell uses {names}. {forbidden.why}")


def _points(item: pytest.Function) -> float:
    mark = item.get_closest_marker("points")
    return float(mark.args[0]) if mark else 0.0


def _sentence(item: pytest.Function) -> str:
    return " ".join((item.function.__doc__ or item.name.removeprefix("test_").replace("_", " ")).split())


def _result(item: pytest.Function, error: BaseException | None, conversation: Conversation) -> CheckResult:
    worth = _points(item)
    if isinstance(error, hypothesis.errors.Flaky) or (error is not None and conversation.broken is not None):
        # once the snapshot is gone, whatever followed is its consequence
        error = conversation.first_error or CheckFailed("The same call gave different answers.")
    if error is None:
        return CheckResult(item.name, _sentence(item), worth, worth, True)
    if not isinstance(error, AssertionError):
        message = _UNUSABLE if conversation.answers else ""
        return CheckResult(item.name, _sentence(item), worth, 0.0, False, message, fault=_fault(item, error))
    shows = item.get_closest_marker("shows_counterexample") is not None
    detail = getattr(error, "counterexample", None)
    return CheckResult(
        item.name,
        _sentence(item),
        worth,
        0.0,
        False,
        message=_message(error),
        lines=tuple(map(str, error.lines)) if isinstance(error, StudentError) else (),
        counterexample=_counterexample(conversation, detail) if shows and detail else None,
    )


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
    return "".join(traceback.format_exception(type(error), error, step or error.__traceback__))[-4000:]
