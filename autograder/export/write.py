"""Writes the files of an export, and says what to do with them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from autograder.course import Course
from autograder.course.plain_text import one_line
from autograder.course.progress import Progress, silently
from autograder.course.questions import title_of
from autograder.course.release import read_release
from autograder.export import canvas, gradescope, moodle
from autograder.export.grades import ClassGrades, gather_grades, require_finished
from autograder.export.sheet import Sheet
from autograder.export.table import table
from autograder.feedback.generate import generate_feedback
from autograder.intake.handins import read_handins


@dataclass(frozen=True)
class Exported:
    """What was written, what a person should know about it, and what to do next."""

    files: tuple[Path, ...]
    next_step: str
    notes: tuple[str, ...] = ()


def to_moodle(
    course: Course,
    assignment: str,
    folder: Path,
    worksheet: Path | None = None,
    column: str = "",
    unfinished: bool = False,
    progress: Progress = silently,
) -> Exported:
    """The grading worksheet and the zip of feedback pages."""
    grades, handins = _grades(course, assignment, unfinished), read_handins(course, assignment)
    if worksheet is None:
        text, notes = moodle.make_worksheet(grades, handins)
    else:
        sheet = Sheet.read(worksheet)
        handins = moodle.with_participants(sheet, grades, handins)
        text, notes = moodle.fill_worksheet(sheet, grades, handins, column)
    graded = [student.student for student in grades.graded]
    pages = generate_feedback(course, assignment, graded, progress, left_out={})
    packed, more = moodle.feedback_zip(pages, grades.graded, handins)
    files = (
        _write(folder / f"{assignment}_grades.csv", text.encode()),
        _write(folder / f"{assignment}_feedback.zip", packed),
    )
    return Exported(
        files,
        "In Moodle's assignment, under the grading actions: 'Upload grading worksheet' takes the first file, "
        "'Upload multiple feedback files in a zip' the second.",
        (*notes, *more),
    )


def to_canvas(
    course: Course,
    assignment: str,
    folder: Path,
    worksheet: Path | None = None,
    column: str = "",
    unfinished: bool = False,
) -> Exported:
    """A gradebook CSV."""
    grades, handins = _grades(course, assignment, unfinished), read_handins(course, assignment)
    title = title_of(read_release(course, assignment))
    notes: list[str] = []
    if worksheet is None:
        text = canvas.make_gradebook(grades, handins, column or title or assignment)
    else:
        names = [column] if column else [assignment, title]
        text, notes = canvas.fill_gradebook(Sheet.read(worksheet), grades, handins, names)
    file = _write(folder / f"{assignment}_canvas.csv", text.encode())
    return Exported((file,), "In Canvas: Grades > Import, then choose this file.", tuple(notes))


def to_gradescope(
    course: Course, assignment: str, folder: Path, unfinished: bool = False, allow_weak: bool = False
) -> Exported:
    """An autograder zip, and results.json of what was graded here."""
    grades = gather_grades(course, assignment)
    files = [_write(folder / f"{assignment}_autograder.zip", gradescope.autograder_zip(course, assignment, allow_weak))]
    notes = []
    if allow_weak:
        notes.append(
            "Where Gradescope's container offers no namespaces, student code runs unprotected there: a submission can read "
            "the hidden checks and the references they compare with, right parts among them, and use the network. Master, "
            "marking schemes, mistakes, variants and hints are left out of the zip for that reason."
        )
    if grades.graded:
        if not unfinished:
            require_finished(grades)
        left_out: dict[str, str] = {}
        for student, text in gradescope.graded_results(course, grades, left_out):
            files.append(_write(_results(folder, student), text.encode()))
        for student, reason in left_out.items():
            # what was exported of an earlier grade would be taken for this one
            _results(folder, student).unlink(missing_ok=True)
            notes.append(one_line(f"{student} has no results.json, grade this submission again with --force: {reason}"))
    return Exported(
        tuple(files),
        "In Gradescope: a programming assignment, Configure Autograder, upload the zip. Raise the container to 2 GB or more.",
        tuple(notes),
    )


def _results(folder: Path, student: str) -> Path:
    return folder / "results" / student / "results.json"


def to_csv(course: Course, assignment: str, folder: Path, unfinished: bool = False) -> Exported:
    """A table with one line per student."""
    grades = _grades(course, assignment, unfinished)
    file = _write(folder / f"{assignment}_grades_table.csv", table(grades).encode())
    return Exported((file,), f"{len(grades.graded)} graded, {len(grades.students)} students.")


def _grades(course: Course, assignment: str, unfinished: bool) -> ClassGrades:
    grades = gather_grades(course, assignment)
    if not unfinished:
        require_finished(grades)
    return grades


def _write(path: Path, content: bytes) -> Path:
    """Write a file whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.part")
    part.write_bytes(content)
    part.replace(path)
    return path
