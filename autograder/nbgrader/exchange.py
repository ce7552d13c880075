"""nbgrader's exchange, for a class in which some students handed in elsewhere."""

from __future__ import annotations

from pathlib import Path

from nbgrader.exchange.default import ExchangeReleaseFeedback

from autograder.course import Course
from autograder.intake.times import OF_EVERY_HAND_IN

LARGEST = 10_000
"""Bytes of each of these; nbgrader writes less than two hundred."""


class ReleaseFeedback(ExchangeReleaseFeedback):
    """Releases what can be fetched; plain nbgrader stops at the first student who did not hand in by the exchange."""

    def copy_files(self) -> None:
        """Copy the pages of all students who have the secret for fetching feedback, and name the other students."""
        assignment = self.coursedir.assignment_id
        folders = Course(Path(self.coursedir.root)).feedback_folders(assignment)
        without = [
            student
            for student, folder in folders.items()
            if not all((folder / name).is_file() for name in OF_EVERY_HAND_IN)
        ]
        # a student may have handed in anything under these names
        odd = [student for student, folder in folders.items() if student not in without and not _can_be_read(folder)]
        excluded = [name for name in self.coursedir.student_id_exclude.split(",") if name]
        self.coursedir.student_id_exclude = ",".join([*excluded, *without, *odd])
        try:
            super().copy_files()
        finally:
            self.coursedir.student_id_exclude = ",".join(excluded)
        instead = f"Send these pages back with: autograder export {assignment} --to moodle"
        if without:
            reason = "Not released, because they did not hand in through the exchange"
            self.log.warning("%s: %s. %s", reason, ", ".join(without), instead)
        if odd:
            reason = f"Not released, because their {' or '.join(OF_EVERY_HAND_IN)} cannot be read"
            self.log.warning("%s: %s. %s", reason, ", ".join(odd), instead)


def _can_be_read(folder: Path) -> bool:
    """Whether nbgrader, which stops where it cannot, can read what it reads of a student, and copy the pages."""
    try:
        for name in OF_EVERY_HAND_IN:
            if (folder / name).stat().st_size > LARGEST:
                return False
            (folder / name).read_text()
        return all(page.is_file() for page in folder.glob("*.html"))
    except (OSError, ValueError):
        return False
