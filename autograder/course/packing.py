"""Zips that are the same whenever and wherever they are made from the same files."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Collection, Iterable

FIXED_TIME = (1980, 1, 1, 0, 0, 0)
"""The time of all files."""
EXECUTABLE, NOT_EXECUTABLE = 0o100755, 0o100644
"""Modes of files."""
MODE_SHIFT = 16
"""Where a zip holds the mode of a file in its attributes."""


def packed(files: Iterable[tuple[str, bytes]], executable: Collection[str] = ()) -> bytes:
    """A zip of some files, by their paths."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, content in files:
            entry = zipfile.ZipInfo(name, FIXED_TIME)
            entry.external_attr = (EXECUTABLE if name in executable else NOT_EXECUTABLE) << MODE_SHIFT
            entry.compress_type = zipfile.ZIP_DEFLATED
            zipped.writestr(entry, content)
    return archive.getvalue()
