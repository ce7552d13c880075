"""What /proc says about the processes of a jail."""

import contextlib
import os
import resource
import stat
from collections.abc import Iterable
from pathlib import Path

_KIB = 1024
_BLOCK = 512
_TICKS = os.sysconf("SC_CLK_TCK")
_NANOSECONDS = 1_000_000_000


def in_this_namespace() -> list[int]:
    """All processes that are seen here, but process 1."""
    return [int(name) for name in os.listdir("/proc") if name.isdigit() and name != "1"]


def descendants(process: int) -> list[int]:
    """The children of a process, their children, and so on."""
    found: list[int] = []
    waiting = [process]
    while waiting:
        children = _children(waiting.pop())
        found += children
        waiting += children
    return found


def _children(process: int) -> list[int]:
    children: list[int] = []
    with contextlib.suppress(OSError):
        for thread in os.listdir(f"/proc/{process}/task"):
            with contextlib.suppress(OSError):
                children += map(int, Path(f"/proc/{process}/task/{thread}/children").read_text().split())
    return children


def alive(process: int) -> bool:
    """Whether a process runs: a zombie does not."""
    return _fields(process)[:1] not in ([], ["Z"], ["X"])


def group(process: int) -> int:
    """The process group of a process; 0 for a process that is gone."""
    fields = _fields(process)
    # pgrp of proc(5), field 5; field 3 comes first here
    return int(fields[2]) if fields else 0


def cpu_seconds(process: int) -> float:
    """CPU time that a process has used."""
    fields = _fields(process)
    # utime and stime of proc(5), fields 14 and 15; field 3 comes first here
    return sum(map(int, fields[11:13])) / _TICKS


def seconds_waited(processes: Iterable[int]) -> float:
    """The longest time that one of the processes was ready to run but had to wait for a core."""
    waited = 0
    for process in processes:
        with contextlib.suppress(OSError, ValueError, IndexError):
            waited = max(waited, int(Path(f"/proc/{process}/schedstat").read_text().split()[1]))
    return waited / _NANOSECONDS


def anonymous_memory(process: int | str) -> int:
    """Bytes of memory that no file backs."""
    return _sum_of_lines(f"/proc/{process}/status", ("RssAnon:", "RssShmem:"))


def proportional_memory(process: int) -> int:
    """The same, where what several processes share is divided among them; 0 where it cannot be known."""
    return _sum_of_lines(f"/proc/{process}/smaps_rollup", ("Pss_Anon:", "Pss_Shmem:"))


def bound_address_space(process: int, memory: int) -> None:
    """Let a process map so many bytes more than it has mapped, with no way to raise that bound."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[0])
    wanted, most = pages * os.sysconf("SC_PAGE_SIZE") + memory, resource.prlimit(process, resource.RLIMIT_AS)[1]
    if most != resource.RLIM_INFINITY:
        wanted = min(wanted, most)
    resource.prlimit(process, resource.RLIMIT_AS, (wanted, wanted))


def unlinked_bytes(process: int) -> int:
    """Bytes of the files that a process holds open though they have no name; PermissionError if it hides them."""
    size = 0
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        for name in os.listdir(f"/proc/{process}/fd"):
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):
                status = os.stat(f"/proc/{process}/fd/{name}")
                if stat.S_ISREG(status.st_mode) and status.st_nlink == 0:
                    size += status.st_blocks * _BLOCK
    return size


def _fields(process: int) -> list[str]:
    """The fields of /proc/<process>/stat from the state on; empty for a process that is gone."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def _sum_of_lines(path: str, names: tuple[str, ...]) -> int:
    total = 0
    with contextlib.suppress(OSError):
        for line in Path(path).read_text().splitlines():
            if line.startswith(names):
                total += int(line.split()[1]) * _KIB
    return total
