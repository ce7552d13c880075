"""One line per student, for spreadsheets and scripts."""

from __future__ import annotations

from autograder.export.grades import ClassGrades, StudentGrade, decimal
from autograder.export.sheet import BOM, guarded, written

SUMS = ("extra credit", "total before penalty", "penalty", "total")
"""Columns that are empty for a student who handed in nothing."""


def table(grades: ClassGrades) -> str:
    """The grades of a class as CSV.

    It begins with a byte order mark: without one Excel takes UTF-8 for the system's code page and spoils every name
    that is not ASCII. LibreOffice, pandas and Python's "utf-8-sig" skip it.
    """
    parts = [
        f"{part.label} ({'by hand' if part.by_hand else 'checks'}, of {decimal(part.points)})" for part in grades.parts
    ]
    header = [
        *("id", "name", "email"), *parts,
        *SUMS, *("max", "late seconds", "flags"),
    ]  # fmt: skip
    return written([header, *(_line(grades, student) for student in grades.students)], BOM)


def _line(grades: ClassGrades, student: StudentGrade) -> list[str]:
    about = [guarded(text) for text in (student.student, student.name, student.email)]
    flags = "; ".join(student.flags)
    if student.scores is None:
        return [*about, *[""] * (len(grades.parts) + len(SUMS)), decimal(grades.points), "", flags]
    scores = [decimal(student.scores[part.cell].earned) if part.cell in student.scores else "" for part in grades.parts]
    sums = (student.extra, student.before_penalty, student.penalty, student.total, grades.points)
    return [*about, *scores, *map(decimal, sums), str(round(student.late_seconds)), flags]
