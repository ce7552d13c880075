"""The time of a submission, as nbgrader stores it beside the notebook."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo

from nbgrader.utils import parse_utc

FILE = "timestamp.txt"
UNREADABLE_TIME_FILE = "timestamp.unreadable.txt"
UNREADABLE_TIME = (
    f"{FILE} does not hold the time of the submission; it was set aside as {UNREADABLE_TIME_FILE}, "
    "and nothing counts as late."
)


def time_as_text(time: datetime) -> str:
    """A time in the form that nbgrader writes and reads."""
    return time.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S.%f UTC")


def read_time(folder: Path) -> datetime | None:
    """When something was submitted, if it is known."""
    try:
        time = parse_utc((folder / FILE).read_text().strip())
    except (ValueError, OverflowError, OSError):
        return None
    return time.replace(tzinfo=UTC)


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
        path.replace(aside)
    return UNREADABLE_TIME if aside.exists() and not path.exists() else None


def set_aside_bad_times(assignment: str, student: str, notebooks: Sequence[str]) -> None:
    """Do the same before plain nbgrader reads the times: its hook, called for every submission."""
    for folder in {Path(notebook).parent for notebook in notebooks}:
        set_aside_bad_time(folder)


def _is_blank(path: Path) -> bool:
    """Whether a file is empty: nbgrader reads no time from it, and does not stop."""
    try:
        return not path.read_text().strip()
    except (ValueError, OSError):
        return False
