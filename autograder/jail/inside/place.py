"""Where a submission runs: the walls around it, and the folders that it may write in."""

import os
import tempfile
from dataclasses import dataclass
from typing import Self

from autograder.jail.walls import root
from autograder.jail.walls.strength import Walls


@dataclass(frozen=True)
class Place:
    """What one submission has to itself."""

    walls: Walls
    view: root.Layout
    home: str
    temporary: str
    folders: tuple[str, ...]
    scratch: str = ""
    """Without namespaces: the folder of the machine that holds the others."""

    @classmethod
    def in_namespaces(cls, view: root.Layout) -> Self:
        """A disk of its own, where every submission has the same paths."""
        return cls(Walls.FULL, view, root.HOME, "/tmp", (root.HOME, "/tmp", "/dev/shm"))

    @classmethod
    def in_folder(cls, walls: Walls, view: root.Layout, scratch_root: str) -> Self:
        """A new folder below one that the zygote has for this."""
        scratch = tempfile.mkdtemp(dir=scratch_root)
        home, temporary = os.path.join(scratch, "home"), os.path.join(scratch, "tmp")
        os.mkdir(home)
        os.mkdir(temporary)
        return cls(walls, view, home, temporary, (home, temporary), scratch)
