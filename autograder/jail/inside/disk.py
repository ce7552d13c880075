"""The files that a submission wrote: put back as they were before each question, so that no question leaves another any.

The watchdog does this, in which no student code runs.
"""

import contextlib
import os
import shutil
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_DEEPEST = 64
"""Folders within folders; more than any honest submission makes."""
_BLOCK = 512


class Unrestorable(Exception):
    """The files cannot be read or put back."""


@dataclass(frozen=True)
class _Kept:
    """One file, folder or link, as it was."""

    path: str
    status: os.stat_result
    link: str = ""
    pieces: tuple[tuple[int, bytes], ...] = ()
    """A file's data by where it begins; holes between are left out."""


class Disk:
    """The folders that a submission may write in."""

    def __init__(self, folders: Sequence[str]) -> None:
        self.folders = tuple(folders)
        self._kept: tuple[_Kept, ...] = ()

    def remember(self) -> None:
        """Keep all files as they are now."""
        try:
            self._kept = tuple(_keep(path, status) for path, status in self._entries())
        except OSError as error:
            raise Unrestorable(str(error)) from error

    def restore(self) -> None:
        """Put all files back; if one has changed, all are made anew, so that times and numbers tell nothing either."""
        try:
            now = {path: _mark(status) for path, status in self._entries()}
            if now == {kept.path: _mark(kept.status) for kept in self._kept}:
                return
            self._empty()
            for kept in self._kept:
                _put_back(kept)
            self._kept = tuple(_Kept(kept.path, os.lstat(kept.path), kept.link, kept.pieces) for kept in self._kept)
        except OSError as error:
            raise Unrestorable(str(error)) from error

    def used(self) -> tuple[int, int]:
        """Bytes and number of all files; files that vanish meanwhile do not count."""
        size = count = 0
        with contextlib.suppress(OSError):
            for _, status in self._entries():
                size += status.st_blocks * _BLOCK
                count += 1
        return size, count

    def _entries(self) -> Iterator[tuple[str, os.stat_result]]:
        for folder in self.folders:
            yield from _below(folder, os.lstat(folder).st_dev)

    def _empty(self) -> None:
        for folder in self.folders:
            device = os.lstat(folder).st_dev
            for entry in list(os.scandir(folder)):
                if entry.is_dir(follow_symlinks=False):
                    # a library may be shown below: it is of another device, and its folder stays
                    if not any(status.st_dev != device for _, status in _below(entry.path, device, others=True)):
                        shutil.rmtree(entry.path)
                else:
                    os.unlink(entry.path)


def _below(folder: str, device: int, depth: int = 0, *, others: bool = False) -> Iterator[tuple[str, os.stat_result]]:
    """Everything below a folder on the same device, a folder before what is in it."""
    if depth > _DEEPEST:
        raise OSError("folders are nested too deeply")
    with _opened(folder) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            status = entry.stat(follow_symlinks=False)
            if status.st_dev != device:
                if others:
                    yield entry.path, status
                continue
            yield entry.path, status
            if stat.S_ISDIR(status.st_mode):
                yield from _below(entry.path, device, depth + 1, others=others)


@contextlib.contextmanager
def _opened(folder: str) -> Iterator[Iterator[os.DirEntry[str]]]:
    try:
        entries = os.scandir(folder)
    except PermissionError:
        # a folder that its owner made unreadable
        mode = stat.S_IMODE(os.lstat(folder).st_mode)
        os.chmod(folder, mode | stat.S_IRWXU)
        entries = os.scandir(folder)
    with entries:
        yield entries


def _mark(status: os.stat_result) -> tuple[int, ...]:
    if stat.S_ISDIR(status.st_mode):
        return (status.st_mode, status.st_ino)
    return (
        *(status.st_mode, status.st_ino, status.st_size, status.st_nlink),
        *(status.st_mtime_ns, status.st_ctime_ns, status.st_atime_ns),
    )


def _keep(path: str, status: os.stat_result) -> _Kept:
    if stat.S_ISLNK(status.st_mode):
        return _Kept(path, status, link=os.readlink(path))
    if stat.S_ISREG(status.st_mode):
        return _Kept(path, status, pieces=tuple(_pieces(path, status)))
    return _Kept(path, status)


def _pieces(path: str, status: os.stat_result) -> Iterator[tuple[int, bytes]]:
    """The data of a file without its holes: a file with holes may claim more bytes than the disk has."""
    if not os.access(path, os.R_OK):
        os.chmod(path, stat.S_IRUSR | stat.S_IWUSR)
    file = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NOATIME)
    try:
        end = 0
        while True:
            try:
                begin = os.lseek(file, end, os.SEEK_DATA)
            except OSError:
                return
            end = os.lseek(file, begin, os.SEEK_HOLE)
            yield begin, os.pread(file, end - begin, begin)
    finally:
        os.close(file)


def _put_back(kept: _Kept) -> None:
    kind = stat.S_IFMT(kept.status.st_mode)
    if kind == stat.S_IFLNK:
        os.symlink(kept.link, kept.path)
        return
    if kind == stat.S_IFDIR:
        os.makedirs(kept.path, exist_ok=True)
    elif kind == stat.S_IFREG:
        file = os.open(kept.path, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
        try:
            os.ftruncate(file, kept.status.st_size)
            for begin, data in kept.pieces:
                os.pwrite(file, data, begin)
        finally:
            os.close(file)
    else:
        # a pipe or a socket: what went through it is gone, and nobody waits at its other end
        return
    os.chmod(kept.path, stat.S_IMODE(kept.status.st_mode))
