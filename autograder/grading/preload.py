"""The module that the fork server imports before it forks its first process."""

import gc
import os

from autograder.grading import forkserver

forkserver.end_with(int(os.environ[forkserver.COMMAND]))
forkserver.process = os.getpid()
try:
    import autograder.jail.inside.preload  # noqa: F401
except Exception:
    # a library that breaks is said where it is needed: by the first grading process, or in a cell that imports it
    gc.enable()
