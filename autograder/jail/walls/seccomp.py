"""The system calls a jailed process may not make, as a BPF program."""

import errno
import os
import socket
import struct

from autograder.jail.walls import kernel

_NAMESPACE_FLAGS = (
    kernel.CLONE_NEWNS
    | kernel.CLONE_NEWCGROUP
    | kernel.CLONE_NEWUTS
    | kernel.CLONE_NEWIPC
    | kernel.CLONE_NEWUSER
    | kernel.CLONE_NEWPID
    | kernel.CLONE_NEWNET
)

# name: (number on x86_64, number on aarch64)
_DENIED = {
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "unshare": (272, 97),
    "setns": (308, 268),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "pidfd_getfd": (438, 438),
    "mount_setattr": (442, 442),
    # memory that no limit would count: not a mapping, not in the private disk
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "shmget": (29, 194),
    "msgget": (68, 186),
    "semget": (64, 190),
    "quotactl": (179, 60),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "reboot": (169, 142),
    "open_by_handle_at": (304, 265),
    "name_to_handle_at": (303, 264),
    "fanotify_init": (300, 262),
    "process_madvise": (440, 440),
    "process_mrelease": (448, 448),
    "kcmp": (312, 272),
    "migrate_pages": (256, 238),
    "move_pages": (279, 239),
    "syslog": (103, 116),
    "acct": (163, 89),
}
# name: (number on x86_64, number on aarch64, first arguments of a call that acts on its own process only): on others,
# a submission could starve the watchdog, which has the same user
_ON_ITSELF = {
    "prlimit64": (302, 261, (0,)),
    "sched_setaffinity": (203, 122, (0,)),
    "sched_setscheduler": (144, 119, (0,)),
    "sched_setparam": (142, 118, (0,)),
    "sched_setattr": (314, 274, (0,)),
    "setpriority": (141, 140, (0, 0)),
    "ioprio_set": (251, 30, (1, 0)),
}
# network namespaces do not cover other families: a virtual machine's vsock leads to its host
_SOCKETS = {"socket": (41, 198), "socketpair": (53, 199)}
_FAMILIES = (socket.AF_UNIX, socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK)
# each takes the process to act on as its first argument
_ON_PROCESSES = {
    "kill": (62, 129),
    "tkill": (200, 130),
    "tgkill": (234, 131),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    "prlimit64": (302, 261),
}
_PIDFD_OPEN = 434
_NEGATIVE = 0x80000000
_CLONE = (56, 220)
_CLONE3 = 435
_EXECUTE = ((59, 221), (322, 281))
_ARCHITECTURES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}

# _LOAD takes an offset in the kernel's seccomp_data: 0 for the number of the call, 4 for the architecture, 16 for its
# first argument (each has 8 bytes); a jump takes how many instructions to skip, if true and if false
_LOAD, _JUMP_EQUAL, _JUMP_SET, _JUMP_GE, _RETURN = 0x20, 0x15, 0x45, 0x35, 0x06
_ALLOW, _KILL, _ERROR = 0x7FFF0000, 0x80000000, 0x00050000
_X32_BIT = 0x40000000


def _instruction(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("HBBI", code, if_true, if_false, value)


def supported() -> bool:
    """Whether the filter knows this machine's system call numbers."""
    return os.uname().machine in _ARCHITECTURES


def shielding_filter(process: int) -> bytes:
    """A further filter: no signal, and no new limit, for one process or for a whole group that it may be in."""
    column, _ = _ARCHITECTURES[os.uname().machine]
    refuse = _instruction(_RETURN, _ERROR | errno.EPERM)
    code = [_instruction(_LOAD, 0), _instruction(_JUMP_EQUAL, _PIDFD_OPEN, 0, 1), refuse]
    for name, numbers in _ON_PROCESSES.items():
        # 0 means the calling process to prlimit64, but its whole group to kill
        group = process if name == "prlimit64" else 0
        code += [
            _instruction(_JUMP_EQUAL, numbers[column], 0, 6),
            _instruction(_LOAD, 16),
            _instruction(_JUMP_EQUAL, process, 2, 0),
            _instruction(_JUMP_EQUAL, group, 1, 0),
            _instruction(_JUMP_SET, _NEGATIVE, 0, 1),
            refuse,
            _instruction(_RETURN, _ALLOW),
        ]
    return b"".join((*code, _instruction(_RETURN, _ALLOW)))


def no_programs() -> bytes:
    """A further filter: no other program is started."""
    column, _ = _ARCHITECTURES[os.uname().machine]
    refuse = _instruction(_RETURN, _ERROR | errno.EPERM)
    code = [_instruction(_LOAD, 0)]
    for numbers in _EXECUTE:
        code += [_instruction(_JUMP_EQUAL, numbers[column], 0, 1), refuse]
    return b"".join((*code, _instruction(_RETURN, _ALLOW)))


def program() -> bytes:
    """The filter: everything is allowed but what could reach out of the jail."""
    column, architecture = _ARCHITECTURES[os.uname().machine]
    refuse = _instruction(_RETURN, _ERROR | errno.EPERM)
    missing = _instruction(_RETURN, _ERROR | errno.ENOSYS)
    code = [
        _instruction(_LOAD, 4),
        _instruction(_JUMP_EQUAL, architecture, 1, 0),
        _instruction(_RETURN, _KILL),
        _instruction(_LOAD, 0),
    ]
    if column == 0:
        code += [_instruction(_JUMP_GE, _X32_BIT, 0, 1), missing]
    for numbers in _DENIED.values():
        code += [_instruction(_JUMP_EQUAL, numbers[column], 0, 1), refuse]
    for *by_machine, wanted in _ON_ITSELF.values():
        code.append(_instruction(_JUMP_EQUAL, by_machine[column], 0, 3 * len(wanted) + 1))
        for position, value in enumerate(wanted):
            code += [_instruction(_LOAD, 16 + 8 * position), _instruction(_JUMP_EQUAL, value, 1, 0), refuse]
        code.append(_instruction(_RETURN, _ALLOW))
    for numbers in _SOCKETS.values():
        code += [_instruction(_JUMP_EQUAL, numbers[column], 0, len(_FAMILIES) + 3), _instruction(_LOAD, 16)]
        for position, family in enumerate(_FAMILIES):
            code.append(_instruction(_JUMP_EQUAL, family, len(_FAMILIES) - position, 0))
        code += [_instruction(_RETURN, _ERROR | errno.EAFNOSUPPORT), _instruction(_RETURN, _ALLOW)]
    # clone3 hides its flags behind a pointer: without it the C library falls back to clone
    code += [_instruction(_JUMP_EQUAL, _CLONE3, 0, 1), missing]
    code += [
        _instruction(_JUMP_EQUAL, _CLONE[column], 0, 3),
        _instruction(_LOAD, 16),
        _instruction(_JUMP_SET, _NAMESPACE_FLAGS, 0, 1),
        refuse,
        _instruction(_RETURN, _ALLOW),
    ]
    return b"".join(code)
