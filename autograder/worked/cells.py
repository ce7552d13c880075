"""The cells of a worked solution, made from a master: nothing in them is for nbgrader, graders or students at work."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from nbformat import NotebookNode

from autograder.course.cells import (
    GIVEN,
    SCHEME,
    carries_points,
    grade_id,
    is_answer,
    question_of,
    question_of_scheme,
)
from autograder.course.marking_scheme import before_scheme, schemes_in

_MARKER = re.compile(r"^[ \t]*### (?:BEGIN|END) SOLUTION[^\n]*\n?", re.MULTILINE)
_HIDDEN = re.compile(r"^[ \t]*### BEGIN HIDDEN TESTS.*?(?:### END HIDDEN TESTS[^\n]*\n?|\Z)", re.MULTILINE | re.DOTALL)
_FOLDED = re.compile(r"<details>\s*<summary>(.*?)</summary>\s*(.*?)\s*</details>", re.DOTALL)
_BOX = re.compile(r"\A<div[^>]*>\s*(.*?)\s*</div>\s*\Z", re.DOTALL)
_SCHEME_TITLE = re.compile(r"\A\s*\*\*Marking scheme\*\*\s*")


class Part(StrEnum):
    """What a cell is in a worked solution."""

    TEXT = "text"
    GIVEN = "given"
    """Code that came with the assignment."""
    ANSWER = "answer"
    """Code that students were to write."""
    CHECKS = "checks"
    """Public checks."""
    ASKED = "asked"
    """What a written answer was asked for."""
    WRITTEN = "written"
    """A written answer."""
    MARKED = "marked"
    """How a written answer is marked."""


@dataclass(frozen=True)
class WorkedCell:
    """One cell of a worked solution."""

    part: Part
    source: str
    name: str = ""
    """nbgrader's name of the cell that it was made from."""
    attachments: dict[str, dict[str, str]] = field(default_factory=dict)
    outputs: tuple[NotebookNode, ...] = ()

    @property
    def is_code(self) -> bool:
        return self.part in (Part.GIVEN, Part.ANSWER, Part.CHECKS)


def worked_cells(master: NotebookNode) -> tuple[WorkedCell, ...]:
    """A master's cells as a worked solution; a marking scheme stands behind the answer that it is about."""
    schemes: dict[str, str] = {}
    cells: list[WorkedCell] = []
    for cell in master.cells:
        name = grade_id(cell)
        attachments = dict(cell.get("attachments", {}))
        if cell.cell_type == "code":
            cells.append(WorkedCell(_part_of_code(cell), _clean_code(cell.source), name))
            continue
        if marked := "\n\n".join(_SCHEME_TITLE.sub("", scheme).strip() for scheme in schemes_in(cell.source)):
            schemes[question_of_scheme(name)] = marked
        if is_answer(cell):
            cells.append(WorkedCell(Part.WRITTEN, cell.source.strip(), name, attachments))
            cells.extend(_marked(schemes.pop(question_of(name), "")))
            continue
        part = Part.ASKED if name.startswith(SCHEME) else Part.TEXT
        cells.append(WorkedCell(part, _opened(before_scheme(cell.source)), name, attachments))
    # of a scheme without an answer below it
    return (*cells, *(cell for scheme in schemes.values() for cell in _marked(scheme)))


def _marked(scheme: str) -> Iterator[WorkedCell]:
    if scheme:
        yield WorkedCell(Part.MARKED, scheme)


def _part_of_code(cell: NotebookNode) -> Part:
    if is_answer(cell):
        return Part.ANSWER
    return Part.CHECKS if carries_points(cell) else Part.GIVEN


def _clean_code(source: str) -> str:
    """Code without nbgrader's marks, and without what tells students not to touch it."""
    return _MARKER.sub("", _HIDDEN.sub("", source)).replace(f" {GIVEN}", "").strip("\n")


def _opened(text: str) -> str:
    """Text whose hints can be read without opening them."""
    return _FOLDED.sub(_open, text).strip()


def _open(found: re.Match[str]) -> str:
    title, body = found[1].strip(), found[2]
    # a list needs a line of its own before it
    between = " " if "\n- " not in f"\n{body}" and "\n\n" not in body else "\n\n"
    return f"\n**{title}.**{between}{body}\n"


def without_box(text: str) -> str:
    """What stands in the box around the text of a written part."""
    found = _BOX.match(text)
    return found[1] if found else text
