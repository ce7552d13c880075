"""Gives cells the type, text and nbgrader metadata of the release: what a submission says about them does not count."""

from __future__ import annotations

from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.preprocessors import NbGraderPreprocessor, OverwriteCells

from autograder.course.cells import grade_id
from autograder.course.folder import course_of
from autograder.intake.submission import refuse_odd_files
from autograder.nbgrader.handover import handover_in, source_cells
from autograder.nbgrader.other_files import remove_pages


class RestoreMetadata(NbGraderPreprocessor):
    """Gives every cell of the release its nbgrader metadata back, once, and takes them from all others.

    In plain nbgrader's DeduplicateIds and OverwriteCells a copied cell, or a graded cell that claims to be an answer,
    ends grading with an error.
    """

    def preprocess(self, nb: NotebookNode, resources: ResourcesDict) -> tuple[NotebookNode, ResourcesDict]:
        """Restore the metadata; of several cells of one name the last one counts, as in nbgrader."""
        about = resources["nbgrader"]
        # nbgrader has copied what links lead to by now: an error here has it remove the copies
        course = course_of(self.config)
        refuse_odd_files(course.submission(about["student"], about["assignment"]))
        if handover_in(resources) is None:
            remove_pages(course.autograded(about["student"], about["assignment"]).parent)
        released = dict(source_cells(resources))
        for cell in reversed(nb.cells):
            released_cell = released.pop(grade_id(cell), None)
            cell.metadata.pop("nbgrader", None)
            if released_cell is not None:
                cell.metadata["nbgrader"] = NotebookNode(released_cell.metadata)
        return nb, resources


class RestoreLocked(OverwriteCells):
    """Puts back cells that students may not change, like nbgrader's own; comes after RestoreMetadata."""

    def preprocess(self, nb: NotebookNode, resources: ResourcesDict) -> tuple[NotebookNode, ResourcesDict]:
        """Restore type and text of changed cells; where one that carries points is missing, have nbgrader add it."""
        sources = source_cells(resources)
        for cell in nb.cells:
            if released := sources.get(grade_id(cell)):
                self.update_cell_type(cell, released.cell_type)
                if released.locked:
                    cell.source = released.source
        there = {grade_id(cell) for cell in nb.cells}
        if all(name in there for name, cell in sources.items() if cell.carries_points):
            return nb, resources
        added: tuple[NotebookNode, ResourcesDict] = super().preprocess(nb, resources)
        return added

    def preprocess_cell(
        self, cell: NotebookNode, resources: ResourcesDict, cell_index: int
    ) -> tuple[NotebookNode, ResourcesDict]:
        """Nothing is left to do for cells that are there."""
        return cell, resources
