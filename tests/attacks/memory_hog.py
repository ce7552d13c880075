# cell: area
"""Takes memory in every form: one block, shared pages, files in memory, many processes below the limit."""

import mmap
import os
import time

kept = []


def take(megabytes):
    try:
        for _ in range(megabytes // 16):
            block = mmap.mmap(-1, 16 << 20)
            for place in range(0, 16 << 20, 4096):
                block[place] = 1
            kept.append(block)
        return len(kept)
    except (OSError, MemoryError):
        return -1


for number in range(6):
    if os.fork() == 0:
        take(192)
        time.sleep(1.5)
        os._exit(0)
try:
    kept.append(bytearray(4 << 30))
except MemoryError:
    pass
time.sleep(1)


def area(radius):
    take(1024)
    return bytearray(2 << 30)
