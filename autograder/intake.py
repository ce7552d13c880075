"""Finds the notebook of a submission, or says in a sentence why there is none to grade."""

from __future__ import annotations

import shutil
from pathlib import Path

from nbformat import NotebookNode
from nbgrader.utils import parse_utc

from autograder.notebook import NotebookError, assignment_of, read_notebook


def submitted_notebook(folder: Path, assignment: str) -> NotebookNode:
    """The notebook in a student's submission folder, put under the name nbgrader expects if it has another."""
    refuse_links(folder)
    _require_time(folder)
    expected = folder / f"{assignment}.ipynb"
    if not expected.exists():
        _adopt(folder, expected, assignment)
    return read_notebook(expected)


def refuse_links(folder: Path) -> None:
    """A link may point at any file of the grading machine, and nbgrader would copy that."""
    for path in (folder, *folder.rglob("*")):
        if path.is_symlink():
            raise NotebookError(f"{path.name} is a link to another place, not a file; links are not followed.")


def _require_time(folder: Path) -> None:
    """nbgrader notes the time of a submission beside it, and stops at one that is no time."""
    try:
        parse_utc((folder / "timestamp.txt").read_text().strip())
    except FileNotFoundError:
        return
    except (ValueError, OverflowError, OSError):
        raise NotebookError("timestamp.txt does not hold the time of the submission.") from None


def _adopt(folder: Path, expected: Path, assignment: str) -> None:
    """Copy the one notebook there is to the expected name; the file as handed in stays where it is."""
    found = sorted(path for path in folder.rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts)
    if not found:
        raise NotebookError(f"No notebook was handed in: {expected.name} is not there, nor any other .ipynb file.")
    names = ", ".join(repr(path.name) for path in found)
    if len(found) > 1:
        raise NotebookError(f"Several notebooks were handed in ({names}) and none is named {expected.name}.")
    notebook = read_notebook(found[0])
    if assignment_of(notebook, found[0], {assignment}) is None:
        raise NotebookError(f"The only notebook handed in ({names}) does not belong to {assignment}.")
    shutil.copyfile(found[0], expected)
