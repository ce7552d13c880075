"""nbgrader's generate_feedback, with our page instead of its own."""

from __future__ import annotations

from typing import Any

import nbformat
from nbconvert.exporters.exporter import Exporter, ResourcesDict
from nbformat import NotebookNode
from nbgrader.api import Gradebook
from traitlets import default

from autograder.course.folder import course_of
from autograder.feedback.page import page
from autograder.feedback.submission import GradedSubmission


class FeedbackExporter(Exporter):
    """Writes a graded notebook as the page that its student gets."""

    output_mimetype = "text/html"

    @default("file_extension")
    def _file_extension_default(self) -> str:
        return ".html"

    def from_notebook_node(  # type: ignore[override]  # as nbconvert's own exporters do: a page, not a notebook
        self, nb: NotebookNode, resources: ResourcesDict | None = None, **kw: Any
    ) -> tuple[str, dict[str, Any]]:
        """The page of a notebook in autograded/."""
        nb, found = super().from_notebook_node(nb, resources, **kw)
        course = course_of(self.config)
        about = found["nbgrader"]
        release = course.release(about["assignment"])
        handed_out = nbformat.read(release, as_version=4) if release.is_file() else nb
        with Gradebook(about["db_url"]) as gradebook:
            graded = gradebook.find_submission_notebook(about["notebook"], about["assignment"], about["student"])
            return page(GradedSubmission(course, nb, handed_out, graded).feedback()), found
