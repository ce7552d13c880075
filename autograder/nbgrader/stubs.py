"""What a student finds in an unfilled cell."""

from __future__ import annotations

from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.preprocessors import ClearSolutions

from autograder.course.cells import grade_id


class NamedStubs(ClearSolutions):
    """Clears solutions like nbgrader does, but the stub names its question."""

    def preprocess_cell(
        self, cell: NotebookNode, resources: ResourcesDict, cell_index: int
    ) -> tuple[NotebookNode, ResourcesDict]:
        stub = f'# YOUR CODE HERE\nraise NotImplementedError("{grade_id(cell)}: not filled in yet")'
        self.code_stub = {"python": stub}
        return super().preprocess_cell(cell, resources, cell_index)
