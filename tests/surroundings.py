"""Running a command where namespaces are refused, as in a default container, or Landlock too, as by an old kernel."""

from __future__ import annotations

import subprocess
import sys
from functools import cache

import pytest

from autograder.jail.walls.isolation import isolation
from autograder.jail.walls.strength import Walls

# root in name, without the right to make namespaces
_CONTAINER = (
    'echo 0 > /proc/sys/user/max_user_namespaces; exec setpriv --bounding-set -all --inh-caps -all --no-new-privs "$@"'
)
# the calls that make namespaces and rules of Landlock are answered as if the kernel did not know them
_OLD_KERNEL = """
import os, platform, struct, sys
from autograder.jail.walls import kernel
column = {'x86_64': 0, 'aarch64': 1}[platform.machine()]
program = [struct.pack('HBBI', 0x20, 0, 0, 0)]
for number in ((272, 97)[column], 444):
    program += [struct.pack('HBBI', 0x15, 0, 1, number), struct.pack('HBBI', 0x06, 0, 0, 0x00050000 | 38)]
program.append(struct.pack('HBBI', 0x06, 0, 0, 0x7FFF0000))
kernel.no_new_privileges()
kernel.install_seccomp(b''.join(program))
os.execvp(sys.argv[1], sys.argv[1:])
"""


def need(walls: Walls) -> None:
    """Skip a test where this machine cannot make such walls."""
    available = isolation()
    if available.no_stronger_than(walls).walls is not walls:
        pytest.skip(f"this machine has no {walls} walls: {' '.join(available.missing)}")


def command_behind(walls: Walls, command: list[str]) -> list[str]:
    """The command, in surroundings that allow such walls and no stronger ones; skips where there are none."""
    need(walls)
    if isolation().walls is walls:
        return command
    if walls is Walls.WEAK:
        return [sys.executable, "-c", _OLD_KERNEL, *command]
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
