"""What grading left of each submission: its notebook, what was noted in it, and the result it was made from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import nbformat

from autograder.course import Course
from autograder.grading.result import Results
from autograder.master import grade_id
from autograder.verdict import Verdict


@dataclass(frozen=True)
class Graded:
    """One student's graded submission; without verdicts where the result is no longer kept."""

    student: str
    about: Mapping[str, Any]
    """What was noted: events, hints, recovery, preflight, or why it could not be read."""
    cells: Mapping[str, str]
    """The text of all cells that have a name."""
    names: tuple[str, ...] = ()
    """The names of the code cells in order, empty for those that the student added."""
    verdicts: Mapping[str, Verdict] = field(default_factory=dict)
    missing_walls: tuple[str, ...] | None = None

    @property
    def unreadable(self) -> str:
        return str(self.about.get("unreadable", ""))

    def events(self) -> Iterator[tuple[str, str]]:
        """What happened while it ran: the kind, and a sentence with the cell."""
        for event in self.about.get("events", ()):
            place = event.get("cell")
            name = self.names[int(place)] if place is not None and int(place) < len(self.names) else ""
            where = f"`{name}`: " if name else f"Code cell {int(place) + 1}: " if place is not None else ""
            yield str(event.get("kind", "")), where + str(event.get("sentence", ""))


def read_graded(course: Course, assignment: str) -> Iterator[Graded]:
    """All graded submissions of an assignment, in the order of the students' ids."""
    results = Results(course.root / ".autograder" / "results")
    for path in sorted((course.root / "autograded").glob(f"*/{assignment}/{assignment}.ipynb")):
        notebook = nbformat.read(path, as_version=4)
        about = notebook.metadata.get("autograder", {})
        result = results.find(about["key"]) if "key" in about else None
        yield Graded(
            student=path.parents[1].name,
            about=about,
            cells={grade_id(cell): cell.source for cell in notebook.cells if grade_id(cell)},
            names=tuple(grade_id(cell) for cell in notebook.cells if cell.cell_type == "code"),
            verdicts=result.verdicts if result else {},
            missing_walls=result.missing_walls if result else None,
        )
