"""Removes what a submission left on the machine's disk."""

import contextlib
import os
import stat
from itertools import count


def remove_tree(folder: str) -> None:
    """Remove a folder and all below it as far as possible.

    A submission may nest thousands of folders: each is moved to the top before it is emptied, so that no path is too long
    and nothing has to recurse.
    """
    unused = os.urandom(8).hex()
    places = (os.path.join(folder, f"{unused}-{number}") for number in count())
    waiting = _folders(folder)
    while waiting:
        emptied = waiting.pop()
        for path in _folders(emptied):
            with contextlib.suppress(OSError):
                os.rename(path, place := next(places))
                waiting.append(place)
        with contextlib.suppress(OSError):
            os.rmdir(emptied)
    with contextlib.suppress(OSError):
        os.rmdir(folder)


def _folders(folder: str) -> list[str]:
    """The folders in a folder, ready to be moved; everything else in it is removed."""
    found = []
    with contextlib.suppress(OSError):
        for entry in list(os.scandir(folder)):
            with contextlib.suppress(OSError):
                if entry.is_dir(follow_symlinks=False):
                    os.chmod(entry.path, stat.S_IRWXU)  # its owner may have made it unreadable
                    found.append(entry.path)
                else:
                    os.unlink(entry.path)
    return found
