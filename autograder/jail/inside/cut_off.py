"""Cuts a snapshot off from the process it is a copy of: nothing that both can write stays shared.

A file that the notebook holds open is opened anew, so that even its position is the snapshot's own. A pipe, a socket or
a file without a name is replaced by /dev/null: what came through it in one question would be there in the next.
"""

import contextlib
import fcntl
import os
import resource
import select
import stat
from collections.abc import Sequence
from dataclasses import dataclass

from autograder.jail.walls import kernel

_FIRST_OWN = 3
"""Standard input, output and error come before."""
_OPENING_ONCE = os.O_CREAT | os.O_EXCL | os.O_TRUNC


@dataclass(frozen=True)
class OpenFile:
    """A file that a process holds open."""

    descriptor: int
    path: str
    flags: int
    position: int


def own_memory(folders: Sequence[str], libraries: Sequence[str]) -> None:
    """Replace every part of this process's memory that others may write, or that shows one of its files, by a copy.

    Libraries may lie below its folders, too large to copy and on disks that nobody can write.
    """
    own, others = (tuple(f"{path}/" for path in paths) for paths in (folders, libraries))

    def may_matter(rights: str, path: str) -> bool:
        return rights.endswith("s") or path.startswith(own)

    for mapping in list(kernel.mappings(may_matter)):
        of_own_file = mapping.path.startswith(own) and not mapping.path.startswith(others)
        # a mapping without a file, or of one without a name, could be made writable again
        of_no_file = not mapping.path or mapping.path.endswith(" (deleted)")
        if of_own_file or (mapping.shared and (mapping.writable or of_no_file)):
            kernel.make_private(mapping)


def open_files(most: int) -> list[OpenFile]:
    """The files with a name that this process holds open."""
    found = []
    for descriptor in _open_descriptors(most):
        with contextlib.suppress(OSError):
            status = os.fstat(descriptor)
            if stat.S_ISREG(status.st_mode) and status.st_nlink:
                path = os.readlink(f"/proc/self/fd/{descriptor}")
                position = os.lseek(descriptor, 0, os.SEEK_CUR)
                found.append(OpenFile(descriptor, path, fcntl.fcntl(descriptor, fcntl.F_GETFL), position))
    return found


def own_files(files: Sequence[OpenFile], most: int, needed: int) -> None:
    """Open files anew, and replace every other descriptor but the one that is needed."""
    nowhere = os.open("/dev/null", os.O_RDWR)
    by_descriptor = {file.descriptor: file for file in files}
    handled = _FIRST_OWN
    for descriptor in _open_descriptors(most):
        # one that only names a file is not told of, and would lead back to the file
        os.closerange(handled, descriptor)
        handled = descriptor + 1
        if descriptor in (nowhere, needed):
            continue
        if descriptor not in by_descriptor or not _open_again(by_descriptor[descriptor]):
            os.dup2(nowhere, descriptor, inheritable=False)
    os.closerange(handled, most)
    os.close(nowhere)


def _open_descriptors(most: int) -> list[int]:
    """What this process holds open, with few calls; /proc may not tell it."""
    descriptors, closed = range(_FIRST_OWN, most), set[int]()
    # no more may be asked about at once than may be open
    room = max(1, resource.getrlimit(resource.RLIMIT_NOFILE)[0])
    for begin in range(0, len(descriptors), room):
        asked = select.poll()
        for descriptor in descriptors[begin : begin + room]:
            asked.register(descriptor, 0)
        closed.update(descriptor for descriptor, event in asked.poll(0) if event & select.POLLNVAL)
    return [descriptor for descriptor in descriptors if descriptor not in closed]


def _open_again(file: OpenFile) -> bool:
    try:
        again = os.open(file.path, file.flags & ~_OPENING_ONCE)
    except OSError:
        return False
    os.lseek(again, file.position, os.SEEK_SET)
    os.dup2(again, file.descriptor, inheritable=False)
    os.close(again)
    return True
