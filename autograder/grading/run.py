"""Grading a class: results are made in parallel, then nbgrader books them one after the other."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import nbformat
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.apps import NbGraderAPI

from autograder.course import Course
from autograder.errors import CourseError
from autograder.grading.gradebook import record_unreadable
from autograder.grading.pool import usable_cores
from autograder.grading.result import Result
from autograder.grading.session import GradingSession, close_session, open_session
from autograder.grading.task import Task
from autograder.intake import submitted_notebook
from autograder.nbgrader.judge import JudgeSubmission, locked_sources
from autograder.notebook import NotebookError


@dataclass(frozen=True)
class Row:
    """How grading one submission ended."""

    student: str
    state: str
    """graded, unchanged, unreadable or failed"""
    result: Result | None = None
    notes: tuple[str, ...] = ()


@dataclass
class ClassRun:
    """How grading a class went, and whether it was stopped before its end."""

    assignment: str
    rows: list[Row] = field(default_factory=list)
    interrupted: bool = False
    remaining: int = 0


def submissions(course: Course, assignment: str) -> dict[str, Path]:
    """The submission folder of every student who handed in something for an assignment."""
    folders = sorted((course.root / "submitted").glob(f"*/{assignment}"))
    return {folder.parent.name: folder for folder in folders}


def grade_class(
    course: Course,
    assignment: str,
    students: Sequence[str] = (),
    jobs: int | None = None,
    force: bool = False,
    allow_weak: bool = False,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> ClassRun:
    """Grade all submissions of an assignment, or those of some students."""
    folders = submissions(course, assignment)
    if unknown := [student for student in students if student not in folders]:
        raise CourseError(f"Nothing was submitted for {assignment} by {', '.join(unknown)}.")
    wanted = list(students) or list(folders)
    config = course.nbgrader_config()
    config.JudgeSubmission.allow_weak_isolation = allow_weak
    session = open_session(course.root, course.checks, jobs or usable_cores(), allow_weak)
    try:
        return _ClassGrader(course, assignment, config, session, force).grade(wanted, folders, progress)
    finally:
        close_session(course.root)


class _ClassGrader:
    """Gives out the work, collects it, and has nbgrader write grades and notebooks; only this process writes."""

    def __init__(self, course: Course, assignment: str, config: Any, session: GradingSession, force: bool) -> None:
        self.course = course
        self.assignment = assignment
        self.session = session
        self.force = force
        self.lost: list[tuple[str, Task]] = []
        self.api = NbGraderAPI(config=config)
        self.limits = JudgeSubmission(config=config).limits()
        self.db_url = self.api.coursedir.db_url
        try:
            with Gradebook(self.db_url) as gradebook:
                self.locked = locked_sources(gradebook, assignment, assignment)
        except MissingEntry:
            raise CourseError(f"'{assignment}' is not in the gradebook. Run: autograder release {assignment}") from None

    def grade(
        self, students: Sequence[str], folders: dict[str, Path], progress: Callable[[int, int], None]
    ) -> ClassRun:
        run = ClassRun(self.assignment)
        waiting: dict[Future[Result], tuple[str, Task]] = {}
        queue = iter(students)
        total, ahead = len(students), 4 * self.session.jobs
        progress(0, total)
        with _interrupts() as interrupted:
            exhausted = False
            while not interrupted() and (waiting or not exhausted):
                while not exhausted and len(waiting) < ahead and not interrupted():
                    student = next(queue, None)
                    if student is None:
                        exhausted = True
                    elif (row := self._begin(student, folders[student], waiting)) is not None:
                        run.rows.append(row)
                        progress(len(run.rows), total)
                done, _ = wait(waiting, timeout=0.2, return_when=FIRST_COMPLETED)
                for future in done:
                    if (row := self._finish(*waiting.pop(future), future)) is not None:
                        run.rows.append(row)
                        progress(len(run.rows), total)
            while self.lost and not interrupted():
                run.rows.append(self._alone(*self.lost.pop()))
                progress(len(run.rows), total)
            run.interrupted = interrupted()
        run.remaining = total - len(run.rows)
        run.rows.sort(key=lambda row: row.student)
        return run

    def _begin(self, student: str, folder: Path, waiting: dict[Future[Result], tuple[str, Task]]) -> Row | None:
        """Start grading a submission; a row at once where there is nothing to run."""
        try:
            notebook = submitted_notebook(folder, self.assignment)
        except NotebookError as error:
            record_unreadable(self.course, self.db_url, self.assignment, student, str(error))
            return Row(student, "unreadable", notes=(str(error),))
        except Exception as error:  # whatever is handed in, the class run goes on
            return Row(student, "failed", notes=(_failure(error),))
        task = self.session.task(notebook, self.assignment, self.locked, self.limits)
        result = self.session.results.find(task.key) if not self.force else None
        if result is None:
            waiting[self.session.submit(task)] = (student, task)
            return None
        if self._is_booked(student, task.key):
            return Row(student, "unchanged", result, _notes(result))
        return self._book(student, result)

    def _alone(self, student: str, task: Task) -> Row:
        """Grade again, with nobody beside it, a submission whose grading process ended."""
        row = self._finish(student, task, self.session.submit(task))
        if row is not None:
            return row
        self.lost.remove((student, task))
        return Row(student, "failed", notes=("The grading process ended unexpectedly, twice.",))

    def _finish(self, student: str, task: Task, future: Future[Result]) -> Row | None:
        """Keep a result and book it; nothing where the process it was graded in ended, perhaps for another's fault."""
        try:
            result = future.result()
        except BrokenProcessPool:
            self.lost.append((student, task))
            return None
        except Exception as error:  # whatever went wrong with one submission, the class run goes on
            return Row(student, "failed", notes=(_failure(error),))
        self.session.results.keep(result)
        return self._book(student, result)

    def _book(self, student: str, result: Result) -> Row:
        """Have nbgrader write the grades and the autograded notebook; the result is looked up there by its key."""
        outcome = self.api.autograde(self.assignment, student, force=True, create=True)
        if not outcome["success"]:
            reason = (outcome.get("log") or outcome.get("error") or "no reason given").strip().splitlines()[-1]
            return Row(student, "failed", result, (f"nbgrader could not book the grades: {reason}",))
        return Row(student, "graded", result, _notes(result))

    def _is_booked(self, student: str, key: str) -> bool:
        """Whether the autograded notebook was made from this very result."""
        path = self.course.root / "autograded" / student / self.assignment / f"{self.assignment}.ipynb"
        try:
            return nbformat.read(path, as_version=4).metadata.get("autograder", {}).get("key") == key
        except (OSError, ValueError):
            return False


def _failure(error: Exception) -> str:
    return f"The grader failed: {type(error).__name__}: {error}"


def _notes(result: Result) -> tuple[str, ...]:
    """What a person should know: crashes and time-outs, and faults of the grader itself."""
    faults = [fault for verdict in result.verdicts.values() for fault in verdict.faults]
    return (*(event.sentence for event in result.events), *(f"grader fault in {fault}" for fault in faults))


@contextlib.contextmanager
def _interrupts() -> Iterator[Callable[[], bool]]:
    """Turn Ctrl-C into a question that is asked between two submissions, so that no grade is half written."""
    seen: list[int] = []
    try:
        before = signal.signal(signal.SIGINT, lambda number, frame: seen.append(number))
    except ValueError:  # not the main thread: there is no Ctrl-C to catch
        yield lambda: False
        return
    try:
        yield lambda: bool(seen)
    finally:
        signal.signal(signal.SIGINT, before)
