"""The time of a submission, as nbgrader stores it beside the notebook."""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence
from datetime import UTC, datetime, tzinfo
from itertools import chain, count
from pathlib import Path
from zoneinfo import ZoneInfo

from nbgrader.utils import parse_utc

FILE = "timestamp.txt"
UNREADABLE_TIME_FILE = "timestamp.unreadable.txt"
SECRET_FILE = "submission_secret.txt"
"""What nbgrader's exchange puts beside it, by which a student fetches feedback."""
OF_EVERY_HAND_IN = (FILE, SECRET_FILE)
"""What lies beside every notebook that was handed in through the exchange."""
LARGEST_TIME_FILE = 1_000
"""Bytes of a file with a time; more is none."""
UNREADABLE_TIME = (
    f"{FILE} does not hold the time of the submission; it was set aside as {UNREADABLE_TIME_FILE}, "
    "and nothing counts as late."
)


def time_as_text(time: datetime) -> str:
    """A time in the form that nbgrader writes and reads."""
    return time.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S.%f UTC")


def read_time(folder: Path) -> datetime | None:
    """When something was submitted, if it is known."""
    content = read_time_file(folder / FILE)
    if content is None or len(content) > LARGEST_TIME_FILE:
        return None
    try:
        time = parse_utc(content.decode().strip())
        return time.replace(tzinfo=UTC)
    except (ValueError, OverflowError, AttributeError, TypeError, RecursionError):
        return None


def read_time_file(path: Path) -> bytes | None:
    """The beginning of a file with a time, a little more than it may have; None where there is no ordinary file.

    A student may have put a folder, a link or a pipe there, and reading a pipe would never end.
    """
    try:
        file = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        return os.read(file, LARGEST_TIME_FILE + 1) if stat.S_ISREG(os.fstat(file).st_mode) else None
    finally:
        os.close(file)


def local_zone() -> tzinfo:
    """The time zone of this machine."""
    zone = datetime.now().astimezone().tzinfo
    assert zone is not None
    try:
        # a named zone has summer and winter time; the offset of today has not
        return ZoneInfo(Path("/etc/localtime").resolve().as_posix().partition("zoneinfo/")[2])
    except (ValueError, OSError, KeyError):
        return zone


def zone_name(zone: tzinfo) -> str:
    """What a time zone is called."""
    return getattr(zone, "key", None) or str(zone)


def set_aside_bad_time(folder: Path) -> str | None:
    """Rename a time file without a valid time, at which nbgrader would stop; a sentence where that was done."""
    path, aside = folder / FILE, folder / UNREADABLE_TIME_FILE
    # links are refused elsewhere, and never followed
    if path.is_symlink() or aside.is_symlink():
        return None
    if path.exists() and read_time(folder) is None and not _is_blank(path):
        _set_aside(path, aside)
    return UNREADABLE_TIME if aside.exists() and not path.exists() else None


def set_aside_bad_times(assignment: str, student: str, notebooks: Sequence[str]) -> None:
    """Do the same before plain nbgrader reads the times: its hook, called for every submission."""
    for folder in {Path(notebook).parent for notebook in notebooks}:
        set_aside_bad_time(folder)


def _set_aside(path: Path, aside: Path) -> None:
    if path.is_file() or path.is_dir():
        others = (aside.with_name(f"{number}-{aside.name}") for number in count(2))
        path.rename(next(free for free in chain([aside], others) if not free.exists()))
    else:
        # a pipe or the like holds nothing to keep, and nbgrader would stop at it under any name
        path.unlink()
        aside.touch()


def _is_blank(path: Path) -> bool:
    """Whether a file is empty: nbgrader reads no time from it, and does not stop."""
    content = read_time_file(path)
    return content is not None and len(content) <= LARGEST_TIME_FILE and not content.strip()
