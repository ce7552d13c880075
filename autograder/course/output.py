"""Another folder for all that a course writes, where its own cannot be written, as on a read-only disk.

The other folder becomes a course folder too: what is only read are links to the course. So every command, plain nbgrader
and formgrader among them, works there as in any course.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path

from autograder.errors import CourseError

VARIABLE = "AUTOGRADER_OUTPUT"
"""The environment variable that names the folder."""


def output_folder() -> Path | None:
    """The folder that everything is written to, if there is another one than the course's own."""
    named = os.environ.get(VARIABLE)
    return Path(named).resolve() if named else None


def link_course(root: Path, place: Path, names: Iterable[str]) -> None:
    """Make a folder a course folder that holds links to the files and folders of another one which have these names."""
    place.mkdir(parents=True, exist_ok=True)
    for name in names:
        link, target = place / name, root / name
        if link.is_symlink() and not link.exists():
            link.unlink()  # the course was moved
        if not link.exists() and target.exists():
            with contextlib.suppress(FileExistsError):  # another command was faster
                link.symlink_to(target)
        if link.exists() and not link.samefile(target):
            raise CourseError(f"{place} belongs to another course than {root}. Name another folder in {VARIABLE}.")
