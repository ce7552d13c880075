"""From what an LMS gives to a notebook that can be graded."""

from autograder.intake.recover import Recovery, recover
from autograder.intake.released import Release, read_release
from autograder.intake.submission import recovered_submission, refuse_links, submission_digest, submitted_notebook

__all__ = [
    "Recovery",
    "Release",
    "read_release",
    "recover",
    "recovered_submission",
    "refuse_links",
    "submission_digest",
    "submitted_notebook",
]
