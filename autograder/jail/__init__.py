"""Runs student code where it can do no harm and see nothing.

Nothing heavy is imported here: the parent process of a grading run has no use for torch.
"""

from autograder.jail.event import Event
from autograder.jail.limits import Limits

__all__ = ["Event", "Limits"]
