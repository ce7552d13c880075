"""What the kernel of this machine offers to isolate a submission."""

import os
from dataclasses import dataclass, fields
from functools import cache

from autograder.jail.walls import kernel, root, seccomp
from autograder.jail.walls.enter import enter_jail_namespaces, enter_zygote_root

_MISSING = {
    "user_namespace": "The kernel refuses user namespaces: student code runs with the rights of your own account. "
    "Allow them (sysctl user.max_user_namespaces, kernel.unprivileged_userns_clone, "
    "kernel.apparmor_restrict_unprivileged_userns), or grade in a virtual machine.",
    "mount_namespace": "No private file system: student code can read every file that you can read.",
    "pid_namespace": "No process namespace: student code sees other processes and can leave some behind.",
    "net_namespace": "No network namespace: student code can reach the network.",
    "seccomp": "No system call filter for this machine.",
}


@dataclass(frozen=True)
class Isolation:
    """Which walls stand around a jail on this machine."""

    user_namespace: bool
    mount_namespace: bool
    pid_namespace: bool
    net_namespace: bool
    seccomp: bool
    rlimits: bool = True

    @property
    def complete(self) -> bool:
        """Whether every wall stands."""
        return not self.missing

    @property
    def missing(self) -> tuple[str, ...]:
        """One sentence for each wall that does not stand."""
        return tuple(_MISSING[field.name] for field in fields(self) if not getattr(self, field.name))


@cache
def isolation() -> Isolation:
    """Try on this machine, in a throw-away process, what a jail will need."""
    namespaces = _succeeds(_try_namespaces)
    return Isolation(
        user_namespace=_succeeds(lambda: kernel.unshare(kernel.CLONE_NEWUSER)),
        mount_namespace=namespaces,
        pid_namespace=namespaces,
        net_namespace=_succeeds(lambda: kernel.unshare(kernel.CLONE_NEWUSER | kernel.CLONE_NEWNET)),
        seccomp=seccomp.supported() and _succeeds(_try_seccomp),
    )


def _try_seccomp() -> None:
    kernel.no_new_privileges()
    kernel.install_seccomp(seccomp.program())


def _try_namespaces() -> None:
    enter_zygote_root(root.layout(()))
    enter_jail_namespaces()
    child = kernel.fork()
    if child == 0:
        try:
            # a small disk will do: 1 MiB, 100 files
            root.mount_private_disk(1 << 20, 100)
        except OSError:
            os._exit(1)
        os._exit(0)
    if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != 0:
        raise OSError("the private file system could not be mounted")


def _succeeds(attempt: object) -> bool:
    assert callable(attempt)
    child = kernel.fork()
    if child == 0:
        try:
            attempt()
        except BaseException:
            os._exit(1)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
