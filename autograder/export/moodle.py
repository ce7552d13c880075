"""Moodle: the grading worksheet with grades in it, and a zip of feedback pages named as Moodle wants them back.

Moodle reads of a worksheet the columns Identifier, Grade, Last modified (grade) and Feedback comments, and takes no
grade above its maximum. Of a zip it reads folders `<name>_<participant>_<plugin type>_<plugin>_`, whatever the plugin is;
`_assignsubmission_file_` is what its own download is called, so that a TA sees the same names on the way back.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable, Mapping
from html import escape
from pathlib import Path

from autograder.course.names import name_keys
from autograder.errors import CourseError
from autograder.export.grades import ClassGrades, StudentGrade, decimal
from autograder.export.people import matched
from autograder.export.sheet import Sheet, guarded, number_in, written
from autograder.intake.handins import Handin

HEADER = (
    "Identifier", "Full name", "Email address", "Status", "Grade", "Maximum Grade", "Grade can be changed",
    "Last modified (submission)", "Last modified (grade)", "Feedback comments",
)  # fmt: skip
FOLDER = re.compile(r"[^_/\\]+_(\d+)_assignsubmission_file_?")
PARTICIPANT = re.compile(r"\D*(\d+)")
PAGE = "feedback.html"
_NOT_IN_NAMES = re.compile(r'[\x00-\x1f\x7f/\\:*?"<>|_]+')


def fill_worksheet(
    sheet: Sheet, grades: ClassGrades, handins: Mapping[str, Handin], column: str = ""
) -> tuple[str, list[str]]:
    """A worksheet as Moodle gave it with grades and comments filled in, and notes about it."""
    grade = sheet.column(column or "Grade")
    if grade is None:
        raise CourseError(
            f"The worksheet has no column '{column or 'Grade'}', only: {', '.join(sheet.header)}. "
            "Name the one for the grade with --column."
        )
    identifier = _identifier(sheet)
    maximum = sheet.column("Maximum Grade")
    comments = sheet.column("Feedback comments")
    rows = range(1, len(sheet.rows))
    _require_same_maximum(grades, {sheet.value(row, maximum) for row in rows})

    def values(*names: str) -> Iterable[tuple[int, str]]:
        index = sheet.column(*names)
        return ((row, sheet.value(row, index)) for row in rows)

    emails, ids, names = (
        dict(values("Email address")), dict(values("ID number", "Username")), dict(values("Full name"))
    )  # fmt: skip
    participants = {row: _participant(sheet.value(row, identifier)) for row in rows}
    found = matched(
        rows,
        grades.graded,
        [
            (lambda row: [participants[row]], lambda student: [_participant_of(student, handins)]),
            (lambda row: [emails[row]], lambda student: [student.email]),
            (lambda row: [ids[row]], lambda student: [student.lms_id, student.student]),
            (lambda row: name_keys(names[row]), lambda student: name_keys(student.name)),
        ],
    )
    notes = _notes(grades, found.values())
    for row, student in found.items():
        sheet.fill(row, grade, decimal(min(student.total, grades.points)))
        if comments is not None:
            sheet.fill(row, comments, comment(grades, student))
    return sheet.text(), notes


def make_worksheet(grades: ClassGrades, handins: Mapping[str, Handin]) -> tuple[str, list[str]]:
    """A worksheet made from what was collected, for instructors who have not downloaded theirs."""
    known = [student for student in grades.graded if _participant_of(student, handins)]
    if not known:
        raise CourseError(
            "Nobody's participant number is known: the submissions were not collected from a Moodle zip. "
            "Download the grading worksheet from Moodle and give it with --worksheet."
        )
    lines = []
    for student in known:
        handin = handins[student.student]
        lines.append([
            f"Participant {_participant_of(student, handins)}", guarded(handin.name or student.name),
            guarded(student.email), "Submitted for grading", decimal(min(student.total, grades.points)),
            decimal(grades.points), "Yes", handin.time, "-", comment(grades, student),
        ])  # fmt: skip
    return written([HEADER, *lines]), _notes(grades, known)


def feedback_zip(
    pages: Mapping[str, Path], students: Iterable[StudentGrade], handins: Mapping[str, Handin]
) -> tuple[bytes, list[str]]:
    """The feedback pages, each in the folder of its student's submission."""
    archive, unknown, unwritten = io.BytesIO(), [], []
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for student in students:
            folder = _folder(student, handins)
            if folder is None:
                unknown.append(student.name)
            elif student.student not in pages:
                unwritten.append(student.name)
            else:
                packed.writestr(f"{folder}/{PAGE}", pages[student.student].read_bytes())
    reasons = {"the participant number is not known": unknown, "it could not be written": unwritten}
    notes = [f"No page in the zip, because {why}: {', '.join(names)}." for why, names in reasons.items() if names]
    return archive.getvalue(), notes


def comment(grades: ClassGrades, student: StudentGrade) -> str:
    """The comment beside the grade in Moodle, as HTML."""
    sentences = [f"{decimal(student.total)} of {decimal(grades.points)} points. The details are in {PAGE}."]
    if student.penalty:
        sentences.append(f"Handed in late: {decimal(student.penalty)} points less.")
    if student.pending:
        sentences.append("Some answers are still to be graded by a person.")
    texts = [" ".join(sentences), *student.comments]
    return "".join(f"<p>{escape(' '.join(text.split()))}</p>" for text in texts)


def with_participants(sheet: Sheet, grades: ClassGrades, handins: Mapping[str, Handin]) -> dict[str, Handin]:
    """What was collected, and the participant numbers that only the worksheet knows."""
    rows = range(1, len(sheet.rows))
    identifier, email, name = _identifier(sheet), sheet.column("Email address"), sheet.column("Full name")
    unknown = [student for student in grades.graded if not _participant_of(student, handins)]
    found = matched(
        rows,
        unknown,
        [
            (lambda row: [sheet.value(row, email)], lambda student: [student.email]),
            (lambda row: name_keys(sheet.value(row, name)), lambda student: name_keys(student.name)),
        ],
    )
    from_worksheet = {
        student.student: Handin(
            student.student, "moodle", sheet.value(row, name), _participant(sheet.value(row, identifier))
        )
        for row, student in found.items()
    }
    return dict(handins) | from_worksheet


def _identifier(sheet: Sheet) -> int:
    """The column of participants, by its English name or by what stands in it in any language."""
    named = sheet.column("Identifier")
    if named is not None:
        return named
    for column in range(len(sheet.rows[0])):
        values = [sheet.value(row, column) for row in range(1, len(sheet.rows))]
        if values and all(PARTICIPANT.fullmatch(value) and not value[0].isdigit() for value in values):
            return column
    raise CourseError(
        f"This is not Moodle's grading worksheet: no column of participants, only: {', '.join(sheet.header)}. "
        "In Moodle's assignment choose 'Download grading worksheet'."
    )


def _require_same_maximum(grades: ClassGrades, found: Iterable[str]) -> None:
    for text in found:
        maximum = number_in(text)
        if maximum is not None and maximum != grades.points:
            raise CourseError(
                f"Moodle's maximum grade is {text}, but {grades.assignment} has {decimal(grades.points)} points. "
                "Set the maximum in the settings of Moodle's assignment and download the worksheet again."
            )


def _notes(grades: ClassGrades, exported: Iterable[StudentGrade]) -> list[str]:
    exported = list(exported)
    notes = []
    if missing := [student.name for student in grades.graded if student not in exported]:
        notes.append(f"Not in the worksheet, so without a grade there: {', '.join(missing)}.")
    if above := [student.name for student in exported if student.total > grades.points]:
        notes.append(f"Cut to the maximum, above which Moodle takes no grade: {', '.join(above)}.")
    return notes


def _participant(text: str) -> str:
    found = PARTICIPANT.fullmatch(text.strip())
    return found[1] if found else ""


def _participant_of(student: StudentGrade, handins: Mapping[str, Handin]) -> str:
    handin = handins.get(student.student)
    known = handin.participant if handin and handin.system == "moodle" else ""
    return known if known.isascii() and known.isdigit() else ""


def _folder(student: StudentGrade, handins: Mapping[str, Handin]) -> str | None:
    """The folder in Moodle's own zip, or one named like it."""
    participant = _participant_of(student, handins)
    if not participant:
        return None
    handin = handins[student.student]
    collected = FOLDER.fullmatch(handin.folder)
    if collected and collected[1] == participant and not _NOT_IN_NAMES.search(handin.folder.split("_")[0]):
        return handin.folder
    # Moodle splits at underscores and looks for the number in second place, so a name has none
    name = _NOT_IN_NAMES.sub(" ", handin.name or student.name).strip(" .") or "Participant"
    return f"{name}_{participant}_assignsubmission_file_"
