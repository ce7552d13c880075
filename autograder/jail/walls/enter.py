"""Going into the jail: namespaces, user, capabilities, limits, in the order the kernel wants them."""

import contextlib
import os
import resource
from pathlib import Path

from autograder.jail.limits import Limits
from autograder.jail.walls import kernel, root, seccomp

# the user and group "nobody", who own no files
_NOBODY = 65534
_NAMESPACES = (
    kernel.CLONE_NEWUSER
    | kernel.CLONE_NEWNS
    | kernel.CLONE_NEWPID
    | kernel.CLONE_NEWNET
    | kernel.CLONE_NEWIPC
    | kernel.CLONE_NEWUTS
)


def enter_zygote_root(view: root.Layout) -> None:
    """Leave the machine's files behind, and its root user too."""
    if os.geteuid() == 0:
        kernel.unshare(kernel.CLONE_NEWNS)
        root.enter(view)
        os.setgroups([])
        os.setresgid(_NOBODY, _NOBODY, _NOBODY)
        os.setresuid(_NOBODY, _NOBODY, _NOBODY)
    else:
        user, group = os.geteuid(), os.getegid()
        kernel.unshare(kernel.CLONE_NEWUSER | kernel.CLONE_NEWNS)
        _map_user(user, group)
        root.enter(view)
    # changing the user makes a process unreadable to itself, and then it cannot write its own uid_map
    kernel.set_dumpable(True)


def enter_jail_namespaces() -> None:
    """Enter fresh namespaces, in which every mount made so far is locked; the next child is process 1."""
    user, group = os.geteuid(), os.getegid()
    kernel.unshare(_NAMESPACES)
    _map_user(user, group)
    with contextlib.suppress(OSError):
        kernel.unshare(kernel.CLONE_NEWCGROUP)


def _map_user(user: int, group: int) -> None:
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"{root.USER_ID} {user} 1")
    Path("/proc/self/gid_map").write_text(f"{root.USER_ID} {group} 1")


def lock(*, namespaces: bool) -> None:
    """Give up every right that could undo the walls."""
    if namespaces:
        Path("/proc/sys/user/max_user_namespaces").write_text("0")
        kernel.drop_capabilities()
    kernel.no_new_privileges()


def filter_system_calls() -> None:
    """Refuse from now on the system calls that reach out of a jail."""
    if seccomp.supported():
        kernel.install_seccomp(seccomp.program())


def forbid_programs() -> None:
    """Let this process and its children start no other program from now on."""
    if seccomp.supported():
        kernel.install_seccomp(seccomp.no_programs())


def shield(process: int) -> None:
    """Keep this process and its children from harming another process of the jail."""
    if seccomp.supported():
        kernel.install_seccomp(seccomp.shielding_filter(process))


def set_limits(limits: Limits, *, namespaces: bool) -> None:
    """Bound this process and those it will start."""
    _bound(resource.RLIMIT_AS, address_space() + limits.memory)
    # the signal at the soft limit says why the process ended; the hard one cannot be ignored
    _bound(resource.RLIMIT_CPU, limits.cpu_seconds, limits.cpu_seconds + 1)
    _bound(resource.RLIMIT_FSIZE, limits.file_size)
    _bound(resource.RLIMIT_CORE, 0)
    _bound(resource.RLIMIT_NOFILE, limits.open_files)
    # 8 MiB, the usual size of a stack
    _bound(resource.RLIMIT_STACK, 8 << 20)
    _bound(resource.RLIMIT_MEMLOCK, 0)
    _bound(resource.RLIMIT_MSGQUEUE, 0)
    if namespaces:
        # without a user namespace of its own this would count every process of the account
        _bound(resource.RLIMIT_NPROC, limits.processes)


def address_space() -> int:
    """Bytes of address space this process has mapped."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    return pages * os.sysconf("SC_PAGE_SIZE")


def _bound(what: int, soft: int, hard: int | None = None) -> None:
    most = resource.getrlimit(what)[1]
    top = soft if hard is None else hard
    if most != resource.RLIM_INFINITY:
        soft, top = min(soft, most), min(top, most)
    resource.setrlimit(what, (soft, top))
