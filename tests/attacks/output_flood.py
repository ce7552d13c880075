# cell: area
"""Writes without end to stdout, stderr, the descriptors below them and the display."""

import os
import sys

from IPython.display import display

for _ in range(2000):
    print("x" * 10_000)
    print("y" * 10_000, file=sys.stderr)
    display({"text/plain": "z" * 10_000}, raw=True)
try:
    for _ in range(2000):
        os.write(1, b"w" * 100_000)
        os.write(2, b"w" * 100_000)
except OSError:
    pass
shell = get_ipython()
shell.recorder.limit = shell.recorder.left = 1 << 40
shell.recorder.begin = lambda limit: None
shell.recorder.cut = False
for _ in range(50):
    print("v" * 1_000_000)


def area(radius):
    print("u" * 1_000_000)
    return 0
