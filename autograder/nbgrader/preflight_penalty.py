"""What it costs to break the rules of handing in: by default nothing."""

from __future__ import annotations

import msgspec
from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.preprocessors import NbGraderPreprocessor
from traitlets import Float

from autograder.grading.note import note_on, put_note
from autograder.nbgrader.handover import open_gradebook


class PreflightPenalty(NbGraderPreprocessor):
    """Takes points for preflight's findings, through nbgrader's penalty of a submission; comes after that for lateness."""

    points_per_finding = Float(0.0, min=0.0, help="Points that each finding costs.").tag(config=True)
    most = Float(float("inf"), min=0.0, help="Points that all findings of a submission cost at most.").tag(config=True)

    def preprocess(self, nb: NotebookNode, resources: ResourcesDict) -> tuple[NotebookNode, ResourcesDict]:
        """Add to the penalty, never more than the submission has earned."""
        about = resources["nbgrader"]
        note = note_on(nb)
        points = min(self.points_per_finding * len(note.broken_rules), self.most)
        if points > 0:
            with open_gradebook(resources) as gradebook:
                notebook = gradebook.find_submission_notebook(about["notebook"], about["assignment"], about["student"])
                late = notebook.late_submission_penalty or 0.0
                notebook.late_submission_penalty = min(late + points, notebook.score)
                gradebook.db.commit()
            put_note(nb, msgspec.structs.replace(note, preflight_penalty=points))
        return nb, resources
