"""nbgrader's autograde for a whole class: the same steps, each submission read once and written once."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import nbformat
from nbconvert.exporters.exporter import ResourcesDict
from nbgrader.apps import NbGraderAPI
from nbgrader.converters import Autograde
from nbgrader.utils import capture_log, find_all_files, temp_attrs

from autograder.errors import CourseError
from autograder.grading.result import Result
from autograder.intake.submission import Intake
from autograder.nbgrader.handover import HANDOVER, Handover
from autograder.nbgrader.held_gradebook import HeldGradebook
from autograder.nbgrader.other_files import copy_others, put_in_place


class Booking(Autograde):
    """Books results of one assignment, one submission after the other.

    Plain nbgrader makes its steps anew for every submission, writes the notebook after the first half of them, and
    reads it back for the second.
    """

    notebooks: list[str]
    gradebook: HeldGradebook
    handover: Handover

    @classmethod
    @contextmanager
    def of(cls, api: NbGraderAPI) -> Iterator[Self]:
        """Book in a course's gradebook, which is held open meanwhile."""
        with HeldGradebook.hold(api.coursedir.db_url) as gradebook:
            booking = cls(coursedir=api.coursedir, parent=api, force=True)
            booking.gradebook = gradebook
            booking.exporter = booking.exporter_class(parent=booking, config=booking.config)
            for step in (*booking.sanitize_preprocessors, *booking.autograde_preprocessors):
                booking.exporter.register_preprocessor(step)
            yield booking

    def book(self, assignment: str, student: str, intake: Intake, result: Result, graded_with: str) -> None:
        """Write the grades of a submission and its autograded notebook."""
        self.handover = Handover(self.gradebook, intake, result, graded_with)
        with temp_attrs(self.coursedir, assignment_id=assignment, student_id=student):
            outcome = capture_log(self)
        if not outcome["success"]:
            reason = (outcome.get("log") or outcome.get("error") or "no reason given").strip().splitlines()[-1]
            raise CourseError(f"nbgrader could not book the grades: {reason}")

    def start(self) -> None:
        """Convert the submission that the course directory names."""
        self.init_notebooks()
        before = os.getcwd()
        os.chdir(self.coursedir.root)
        try:
            self.convert_notebooks()
        finally:
            os.chdir(before)

    def init_assignment(self, assignment_id: str, student_id: str) -> None:
        """Put the student and the submission into the gradebook, and copy the other files."""
        source = self._format_source(assignment_id, student_id)
        copy_others(Path(source), Path(self._format_dest(assignment_id, student_id)), self.coursedir.ignore)
        timestamp = self.coursedir.get_existing_timestamp(source)
        with self.gradebook.opened() as gradebook:
            gradebook.update_or_create_student(student_id)
            known = {"timestamp": timestamp} if timestamp else {}
            gradebook.update_or_create_submission(assignment_id, student_id, **known)
        self._copy_from_source(assignment_id, student_id)
        self.notebooks = [path for path in self.notebooks if Path(path).stem == assignment_id]

    def _copy_from_source(self, assignment: str, student: str) -> None:
        source = self.coursedir.format_path(self.coursedir.source_directory, ".", assignment)
        excluded = {os.path.join(source, name) for name in self.exclude_overwriting.get(assignment, [])}
        for path in find_all_files(source, [*self.coursedir.ignore, "*.ipynb"]):
            if path not in excluded:
                folder = Path(self._format_dest(assignment, student))
                put_in_place(Path(path), folder / os.path.relpath(path, source), folder)

    def convert_single_notebook(self, notebook_filename: str) -> None:
        """All steps in one go, on the notebook as it was taken in."""
        resources: Any = ResourcesDict()
        resources |= self.init_single_notebook_resources(notebook_filename)
        resources[HANDOVER] = self.handover
        notebook = self.handover.intake.recovery.notebook
        for step in self.exporter._preprocessors:
            notebook, resources = step(notebook, resources)
        about = resources["nbgrader"]
        target = Path(self._format_dest(about["assignment"], about["student"]), os.path.basename(notebook_filename))
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(nbformat.writes(notebook, version=4) + "\n", encoding="utf-8")
