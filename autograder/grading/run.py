"""Grading a class: results are made in parallel, then nbgrader books them one after the other."""

from __future__ import annotations

import contextlib
import json
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from nbgrader.api import MissingEntry
from nbgrader.apps import NbGraderAPI

from autograder.certificate import content_digest
from autograder.course import Course
from autograder.errors import CourseError
from autograder.grading.gradebook import record_unreadable
from autograder.grading.pool import usable_cores
from autograder.grading.preview import Change, booked_points, changes
from autograder.grading.result import Result
from autograder.grading.session import GradingSession, close_session, open_session
from autograder.grading.task import Task
from autograder.intake import Intake, read_release, take_in
from autograder.nbgrader.booking import Booking
from autograder.nbgrader.judge import JudgeSubmission, released_code
from autograder.nbgrader.kept import drop_outputs
from autograder.notebook import NotebookError


@dataclass(frozen=True)
class Row:
    """How grading one submission ended."""

    student: str
    state: str
    """graded, unchanged, unreadable or failed; after a dry run also changed, for what would be"""
    points: Mapping[str, float] | None = None
    """What the checks of each question gave. No more of the result is held: a class may be large."""
    notes: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    """What had to be done to the notebook before it could be graded."""
    changes: tuple[Change, ...] = ()
    """After a dry run: what would be booked."""


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
    dry: bool = False,
) -> ClassRun:
    """Grade all submissions of an assignment, or those of some students; a dry run books nothing."""
    folders = submissions(course, assignment)
    if unknown := [student for student in students if student not in folders]:
        raise CourseError(f"Nothing was submitted for {assignment} by {', '.join(unknown)}.")
    wanted = list(students) or list(folders)
    config = course.nbgrader_config()
    config.JudgeSubmission.allow_weak_isolation = allow_weak
    session = open_session(course.root, course.checks, jobs or usable_cores(), allow_weak)
    api = NbGraderAPI(config=config)
    try:
        with Booking.of(api) as booking:
            grader = _ClassGrader(course, assignment, booking, session, force, dry)
            return grader.grade(wanted, folders, progress)
    finally:
        close_session(course.root)


@dataclass(frozen=True)
class _Running:
    """A submission that is being graded."""

    student: str
    intake: Intake
    task: Task


class _ClassGrader:
    """Gives out the work, collects it, and has nbgrader write grades and notebooks; only this process writes."""

    def __init__(
        self, course: Course, assignment: str, booking: Booking, session: GradingSession, force: bool, dry: bool
    ) -> None:
        self.course = course
        self.assignment = assignment
        self.session = session
        self.force = force
        self.dry = dry
        self.content = content_digest(course, assignment)
        self.lost: list[_Running] = []
        self.release = read_release(course.release(assignment))
        self.remarks: dict[str, tuple[str, ...]] = {}
        self.booking = booking
        self.limits = JudgeSubmission(config=booking.config).limits()
        self.db_url = booking.coursedir.db_url
        try:
            self.released = released_code(self.db_url, assignment, assignment)
        except MissingEntry:
            raise CourseError(f"'{assignment}' is not in the gradebook. Run: autograder release {assignment}") from None

    def grade(
        self, students: Sequence[str], folders: dict[str, Path], progress: Callable[[int, int], None]
    ) -> ClassRun:
        run = ClassRun(self.assignment)
        waiting: dict[Future[Result], _Running] = {}
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
                    if (row := self._finish(waiting.pop(future), future)) is not None:
                        run.rows.append(row)
                        progress(len(run.rows), total)
            while self.lost and not interrupted():
                run.rows.append(self._alone(self.lost.pop()))
                progress(len(run.rows), total)
            run.interrupted = interrupted()
        run.remaining = total - len(run.rows)
        run.rows = [replace(row, remarks=self.remarks.get(row.student, ())) for row in run.rows]
        run.rows.sort(key=lambda row: row.student)
        return run

    def _begin(self, student: str, folder: Path, waiting: dict[Future[Result], _Running]) -> Row | None:
        """Start grading a submission; a row at once where there is nothing to run."""
        try:
            intake = take_in(folder, self.assignment, self.release)
            drop_outputs(intake.recovery.notebook)
        except NotebookError as error:
            if not self.dry:
                record_unreadable(self.course, self.db_url, self.assignment, student, str(error))
            return Row(student, "unreadable", notes=(str(error),))
        except Exception as error:  # whatever is handed in, the class run goes on
            return Row(student, "failed", notes=(_failure(error),))
        self.remarks[student] = intake.recovery.notes
        task = self.session.task(intake.recovery.notebook, self.assignment, self.released, self.limits)
        result = self.session.results.find(task.key) if not self.force else None
        if result is None:
            waiting[self.session.submit(task, anew=self.force)] = _Running(student, intake, task)
            return None
        if not self.dry and self._is_booked(student, intake, task.key):
            return Row(student, "unchanged", _points(result), _notes(result))
        return self._book(student, intake, result)

    def _alone(self, lost: _Running) -> Row:
        """Grade again, with nobody beside it, a submission whose grading process ended."""
        row = self._finish(lost, self.session.submit(lost.task, anew=self.force))
        if row is not None:
            return row
        self.lost.remove(lost)
        return Row(lost.student, "failed", notes=("The grading process ended unexpectedly, twice.",))

    def _finish(self, running: _Running, future: Future[Result]) -> Row | None:
        """Keep a result and book it; nothing where the process it was graded in ended, perhaps for another's fault."""
        try:
            result = future.result()
        except BrokenProcessPool:
            self.lost.append(running)
            return None
        except Exception as error:  # whatever went wrong with one submission, the class run goes on
            return Row(running.student, "failed", notes=(_failure(error),))
        self.session.results.keep(result)
        return self._book(running.student, running.intake, result)

    def _book(self, student: str, intake: Intake, result: Result) -> Row:
        """Have nbgrader write the grades and the autograded notebook."""
        if self.dry:
            return self._preview(student, result)
        try:
            self.booking.book(self.assignment, student, intake, result)
        except CourseError as error:
            return Row(student, "failed", _points(result), (str(error),))
        return Row(student, "graded", _points(result), _notes(result))

    def _preview(self, student: str, result: Result) -> Row:
        booked = booked_points(self.db_url, self.assignment, student)
        earlier = self.session.results.find(str(self._noted(student).get("key", "")))
        found = changes(result, booked, earlier)
        return Row(student, "changed" if found else "unchanged", _points(result), _notes(result), changes=found)

    def _is_booked(self, student: str, intake: Intake, key: str) -> bool:
        """Whether the autograded notebook was made from this very result and hand-in: text that nobody runs counts too."""
        about = self._noted(student)
        return (about.get("key"), about.get("content"), about.get("submitted")) == (key, self.content, intake.digest)

    def _noted(self, student: str) -> Mapping[str, Any]:
        """What the autograded notebook says of where it comes from; nothing where there is none."""
        path = self.course.root / "autograded" / student / self.assignment / f"{self.assignment}.ipynb"
        try:
            noted: Mapping[str, Any] = json.loads(path.read_text())["metadata"].get("autograder", {})
        except (OSError, ValueError, KeyError):
            return {}
        return noted


def _failure(error: Exception) -> str:
    return f"The grader failed: {type(error).__name__}: {error}"


def _points(result: Result) -> dict[str, float]:
    return {name: verdict.earned for name, verdict in result.verdicts.items()}


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
