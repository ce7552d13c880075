"""Behind weak walls student code can write where libraries lie: only what was there before is imported then.

Libraries import parts of themselves late, in the middle of a check too. So all files that could be imported are noted
before any student code runs, with the time of their last change, which no program can set back.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader, all_suffixes
from importlib.util import cache_from_source
from types import ModuleType
from zipimport import zipimporter

Files = Mapping[str, tuple[int, int, int]]
"""Files by their paths: disk, number on it, time of the last change of any kind."""

_SUFFIXES = tuple(all_suffixes())


def import_only_unchanged(files: Files | None = None) -> Files:
    """From now on, import in this process only files that are as they are now, or as they were noted; all of them.

    A second call changes nothing: student code may have run since the first.
    """
    for finder in sys.meta_path:
        if isinstance(finder, UnchangedOnly):
            return finder.files
    finder = UnchangedOnly(_files_now() if files is None else files)
    sys.meta_path.insert(0, finder)
    return finder.files


def import_anything_again() -> None:
    """Undo that, for a process in which no student code runs beside it any more."""
    sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, UnchangedOnly)]


class UnchangedOnly(MetaPathFinder):
    """Finds modules as the other finders do, but refuses those whose files are new or changed."""

    def __init__(self, files: Files) -> None:
        self.files = files

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
            spec.loader = _UnchangedSource(loader.name, str(loader.path), self.files)
        elif isinstance(loader, zipimporter):
            raise _refusal(str(spec.origin))
        elif spec.origin is not None and os.path.exists(spec.origin):
            with open(spec.origin, "rb") as file:
                if not _is_noted(spec.origin, file.fileno(), self.files):
                    raise _refusal(spec.origin)
        return spec


class _UnchangedSource(SourceFileLoader):
    """Loads a file of Python code; what is stored of it in compiled form counts only where that was noted too."""

    def __init__(self, fullname: str, path: str, files: Files) -> None:
        super().__init__(fullname, path)
        self.files = files

    def get_data(self, path: str) -> bytes:
        """The content of a file, looked at after it was read: it may change at any moment."""
        with open(path, "rb") as file:
            content = file.read()
            if _is_noted(path, file.fileno(), self.files):
                return content
        if path == cache_from_source(self.path):
            raise OSError("made since, perhaps by this very run: the source is read instead")
        raise _refusal(path)


def _is_noted(path: str, file: int, files: Files) -> bool:
    return files.get(path) == _state(os.fstat(file))


def _refusal(path: str) -> ImportError:
    return ImportError(f"{path} was changed while student code could write there, and is not loaded.", path=path)


def _files_now() -> Files:
    """All files that could be imported, in the folders that Python imports from."""
    packages = [list(getattr(module, "__path__", ())) for name, module in list(sys.modules.items()) if "." not in name]
    seen: set[tuple[int, int]] = set()
    return {
        path: state
        for folder in (*sys.path, *(folder for folders in packages for folder in folders))
        for path, state in _files_below(folder, seen)
    }


def _files_below(top: str, seen: set[tuple[int, int]]) -> Iterator[tuple[str, tuple[int, int, int]]]:
    waiting = [top or os.getcwd()]
    while waiting:
        folder = waiting.pop()
        try:
            status = os.stat(folder)
            entries = list(os.scandir(folder))
        except OSError:
            continue
        if (status.st_dev, status.st_ino) in seen:
            continue
        seen.add((status.st_dev, status.st_ino))
        for entry in entries:
            # a link that leads nowhere is nothing to import
            if entry.name.endswith(_SUFFIXES) and os.path.exists(entry.path):
                yield entry.path, _state(entry.stat())
            elif entry.name.isidentifier() and entry.is_dir():
                waiting.append(entry.path)


def _state(status: os.stat_result) -> tuple[int, int, int]:
    return status.st_dev, status.st_ino, status.st_ctime_ns
