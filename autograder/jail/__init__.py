"""Runs student code where it can do no harm and see nothing.

Nothing heavy is imported here: the process that gives out the work has no use for torch.
"""

from autograder.jail.event import Event
from autograder.jail.limits import Limits

__all__ = ["Event", "Limits"]
