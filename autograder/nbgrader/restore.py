"""What a cell is, as the release says it: whatever a submission claims about its cells counts for nothing."""

from __future__ import annotations

from pathlib import Path

from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.preprocessors import NbGraderPreprocessor, OverwriteCells
from traitlets.config import Config

from autograder.intake import refuse_links
from autograder.master import grade_id
from autograder.nbgrader.gradebook import source_cells


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
        released = dict(source_cells(about["db_url"], about["assignment"], about["notebook"]))
        for cell in reversed(nb.cells):
            own = released.pop(grade_id(cell), None)
            cell.metadata.pop("nbgrader", None)
            if own is not None:
                cell.metadata["nbgrader"] = NotebookNode(own.marks)
        return nb, resources


class RestoreLocked(OverwriteCells):
    """Puts back cells that students may not change, like nbgrader's own; comes after RestoreMarks."""

    def preprocess(self, nb: NotebookNode, resources: ResourcesDict) -> tuple[NotebookNode, ResourcesDict]:
        """Restore type and text of changed cells; where one that carries points is missing, have nbgrader add it."""
        about = resources["nbgrader"]
        sources = source_cells(about["db_url"], about["assignment"], about["notebook"])
        for cell in nb.cells:
            if released := sources.get(grade_id(cell)):
                self.update_cell_type(cell, released.cell_type)
                if released.locked:
                    cell.source = released.source
        there = {grade_id(cell) for cell in nb.cells}
        if all(name in there for name, cell in sources.items() if cell.counts):
            return nb, resources
        added: tuple[NotebookNode, ResourcesDict] = super().preprocess(nb, resources)
        return added

    def preprocess_cell(
        self, cell: NotebookNode, resources: ResourcesDict, cell_index: int
    ) -> tuple[NotebookNode, ResourcesDict]:
        """Nothing is left to do for cells that are there."""
        return cell, resources


def submission_folder(config: Config, student: str, assignment: str) -> Path:
    """Where nbgrader has a submission from."""
    course = config.CourseDirectory
    return Path(course.get("root") or ".") / (course.get("submitted_directory") or "submitted") / student / assignment
