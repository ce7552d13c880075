"""Behind weak walls student code can write where libraries lie: what was changed since then is not imported any more.

Libraries import parts of themselves late, in the middle of a check too. The kernel notes when a file was last changed in
any way, and no program can set that time back.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ExtensionFileLoader, ModuleSpec, SourceFileLoader, SourcelessFileLoader
from importlib.util import cache_from_source
from types import ModuleType


def import_only_unchanged(since: int | None = None) -> int:
    """From now on, import no file in this process that was changed after a time; that time, in nanoseconds.

    A second call changes nothing: student code may have run since the first.
    """
    for finder in sys.meta_path:
        if isinstance(finder, UnchangedOnly):
            return finder.since
    finder = UnchangedOnly(time.time_ns() if since is None else since)
    sys.meta_path.insert(0, finder)
    return finder.since


def import_anything_again() -> None:
    """Undo that, for a process in which no student code runs beside it any more."""
    sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, UnchangedOnly)]


class UnchangedOnly(MetaPathFinder):
    """Finds modules as the other finders do, but refuses those whose files were changed."""

    def __init__(self, since: int) -> None:
        self.since = since

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Where a module is, with a loader that looks at the file that it reads."""
        for finder in sys.meta_path:
            find = getattr(finder, "find_spec", None)
            if finder is self or find is None:
                continue
            spec: ModuleSpec | None = find(fullname, path, target)
            if spec is not None:
                return self._watched(spec)
        return None

    def _watched(self, spec: ModuleSpec) -> ModuleSpec:
        loader = spec.loader
        if isinstance(loader, SourceFileLoader):
            spec.loader = _UnchangedSource(loader.name, str(loader.path), self.since)
        elif isinstance(loader, SourcelessFileLoader | ExtensionFileLoader):
            with open(loader.path, "rb") as file:
                _refuse_changed(str(loader.path), file.fileno(), self.since)
        return spec


class _UnchangedSource(SourceFileLoader):
    """Loads a file of Python code; what is stored of it in compiled form counts only where that is unchanged too."""

    def __init__(self, fullname: str, path: str, since: int) -> None:
        super().__init__(fullname, path)
        self.since = since

    def get_data(self, path: str) -> bytes:
        """The content of a file, looked at after it was read: it may change at any moment."""
        with open(path, "rb") as file:
            content = file.read()
            if _is_changed(file.fileno(), self.since) and _is_compiled(path, self.path):
                raise OSError("made since, perhaps by this very run: the source is read instead")
            _refuse_changed(path, file.fileno(), self.since)
        return content


def _is_compiled(path: str, source: str) -> bool:
    return path == cache_from_source(source)


def _is_changed(file: int, since: int) -> bool:
    return os.fstat(file).st_ctime_ns >= since


def _refuse_changed(path: str, file: int, since: int) -> None:
    if _is_changed(file, since):
        raise ImportError(f"{path} was changed while student code could write there, and is not loaded.", path=path)
