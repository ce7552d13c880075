"""The few Linux calls the jail needs that Python's os module does not have."""

import ctypes
import mmap
import os
import struct
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

CLONE_NEWNS = 0x00020000
CLONE_NEWCGROUP = 0x02000000
CLONE_NEWUTS = 0x04000000
CLONE_NEWIPC = 0x08000000
CLONE_NEWUSER = 0x10000000
CLONE_NEWPID = 0x20000000
CLONE_NEWNET = 0x40000000

MS_NOSUID = 2
MS_NODEV = 4
MS_NOEXEC = 8
MS_BIND = 4096
MS_REC = 16384
MS_PRIVATE = 1 << 18
MNT_DETACH = 2

ATTR_RDONLY = 1
ATTR_NOSUID = 2
ATTR_NODEV = 4

_PR_SET_PDEATHSIG = 1
_PR_SET_DUMPABLE = 4
_PR_SET_NAME = 15
_PR_SET_SECCOMP = 22
_SECCOMP_MODE_FILTER = 2
_PR_CAPBSET_DROP = 24
_PR_SET_NO_NEW_PRIVS = 38
_PR_SET_CHILD_SUBREAPER = 36
_PR_CAP_AMBIENT = 47
_PR_CAP_AMBIENT_CLEAR_ALL = 4
_CAPABILITY_VERSION_3 = 0x20080522
_M_ARENA_MAX = -8
_MADV_HUGEPAGE = 14
_MADV_COLLAPSE = 25
_HUGE = 1 << 21
_MAP_FIXED = 16
_PIECE = 1 << 16
_RIGHTS = {"r": mmap.PROT_READ, "w": mmap.PROT_WRITE, "x": mmap.PROT_EXEC}
_AT_FDCWD = -100
_AT_RECURSIVE = 0x8000

# numbers differ between machines only for calls older than 5.1; mount_setattr is the same everywhere
_SYS_MOUNT_SETATTR = 442
_SYS_PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}

_libc = ctypes.CDLL(None, use_errno=True)
_libc.syscall.restype = ctypes.c_long
_libc.mount.argtypes = (
    ctypes.c_char_p,
    ctypes.c_char_p,
    ctypes.c_char_p,
    ctypes.c_ulong,
    ctypes.c_char_p,
)
_libc.mmap.restype = ctypes.c_void_p
_libc.mmap.argtypes = (ctypes.c_void_p, ctypes.c_size_t, *(ctypes.c_int,) * 3, ctypes.c_long)
_libc.mprotect.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
_libc.madvise.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
_libc.prctl.argtypes = (ctypes.c_int, *(ctypes.c_ulong,) * 4)


def _check(result: int, what: str) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result


def system_call(number: int, *arguments: object) -> int:
    """A system call that the C library has no function for."""
    return _check(_libc.syscall(ctypes.c_long(number), *arguments), f"system call {number}")


def fork() -> int:
    """os.fork without the warning of newer Pythons that only one thread is copied: that is wanted here."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


def unshare(flags: int) -> None:
    """Leave the namespaces named by flags and enter new ones."""
    _check(_libc.unshare(flags), "unshare")


def mount(source: str, target: str, kind: str = "", flags: int = 0, options: str = "") -> None:
    """Mount source on target."""
    result = _libc.mount(
        os.fsencode(source), os.fsencode(target), kind.encode() or None, flags, options.encode() or None
    )
    _check(result, f"mount on {target}")


def unmount(target: str) -> None:
    """Take a mount away, lazily."""
    _check(_libc.umount2(os.fsencode(target), MNT_DETACH), f"unmount {target}")


def set_mount_attributes(target: str, attributes: int, *, recursive: bool = True) -> None:
    """Add read-only, nosuid or nodev to a mount and those below it."""
    argument = struct.pack("QQQQ", attributes, 0, 0, 0)
    flags = _AT_RECURSIVE if recursive else 0
    result = _libc.syscall(
        _SYS_MOUNT_SETATTR, _AT_FDCWD, os.fsencode(target), flags, argument, ctypes.c_size_t(len(argument))
    )
    _check(result, f"mount_setattr on {target}")


def pivot_root(new_root: str, old_root: str) -> None:
    """Make new_root the root of this mount namespace, the old one reachable at old_root."""
    number = _SYS_PIVOT_ROOT[os.uname().machine]
    _check(_libc.syscall(number, os.fsencode(new_root), os.fsencode(old_root)), "pivot_root")


def set_hostname(name: str) -> None:
    """Name the machine, within this UTS namespace."""
    encoded = name.encode()
    _check(_libc.sethostname(encoded, len(encoded)), "sethostname")


def die_with_parent(signal: int) -> None:
    """Have the kernel send signal to this process when its parent ends."""
    _check(_libc.prctl(_PR_SET_PDEATHSIG, int(signal), 0, 0, 0), "prctl")


def adopt_orphans() -> None:
    """Become the parent of every descendant whose own parent ends."""
    _check(_libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0), "prctl")


def set_dumpable(dumpable: bool) -> None:
    """Say whether processes of the same user may look into this one."""
    _check(_libc.prctl(_PR_SET_DUMPABLE, int(dumpable), 0, 0, 0), "prctl")


def set_name(name: str) -> None:
    """Give the process the name that ps shows."""
    # the kernel takes no more than 15 bytes
    buffer = ctypes.create_string_buffer(name.encode()[:15])
    _check(_libc.prctl(_PR_SET_NAME, ctypes.addressof(buffer), 0, 0, 0), "prctl")


def no_new_privileges() -> None:
    """Give up for good gaining rights through set-uid programs."""
    _check(_libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "prctl")


def drop_capabilities() -> None:
    """Give up every capability, from the bounding set too."""
    last = int(Path("/proc/sys/kernel/cap_last_cap").read_text())
    for capability in range(last + 1):
        _libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)
    _libc.prctl(_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
    header = struct.pack("Ii", _CAPABILITY_VERSION_3, 0)
    # no capability is set in any of the six masks of 4 bytes
    _check(_libc.capset(header, bytes(24)), "capset")


def install_seccomp(program: bytes) -> None:
    """Install a classic BPF program as this process's system call filter."""
    buffer = ctypes.create_string_buffer(program, len(program))
    # an instruction has 8 bytes
    head = struct.pack("HxxxxxxQ", len(program) // 8, ctypes.addressof(buffer))
    head_buffer = ctypes.create_string_buffer(head, len(head))
    _check(_libc.prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.addressof(head_buffer), 0, 0), "seccomp")


def limit_malloc_arenas(count: int) -> None:
    """Keep malloc from reserving address space per thread, which the memory limit would count."""
    _libc.mallopt(_M_ARENA_MAX, count)


def collapse_memory() -> None:
    """Turn this process's private memory into huge pages, so that a fork copies a tenth of the page tables."""
    for start, end in _private_ranges():
        low, high = -(-start // _HUGE) * _HUGE, end // _HUGE * _HUGE
        if high > low:
            # a refusal only means that forks stay slower
            _libc.madvise(low, high - low, _MADV_HUGEPAGE)
            _libc.madvise(low, high - low, _MADV_COLLAPSE)


def _private_ranges() -> Iterable[tuple[int, int]]:
    for mapping in mappings():
        if mapping.rights.startswith("rw") and not mapping.shared and mapping.path in ("", "[heap]"):
            yield mapping.start, mapping.end


@dataclass(frozen=True)
class Mapping:
    """A piece of this process's address space."""

    start: int
    end: int
    rights: str
    """Four letters as in /proc/self/maps: r, w, x or -, then s for shared or p for private."""
    path: str
    """The file that it shows, if any; in brackets, what the kernel calls it."""

    @property
    def shared(self) -> bool:
        """Whether another process may see what is written here."""
        return self.rights.endswith("s")

    @property
    def writable(self) -> bool:
        """Whether this process may write here."""
        return "w" in self.rights


def mappings(wanted: Callable[[str, str], bool] = lambda rights, path: True) -> Iterator[Mapping]:
    """The pieces of this process's address space, or those whose rights and path are wanted; there are thousands."""
    for line in Path("/proc/self/maps").read_text(errors="surrogateescape").splitlines():
        span, rights, _, _, _, *path = line.split(maxsplit=5)
        if wanted(rights, path[0] if path else ""):
            start, end = (int(part, 16) for part in span.split("-"))
            yield Mapping(start, end, rights, path[0] if path else "")


def _pieces(mapping: Mapping) -> Iterator[tuple[int, bytes]]:
    """The content of a mapping without its zeros: memory that was only reserved is not used by being copied."""
    for begin in range(mapping.start, mapping.end, _PIECE):
        piece = ctypes.string_at(begin, min(_PIECE, mapping.end - begin))
        if piece.count(0) != len(piece):
            yield begin, piece


def make_private(mapping: Mapping) -> None:
    """Replace a mapping by memory of this process's own with the same content, at the same place."""
    size = mapping.end - mapping.start
    content = dict(_pieces(mapping)) if mapping.rights.startswith("r") else {}
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | _MAP_FIXED
    place = _libc.mmap(mapping.start, size, mmap.PROT_READ | mmap.PROT_WRITE, flags, -1, 0)
    if place != mapping.start:
        raise OSError(ctypes.get_errno(), "mmap")
    for begin, piece in content.items():
        ctypes.memmove(begin, piece, len(piece))
    wanted = sum(right for letter, right in _RIGHTS.items() if letter in mapping.rights[:3])
    _check(_libc.mprotect(mapping.start, size, wanted), "mprotect")


def wipe_environment() -> None:
    """Overwrite the environment and arguments this process was started with, which /proc shows."""
    after_name = Path("/proc/self/stat").read_text().rpartition(")")[2].split()
    # fields 48 to 51 of proc(5): arg_start, arg_end, env_start, env_end; field 3 comes first here
    for start, end in (after_name[45:47], after_name[47:49]):
        low, high = int(start), int(end)
        if 0 < low < high:
            ctypes.memset(low, 0, high - low)
