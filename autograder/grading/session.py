"""A grading session: one pool and one store of results for a course, whoever asks."""

from __future__ import annotations

import atexit
from collections.abc import Sequence
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from nbformat import NotebookNode

from autograder.course import CHECKS
from autograder.grading import worker
from autograder.grading.pool import local_pool
from autograder.grading.prepare import Released, make_task
from autograder.grading.result import Result, Results
from autograder.grading.task import Task, check_files
from autograder.jail import Limits


class GradingSession:
    """Grades tasks in a pool and remembers what it found; a task graded before is only looked up."""

    def __init__(self, root: Path, checks: Path | None = None, jobs: int = 1, allow_weak: bool = False) -> None:
        self.root = root
        self.checks = checks or CHECKS
        self.jobs = jobs
        self.allow_weak = allow_weak
        self.results = Results(root / ".autograder" / "results")
        self._pool: Executor | None = None
        self._loaded: list[tuple[Path, int]] = []

    @property
    def pool(self) -> Executor:
        """The pool, started when first needed, and anew when the checks that it has loaded are no longer those on disk."""
        files = check_files(self.checks)
        if self._loaded != files:
            self.close()
            self._loaded = files
        if self._pool is None:
            self._pool = local_pool(self.jobs, (self.root, self.checks), self.allow_weak)
        return self._pool

    def task(self, notebook: NotebookNode, assignment: str, released: Released, limits: Limits) -> Task:
        """What has to be done for a notebook, sanitised or as handed in."""
        return make_task(notebook, assignment, released, self.checks, limits)

    def submit(self, task: Task, anew: bool = False) -> Future[Result]:
        """Start grading a task, in a new pool where the old one has lost a process; what is known is not judged again."""
        known = {} if anew else self.results.verdicts(task)
        try:
            return self.pool.submit(worker.grade, task, known)
        except BrokenProcessPool:
            self.close()
            return self.pool.submit(worker.grade, task, known)

    def result(self, task: Task) -> Result:
        """The result of a task: from an earlier run, or graded now."""
        return self.results_of([task])[0]

    def results_of(self, tasks: Sequence[Task]) -> list[Result]:
        """The results of several tasks, graded at the same time where they are not known yet."""
        found = {task.key: self.results.find(task.key) for task in tasks}
        graded = {task.key: self.submit(task) for task in tasks if found[task.key] is None}
        for key, future in graded.items():
            found[key] = new = future.result()
            self.results.keep(new)
        return [result for task in tasks if (result := found[task.key]) is not None]

    def close(self) -> None:
        """End the pool; what is running is not waited for."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None


_sessions: dict[Path, GradingSession] = {}


def open_session(root: Path, checks: Path | None = None, jobs: int = 1, allow_weak: bool = False) -> GradingSession:
    """Start a session for a course; nbgrader's pipeline in this process uses it from now on."""
    close_session(root)
    _sessions[root] = GradingSession(root, checks, jobs, allow_weak)
    return _sessions[root]


def session_for(root: Path, checks: Path | None = None, allow_weak: bool = False) -> GradingSession:
    """The open session of a course, or a new one with a single process."""
    return _sessions.get(root) or open_session(root, checks, allow_weak=allow_weak)


def close_session(root: Path) -> None:
    """End a course's session, if it has one."""
    if session := _sessions.pop(root, None):
        session.close()


@atexit.register
def _close_all() -> None:
    for root in list(_sessions):
        close_session(root)
