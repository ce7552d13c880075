"""Parts of cells that all notebooks share, put in where a master says `# include: NAME`."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from importlib import resources

from nbformat import NotebookNode

from autograder.course.cells import ONLY_FOR_STUDENTS, UNANSWERED, WRITTEN, carries_points, grade_id
from autograder.course.questions import questions
from autograder.errors import CourseError

_INCLUDE = re.compile(r"^# include: (\w+)$", re.MULTILINE)
_IMPORTED_PART = re.compile(r"^from autograder\.course\.in_notebook\.(\w+) import .*$", re.MULTILINE)
_CONSTANT = re.compile(r"^(PUBLIC_CHECKS|WRITTEN_ANSWERS|UNANSWERED): .*$", re.MULTILINE)
_DOCSTRING_AND_FUTURE = re.compile(r'\A"""[^"]*"""\n+from __future__ [^\n]*\n')


def put_in_parts(master: NotebookNode) -> None:
    """Replace each include of a master by the code that it names, and mark its cell: grading needs none of it."""
    constants = _constants(master)
    for cell in master.cells:
        if cell.cell_type == "code" and _INCLUDE.search(cell.source):
            cell.source = _INCLUDE.sub(lambda found: _part(found[1], constants), cell.source)
            cell.metadata["tags"] = [*cell.metadata.get("tags", ()), ONLY_FOR_STUDENTS]


def _part(name: str, constants: Mapping[str, str]) -> str:
    """The code of a part, with the parts that it imports and what it has to know of the assignment."""
    try:
        text = (resources.files("autograder.course.in_notebook") / f"{name}.py").read_text(encoding="utf-8")
    except FileNotFoundError:
        raise CourseError(
            f"The master includes '{name}', and autograder/course/in_notebook/ has no such part."
        ) from None
    text = _DOCSTRING_AND_FUTURE.sub("", text)
    text = _CONSTANT.sub(lambda found: f"{found[1]} = {constants[found[1]]}", text)
    return _IMPORTED_PART.sub(lambda found: _part(found[1], constants), text).strip()


def _constants(master: NotebookNode) -> dict[str, str]:
    """What parts have to know of an assignment, as Python."""
    named = [
        f"    {_text(question.id)}: {_text(question.name)},\n" for question in questions(master) if question.has_checks
    ]
    written = [
        f"    {_text(name)},\n"
        for cell in master.cells
        if (name := grade_id(cell)).startswith(WRITTEN) and carries_points(cell)
    ]
    return {
        "PUBLIC_CHECKS": f"{{\n{''.join(named)}}}",
        "WRITTEN_ANSWERS": f"(\n{''.join(written)})",
        "UNANSWERED": _text(UNANSWERED),
    }


def _text(value: str) -> str:
    """A text as Python writes it, in double quotes."""
    return json.dumps(value, ensure_ascii=False)
