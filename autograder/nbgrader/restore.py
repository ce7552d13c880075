"""What a cell is, as the release says it: whatever a submission claims about its cells counts for nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.api import Gradebook
from nbgrader.preprocessors import NbGraderPreprocessor, OverwriteCells
from traitlets.config import Config

from autograder.intake import refuse_links
from autograder.master import grade_id


class RestoreMarks(NbGraderPreprocessor):
    """Gives every cell of the release its nbgrader metadata back, once, and takes them from all others.

    In nbgrader's own DeduplicateIds and OverwriteCells a copied cell, or a graded cell that claims to be an answer,
    ends grading with an error.
    """

    def preprocess(self, nb: NotebookNode, resources: ResourcesDict) -> tuple[NotebookNode, ResourcesDict]:
        """Restore the metadata; of several cells of one name the last one counts, as in nbgrader."""
        about = resources["nbgrader"]
        # nbgrader has copied what links lead to by now: an error here has it remove the copies
        refuse_links(submission_folder(self.config, about["student"], about["assignment"]))
        with Gradebook(about["db_url"]) as gradebook:
            marks = released_marks(gradebook, about["assignment"], about["notebook"])
        for cell in reversed(nb.cells):
            own = marks.pop(grade_id(cell), None)
            cell.metadata.pop("nbgrader", None)
            if own is not None:
                cell.metadata["nbgrader"] = NotebookNode(own)
        return nb, resources


class RestoreLocked(OverwriteCells):
    """Puts back cells that students may not change, like nbgrader's own, with one look into the gradebook for all."""

    def preprocess(self, nb: NotebookNode, resources: ResourcesDict) -> tuple[NotebookNode, ResourcesDict]:
        """Restore type and text of changed cells, then add the missing ones; comes after RestoreMarks."""
        about = resources["nbgrader"]
        with Gradebook(about["db_url"]) as gradebook:
            cells = gradebook.find_notebook(about["notebook"], about["assignment"]).source_cells
            self.released = {cell.name: (cell.cell_type, cell.source if cell.locked else None) for cell in cells}
        restored: tuple[NotebookNode, ResourcesDict] = super().preprocess(nb, resources)
        return restored

    def preprocess_cell(
        self, cell: NotebookNode, resources: ResourcesDict, cell_index: int
    ) -> tuple[NotebookNode, ResourcesDict]:
        """Restore one cell."""
        if grade_id(cell) in self.released:
            kind, source = self.released[grade_id(cell)]
            self.update_cell_type(cell, kind)
            if source is not None:
                cell.source = source
        return cell, resources


def submission_folder(config: Config, student: str, assignment: str) -> Path:
    """Where nbgrader has a submission from."""
    course = config.CourseDirectory
    return Path(course.get("root") or ".") / (course.get("submitted_directory") or "submitted") / student / assignment


def released_marks(gradebook: Gradebook, assignment: str, notebook: str) -> dict[str, dict[str, Any]]:
    """The nbgrader metadata of all cells of a release, by their names."""
    found = gradebook.find_notebook(notebook, assignment)
    points = {cell.name: cell.max_score for cell in (*found.grade_cells, *found.task_cells)}
    kinds = {kind: {cell.name for cell in getattr(found, f"{kind}_cells")} for kind in ("grade", "solution", "task")}
    marks = {}
    for cell in found.source_cells:
        own: dict[str, Any] = {kind: cell.name in names for kind, names in kinds.items()}
        own |= {"grade_id": cell.name, "locked": cell.locked, "schema_version": 3, "checksum": cell.checksum}
        own["cell_type"] = cell.cell_type
        if cell.name in points:
            own["points"] = points[cell.name]
        marks[cell.name] = own
    return marks
