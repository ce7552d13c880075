"""A submission as a TA sees it in formgrader: what to grade by hand comes first, marking schemes stand out.

formgrader's page is nbconvert's HTML of the graded notebook; this is a preprocessor of that HTML, set in
nbgrader_config.py. It changes what is shown, never the notebook on disk.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from html import escape
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from nbconvert.exporters.exporter import ResourcesDict
from nbconvert.preprocessors import Preprocessor
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell
from sqlalchemy.orm import close_all_sessions

from autograder.master import grade_id

HERE = Path(__file__).resolve().parent
# new with every server, so that nothing a student wrote can dress up as ours
DESK = f"desk-{secrets.token_hex(8)}"
SCHEME = f"scheme-{secrets.token_hex(8)}"
_DELIMITED = re.compile(
    r"^[^\n]*BEGIN MARK SCHEME[^\n]*\n(?P<scheme>.*?)^[^\n]*END MARK SCHEME[^\n]*$", re.MULTILINE | re.DOTALL
)
_FROM_STUDENTS = ("student", "first_name", "last_name", "notebook_path")


def template_folders() -> list[str]:
    """Where the page's templates lie: ours, and formgrader's own that it extends."""
    nbgrader = find_spec("nbgrader")
    assert nbgrader is not None
    assert nbgrader.origin is not None
    return [str(HERE / "templates"), str(Path(nbgrader.origin).parent / "server_extensions/formgrader/templates")]


class TaDesk(Preprocessor):
    """Prepares a graded notebook for a TA's eyes."""

    def preprocess(self, nb: NotebookNode, resources: ResourcesDict) -> tuple[NotebookNode, ResourcesDict]:
        """Lay out the desk; names are made plain text, because formgrader's template takes them as they are."""
        if resources.get("submission_id"):
            # formgrader remembers every grade it has read: another TA's, or those of a new grading run, would not show
            close_all_sessions()
        for name in _FROM_STUDENTS:
            if isinstance(resources.get(name), str):
                resources[name] = escape(resources[name])
        for cell in nb.cells:
            marks = cell.metadata.get("nbgrader", {})
            if cell.cell_type == "markdown" and (marks.get("locked") or marks.get("task")):
                cell.source = _DELIMITED.sub(rf'<div class="{SCHEME}">\n\n\g<scheme>\n\n</div>', cell.source)
            if cell.cell_type == "code":
                cell.outputs = _without_score(cell.outputs)
        if overview := "\n".join(_overview(nb)):
            nb.cells.insert(0, new_markdown_cell(f'<div class="{DESK}">\n{overview}\n</div>'))
        style = (HERE / "desk.css").read_text().replace(".desk", f".{DESK}").replace(".scheme", f".{SCHEME}")
        resources["desk_style"] = style
        return nb, resources


def _without_score(outputs: list[NotebookNode]) -> list[NotebookNode]:
    """A graded cell without the bare number that nbgrader reads: the judge's table above it says the same."""
    if any("autograder" in output.get("metadata", {}) for output in outputs):
        return [output for output in outputs if output.output_type != "execute_result"]
    return outputs


def _overview(notebook: NotebookNode) -> Iterator[str]:
    """Links to the answers that a person grades, and what the grader noticed; plain text in HTML, line by line."""
    by_hand = [grade_id(cell) for cell in notebook.cells if _is_graded_by_hand(cell)]
    if by_hand:
        links = " · ".join(f'<a href="#{escape(name)}">{escape(_title(name))}</a>' for name in by_hand)
        yield f"<p><b>To grade by hand:</b> {links}</p>"
    notes = list(dict.fromkeys(_notes(notebook.metadata.get("autograder", {}))))
    if notes:
        items = "".join(f"<li>{escape(' '.join(note.split()))}</li>" for note in notes)
        yield f"<p><b>Noticed while grading:</b></p><ul>{items}</ul>"


def _is_graded_by_hand(cell: NotebookNode) -> bool:
    marks = cell.metadata.get("nbgrader", {})
    return bool(marks.get("task") or (marks.get("grade") and marks.get("solution")))


def _title(name: str) -> str:
    return name.removeprefix("explain_").replace("_", " ")


def _notes(about: Any) -> Iterator[str]:
    """What happened when the notebook was recovered and run."""
    recovery = about.get("recovery", {})
    if recovery.get("certainty") == "doubtful":
        yield "Cells of this notebook had lost their marks and were put back by likeness: please compare with what was handed in."
    yield from recovery.get("notes", [])
    yield from (event["sentence"] for event in about.get("events", []))
