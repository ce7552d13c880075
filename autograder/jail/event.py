"""What happens to a submission that runs."""

import msgspec


class Event(msgspec.Struct, frozen=True):
    """Something a person should know about how a submission ran."""

    kind: str
    sentence: str
    cell: str | None = None
    """The number of the code cell it happened in, counted from 0; None where it was none."""
