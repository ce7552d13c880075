"""Going into the jail: namespaces, user, capabilities, limits, in the order the kernel wants them."""

import contextlib
import os
import resource
from collections.abc import Iterable
from pathlib import Path

from autograder.jail.limits import Limits
from autograder.jail.walls import kernel, landlock, root, seccomp
from autograder.jail.walls.strength import Walls

# the user and group "nobody", who own no files
NOBODY = 65534
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
    # a process that cannot be looked into could not write its own uid_map either
    kernel.set_dumpable(True)
    if _rules_the_machine():
        root.enter(view)
        become_nobody()
    else:
        user, group = os.geteuid(), os.getegid()
        kernel.unshare(kernel.CLONE_NEWUSER | kernel.CLONE_NEWNS)
        _map_user(user, group)
        root.enter(view)


def _rules_the_machine() -> bool:
    """Whether this process has a mount namespace of its own now; root in a container may not have the right to."""
    if os.geteuid() != 0:
        return False
    try:
        kernel.unshare(kernel.CLONE_NEWNS)
    except PermissionError:
        return False
    return True


def become_nobody() -> None:
    """Give up being root, for good."""
    os.setgroups([])
    os.setresgid(NOBODY, NOBODY, NOBODY)
    os.setresuid(NOBODY, NOBODY, NOBODY)
    # changing the user makes a process unreadable to itself
    kernel.set_dumpable(True)


def nobody_can_read(paths: Iterable[str]) -> bool:
    """Whether this process is root, may become nobody, and as nobody would still reach these paths."""
    if os.geteuid() != 0:
        return False
    child = kernel.fork()
    if child == 0:
        try:
            become_nobody()
            readable = all(os.access(path, os.R_OK) for path in paths)
        except OSError:
            readable = False
        os._exit(0 if readable else 1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


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


def lock(walls: Walls) -> None:
    """Give up every right that could undo the walls."""
    if walls is Walls.FULL:
        Path("/proc/sys/user/max_user_namespaces").write_text("0")
    kernel.drop_capabilities()
    kernel.no_new_privileges()


def confine(walls: Walls, view: root.Layout, scratch: str) -> None:
    """Refuse from now on what reaches out of a jail; without namespaces also files outside of the scratch folder."""
    if walls is Walls.GUARDED:
        landlock.restrict(view, (scratch,))
    if not seccomp.supported():
        return
    if walls is not Walls.FULL:
        guarded, version = walls is Walls.GUARDED, landlock.version()
        more = seccomp.without_namespaces(
            os.getpid(),
            # where nothing watches over files, there is no use in watching over how they are emptied
            truncates=not guarded or version >= landlock.TRUNCATES_SINCE,
            signals=guarded and version >= landlock.SIGNALS_SINCE,
        )
        kernel.install_seccomp(more)
    kernel.install_seccomp(seccomp.program())


def forbid_programs() -> None:
    """Let this process and its children start no other program from now on."""
    if seccomp.supported():
        kernel.install_seccomp(seccomp.no_programs())


def shield(process: int, walls: Walls) -> None:
    """Keep this process and its children from looking into another process of the jail, and from harming it."""
    if walls is Walls.GUARDED:
        landlock.add_layer()
    if seccomp.supported():
        kernel.install_seccomp(seccomp.shielding_filter(process))


def prepare_shield(process: int) -> None:
    """Make the filter of `shield`, once for all that will be forked from this process."""
    if seccomp.supported():
        seccomp.shielding_filter(process)


def set_limits(limits: Limits, walls: Walls) -> None:
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
    if walls is Walls.FULL:
        # without a user namespace of its own this would count every process of the account
        _bound(resource.RLIMIT_NPROC, limits.processes)


def address_space(process: int | str = "self") -> int:
    """Bytes of address space a process has mapped."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[0])
    return pages * os.sysconf("SC_PAGE_SIZE")


def _bound(what: int, soft: int, hard: int | None = None) -> None:
    most = resource.getrlimit(what)[1]
    top = soft if hard is None else hard
    if most != resource.RLIM_INFINITY:
        soft, top = min(soft, most), min(top, most)
    resource.setrlimit(what, (soft, top))
