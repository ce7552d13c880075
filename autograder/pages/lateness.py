"""How late something was handed in, in words."""

from __future__ import annotations

_MINUTES_PER_DAY = 24 * 60


def lateness(seconds: float) -> str:
    """How late something was handed in, in words; nothing when it was not."""
    if seconds <= 0:
        return ""
    minutes = max(round(seconds / 60), 1)
    days, hours, minutes = minutes // _MINUTES_PER_DAY, minutes // 60 % 24, minutes % 60
    parts = [
        f"{count} {unit}{'s' if count > 1 else ''}"
        for count, unit in ((days, "day"), (hours, "hour"), (minutes, "minute"))
        if count
    ]
    return f"Handed in {' '.join(parts[:2])} late"
