"""Puts the instructor's page together from the gradebook, the graded notebooks and the kept results."""

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
from autograder.feedback.submission import lateness
from autograder.feedback.text import plain
from autograder.grading.graded import Graded, read_graded
from autograder.groups import Group, groups_among
from autograder.master import grade_id, graded_questions, labels, title_of
from autograder.report.booked import Book, Booked, read_book
from autograder.report.content import (
    AlikeGroup,
    Awaiting,
    Column,
    HardCheck,
    Incident,
    Isolation,
    Kind,
    Mistake,
    Report,
    Row,
    Score,
    SimilarPair,
)
from autograder.report.names import read_names
from autograder.similarity.answers import released_notebook
from autograder.similarity.content import Similarity

HARDEST, MOST_GROUPS, MOST_PAIRS = 15, 15, 10
LONGEST_CELL = 60
KINDS: Mapping[str, Kind] = {"killed": "crashed", "overtime": "hung", "not_run": "not run"}
LIBRARIES = ("nbgrader", "torch", "numpy", "copydetect")


def gather(
    course: Course, assignment: str, folder: Path, similarity: Similarity | None = None, anonymous: bool = False
) -> Report:
    """Everything that the page of an assignment says; links are written for a page in the given folder."""
    return _Gathered(course, assignment, folder, anonymous).report(similarity)


class _Gathered:
    """What is known about a class, read once; everything a student wrote is made nameless where that was asked for."""

    def __init__(self, course: Course, assignment: str, folder: Path, anonymous: bool) -> None:
        self.course, self.assignment, self.folder = course, assignment, folder
        release = released_notebook(course, assignment)
        self.title = title_of(release) or assignment
        self.book = read_book(course.db_url, assignment)
        self.columns = tuple(_columns(release, self.book))
        self.by_question = {column.id: column for column in self.columns}
        self.stubs = _stubs(release)
        self.graded = {each.student: each for each in read_graded(course, assignment)}
        self.handed_in = {folder.parent.name for folder in (course.root / "submitted").glob(f"*/{assignment}")}
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
            isolation=self._isolation(),
            versions=(("python", platform.python_version()), ("autograder", __version__), *_versions()),
            anonymous=self.names.anonymous,
        )

    def _row(self, student: str) -> Row:
        booked, graded = self.book.submissions.get(student, Booked()), self.graded.get(student)
        broken = (each for each in (graded.about.get("preflight", ()) if graded else ()) if each["rule"] != "remark")
        return Row(
            student=self.names(student),
            total=max(booked.score - booked.penalty, 0.0),
            scores=tuple(self._scores(booked)),
            graded=bool(booked.grades) and graded is not None,
            unreadable=bool(graded and graded.unreadable),
            unfilled=graded is not None and not graded.unreadable and not self._answered(graded),
            pending=sum(grade.pending for grade in booked.grades.values()),
            penalty=booked.penalty,
            lateness=lateness(booked.late_seconds).removeprefix("Handed in "),
            notes=tuple(dict.fromkeys(incident.kind for incident in self._incidents(student))),
            preflight=tuple(self._theirs(_with_cell(each["cell"], each["sentence"])) for each in broken),
            feedback=self._feedback(student),
        )

    def _scores(self, booked: Booked) -> Iterator[Score]:
        for column in self.columns:
            own = [grade for name, grade in booked.grades.items() if _question(name) == column.id]
            yield Score(sum(grade.earned for grade in own), column.points, any(grade.pending for grade in own))

    def _answered(self, graded: Graded) -> set[str]:
        """The cells that a student filled in."""
        return {name for name, stub in self.stubs.items() if _words(graded.cells.get(name, stub)) != _words(stub)}

    def _incidents(self, student: str) -> Iterator[Incident]:
        graded, called = self.graded.get(student), self.names(student)
        if graded is not None and graded.unreadable:
            yield Incident(called, "unreadable", self._theirs(graded.unreadable))
            return
        if graded is not None:
            for kind, sentence in graded.events():
                yield Incident(called, KINDS.get(kind, "not run"), self._theirs(sentence))
            if recovery := graded.about.get("recovery"):
                kind_of: Kind = "doubtful" if recovery.get("certainty") == "doubtful" else "recovered"
                yield Incident(called, kind_of, self._theirs(" ".join(recovery.get("notes", ()))))
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

    def _mistakes(self) -> Iterator[Mistake]:
        """The recognised mistakes, the most frequent first."""
        made: dict[tuple[str, str], list[str]] = defaultdict(list)
        for each in self.graded.values():
            for question, hints in each.about.get("hints", {}).items():
                for hint in hints:
                    made[question, hint].append(each.student)
        order = {column.id: place for place, column in enumerate(self.columns)}
        for question, hint in sorted(made, key=lambda key: (-len(made[key]), order.get(key[0], len(order)), key)):
            if question in self.by_question:
                yield Mistake(self.by_question[question], hint, self._called(made[question, hint]))

    def _groups(self) -> Iterator[AlikeGroup]:
        for number, group in enumerate(groups_among(self.graded.values()), start=1):
            if group.question in self.by_question and number <= MOST_GROUPS:
                yield self._group(number, group)

    def _group(self, number: int, group: Group) -> AlikeGroup:
        lines = group.cell.expandtabs(4).strip("\n").split("\n")
        if len(lines) > LONGEST_CELL:
            lines[LONGEST_CELL:] = [f"# … {len(lines) - LONGEST_CELL} more lines"]
        cell = self.names.hide("\n".join(line[:500] for line in lines))
        return AlikeGroup(number, self.by_question[group.question], self._called(group.students), group.failed, cell)

    def _awaiting(self) -> Iterator[Awaiting]:
        readable = [
            booked
            for student, booked in self.book.submissions.items()
            if student not in self.graded or not self.graded[student].unreadable
        ]
        for column in self.columns:
            waiting = sum(
                grade.pending
                for booked in readable
                for name, grade in booked.grades.items()
                if _question(name) == column.id
            )
            if waiting:
                yield Awaiting(column, waiting)

    def _pairs(self, similarity: Similarity) -> Iterator[SimilarPair]:
        for pair in similarity.standing_out[:MOST_PAIRS]:
            first, second = self.names(pair.first), self.names(pair.second)
            yield SimilarPair(first, second, pair.score, similarity.sentence(pair))

    def _isolation(self) -> Isolation:
        walls = [each.missing_walls for each in self.graded.values() if each.missing_walls is not None]
        missing = Counter(sentence for own in walls for sentence in own)
        return Isolation(len(walls), tuple(missing.most_common()))

    def _feedback(self, student: str) -> str:
        """A link from the page; a nameless page has none, as the address tells the name."""
        page = self.course.root / "feedback" / student / self.assignment / f"{self.assignment}.html"
        if self.names.anonymous or not page.is_file():
            return ""
        return quote(Path(os.path.relpath(page, self.folder.resolve())).as_posix())

    def _called(self, students: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted((self.names(student) for student in students), key=_natural))

    def _theirs(self, text: str) -> str:
        """Text in which there may be something that a student wrote or named."""
        return self.names.hide(plain(text, (str(self.course.root),)))


def _columns(release: NotebookNode, book: Book) -> Iterator[Column]:
    asked = graded_questions(release)
    points: Counter[str] = Counter()
    for name, most in book.points.items():
        points[_question(name)] += most  # type: ignore[assignment]  # typeshed counts in whole numbers only
    for question, label in zip(asked, labels(asked), strict=True):
        yield Column(question.id, label or question.id, question.title, float(points[question.id] or question.points))


def _stubs(release: NotebookNode) -> dict[str, str]:
    """What stands in the cells of the release that students fill in."""
    marks = ((cell, cell.metadata.get("nbgrader", {})) for cell in release.cells)
    return {grade_id(cell): cell.source for cell, own in marks if own.get("solution") or own.get("task")}


def _question(cell: str) -> str:
    return cell.removeprefix("test_").removeprefix("explain_")


def _with_cell(cell: str, sentence: str) -> str:
    return f"`{cell}`: {sentence}" if cell and cell not in sentence else sentence


def _words(source: str) -> str:
    return " ".join(source.split())


def _natural(name: str) -> tuple[str, int]:
    """Student 2 before Student 10."""
    start, _, number = name.rpartition(" ")
    return (start.casefold(), int(number)) if number.isascii() and number.isdigit() else (name.casefold(), 0)


def _versions() -> Iterator[tuple[str, str]]:
    for library in LIBRARIES:
        try:
            yield library, version(library)
        except PackageNotFoundError:
            continue
