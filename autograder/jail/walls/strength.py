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

    @property
    def meaning(self) -> str:
        """A sentence on what such walls keep student code from."""
        return _MEANING[self]


_MEANING = {
    Walls.FULL: "Full walls: own users, files, processes and network, system calls filtered, limits on time and memory.",
    Walls.GUARDED: "Guarded walls, because this machine refuses namespaces: Landlock keeps student code from all files "
    "but Python's libraries and a folder of its own, a filter keeps it from the network and from other processes.",
    Walls.WEAK: "Weak walls: student code ran with the rights of the account that grades, and could read and change "
    "its files.",
}
