"""Events: what happened to a submission while it ran."""

import msgspec


class Event(msgspec.Struct, frozen=True):
    """Something a person should know about how a submission ran."""

    kind: str
    """killed: the program ended; overtime: a cell was interrupted; not_run: a cell was left out."""
    sentence: str
    cell: str | None = None
    """The number of the code cell it happened in, counted from 0; None where it happened in no cell."""
