"""What grading wrote for each submission: its notebook, the note on it, and the result it was made from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import nbformat

from autograder.course import Course
from autograder.course.bounded import Bounded, FailedInside
from autograder.course.bounds import cut
from autograder.course.cells import grade_id
from autograder.course.plain_text import one_line
from autograder.diagnosis.groups import Group, UnexplainedAnswer, groups_among
from autograder.errors import CourseError
from autograder.grading.note import Note, note_on
from autograder.grading.store import ResultStore
from autograder.judge.verdict import Verdict


@dataclass(frozen=True)
class Graded:
    """One student's graded submission; without verdicts where the result is no longer stored."""

    student: str
    note: Note
    cells: Mapping[str, str]
    """The text of all cells that have a name."""
    names: tuple[str, ...] = ()
    """The names of the code cells in order, empty for those that the student added."""
    verdicts: Mapping[str, Verdict] = field(default_factory=dict)
    walls: str = ""
    """How strong the walls around it were; empty where the result is no longer stored."""
    missing_walls: tuple[str, ...] = ()

    def events(self) -> Iterator[tuple[str, str]]:
        """What happened while it ran: the kind, and a sentence with the cell."""
        for event in self.note.events:
            index = None if event.cell is None else int(event.cell)
            name = self.names[index] if index is not None and index < len(self.names) else ""
            where = f"`{name}`: " if name else f"Code cell {index + 1}: " if index is not None else ""
            yield event.kind, where + event.sentence

    def unexplained(self) -> Iterator[UnexplainedAnswer]:
        """The answers for which no known mistake was recognised."""
        for name, verdict in self.verdicts.items():
            if name not in self.note.diagnoses:
                yield UnexplainedAnswer(self.student, verdict, self.cells.get(name, ""))


def read_graded(course: Course, assignment: str) -> Iterator[Graded]:
    """All graded submissions of an assignment, in the order of the students' ids."""
    store = ResultStore(course.results)
    # to find out that one notebook is not valid may take very long
    with Bounded("Reading it", _read) as read:
        for student, path in course.all_autograded(assignment).items():
            try:
                note, cells, names = read(path)
            except (CourseError, FailedInside) as error:  # whatever is in one notebook, the others are read
                reason = cut(one_line(f"{path.name} of autograded/ cannot be read: {error}"))
                yield Graded(student, Note(unreadable=reason), {})
                continue
            result = store.find(note.key)
            yield Graded(
                student=student,
                note=note,
                cells=cells,
                names=names,
                verdicts=result.verdicts if result else {},
                walls=result.walls if result else "",
                missing_walls=result.missing_walls if result else (),
            )


def _read(path: Path) -> tuple[Note, dict[str, str], tuple[str, ...]]:
    """What is asked of a graded notebook: its note, its named cells, the names of its code cells."""
    notebook = nbformat.read(path, as_version=4)
    cells = {grade_id(cell): cell.source for cell in notebook.cells if grade_id(cell)}
    return note_on(notebook), cells, tuple(grade_id(cell) for cell in notebook.cells if cell.cell_type == "code")


def read_groups(course: Course, assignment: str) -> tuple[Group, ...]:
    """Alike wrong answers of an assignment as it was graded last, the largest group first."""
    answers = (answer for graded in read_graded(course, assignment) for answer in graded.unexplained())
    return groups_among(answers, course.settings.tolerance)
