"""What a person has graded stays graded: a new grading run asks again only about what has changed since."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.api import Comment, Grade
from nbgrader.preprocessors import NbGraderPreprocessor
from nbgrader.utils import compute_checksum, determine_grade, is_grade, is_solution, is_task

from autograder.course.cells import TESTS, grade_id
from autograder.course.folder import course_of
from autograder.nbgrader.handover import open_gradebook

CONFIRMED = "autograder_confirmed"
"""The key in nbconvert's resources of the grades that a person gave and that need no second look."""


class SaveGrades(NbGraderPreprocessor):
    """Saves grades like nbgrader's SaveAutoGrades, in one transaction instead of one per cell.

    Plain nbgrader asks people to confirm each grade that they gave, after every run. This class asks again only where
    the answer or the points of the checks have changed.
    """

    def preprocess(self, nb: NotebookNode, resources: ResourcesDict) -> tuple[NotebookNode, ResourcesDict]:
        """Save the grades of the checks; grades of a person stay confirmed while answer and points are the same."""
        about = resources["nbgrader"]
        course = course_of(self.config)
        path = course.graded_answers(about["student"], about["assignment"])
        with open_gradebook(resources) as gradebook:
            released = gradebook.find_notebook(about["notebook"], about["assignment"])
            # names by the ids of cells: asking a grade for its name would ask the database
            names = {
                cell.id: cell.name for cell in (*released.grade_cells, *released.solution_cells, *released.task_cells)
            }
            submission = gradebook.find_submission_notebook(about["notebook"], about["assignment"], about["student"])
            grades = {names[grade.cell_id]: grade for grade in submission.grades}
            comments = {names[comment.cell_id]: comment for comment in submission.comments}
            confirmed = {
                name
                for name, grade in grades.items()
                if grade.manual_score is not None and not grade.needs_manual_grade
            }
            self._save(nb, grades, comments)
            before, now = _read(path), _answers(nb, grades)
            confirmed = {name for name in confirmed if name in before and before[name] == now.get(name)}
            for name in confirmed:
                grades[name].needs_manual_grade = False
            gradebook.db.commit()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(now, indent=1))
        resources[CONFIRMED] = confirmed
        return nb, resources

    def _save(self, nb: NotebookNode, grades: Mapping[str, Grade], comments: Mapping[str, Comment]) -> None:
        """What nbgrader saves: the score of every graded cell, and a comment on answers that were left as they were."""
        for cell in nb.cells:
            name = grade_id(cell)
            if is_grade(cell):
                grades[name].auto_score, _ = determine_grade(cell, self.log)
                is_open = grades[name].manual_score is not None or grades[name].auto_score is None
                grades[name].needs_manual_grade = is_open
            if is_solution(cell) or is_task(cell):
                untouched = cell.metadata.nbgrader.get("checksum") == compute_checksum(cell) and not is_task(cell)
                comments[name].auto_comment = "No response." if untouched else None


def _answers(notebook: NotebookNode, grades: Mapping[str, Grade]) -> dict[str, str]:
    """A digest of what each grade was given for: the answer, and what the checks gave it."""
    cells = {grade_id(cell): cell for cell in notebook.cells if grade_id(cell)}
    return {name: _digest(cells, name, grade.auto_score) for name, grade in grades.items()}


def _digest(cells: Mapping[str, NotebookNode], name: str, score: float | None) -> str:
    answer = cells.get(name.removeprefix(TESTS)) or cells.get(name) or NotebookNode()
    content = [answer.get("source", ""), answer.get("attachments", {}), score]
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def _read(path: Path) -> dict[str, str]:
    try:
        found = json.loads(path.read_text())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
