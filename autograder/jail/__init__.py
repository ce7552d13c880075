"""Runs student code where it can do no harm and see nothing."""

from autograder.jail.isolation import Isolation, isolation
from autograder.jail.jail import Died
from autograder.jail.limits import Limits
from autograder.jail.notebook import CellRun, CellSource, Event, NotebookRun
from autograder.jail.zygote import WeakIsolation, Zygote

__all__ = [
    "CellRun",
    "CellSource",
    "Died",
    "Event",
    "Isolation",
    "Limits",
    "NotebookRun",
    "WeakIsolation",
    "Zygote",
    "isolation",
]
