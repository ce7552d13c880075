"""What a student finds in an unfilled cell."""

from __future__ import annotations

import json
import re

from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.preprocessors import ClearSolutions

from autograder.course.cells import UNANSWERED, grade_id
from autograder.course.python import only_assigns
from autograder.course.questions import questions


class NamedStubs(ClearSolutions):
    """Clears solutions like nbgrader does, but a stub names its question, and values are left open instead of raising."""

    def preprocess(self, nb: NotebookNode, resources: ResourcesDict) -> tuple[NotebookNode, ResourcesDict]:
        """Clear all solutions."""
        self._names = {question.id: question.name for question in questions(nb)}
        self.text_stub = UNANSWERED
        cleared: tuple[NotebookNode, ResourcesDict] = super().preprocess(nb, resources)
        return cleared

    def preprocess_cell(
        self, cell: NotebookNode, resources: ResourcesDict, cell_index: int
    ) -> tuple[NotebookNode, ResourcesDict]:
        name = self._names.get(grade_id(cell), grade_id(cell))
        message = json.dumps(f"{name}: not filled in yet", ensure_ascii=False)
        self.code_stub = {"python": f"# YOUR CODE HERE\nraise NotImplementedError({message})"}
        return super().preprocess_cell(cell, resources, cell_index)

    def _replace_solution_region(self, cell: NotebookNode, language: str) -> bool:
        """Leave the values open that a solution assigns at the top level of its cell: an error there would end Run all."""
        before = cell.source
        if cell.cell_type == "code":
            cell.source = self._region.sub(_left_open, cell.source)
        return super()._replace_solution_region(cell, language) or cell.source != before

    @property
    def _region(self) -> re.Pattern[str]:
        begin, end = map(re.escape, (self.begin_solution_delimeter, self.end_solution_delimeter))
        return re.compile(rf"^\S.*{begin}.*\n((?:.*\n)*?)\S.*{end}.*$", re.MULTILINE)


def _left_open(region: re.Match[str]) -> str:
    names = only_assigns(region[1])
    return "\n".join(f"{name} = ...  # YOUR CODE HERE" for name in names) if names else region[0]
