"""Whether a notebook is somebody else's: to run it is to let that person do all that the caller may do."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from autograder.course.folder import Course, find_root


@dataclass(frozen=True)
class SomeoneElses:
    """Why a notebook is taken for somebody else's, and what to do instead of running it."""

    reason: str
    advice: str = ""


def someone_elses(path: Path) -> SomeoneElses | None:
    """Why a notebook is somebody else's; None for one's own, and for a file that is not there."""
    try:
        place = path.resolve(strict=True)
        owner = place.stat().st_uid
    except OSError:
        return None
    root = find_root(place.parent)
    if root is not None and Course(root).holds_handed_in(place):
        return SomeoneElses(
            "was handed in by a student",
            "The grader runs it in a jail: autograder grade ASSIGNMENT --student STUDENT --dry-run.",
        )
    if owner != os.getuid():
        return SomeoneElses("belongs to another user of this machine")
    return None
