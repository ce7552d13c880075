"""A submission as a TA sees it in formgrader: what to grade by hand comes first, marking schemes stand out.

formgrader's page is nbconvert's HTML of the graded notebook; this is a preprocessor of that HTML, set in
nbgrader_config.py. It changes what is shown, never the notebook on disk.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from html import escape
from importlib.util import find_spec
from pathlib import Path

from nbconvert.exporters.exporter import ResourcesDict
from nbconvert.preprocessors import Preprocessor
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell
from sqlalchemy.orm import close_all_sessions

from autograder.course.cells import grade_id, is_graded_by_hand, is_locked, is_task, question_of
from autograder.course.folder import course_of
from autograder.course.marking_scheme import with_schemes_between
from autograder.course.questions import names
from autograder.course.release import read_release
from autograder.errors import CourseError
from autograder.grading.note import QUESTION, Note, note_on
from autograder.nbgrader.presentable_cells import presentable_cell

HERE = Path(__file__).resolve().parent
# new with every start of the server, so that nothing a student wrote can look like ours
OVERVIEW = f"overview-{secrets.token_hex(8)}"
SCHEME = f"scheme-{secrets.token_hex(8)}"
_FROM_STUDENTS = ("student", "first_name", "last_name", "notebook_path")


def template_folders() -> list[str]:
    """Where the page's templates lie: ours, and formgrader's own that it extends."""
    nbgrader = find_spec("nbgrader")
    assert nbgrader is not None
    assert nbgrader.origin is not None
    return [str(HERE / "templates"), str(Path(nbgrader.origin).parent / "server_extensions/formgrader/templates")]


class FormgraderPage(Preprocessor):
    """Prepares a graded notebook for a TA's eyes."""

    def preprocess(self, nb: NotebookNode, resources: ResourcesDict) -> tuple[NotebookNode, ResourcesDict]:
        """Lay out the page; names are escaped, because formgrader's template does not escape them."""
        if resources.get("submission_id"):
            # formgrader remembers every grade it has read: changes by another TA or by a new grading run would not show
            close_all_sessions()
        for name in _FROM_STUDENTS:
            if isinstance(resources.get(name), str):
                resources[name] = escape(resources[name])
        for cell in nb.cells:
            if cell.get("cell_type") == "code":
                cell.outputs = _without_score(cell.get("outputs", []))
        nb.cells = list(map(presentable_cell, nb.cells))
        for cell in nb.cells:
            if cell.cell_type == "markdown" and (is_locked(cell) or is_task(cell)):
                cell.source = with_schemes_between(cell.source, f'<div class="{SCHEME}">\n\n', "\n\n</div>")
        if overview := "\n".join(_overview(nb, self._names(resources))):
            nb.cells.insert(0, new_markdown_cell(f'<div class="{OVERVIEW}">\n{overview}\n</div>'))
        style = (
            (HERE / "formgrader_page.css")
            .read_text()
            .replace(".overview", f".{OVERVIEW}")
            .replace(".scheme", f".{SCHEME}")
        )
        resources["page_style"] = style
        return nb, resources

    def _names(self, resources: ResourcesDict) -> dict[str, str]:
        """What people call each question, from the release: headings in a submission may have been changed."""
        try:
            return names(read_release(course_of(self.config), resources["assignment_id"]))
        except (KeyError, OSError, CourseError):
            return {}


def _without_score(outputs: list[NotebookNode]) -> list[NotebookNode]:
    """A graded cell without the bare number that nbgrader reads: the judge's table above it says the same."""
    if any(QUESTION in output.get("metadata", {}) for output in outputs):
        return [output for output in outputs if output.output_type != "execute_result"]
    return outputs


def _overview(notebook: NotebookNode, called: Mapping[str, str]) -> Iterator[str]:
    """Links to the answers that a person grades, and what the grader noticed; escaped text in HTML, line by line."""
    by_hand = [grade_id(cell) for cell in notebook.cells if is_graded_by_hand(cell)]
    if by_hand:
        titles = {name: called.get(question_of(name), name) for name in by_hand}
        links = ", ".join(f'<a href="#{escape(name)}">{escape(title)}</a>' for name, title in titles.items())
        yield f"<p><b>To grade by hand:</b> {links}</p>"
    notes = list(dict.fromkeys(_notes(note_on(notebook))))
    if notes:
        items = "".join(f"<li>{escape(' '.join(note.split()))}</li>" for note in notes)
        yield f"<p><b>Noticed while grading:</b></p><ul>{items}</ul>"


def _notes(note: Note) -> Iterator[str]:
    """What happened when the notebook was recovered and run."""
    if note.is_doubtful:
        yield (
            "Cells of this notebook had lost their names and were put back by likeness: "
            "please compare with what was handed in."
        )
    yield from note.recovery.notes
    yield from (event.sentence for event in note.events)
