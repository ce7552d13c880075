"""Imports what every submission needs, once, in the process that jails are forked from."""

import contextlib
import gc
import importlib
import sys
from collections.abc import Iterable

from autograder.jail.walls import kernel

VARIABLE = "AUTOGRADER_WARM_UP"
"""The environment variable that names the libraries of a course, separated by commas."""
_OWN = ("matplotlib.pyplot", "torch", "autograder.jail.inside.make_shell")


def warm_up(libraries: Iterable[str]) -> None:
    """Import our own libraries and those of a course, then tidy the memory so that forks are cheap."""
    # imported modules stay: looking for garbage among them takes time, and freeing it would tear holes in shared memory
    gc.disable()
    for name in _OWN:
        importlib.import_module(name)
    for name in libraries:
        # a library that is not installed fails in the cell that needs it, with a sentence there
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    # what a question may forbid is searched in all of them
    importlib.import_module("autograder.jail.inside.guard").learn()
    if tqdm := sys.modules.get("tqdm"):
        # a thread that only watches progress bars would make every fork copy a process with two threads
        tqdm.tqdm.monitor_interval = 0
    gc.freeze()
    gc.enable()
    kernel.collapse_memory()
