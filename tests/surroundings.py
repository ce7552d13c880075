"""Running a command where namespaces are refused, as a default container would."""

from __future__ import annotations

import subprocess
from functools import cache

import pytest

from autograder.jail.walls.isolation import isolation
from autograder.jail.walls.strength import Walls

# root in name, without the right to make namespaces
_CONTAINER = (
    'echo 0 > /proc/sys/user/max_user_namespaces; exec setpriv --bounding-set -all --inh-caps -all --no-new-privs "$@"'
)


def command_behind(walls: Walls, command: list[str]) -> list[str]:
    """The command, in surroundings that allow such walls and no stronger ones; skips where there are none."""
    available = isolation()
    if available.no_stronger_than(walls).walls is not walls:
        pytest.skip(f"this machine has no {walls} walls: {' '.join(available.missing)}")
    if available.walls is walls:
        return command
    if not _can_be_a_container():
        pytest.skip("this machine cannot make a container without namespaces")
    return ["unshare", "--user", "--map-root-user", "bash", "-c", _CONTAINER, "bash", *command]


@cache
def _can_be_a_container() -> bool:
    command = ["unshare", "--user", "--map-root-user", "bash", "-c", _CONTAINER, "bash", "true"]
    try:
        return subprocess.run(command, capture_output=True).returncode == 0
    except FileNotFoundError:
        return False
