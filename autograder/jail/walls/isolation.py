"""What the kernel of this machine offers to isolate a submission, and how strong the walls are that it makes."""

import os
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from functools import cache

from autograder.jail.walls import kernel, landlock, root, seccomp
from autograder.jail.walls.enter import enter_jail_namespaces, enter_zygote_root
from autograder.jail.walls.strength import Walls

_MISSING = {
    "user_namespace": "The kernel refuses user namespaces. "
    "Allow them (sysctl user.max_user_namespaces, kernel.unprivileged_userns_clone, "
    "kernel.apparmor_restrict_unprivileged_userns), or grade in a virtual machine.",
    "mount_namespace": "No private file system: student code sees which files there are.",
    "pid_namespace": "No process namespace: student code sees that other processes run.",
    "net_namespace": "No network namespace.",
    "landlock": "No Landlock: without namespaces, student code can read and change every file that this account can.",
    "seccomp": "No system call filter for this machine.",
}


@dataclass(frozen=True)
class Isolation:
    """Which walls stand around a jail on this machine."""

    user_namespace: bool
    mount_namespace: bool
    pid_namespace: bool
    net_namespace: bool
    landlock: bool
    seccomp: bool
    rlimits: bool = True

    @property
    def walls(self) -> Walls:
        """How strong the walls are."""
        if not self.seccomp:
            return Walls.WEAK
        if self.user_namespace and self.mount_namespace and self.pid_namespace and self.net_namespace:
            return Walls.FULL
        return Walls.GUARDED if self.landlock else Walls.WEAK

    @property
    def missing(self) -> tuple[str, ...]:
        """One sentence for each wall that does not stand; namespaces do what Landlock does, and more."""
        if self.walls is Walls.FULL:
            return ()
        return tuple(_MISSING[field.name] for field in fields(self) if not getattr(self, field.name))

    def no_stronger_than(self, walls: Walls) -> "Isolation":
        """The same machine, with walls that it could make left out."""
        if walls is Walls.FULL:
            return self
        without = replace(self, user_namespace=False, mount_namespace=False, pid_namespace=False, net_namespace=False)
        return without if walls is Walls.GUARDED else replace(without, landlock=False)


@cache
def isolation() -> Isolation:
    """Try on this machine, in a throw-away process, what a jail will need."""
    namespaces = _succeeds(_try_namespaces)
    return Isolation(
        user_namespace=_succeeds(lambda: kernel.unshare(kernel.CLONE_NEWUSER)),
        mount_namespace=namespaces,
        pid_namespace=namespaces,
        net_namespace=_succeeds(lambda: kernel.unshare(kernel.CLONE_NEWUSER | kernel.CLONE_NEWNET)),
        landlock=landlock.version() > 0 and _succeeds(_try_landlock),
        seccomp=seccomp.supported() and _succeeds(_try_seccomp),
    )


def _try_seccomp() -> None:
    kernel.no_new_privileges()
    kernel.install_seccomp(seccomp.program())


def _try_landlock() -> None:
    kernel.no_new_privileges()
    landlock.restrict(root.layout(()), ())


def _try_namespaces() -> None:
    view = root.layout(())
    enter_zygote_root(view)
    enter_jail_namespaces()
    child = kernel.fork()
    if child == 0:
        try:
            # a small disk will do: 1 MiB, 100 files
            root.mount_private_disk(view, 1 << 20, 100)
        except OSError:
            os._exit(1)
        os._exit(0)
    if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != 0:
        raise OSError("the private file system could not be mounted")


def _succeeds(attempt: Callable[[], object]) -> bool:
    child = kernel.fork()
    if child == 0:
        try:
            attempt()
        except BaseException:
            os._exit(1)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
