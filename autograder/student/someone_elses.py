"""Whether a notebook is somebody else's: to run it is to let that person do all that the caller may do."""

from __future__ import annotations

import os
from pathlib import Path

from autograder.course.folder import Course, find_root


def someone_elses(path: Path) -> str | None:
    """Why a notebook is taken for somebody else's; None for one's own, and for a file that is not there."""
    try:
        place = path.resolve(strict=True)
        owner = place.stat().st_uid
    except OSError:
        return None
    root = find_root(place.parent)
    if root is not None and Course(root).holds_handed_in(place):
        return "was handed in by a student"
    # Windows has no such numbers
    if hasattr(os, "getuid") and owner != os.getuid():
        return "belongs to another user of this machine"
    return None
