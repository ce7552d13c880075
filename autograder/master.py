"""Masters: the one place where an assignment is written, read as notebooks."""

from __future__ import annotations

import base64
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jupytext
import nbformat
from nbformat import NotebookNode

from autograder.errors import CourseError

KERNELSPEC = {"display_name": "Python 3", "language": "python", "name": "python3"}
LANGUAGE = {"name": "python", "file_extension": ".py", "mimetype": "text/x-python"}
PART = re.compile(r"^# Question (\d)", re.MULTILINE)
LETTER = re.compile(r"^### \(([a-z])(?:\.(\d))?\) (.+)$", re.MULTILINE)
TITLE = re.compile(r"^# (?!Question \d)(.+)$", re.MULTILINE)
PICTURE = re.compile(r"!\[([^\]]*)\]\((figures/([^)]+\.png))\)")


@dataclass(frozen=True)
class Question:
    """One question of an assignment, as its master writes it."""

    id: str
    title: str
    part: int
    letter: str
    auto_points: float
    manual_points: float

    @property
    def points(self) -> float:
        return self.auto_points + self.manual_points


def grade_id(cell: NotebookNode) -> str:
    """nbgrader's name of a cell, or an empty string."""
    marks = cell.metadata.get("nbgrader", {})
    name = marks.get("grade_id", "") if isinstance(marks, dict) else ""
    return name if isinstance(name, str) else ""


def read_master(path: Path) -> NotebookNode:
    """A master as a notebook with stable cell ids and its pictures inside."""
    notebook = jupytext.read(path, fmt="py:percent")
    notebook.metadata = nbformat.from_dict(
        {"kernelspec": KERNELSPEC, "language_info": LANGUAGE, "course": {"assignment": path.stem}}
    )
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    for number, cell in enumerate(notebook.cells):
        cell.id = grade_id(cell) or f"text-{number:03d}"
        cell.metadata.pop("lines_to_next_cell", None)  # jupytext's note on blank lines, of no use in a notebook
        if cell.cell_type == "markdown":
            _embed_pictures(cell, path.parent)
    return notebook


def questions(notebook: NotebookNode) -> tuple[Question, ...]:
    """The questions of a master or release, in order."""
    found = []
    part, letter, title = 0, "", ""
    points = {
        grade_id(cell): float(cell.metadata.nbgrader.points)
        for cell in notebook.cells
        if cell.metadata.get("nbgrader", {}).get("grade")
    }
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            if heading := PART.search(cell.source):
                part = int(heading[1])
            if heading := LETTER.search(cell.source):
                letter, title = heading[1], heading[3]
        name = grade_id(cell)
        if f"test_{name}" in points:
            auto, manual = points[f"test_{name}"], points.get(f"explain_{name}", 0.0)
            found.append(Question(name, title, part, letter, auto, manual))
    return tuple(found)


def graded_questions(notebook: NotebookNode) -> tuple[Question, ...]:
    """All questions in order, those without hidden checks too."""
    asked = {question.id: question for question in questions(notebook)}
    found: dict[str, Question] = {}
    for cell in notebook.cells:
        marks = cell.metadata.get("nbgrader", {})
        name = grade_id(cell).removeprefix("test_").removeprefix("explain_")
        if marks.get("grade") or marks.get("task"):
            found.setdefault(name, asked.get(name) or Question(name, name.replace("_", " "), 0, "", 0.0, 0.0))
    return tuple(found.values())


def labels(asked: Sequence[Question]) -> tuple[str, ...]:
    """Short names of questions: 1a, or 1a.1, 1a.2, ... where several share a letter."""
    letters = [(question.part, question.letter) for question in asked]
    found = []
    for place, (part, letter) in enumerate(letters):
        shared = letter and letters.count((part, letter)) > 1
        count = f".{letters[: place + 1].count((part, letter))}" if shared else ""
        found.append(f"{part or ''}{letter}{count}")
    return tuple(found)


def title_of(notebook: NotebookNode) -> str:
    """The heading of a master or release, or an empty string."""
    texts = (cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    return next((found[1] for text in texts if (found := TITLE.search(text))), "")


def run_cells(path: Path, names: Collection[str]) -> dict[str, Any]:
    """Run some cells of a master, by their ids and in order, and return the names they define."""
    cells = {grade_id(cell): cell.source for cell in read_master(path).cells if cell.cell_type == "code"}
    if missing := set(names) - cells.keys():
        raise CourseError(f"{path.name} has no cell named {', '.join(sorted(missing))}.")
    namespace: dict[str, Any] = {"__name__": path.stem}
    for name, source in cells.items():
        if name in names:
            code = "\n".join(line for line in source.split("\n") if not line.startswith("%"))
            exec(compile(code, f"<{path.stem}:{name}>", "exec", dont_inherit=True), namespace)
    return namespace


def _embed_pictures(cell: NotebookNode, folder: Path) -> None:
    """Turn links to picture files into attachments, so that a notebook can travel alone."""
    for _, link, name in PICTURE.findall(cell.source):
        data = base64.b64encode((folder / link).read_bytes()).decode()
        cell.setdefault("attachments", NotebookNode())[name] = {"image/png": data}
    cell.source = PICTURE.sub(r"![\1](attachment:\3)", cell.source)
