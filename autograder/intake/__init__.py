"""From what an LMS gives to a notebook that can be graded."""

from autograder.intake.recover import Recovery, recover
from autograder.intake.released import Release, read_release
from autograder.intake.submission import Intake, refuse_links, submission_digest, take_in

__all__ = [
    "Intake",
    "Recovery",
    "Release",
    "read_release",
    "recover",
    "refuse_links",
    "submission_digest",
    "take_in",
]
