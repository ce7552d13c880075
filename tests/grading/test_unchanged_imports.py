"""What was changed since student code could write there is not imported, and all else is."""

from __future__ import annotations

import _ctypes
import importlib
import os
import py_compile
import shutil
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import cache_from_source
from pathlib import Path

import pytest

from autograder.grading.unchanged_imports import import_only_unchanged


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of modules that Python imports from; each test has modules of other names."""
    monkeypatch.syspath_prepend(str(tmp_path))
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        del sys.modules[name]


def write(path: Path, value: int) -> None:
    path.write_text(f"value = {value}\n")


def forget(name: str) -> None:
    sys.modules.pop(name, None)
    importlib.invalidate_caches()


def test_what_is_unchanged_is_imported_as_ever(library: Path) -> None:
    write(library / "early_module.py", 1)
    (library / "early_package").mkdir()
    write(library / "early_package" / "__init__.py", 2)
    write(library / "early_package" / "inner.py", 3)
    time.sleep(0.05)
    import_only_unchanged()
    names = ("early_module", "early_package", "early_package.inner")
    assert [importlib.import_module(name).value for name in names] == [1, 2, 3]
    assert importlib.import_module("colorsys").rgb_to_hsv(0, 0, 0) == (0, 0, 0)
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("nowhere_to_be_found")


def replaced(path: Path) -> None:
    other = path.with_suffix(".other")
    write(other, 9)
    other.replace(path)


def with_an_old_time(path: Path) -> None:
    before = path.stat()
    path.write_text("value = 9\n")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


@pytest.mark.parametrize("change", [lambda path: write(path, 9), replaced, with_an_old_time])
def test_what_was_changed_is_refused(library: Path, change: Callable[[Path], None]) -> None:
    path = library / "changed_module.py"
    write(path, 1)
    time.sleep(0.05)
    import_only_unchanged()
    time.sleep(0.05)
    change(path)
    forget("changed_module")
    with pytest.raises(ImportError, match="was changed while student code could write there"):
        importlib.import_module("changed_module")


def test_what_stands_in_the_way_of_a_module_is_refused(library: Path) -> None:
    write(library / "shadowed.py", 1)
    time.sleep(0.05)
    import_only_unchanged()
    time.sleep(0.05)
    (library / "shadowed").mkdir()
    write(library / "shadowed" / "__init__.py", 9)
    forget("shadowed")
    with pytest.raises(ImportError, match="was changed"):
        importlib.import_module("shadowed")


def test_compiled_code_that_was_put_beside_a_module_is_not_used(library: Path) -> None:
    path = library / "compiled_module.py"
    write(path, 1)
    time.sleep(0.05)
    import_only_unchanged()
    time.sleep(0.05)
    forged = library / "elsewhere.py"
    write(forged, 9)
    os.utime(forged, ns=(path.stat().st_atime_ns, path.stat().st_mtime_ns))
    py_compile.compile(str(forged), cache_from_source(str(path)), doraise=True)
    forget("compiled_module")
    assert importlib.import_module("compiled_module").value == 1  # type: ignore[attr-defined]


def test_modules_that_are_not_source_are_refused_as_well(library: Path) -> None:
    write(library / "source.py", 9)
    time.sleep(0.05)
    import_only_unchanged()
    time.sleep(0.05)
    py_compile.compile(str(library / "source.py"), str(library / "sourceless.pyc"), doraise=True)
    shutil.copy(_ctypes.__file__, library / f"binary{EXTENSION_SUFFIXES[0]}")
    for name in ("sourceless", "binary"):
        forget(name)
        with pytest.raises(ImportError, match="was changed"):
            importlib.import_module(name)


def test_a_link_to_an_older_file_or_folder_is_refused(library: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    elsewhere = tmp_path_factory.mktemp("handed_in")
    for folder, value in ((library, 1), (elsewhere, 9)):
        write(folder / "linked.py", value)
        (folder / "linked_folder").mkdir()
        (folder / "moved_folder").mkdir()
        for name in ("linked_folder", "moved_folder"):
            write(folder / name / "__init__.py", value)
    import_only_unchanged()
    (library / "linked.py").unlink()
    (library / "linked.py").symlink_to(elsewhere / "linked.py")
    for name in ("linked_folder", "moved_folder"):
        (library / name).rename(library / f"{name}_before")
    (library / "linked_folder").symlink_to(elsewhere / "linked_folder")
    (elsewhere / "moved_folder").rename(library / "moved_folder")
    for name in ("linked", "linked_folder", "moved_folder"):
        forget(name)
        with pytest.raises(ImportError, match="was changed"):
            importlib.import_module(name)


def test_nothing_is_imported_from_a_zip(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = library / "modules.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("zipped.py", "value = 9\n")
    monkeypatch.syspath_prepend(str(archive))
    import_only_unchanged()
    with pytest.raises(ImportError, match="was changed"):
        importlib.import_module("zipped")


def test_what_was_noted_first_stays(library: Path) -> None:
    first = import_only_unchanged()
    write(library / "later.py", 9)
    assert import_only_unchanged() is first
    with pytest.raises(ImportError, match="was changed"):
        importlib.import_module("later")
