"""Our intake in nbgrader's pipeline: plain `nbgrader autograde` sees the same cells as our own command."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.preprocessors import NbGraderPreprocessor

from autograder.course import Course
from autograder.intake import read_release, take_in
from autograder.nbgrader.gradebook import opened
from autograder.nbgrader.restore import submission_folder
from autograder.nbgrader.settled import SETTLED

INTAKE = "intake"
NOTED = ("recovery", "preflight", "submitted")


class RecoverCells(NbGraderPreprocessor):
    """Puts a submission back into the form of its release, and notes what that took and which rules it breaks."""

    def preprocess(self, nb: NotebookNode, resources: ResourcesDict) -> tuple[NotebookNode, ResourcesDict]:
        """Recover the cells; what a submission claims to have been noted about it is dropped."""
        about = resources["nbgrader"]
        intake = resources.get(INTAKE)
        if intake is None:
            # nbgrader has read the file too, but less carefully: it stops later at what is not quite a notebook
            release = read_release(Course(Path(self.config.CourseDirectory.root)).release(about["assignment"]))
            intake = take_in(
                submission_folder(self.config, about["student"], about["assignment"]), about["assignment"], release
            )
        intake.recovery.notebook.metadata["autograder"] = intake.noted()
        return intake.recovery.notebook, resources


class FlagDoubtful(NbGraderPreprocessor):
    """Has formgrader ask a person about answers that were recovered in doubt; their scores stay."""

    def preprocess(self, nb: NotebookNode, resources: ResourcesDict) -> tuple[NotebookNode, ResourcesDict]:
        """Mark the graded cells; comes after nbgrader has saved its grades."""
        about = resources["nbgrader"]
        cells = nb.metadata.get("autograder", {}).get("recovery", {}).get("cells", ())
        if cells:
            release = read_release(Course(Path(self.config.CourseDirectory.root)).release(about["assignment"]))
            with opened(about["db_url"]) as gradebook:
                named = {graded for cell in cells if (graded := release.graded_by(cell)) is not None}
                for name in named - set(resources.get(SETTLED, ())):
                    grade = gradebook.find_grade(name, about["notebook"], about["assignment"], about["student"])
                    grade.needs_manual_grade = True
                gradebook.db.commit()
        return nb, resources


def noted_at_intake(nb: NotebookNode) -> dict[str, Any]:
    """What RecoverCells noted, for the notebook that grading writes."""
    noted = nb.metadata.get("autograder", {})
    return {name: noted[name] for name in NOTED if name in noted}
