"""Landlock: which files a process and its children may open, where no file system of their own can be had.

A ruleset allows what lies below a path; what no rule allows is refused. Kernels know more or fewer rights, by the
version of their interface (ABI), which is asked.
"""

import contextlib
import ctypes
import os
import stat
import struct
from collections.abc import Collection, Iterable, Iterator
from functools import cache

from autograder.jail.walls import kernel, root

# the numbers are the same on all machines
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_ASK_VERSION = 1
_RULE_PATH_BENEATH = 1

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = (1 << bit for bit in range(4))
_REFER, _TRUNCATE, _IOCTL_DEVICE = 1 << 13, 1 << 14, 1 << 15
_READ = _EXECUTE | _READ_FILE | _READ_DIR
_OF_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEVICE
"""The rights that a rule about a file, not a folder, may name."""
_FIRST_RIGHTS = (1 << 13) - 1
_LATER_RIGHTS = {2: _REFER, 3: _TRUNCATE, 5: _IOCTL_DEVICE}
"""Rights by the version that brought them: until then the first is always refused, the others always allowed."""
_NETWORK_SINCE, _NETWORK = 4, 0b11
_SCOPES_SINCE, _SCOPES = 6, 0b11
"""From then on: no abstract socket and no signal leads to a process outside."""

TRUNCATES_SINCE = 3
SIGNALS_SINCE = _SCOPES_SINCE

_PROCESS_FILES = ("cpuinfo", "meminfo", "stat", "version", "loadavg", "uptime", "filesystems", "sys/kernel/osrelease")


@cache
def version() -> int:
    """The version of Landlock in this kernel; 0 where there is none."""
    with contextlib.suppress(OSError):
        return kernel.system_call(_CREATE_RULESET, None, 0, _ASK_VERSION)
    return 0


def restrict(view: root.Layout, own: Collection[str]) -> None:
    """Let this process read what a layout shows and write below its own folders, and nothing else."""
    rights = _FIRST_RIGHTS
    for since, right in _LATER_RIGHTS.items():
        rights |= right if version() >= since else 0
    ruleset = _ruleset(rights)
    try:
        for path, wanted in _rules(view, own):
            _allow(ruleset, path, wanted & rights)
        kernel.system_call(_RESTRICT_SELF, ruleset, 0)
    finally:
        os.close(ruleset)


def add_layer() -> None:
    """Enter a domain below the present one, from which the processes of the present one cannot be looked into."""
    # a right that nobody has any more: refusing it changes nothing else
    ruleset = _ruleset(1 << 6)
    try:
        kernel.system_call(_RESTRICT_SELF, ruleset, 0)
    finally:
        os.close(ruleset)


def _ruleset(rights: int) -> int:
    attributes = struct.pack("Q", rights)
    if version() >= _NETWORK_SINCE:
        attributes += struct.pack("Q", _NETWORK)
    if version() >= _SCOPES_SINCE:
        attributes += struct.pack("Q", _SCOPES)
    return kernel.system_call(_CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), 0)


def _rules(view: root.Layout, own: Collection[str]) -> Iterator[tuple[str, int]]:
    for path in view.shown:
        yield from _below(path, view.masked)
    for path in own:
        yield path, ~0
    for name in root.DEVICES:
        yield f"/dev/{name}", _READ_FILE | _WRITE_FILE
    for name in _PROCESS_FILES:
        yield f"/proc/{name}", _READ_FILE
    # only this process's own: those of its children are not known yet
    yield f"/proc/{os.getpid()}", _READ_FILE | _READ_DIR
    for name in ("nsswitch.conf", "localtime"):
        yield f"/etc/{name}", _READ_FILE


def _below(path: str, masked: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Rules for a folder: one, or where something below it is hidden, one for each entry that is not."""
    hidden = [mask for mask in masked if root.is_below(mask, path)]
    if path in hidden:
        return
    if not hidden:
        yield path, _READ
        return
    # to be listed, as an import does; names can then be seen in hidden folders too, but no file opened
    yield path, _READ_DIR
    with os.scandir(path) as entries:
        for entry in entries:
            yield from _below(entry.path, hidden)


def _allow(ruleset: int, path: str, rights: int) -> None:
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        # what is not there, or may not be reached, needs no rule
        return
    try:
        if not stat.S_ISDIR(os.fstat(descriptor).st_mode):
            rights &= _OF_FILES
        rule = struct.pack("=Qi", rights, descriptor)
        kernel.system_call(_ADD_RULE, ruleset, _RULE_PATH_BENEATH, rule, 0)
    finally:
        os.close(descriptor)
