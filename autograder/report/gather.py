"""Puts the instructor's page together from the gradebook, the graded notebooks and the stored results."""

from __future__ import annotations

import os
import platform
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from urllib.parse import quote

from nbformat import NotebookNode

from autograder import __version__
from autograder.course import Course
from autograder.course.cells import grade_id, is_answer, is_task, question_of, words_of
from autograder.course.questions import questions, title_of
from autograder.course.release import read_release
from autograder.course.score_rule import after_penalty
from autograder.diagnosis.groups import Group, groups_among
from autograder.grading.graded import Graded, read_graded
from autograder.jail.walls.strength import Walls
from autograder.pages.lateness import lateness
from autograder.pages.students import read_names
from autograder.pages.text import presentable
from autograder.report.book import Book, BookedSubmission, read_book
from autograder.report.content import (
    AlikeGroup,
    Awaiting,
    Column,
    HardCheck,
    Incident,
    IncidentKind,
    QuestionScore,
    RecognisedMistake,
    Report,
    SimilarPair,
    StudentRow,
    WallsSeen,
)
from autograder.similarity.content import Similarity

HARDEST, MOST_GROUPS, MOST_PAIRS = 15, 15, 10
"""How many checks, groups of alike answers and pairs of students are shown."""
LONGEST_CELL, LONGEST_LINE = 60, 500
"""Lines of a cell, and characters of a line, that are shown."""
INCIDENT_KINDS: Mapping[str, IncidentKind] = {"killed": "crashed", "overtime": "hung", "not_run": "not run"}


def gather_report(
    course: Course, assignment: str, folder: Path, similarity: Similarity | None = None, anonymous: bool = False
) -> Report:
    """Everything that the page of an assignment says; links are written for a page in the given folder."""
    return _Gathered(course, assignment, folder, anonymous).report(similarity)


class _Gathered:
    """What is known about a class, read once; for an anonymous page, names are hidden in all that students wrote."""

    def __init__(self, course: Course, assignment: str, folder: Path, anonymous: bool) -> None:
        self.course, self.assignment, self.folder = course, assignment, folder
        release = read_release(course, assignment)
        self.title = title_of(release) or assignment
        self.book = read_book(course.db_url, assignment)
        self.columns = tuple(_columns(release, self.book))
        self.by_question = {column.id: column for column in self.columns}
        self.stubs = _stubs(release)
        self.graded = {each.student: each for each in read_graded(course, assignment)}
        self.handed_in = set(course.submissions(assignment))
        self.names = read_names(course, anonymous)

    def report(self, similarity: Similarity | None) -> Report:
        booked = self.book.submissions
        present = sorted(self.handed_in | self.graded.keys() | booked.keys())
        rows = sorted((self._row(student) for student in present), key=lambda row: (not row.graded, -row.total))
        return Report(
            assignment=self.assignment,
            title=self.title,
            made=datetime.now(UTC).astimezone(),
            columns=self.columns,
            rows=tuple(rows),
            missing=self._called(self.book.students - set(present)),
            hardest=tuple(self._hardest()),
            mistakes=tuple(self._mistakes()),
            groups=tuple(self._groups()),
            incidents=tuple(incident for student in present for incident in self._incidents(student)),
            awaiting=tuple(self._awaiting()),
            pairs=tuple(self._pairs(similarity)) if similarity else (),
            similarity=similarity,
            walls=self._walls(),
            versions=(
                ("python", platform.python_version()),
                ("autograder", __version__),
                *_versions(self.course.settings.versions),
            ),
            anonymous=self.names.anonymous,
        )

    def _row(self, student: str) -> StudentRow:
        booked, graded = self.book.submissions.get(student, BookedSubmission()), self.graded.get(student)
        broken = graded.note.broken_rules if graded else ()
        return StudentRow(
            student=self.names(student),
            total=after_penalty(booked.score, booked.penalty),
            scores=tuple(self._scores(booked)),
            graded=bool(booked.grades) and graded is not None,
            unreadable=bool(graded and graded.note.unreadable),
            unfilled=graded is not None and not graded.note.unreadable and not self._answered(graded),
            pending=sum(grade.pending for grade in booked.grades.values()),
            penalty=booked.penalty,
            lateness=lateness(booked.late_seconds).removeprefix("Handed in "),
            notes=tuple(dict.fromkeys(incident.kind for incident in self._incidents(student))),
            preflight=tuple(self._theirs(_with_cell(each.cell, each.sentence)) for each in broken),
            feedback=self._feedback(student),
        )

    def _scores(self, booked: BookedSubmission) -> Iterator[QuestionScore]:
        for column in self.columns:
            grades = [grade for name, grade in booked.grades.items() if question_of(name) == column.id]
            yield QuestionScore(
                sum(grade.earned for grade in grades), column.points, any(grade.pending for grade in grades)
            )

    def _answered(self, graded: Graded) -> set[str]:
        """The cells that a student filled in."""
        return {name for name, stub in self.stubs.items() if words_of(graded.cells.get(name, stub)) != words_of(stub)}

    def _incidents(self, student: str) -> Iterator[Incident]:
        graded, called = self.graded.get(student), self.names(student)
        if graded is not None and graded.note.unreadable:
            yield Incident(called, "unreadable", self._theirs(graded.note.unreadable))
            return
        if graded is not None:
            for kind, sentence in graded.events():
                yield Incident(called, INCIDENT_KINDS.get(kind, "not run"), self._theirs(sentence))
            if graded.note.recovery.certainty != "untouched":
                recovered: IncidentKind = "doubtful" if graded.note.is_doubtful else "recovered"
                yield Incident(called, recovered, self._theirs(" ".join(graded.note.recovery.notes)))
            for verdict in graded.verdicts.values():
                for fault in verdict.faults:
                    yield Incident(called, "grader fault", self._theirs(f"{verdict.question}: {fault}"))
        if student in self.book.submissions and self.book.submissions[student].flagged:
            yield Incident(called, "flagged", "Somebody flagged this submission in formgrader.")

    def _hardest(self) -> Iterator[HardCheck]:
        """The checks that most do not pass, of those who filled the answer in."""
        failed: Counter[tuple[str, str]] = Counter()
        answered: Counter[str] = Counter()
        for each in self.graded.values():
            filled = self._answered(each)
            for question, verdict in each.verdicts.items():
                if question in self.by_question and question in filled:
                    answered[question] += 1
                    failed.update((question, check.sentence) for check in verdict.checks if not check.passed)
        hardest = sorted(failed, key=lambda key: (-failed[key] / answered[key[0]], -failed[key], key))
        for question, sentence in hardest[:HARDEST]:
            yield HardCheck(self.by_question[question], sentence, failed[question, sentence], answered[question])

    def _mistakes(self) -> Iterator[RecognisedMistake]:
        """The recognised mistakes, the most frequent first."""
        made: dict[tuple[str, str, float | None], list[str]] = defaultdict(list)
        for each in self.graded.values():
            for question, diagnosis in each.note.diagnoses.items():
                for mistake in diagnosis.mistakes:
                    made[question, mistake.hint, mistake.cost].append(each.student)
        order = {column.id: number for number, column in enumerate(self.columns)}

        def rank(key: tuple[str, str, float | None]) -> tuple[float, ...]:
            return -len(made[key]), order.get(key[0], len(order))

        for question, hint, cost in sorted(sorted(made, key=str), key=rank):
            if question in self.by_question:
                students = self._called(made[question, hint, cost])
                yield RecognisedMistake(self.by_question[question], hint, students, cost)

    def _groups(self) -> Iterator[AlikeGroup]:
        answers = (answer for each in self.graded.values() for answer in each.unexplained())
        for number, group in enumerate(groups_among(answers, self.course.settings.tolerance), start=1):
            if group.question in self.by_question and number <= MOST_GROUPS:
                yield self._group(number, group)

    def _group(self, number: int, group: Group) -> AlikeGroup:
        lines = group.cell.expandtabs(4).strip("\n").split("\n")
        if len(lines) > LONGEST_CELL:
            lines[LONGEST_CELL:] = [f"# … {len(lines) - LONGEST_CELL} more lines"]
        cell = self.names.hide("\n".join(line[:LONGEST_LINE] for line in lines))
        return AlikeGroup(number, self.by_question[group.question], self._called(group.students), group.failed, cell)

    def _awaiting(self) -> Iterator[Awaiting]:
        readable = [
            booked
            for student, booked in self.book.submissions.items()
            if student not in self.graded or not self.graded[student].note.unreadable
        ]
        for column in self.columns:
            waiting = sum(
                grade.pending
                for booked in readable
                for name, grade in booked.grades.items()
                if question_of(name) == column.id
            )
            if waiting:
                yield Awaiting(column, waiting)

    def _pairs(self, similarity: Similarity) -> Iterator[SimilarPair]:
        for pair in similarity.standing_out[:MOST_PAIRS]:
            first, second = self.names(pair.first), self.names(pair.second)
            yield SimilarPair(first, second, pair.score, similarity.sentence(pair))

    def _walls(self) -> WallsSeen:
        judged = [each for each in self.graded.values() if each.walls]
        kinds = Counter(Walls(each.walls).meaning for each in judged)
        missing = Counter(sentence for each in judged for sentence in each.missing_walls)
        return WallsSeen(len(judged), tuple(kinds.most_common()), tuple(missing.most_common()))

    def _feedback(self, student: str) -> str:
        """A link to the student's feedback; an anonymous page has none, because the address tells the name."""
        page = self.course.feedback(student, self.assignment)
        if self.names.anonymous or not page.is_file():
            return ""
        return quote(Path(os.path.relpath(page, self.folder.resolve())).as_posix())

    def _called(self, students: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted((self.names(student) for student in students), key=_natural))

    def _theirs(self, text: str) -> str:
        """Text that may contain something a student wrote or named, fit for the page."""
        return self.names.hide(presentable(text, map(str, self.course.hidden)))


def _columns(release: NotebookNode, book: Book) -> Iterator[Column]:
    points: dict[str, float] = defaultdict(float)
    for name, most in book.points.items():
        points[question_of(name)] += most
    for question in questions(release):
        worth = points[question.id] or question.points
        yield Column(question.id, question.label or question.id, question.title, worth)


def _stubs(release: NotebookNode) -> dict[str, str]:
    """What stands in the cells of the release that students fill in."""
    return {grade_id(cell): cell.source for cell in release.cells if is_answer(cell) or is_task(cell)}


def _with_cell(cell: str, sentence: str) -> str:
    return f"`{cell}`: {sentence}" if cell and cell not in sentence else sentence


def _natural(name: str) -> tuple[str, int]:
    """Student 2 before Student 10."""
    start, _, number = name.rpartition(" ")
    return (start.casefold(), int(number)) if number.isascii() and number.isdigit() else (name.casefold(), 0)


def _versions(libraries: Iterable[str]) -> Iterator[tuple[str, str]]:
    for library in ("nbgrader", *libraries):
        try:
            yield library, version(library)
        except PackageNotFoundError:
            continue
