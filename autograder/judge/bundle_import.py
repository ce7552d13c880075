"""Imports the files of a bundle from memory: no place on disk that student code might write to is looked at."""

from __future__ import annotations

import linecache
import sys
from collections.abc import Sequence
from importlib.abc import InspectLoader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from types import ModuleType

from autograder.judge.bundle import CheckBundle


class BundleFinder(MetaPathFinder, InspectLoader):
    """Finds and loads the modules of one bundle: checks.<question>.test_<question>, and reference."""

    def __init__(self, bundle: CheckBundle, place: str) -> None:
        self.bundle = bundle
        self.place = place
        self._names: set[str] = set()

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Where a module is in the bundle; None for modules that are not."""
        if self._path(fullname) is None and not self.is_package(fullname):
            return None
        self._names.add(fullname)
        return spec_from_loader(fullname, self, origin=self.get_filename(fullname))

    def is_package(self, fullname: str) -> bool:
        """Whether a module is a folder of the bundle; a folder without an __init__.py will do."""
        folder = fullname.replace(".", "/")
        return any(path.startswith(f"{folder}/") for path in self.bundle.files)

    def get_source(self, fullname: str) -> str:
        """The text of a module."""
        path = self._path(fullname)
        return "" if path is None else self.bundle.files[path]

    def get_filename(self, fullname: str) -> str:
        """What stands in the place of a module's file."""
        return f"{self.place.rstrip('/')}/{self.bundle.assignment}/{self._path(fullname) or fullname}"

    def exec_module(self, module: ModuleType) -> None:
        """Run a module's text, and keep its lines for tracebacks and for checks that plant their own code."""
        name = module.__name__
        source, file = self.get_source(name), self.get_filename(name)
        module.__file__ = file
        # a time of None means that the file is never looked for
        linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
        # a check that says `assert` must hold with `python -O` too
        exec(compile(source, file, "exec", dont_inherit=True, optimize=0), module.__dict__)

    def loaded(self) -> dict[str, ModuleType]:
        """The modules that were loaded from the bundle."""
        return {name: sys.modules[name] for name in self._names if name in sys.modules}

    def _path(self, fullname: str) -> str | None:
        base = fullname.replace(".", "/")
        return next((path for path in (f"{base}.py", f"{base}/__init__.py") if path in self.bundle.files), None)
