"""What happens to a submission that runs."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Event:
    """Something a person should know about how a submission ran."""

    kind: str
    sentence: str
    cell: str | None = None
