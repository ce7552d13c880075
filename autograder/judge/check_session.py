"""The pytest session that checks run in: loaded from a bundle, into memory, before any student code runs."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import hypothesis
import hypothesis.configuration
import pytest
from _pytest.config import _prepareconfig

from autograder.judge.bundle import CHECKS, REFERENCE, CheckBundle, CheckError
from autograder.judge.bundle_import import BundleFinder
from autograder.judge.conversation import Conversation
from autograder.judge.randomness import TorchGenerator, draw_the_same_examples, seed_everything, seed_of
from autograder.judge.student import Student

_OPTIONS = (
    *("-s", "--assert=plain", "--noconftest", "--import-mode=importlib", "--strict-markers"),
    *("-c", os.devnull, "-p", "no:cacheprovider", "-p", "no:terminal", "-p", "no:logging", "-p", "no:warnings"),
    *("-p", "no:faulthandler", "-p", "no:unraisableexception", "-p", "no:threadexception", "-p", "no:debugging"),
    *("-p", "no:doctest", "-p", "no:unittest", "-p", "no:junitxml", "-p", "no:stepwise", "-p", "no:pastebin"),
)
_MARKERS = ("points(value)", "limits(seconds, memory)", "shows_counterexample", "repeated_with_right_parts(*parts)")
_SEED = pytest.StashKey[int]()
_SEED_IN_THE_JAIL = pytest.StashKey[int]()
"""Another one: from its own the notebook could draw what a check will ask, and what it keeps to itself."""
_PLACE = Path(os.sep)
"""Where the files of a bundle would be, for pytest; none of them is ever written."""
_generator = TorchGenerator()
# when imported: Hypothesis looks for a reference to it, and finds none in a module that gc.freeze has set aside
hypothesis.register_random(_generator)
draw_the_same_examples()


class _CheckPlugin:
    """The pytest plug-in: gives a check its `student`, and knows whether the code of one runs."""

    def __init__(self) -> None:
        self.conversation: Conversation | None = None
        self.collection_errors: list[str] = []
        self.checking = False

    @pytest.fixture
    def student(self, request: pytest.FixtureRequest) -> Student:
        """The submission's notebook."""
        conversation = self.conversation
        assert conversation is not None
        asked = request.node.get_closest_marker("limits")
        wanted = asked.kwargs if asked else {}
        seconds = wanted.get("seconds") or conversation.run.limits.check_seconds
        conversation.begin(request.node.stash[_SEED_IN_THE_JAIL], seconds, wanted.get("memory"))
        return Student(conversation)

    def pytest_configure(self, config: pytest.Config) -> None:
        for marker in _MARKERS:
            config.addinivalue_line("markers", marker)

    @pytest.hookimpl(wrapper=True)
    def pytest_pyfunc_call(self) -> Generator[None, object, object]:
        self.checking = True
        try:
            return (yield)
        finally:
            self.checking = False

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.collection_errors.append(f"{report.nodeid}: {report.longreprtext}")


class _CheckModule(pytest.Module):
    """A file of checks, of which pytest gets the module that is loaded already."""

    loaded: ModuleType

    def _getobj(self) -> ModuleType:
        return self.loaded


class CheckSession:
    """The checks of a bundle, collected once and ready to run; nothing of them is ever on disk."""

    def __init__(self, bundle: CheckBundle) -> None:
        self.bundle = bundle
        self.plugin = _CheckPlugin()
        # what Hypothesis would keep or look for on disk, it does not find
        hypothesis.configuration.set_hypothesis_home_dir(os.path.join(os.devnull, "hypothesis"))
        with _no_other_plugins():
            self._config = _prepareconfig([*_OPTIONS, f"--rootdir={_PLACE}", str(_PLACE)], [self.plugin])
        self._config._do_configure()
        self._session = pytest.Session.from_config(self._config)
        self._config.hook.pytest_sessionstart(session=self._session)
        self._modules: dict[str, ModuleType] = {}
        try:
            self.items = {question: self._collect(question) for question in bundle.questions}
            self._digests = {question: bundle.question_digest(question) for question in bundle.questions}
        except BaseException:
            self.close()
            raise

    def run(
        self, item: pytest.Function, following: pytest.Function | None, conversation: Conversation, seed: int
    ) -> BaseException | None:
        """Run one check with a seed of its own, and another one with right parts; the exception it ended with, if any."""
        sys.modules.update(self._modules)
        question = item.path.parent.name
        # only who has read the checks can tell a seed, and what was asked before says nothing of what is asked now
        turn = "with right parts" if conversation.has_right_parts else "with own parts"
        name = f"{self.bundle.assignment}/{question}/{item.name} {turn} {self._digests[question]}"
        item.stash[_SEED], item.stash[_SEED_IN_THE_JAIL] = seed_of(name, seed), seed_of(f"{name} in the jail", seed)
        self.plugin.conversation = conversation
        function: Any = item.function
        if getattr(function, "is_hypothesis_test", False):
            function._hypothesis_internal_use_seed = item.stash[_SEED]
        return self._run(item, following)

    def _run(self, item: Any, following: pytest.Function | None) -> BaseException | None:
        """The parts of pytest's own protocol that a check needs; its reports would take longer than most checks."""
        if not item._request:
            item._initrequest()  # it was run before
        try:
            failed = _error_in(lambda: self._set_up_and_call(item))
            left_broken = _error_in(lambda: self._session._setupstate.teardown_exact(following))
            return failed or left_broken
        finally:
            item._request, item.funcargs = False, None

    def _set_up_and_call(self, item: pytest.Function) -> None:
        self._session._setupstate.setup(item)
        seed_everything(item.stash[_SEED])
        _generator.start = item.stash[_SEED]
        item.runtest()

    @property
    def checking(self) -> bool:
        """Whether the code of a check runs right now, which may be ended; pytest's own before and after it may not."""
        return self.plugin.checking

    def close(self) -> None:
        """End the pytest session."""
        self._config.hook.pytest_sessionfinish(session=self._session, exitstatus=0)
        self._config._ensure_unconfigure()
        _forget(self._modules)

    def _collect(self, question: str) -> list[pytest.Function]:
        """The checks of a question, in the order in which they are written."""
        path = self.bundle.file_of(question)
        # pytest makes the name of a file's items from its path, where no file need be
        module = _CheckModule.from_parent(self._session, path=_PLACE / self.bundle.assignment / path)
        try:
            module.loaded = self._load(path)
        except Exception as error:
            raise CheckError(f"{path}: {_told(error, path)}") from error
        items = [item for item in self._session.genitems(module) if isinstance(item, pytest.Function)]
        if self.plugin.collection_errors:
            raise CheckError("\n".join(self.plugin.collection_errors))
        names = [item.name for item in items]
        if twice := sorted({name for name in names if names.count(name) > 1}):
            raise CheckError(f"{path}: more than one check is named {', '.join(twice)}; give each a name of its own.")
        for item in items:
            _prepare_hypothesis(item)
        return items

    def _load(self, path: str) -> ModuleType:
        """Load a file of the bundle from memory; `import reference` finds this bundle's references, and no others."""
        name = path.removesuffix(".py").replace("/", ".")
        if not self._modules:
            _forget({loaded for loaded in sys.modules if loaded.partition(".")[0] in (REFERENCE, CHECKS)})
        finder = BundleFinder(self.bundle, str(_PLACE))
        sys.meta_path.insert(0, finder)
        try:
            return import_module(name)
        finally:
            sys.meta_path.remove(finder)
            self._modules.update(finder.loaded())


def _error_in(do: Callable[[], object]) -> BaseException | None:
    """What something ended with, but for what ends the whole program."""
    try:
        do()
    except (KeyboardInterrupt, pytest.exit.Exception):
        raise
    except BaseException as error:
        return error
    return None


def _told(error: Exception, path: str) -> str:
    """An error of a file of checks, as its author wants to see it."""
    return "".join(traceback.format_exception_only(error)).strip().replace(f"{_PLACE}{os.sep}", "")


def _forget(names: Iterable[str]) -> None:
    for name in names:
        sys.modules.pop(name, None)


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
    # where nothing is remembered a key is of no use, and making one means reading the check's source each time
    function._hypothesis_internal_database_key = None
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
