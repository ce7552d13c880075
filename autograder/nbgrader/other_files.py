"""Files beside the notebook on their way through nbgrader's folders: none that a browser runs."""

from __future__ import annotations

import mimetypes
import os
import re
import shutil
from collections.abc import Iterator, Sequence
from fnmatch import translate
from pathlib import Path

PAGES = frozenset(
    [
        *(".ehtml", ".htm", ".html", ".mht", ".mhtml", ".shtm", ".shtml", ".svg", ".svgz"),
        *(".xbl", ".xht", ".xhtm", ".xhtml", ".xml", ".xsl", ".xslt"),
    ]
)
"""How names of files end that browsers show as a page, with the programs in it."""


def copy_others(source: Path, target: Path, ignore: Sequence[str]) -> None:
    """Copy what a student handed in beside the notebook.

    nbgrader's own way looks through a folder once for each file in it and each pattern, and lets a name pass that is
    written in capitals or lies in a folder with brackets.
    """
    for path in _others(source, [*ignore, "*.ipynb"]):
        copy = target / path.relative_to(source)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.unlink(missing_ok=True)
        shutil.copy(path, copy)


def put_in_place(source: Path, target: Path, root: Path) -> None:
    """Copy a file of ours below a folder, whatever of a student's stands in its way there."""
    for place in reversed([target, *(parent for parent in target.parents if parent.is_relative_to(root))]):
        is_folder = place.is_dir() and not place.is_symlink()
        if place == target and is_folder:
            shutil.rmtree(place)
        elif place == target or not is_folder:
            place.unlink(missing_ok=True)
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(source, target)


def remove_pages(folder: Path) -> None:
    """Remove what a browser would run from a folder that nbgrader itself has filled."""
    for path in list(_files(folder, re.compile(r"(?!)"))):
        if _is_page(path.name):
            path.unlink()


def _others(folder: Path, ignore: Sequence[str]) -> Iterator[Path]:
    ignored = re.compile("|".join(translate(pattern) for pattern in ignore), re.IGNORECASE)
    return (path for path in _files(folder, ignored) if not _is_page(path.name))


def _files(folder: Path, ignored: re.Pattern[str]) -> Iterator[Path]:
    """The files below a folder, but for ignored ones and what lies in ignored folders."""
    for place, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not ignored.match(name)]
        yield from (Path(place, name) for name in files if not ignored.match(name))


def _is_page(name: str) -> bool:
    """Whether a browser, or the server of formgrader, takes a file of this name for a page."""
    name = name.lower()
    # the name alone, which would be taken for an address else
    kind, packed = mimetypes.guess_type(f"./{name}", strict=False)
    is_page = kind is not None and (kind == "text/html" or kind.endswith("xml")) and packed is None
    return is_page or Path(name).suffix in PAGES
