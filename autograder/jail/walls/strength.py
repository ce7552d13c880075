"""How strong the walls around a submission are."""

from enum import StrEnum


class Walls(StrEnum):
    """How strong the walls around a submission are; a machine has the strongest that its kernel allows."""

    FULL = "full"
    """Own users, files, processes and network."""
    GUARDED = "guarded"
    """In the namespaces of the machine, with rules on files, system calls and signals."""
    WEAK = "weak"
    """Limits, and a process of its own."""
