"""Parts of cells that all notebooks share, put in where a master says `# include: NAME`."""

from __future__ import annotations

import re
from importlib import resources

from nbformat import NotebookNode

from autograder.course.questions import questions
from autograder.errors import CourseError

_INCLUDE = re.compile(r"^# include: (\w+)$", re.MULTILINE)
_FILLED_IN = re.compile(r"^PUBLIC_CHECKS: .*$", re.MULTILINE)
_DOCSTRING_AND_FUTURE = re.compile(r'\A"""[^"]*"""\n+from __future__ [^\n]*\n')


def put_in_parts(master: NotebookNode) -> None:
    """Replace each include of a master by the code that it names."""
    for cell in master.cells:
        if cell.cell_type == "code":
            cell.source = _INCLUDE.sub(lambda found: _part(found[1], master), cell.source)


def _part(name: str, master: NotebookNode) -> str:
    try:
        text = (resources.files("autograder.course.in_notebook") / f"{name}.py").read_text(encoding="utf-8")
    except FileNotFoundError:
        raise CourseError(
            f"The master includes '{name}', and autograder/course/in_notebook/ has no such part."
        ) from None
    named = "".join(f"    {q.id!r}: {q.name!r},\n" for q in questions(master) if q.has_checks)
    text = _DOCSTRING_AND_FUTURE.sub("", text)
    return _FILLED_IN.sub(lambda _: f"PUBLIC_CHECKS = {{\n{named}}}", text).strip()
