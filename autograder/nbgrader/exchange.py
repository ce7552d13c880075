"""nbgrader's exchange, for a class in which some students handed in elsewhere."""

from __future__ import annotations

from pathlib import Path

from nbgrader.exchange.default import ExchangeReleaseFeedback

from autograder.course import Course
from autograder.intake.times import FILE as TIME_FILE

OF_EVERY_HAND_IN = (TIME_FILE, "submission_secret.txt")


class ReleaseFeedback(ExchangeReleaseFeedback):
    """Releases what can be fetched; plain nbgrader stops at the first student who did not hand in by the exchange."""

    def copy_files(self) -> None:
        """Copy the pages of all students who have the secret for fetching feedback, and name the other students."""
        folders = Course(Path(self.coursedir.root)).feedback_folders(self.coursedir.assignment_id)
        without = [
            student
            for student, folder in folders.items()
            if not all((folder / name).is_file() for name in OF_EVERY_HAND_IN)
        ]
        excluded = [name for name in self.coursedir.student_id_exclude.split(",") if name]
        self.coursedir.student_id_exclude = ",".join([*excluded, *without])
        try:
            super().copy_files()
        finally:
            self.coursedir.student_id_exclude = ",".join(excluded)
        if without:
            self.log.warning(
                "Not released, because they did not hand in through the exchange: %s. Send these pages back with: "
                "autograder export %s --to moodle",
                ", ".join(without),
                self.coursedir.assignment_id,
            )
