"""Our intake in nbgrader's pipeline: plain `nbgrader autograde` sees the same cells as our own command."""

from __future__ import annotations

from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.preprocessors import NbGraderPreprocessor

from autograder.course.folder import course_of
from autograder.course.released import read_released
from autograder.grading.note import Note, note_on, put_note
from autograder.intake.submission import take_in
from autograder.nbgrader.handover import handover_in, open_gradebook
from autograder.nbgrader.save_grades import CONFIRMED


class RecoverCells(NbGraderPreprocessor):
    """Puts a submission back into the form of its release, and notes what was done and which rules it breaks."""

    def preprocess(self, nb: NotebookNode, resources: ResourcesDict) -> tuple[NotebookNode, ResourcesDict]:
        """Recover the cells; a note that the submission itself brings along is dropped."""
        about = resources["nbgrader"]
        handed = handover_in(resources)
        if handed is not None:
            intake = handed.intake
        else:
            # nbgrader has read the file too, but less carefully: it stops later at what is not quite a notebook
            course = course_of(self.config)
            release = read_released(course.release(about["assignment"]))
            intake = take_in(course.submission(about["student"], about["assignment"]), about["assignment"], release)
        recovery = intake.recovery
        put_note(recovery.notebook, Note(submitted=intake.digest, recovery=recovery.note, preflight=intake.findings))
        return recovery.notebook, resources


class FlagDoubtful(NbGraderPreprocessor):
    """Has formgrader ask a person about answers that were recovered in doubt; their scores stay."""

    def preprocess(self, nb: NotebookNode, resources: ResourcesDict) -> tuple[NotebookNode, ResourcesDict]:
        """Have the graded cells wait for a person; comes after the grades are saved."""
        about = resources["nbgrader"]
        cells = note_on(nb).recovery.doubtful
        if cells:
            release = read_released(course_of(self.config).release(about["assignment"]))
            with open_gradebook(resources) as gradebook:
                named = {graded for cell in cells if (graded := release.graded_by(cell)) is not None}
                for name in named - set(resources.get(CONFIRMED, ())):
                    grade = gradebook.find_grade(name, about["notebook"], about["assignment"], about["student"])
                    grade.needs_manual_grade = True
                gradebook.db.commit()
        return nb, resources
