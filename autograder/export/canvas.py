"""Canvas: the gradebook's CSV with one column filled in.

Canvas finds students by its own ID, then by SIS ids, then by name, and an assignment by the number behind its title.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from autograder.course.names import name_keys
from autograder.errors import CourseError
from autograder.export.grades import ClassGrades, StudentGrade, decimal
from autograder.export.people import matched
from autograder.export.sheet import Sheet, guarded, number_in, written
from autograder.intake.handins import Handin

HEADER = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
POINTS = "Points Possible"
_NUMBERED = re.compile(r"(.+?)\s*\(\d+\)")


def fill_gradebook(
    sheet: Sheet, grades: ClassGrades, handins: Mapping[str, Handin], names: Iterable[str]
) -> tuple[str, list[str]]:
    """An export of Canvas's gradebook with the column of one of these names filled in, and notes about it."""
    if sheet.column("Student") != 0 or sheet.column("ID") is None:
        raise CourseError(
            f"This is not an export of Canvas's gradebook: its columns are {', '.join(sheet.header)}. "
            "In Canvas choose Grades > Export > Export Entire Gradebook."
        )
    column = _column(sheet, list(names))
    points_row = next((row for row in range(1, len(sheet.rows)) if POINTS in sheet.value(row, 0)), None)
    rows = [row for row in range(1, len(sheet.rows)) if row != points_row and sheet.value(row, 0).strip()]
    if points_row is not None:
        _require_same_points(grades, sheet.value(points_row, column))
    columns = {name: sheet.column(name) for name in HEADER}

    def value(row: int, name: str) -> str:
        return sheet.value(row, columns[name])

    found = matched(
        rows,
        grades.graded,
        [
            (lambda row: [value(row, "ID")], lambda student: [_canvas_id(student, handins), student.lms_id]),
            (lambda row: [value(row, "SIS User ID")], lambda student: [student.lms_id, student.student]),
            (lambda row: [value(row, "SIS Login ID")], lambda student: [student.student, student.email]),
            (lambda row: name_keys(value(row, "Student")), lambda student: name_keys(student.name)),
        ],
    )
    for row, student in found.items():
        sheet.fill(row, column, decimal(student.total))
    missing = [student.name for student in grades.graded if student not in found.values()]
    return sheet.text(), [
        f"Not in Canvas's gradebook, so without a grade there: {', '.join(missing)}."
    ] if missing else []


def make_gradebook(grades: ClassGrades, handins: Mapping[str, Handin], title: str) -> str:
    """A gradebook of this one assignment, for instructors who have not exported theirs.

    Canvas asks which assignment is meant when it is imported.
    """
    blank = [""] * (len(HEADER) - 1)
    lines = [[*HEADER, guarded(title)], [f"    {POINTS}", *blank, decimal(grades.points)]]
    for student in grades.graded:
        name = (
            f"{student.last_name}, {student.first_name}" if student.last_name and student.first_name else student.name
        )
        ids = (_canvas_id(student, handins), guarded(student.lms_id), guarded(student.student))
        lines.append([guarded(name), *ids, "", decimal(student.total)])
    return written(lines)


def _column(sheet: Sheet, names: list[str]) -> int:
    wanted = {name.casefold() for name in names if name}
    titles = {
        column: title for column, title in enumerate(sheet.header) if title not in HEADER and _NUMBERED.fullmatch(title)
    }
    fitting = [column for column, title in titles.items() if {title.casefold(), _bare(title)} & wanted]
    if len(fitting) != 1:
        problem = "no column" if not fitting else "several columns"
        raise CourseError(
            f"Canvas's gradebook has {problem} named {' or '.join(sorted(name for name in names if name))}. "
            f"Choose one with --column: {', '.join(titles.values()) or 'there are no assignments in it'}."
        )
    return fitting[0]


def _bare(title: str) -> str:
    found = _NUMBERED.fullmatch(title)
    return (found[1] if found else title).casefold()


def _require_same_points(grades: ClassGrades, text: str) -> None:
    points = number_in(text)
    if points is not None and points != grades.points:
        raise CourseError(
            f"In Canvas the assignment has {text.strip()} points, here {decimal(grades.points)}. "
            "Set the points in Canvas and export its gradebook again."
        )


def _canvas_id(student: StudentGrade, handins: Mapping[str, Handin]) -> str:
    handin = handins.get(student.student)
    known = handin.participant if handin and handin.system == "canvas" else ""
    return known if known.isascii() and known.isdigit() else ""
