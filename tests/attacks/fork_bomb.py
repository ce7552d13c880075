# cell: area
"""Forks without end, in the cell and in the check."""

import os
import time


def bomb():
    end = time.monotonic() + 1
    while time.monotonic() < end:
        try:
            os.fork()
        except OSError:
            pass


first = os.getpid()
bomb()
if os.getpid() != first:
    time.sleep(60)
    os._exit(0)


def area(radius):
    bomb()
    return 0
