"""Grading a class: results are made in parallel, then nbgrader books them one after the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field, replace
from pathlib import Path

from nbgrader.api import MissingEntry
from nbgrader.apps import NbGraderAPI

from autograder.class_run.interrupts import interrupts
from autograder.class_run.preview import BookedPoints, Change, booked_points, changes
from autograder.class_run.unreadable import record_unreadable
from autograder.course import Course
from autograder.course.bounded import Bounded, FailedInside, GivenUp, OutOfBounds
from autograder.course.bounds import cut
from autograder.course.cells import tests_of
from autograder.course.notebook import NotebookError
from autograder.course.plain_text import one_line
from autograder.course.progress import Progress, silently
from autograder.course.released import read_released
from autograder.errors import CannotStart, CourseError
from autograder.grading.note import note_in
from autograder.grading.pool import LocalPool, usable_cores
from autograder.grading.result import Result
from autograder.grading.session import GradingSession
from autograder.grading.task import Task
from autograder.intake.submission import Intake, take_in
from autograder.jail.walls.strength import Walls
from autograder.nbgrader.booking import Booking
from autograder.nbgrader.held_gradebook import released_code
from autograder.nbgrader.judge import JudgeSubmission
from autograder.nbgrader.own_outputs import drop_outputs

_AHEAD_PER_JOB = 4
"""How many submissions are read ahead for each one that is being graded."""
_SECONDS_BETWEEN_LOOKS = 0.2
"""How long to wait for a result before looking whether somebody pressed Ctrl-C."""


@dataclass(frozen=True)
class GradedRow:
    """How grading one submission ended."""

    student: str
    state: str
    """graded, unchanged, unreadable or failed; after a dry run also changed, where the points would change"""
    points: Mapping[str, float] | None = None
    """The points that were earned, by question. The rest of the result is not held: a class may be large."""
    notes: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    """What had to be done to the notebook before it could be graded."""
    faults: tuple[str, ...] = ()
    """Checks of ours that broke, which is no fault of the student."""
    changes: tuple[Change, ...] = ()
    """After a dry run: what would be booked."""
    walls: str = ""
    """How strong the walls around it were, where it was run."""


@dataclass
class ClassRun:
    """How grading a class went, and whether it was stopped before its end."""

    assignment: str
    rows: list[GradedRow] = field(default_factory=list)
    interrupted: bool = False
    remaining: int = 0

    @property
    def failed(self) -> bool:
        """Whether the grader itself failed at a submission, or a check of ours broke; bad submissions do not count."""
        return any(row.state == "failed" or row.faults for row in self.rows)


def grade_class(
    course: Course,
    assignment: str,
    students: Sequence[str] = (),
    jobs: int | None = None,
    force: bool = False,
    allow_weak: bool = False,
    progress: Progress = silently,
    dry: bool = False,
    notice: Callable[[str], None] = lambda sentence: None,
) -> ClassRun:
    """Grade all submissions of an assignment, or those of some students; a dry run books nothing."""
    folders = course.submissions(assignment)
    if unknown := [student for student in students if student not in folders]:
        raise CourseError(f"Nothing was submitted for {assignment} by {', '.join(unknown)}.")
    wanted = {student: folders[student] for student in students or folders}
    config = course.nbgrader_config()
    settings = JudgeSubmission(config=config)
    jobs = jobs or usable_cores()
    weakly = allow_weak or settings.allow_weak_isolation
    with (
        Booking.of(NbGraderAPI(config=config)) as booking,
        LocalPool(jobs, course.hidden, course.settings.warm_up, weakly) as pool,
    ):
        try:
            released = released_code(booking.gradebook.source_cells(assignment, assignment))
        except MissingEntry:
            raise CourseError(f"'{assignment}' is not in the gradebook. Run: autograder release {assignment}") from None
        session = GradingSession(course, assignment, pool, settings.limits(), released)
        if session.mistakes.missing:
            notice(
                "The known mistakes of some questions are run once more to know what they answer: the assignment, its "
                "checks or a library have changed since `autograder certify`. This takes some minutes, once."
            )
        return _ClassGrader(course, assignment, booking, session, force, dry).grade(
            wanted, _AHEAD_PER_JOB * jobs, progress
        )


@dataclass(frozen=True)
class _Running:
    """A submission that is being graded."""

    student: str
    intake: Intake
    task: Task


class _ClassGrader:
    """Gives tasks to the pool, collects results, and has nbgrader write grades and notebooks.

    Only the parent process writes.
    """

    def __init__(
        self, course: Course, assignment: str, booking: Booking, session: GradingSession, force: bool, dry: bool
    ) -> None:
        self.course = course
        self.assignment = assignment
        self.booking = booking
        self.session = session
        self.force = force
        self.dry = dry
        self.release = read_released(course.release(assignment))
        self.lost: list[_Running] = []
        """Submissions whose grading process ended unexpectedly; they are graded again at the end, one by one."""
        self.remarks: dict[str, tuple[str, ...]] = {}
        """By student, what had to be done to the notebook."""
        self.unreadable: dict[str, str] = {}
        """By student, why nobody can read what was handed in; written at the end, when grading is known to work."""

    def grade(self, folders: Mapping[str, Path], ahead: int, progress: Progress) -> ClassRun:
        run = ClassRun(self.assignment)
        waiting: dict[Future[Result], _Running] = {}
        queue = iter(folders)
        total = len(folders)
        progress(0, total)
        with interrupts() as interrupted, Bounded("Reading this notebook", self._taken_in, give_up=interrupted) as read:
            exhausted = False
            while not interrupted() and (waiting or not exhausted):
                while not exhausted and len(waiting) < ahead and not interrupted():
                    student = next(queue, None)
                    if student is None:
                        exhausted = True
                    elif (row := self._begin(student, folders[student], read, waiting)) is not None:
                        run.rows.append(row)
                        progress(len(run.rows), total)
                done, _ = wait(waiting, timeout=_SECONDS_BETWEEN_LOOKS, return_when=FIRST_COMPLETED)
                for future in done:
                    if (row := self._finish(waiting.pop(future), future)) is not None:
                        run.rows.append(row)
                        progress(len(run.rows), total)
            while self.lost and not interrupted():
                run.rows.append(self._alone(self.lost.pop()))
                progress(len(run.rows), total)
            run.interrupted = interrupted()
            run.rows = self._with_unreadable(run.rows)
        if not self.dry:
            run.rows = [self._as_booked(row) for row in run.rows]
        run.remaining = total - len(run.rows)
        run.rows = [replace(row, remarks=self.remarks.get(row.student, ())) for row in run.rows]
        run.rows.sort(key=lambda row: row.student)
        return run

    def _begin(
        self,
        student: str,
        folder: Path,
        read: Callable[[Path], tuple[Intake, Task]],
        waiting: dict[Future[Result], _Running],
    ) -> GradedRow | None:
        """Start grading a submission; a row at once where there is nothing to run."""
        try:
            intake, task = read(folder)
            result = None if self.force else self.session.find(task)
        except GivenUp:
            return None
        except (NotebookError, OutOfBounds) as error:
            if not self.dry:
                self.unreadable[student] = str(error)
            return GradedRow(student, "unreadable", notes=(str(error),))
        except CannotStart:
            raise
        except Exception as error:  # whatever is handed in, the class run goes on
            return GradedRow(student, "failed", notes=(_failure(error),))
        self.remarks[student] = intake.recovery.note.notes
        if result is None:
            waiting[self.session.submit(task, anew=self.force)] = _Running(student, intake, task)
            return None
        if not self.dry and self._is_booked(student, intake, task.key):
            return _row(student, "unchanged", result)
        return self._book(student, intake, result)

    def _with_unreadable(self, rows: list[GradedRow]) -> list[GradedRow]:
        """Record whose notebook nobody can read; the rows, with those changed where that failed."""
        failed: dict[str, GradedRow] = {}
        for student, sentence in self.unreadable.items():
            try:
                record_unreadable(self.course, self.booking.gradebook, self.assignment, student, sentence)
            except Exception as error:  # such as a name that no database takes
                failed[student] = GradedRow(student, "failed", notes=(sentence, _failure(error)))
        return [failed.get(row.student, row) for row in rows]

    def _as_booked(self, row: GradedRow) -> GradedRow:
        """A row, failed where the gradebook holds other points: behind weak walls student code could write there."""
        if row.walls != Walls.WEAK or row.points is None or row.state == "failed":
            return row
        booked = booked_points(self.booking.gradebook, self.assignment, row.student)
        other = [name for name, points in row.points.items() if not _holds(booked.get(tests_of(name)), points)]
        if not other:
            return row
        sentence = f"The gradebook holds other points than the checks gave for {', '.join(other)}: was it written to?"
        return replace(row, state="failed", notes=(*row.notes, sentence))

    def _taken_in(self, folder: Path) -> tuple[Intake, Task]:
        """A submission and the task of grading it; everything that looks into what a student wrote."""
        intake = take_in(folder, self.assignment, self.release)
        drop_outputs(intake.recovery.notebook)
        return intake, self.session.task(intake.recovery.notebook)

    def _alone(self, lost: _Running) -> GradedRow:
        """Grade a submission again after its grading process ended; no other submission runs beside it."""
        row = self._finish(lost, self.session.submit(lost.task, anew=self.force))
        if row is not None:
            return row
        self.lost.remove(lost)
        return GradedRow(lost.student, "failed", notes=("The grading process ended unexpectedly, twice.",))

    def _finish(self, running: _Running, future: Future[Result]) -> GradedRow | None:
        """Store a result and book it; None where the grading process ended, perhaps because of another submission."""
        try:
            result = self.session.save(future.result())
        except BrokenProcessPool:
            self.lost.append(running)
            return None
        except CannotStart:
            raise
        except Exception as error:  # whatever went wrong with one submission, the class run goes on
            return GradedRow(running.student, "failed", notes=(_failure(error),))
        return self._book(running.student, running.intake, result)

    def _book(self, student: str, intake: Intake, result: Result) -> GradedRow:
        """Have nbgrader write the grades and the autograded notebook."""
        if self.dry:
            return self._preview(student, result)
        try:
            self.booking.book(self.assignment, student, intake, result, self.session.digest)
        except CourseError as error:
            return GradedRow(student, "failed", result.points, (cut(one_line(str(error))),))
        except Exception as error:  # whatever is in a notebook, the class run goes on
            return GradedRow(student, "failed", result.points, (_failure(error),))
        return _row(student, "graded", result)

    def _preview(self, student: str, result: Result) -> GradedRow:
        booked = booked_points(self.booking.gradebook, self.assignment, student)
        note = note_in(self.course.autograded(student, self.assignment))
        found = changes(result, booked, self.session.store.find(note.key), note.diagnoses)
        return _row(student, "changed" if found else "unchanged", result, found)

    def _is_booked(self, student: str, intake: Intake, key: str) -> bool:
        """Whether the autograded notebook was made from this result and this hand-in; text cells count too."""
        note = note_in(self.course.autograded(student, self.assignment))
        return (note.key, note.graded_with, note.submitted) == (key, self.session.digest, intake.digest)


def _holds(booked: BookedPoints | None, points: float) -> bool:
    return booked is not None and booked.is_of_checks(points)


def _failure(error: Exception) -> str:
    about = str(error) if isinstance(error, FailedInside) else f"{type(error).__name__}: {error}"
    return cut(one_line(f"The grader failed: {about}"))


def _row(student: str, state: str, result: Result, found: tuple[Change, ...] = ()) -> GradedRow:
    """A row with what a person should know: crashes and time-outs, and faults of the grader itself."""
    notes = (*(event.sentence for event in result.events), *(f"grader fault in {fault}" for fault in result.faults))
    # the same thing may have happened to a thousand cells
    told = tuple(dict.fromkeys(notes))
    return GradedRow(
        student, state, result.points, told, faults=result.certain_faults, changes=found, walls=result.walls
    )
