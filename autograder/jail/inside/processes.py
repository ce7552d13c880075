"""What /proc says about the processes of a jail."""

import contextlib
import os
import resource
import stat
import time
from collections.abc import Iterable
from pathlib import Path

_KIB = 1024
_BLOCK = 512
_TICKS = os.sysconf("SC_CLK_TCK")
_NANOSECONDS = 1_000_000_000
_SECONDS_TO_SHOW = 1.0
_SECONDS_BETWEEN_TRIES = 0.002


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
                children += map(int, _text_of(f"/proc/{process}/task/{thread}/children").split())
    return children


def alive(process: int) -> bool:
    """Whether a process runs: a zombie does not."""
    return _fields(process)[:1] not in ([], ["Z"], ["X"])


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
            waited = max(waited, int(_text_of(f"/proc/{process}/schedstat").split()[1]))
    return waited / _NANOSECONDS


def anonymous_memory(process: int | str) -> int:
    """Bytes of memory that no file backs."""
    return _sum_of_lines(f"/proc/{process}/status", ("RssAnon:", "RssShmem:"))


def proportional_memory(process: int) -> int:
    """The same, where what several processes share is divided among them; 0 where it cannot be known."""
    return _sum_of_lines(f"/proc/{process}/smaps_rollup", ("Pss_Anon:", "Pss_Shmem:"))


def memory_once_shown(process: int) -> int:
    """The same of a process that has just begun, when it can be known; 0 if it does not show it in time."""
    deadline = time.monotonic() + _SECONDS_TO_SHOW
    while not (shown := proportional_memory(process)) and alive(process) and time.monotonic() < deadline:
        time.sleep(_SECONDS_BETWEEN_TRIES)
    return shown


def bound_address_space(process: int, memory: int) -> None:
    """Let a process map so many bytes more than it has mapped, with no way to raise that bound."""
    pages = int(_text_of(f"/proc/{process}/statm").split()[0])
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


def _text_of(path: str) -> str:
    """A file of /proc; a process may have given itself a name that is no text."""
    return Path(path).read_text(encoding="utf-8", errors="replace")


def _fields(process: int) -> list[str]:
    """The fields of /proc/<process>/stat from the state on; empty for a process that is gone."""
    try:
        return _text_of(f"/proc/{process}/stat").rpartition(")")[2].split()
    except OSError:
        return []


def _sum_of_lines(path: str, names: tuple[str, ...]) -> int:
    total = 0
    with contextlib.suppress(OSError):
        for line in _text_of(path).splitlines():
            if line.startswith(names):
                total += int(line.split()[1]) * _KIB
    return total
