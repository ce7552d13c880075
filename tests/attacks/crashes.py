# cell: area
"""A segmentation fault at the top of the cell, before anything is defined."""

import ctypes

ctypes.string_at(0)


def area(radius):
    return 0
