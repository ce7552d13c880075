# cell: mean
"""Leaves while it is asked: SystemExit, KeyboardInterrupt, GeneratorExit, os._exit, abort."""

import os
import sys

calls = []


class Bad(BaseException):
    def __str__(self):
        raise SystemExit(0)

    __repr__ = __str__


def mean(numbers):
    calls.append(1)
    if numbers == [1, 3]:
        return 2
    if len(numbers) == 2:
        raise (SystemExit(0), KeyboardInterrupt(), GeneratorExit(), Bad())[len(calls) % 4]
    os._exit(0)


get_ipython().ask_exit = sys.exit
exit()
