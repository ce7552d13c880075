"""The system calls a jailed process may not make, as a BPF program."""

import errno
import os
import socket
import struct
from functools import cache

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

_NOT_THERE = 1 << 20
"""In the place of a number, where a machine does not have the call."""

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
    "shmat": (30, 196),
    "shmctl": (31, 195),
    "msgget": (68, 186),
    "msgsnd": (69, 189),
    "msgrcv": (70, 188),
    "msgctl": (71, 187),
    "semget": (64, 190),
    "semop": (65, 193),
    "semctl": (66, 191),
    "semtimedop": (220, 192),
    "mq_open": (240, 180),
    "mq_unlink": (241, 181),
    # objects of the kernel that no limit would count
    "io_setup": (206, 0),
    "inotify_init": (253, _NOT_THERE),
    "inotify_init1": (294, 26),
    "inotify_add_watch": (254, 27),
    # a larger share of the cores than others have
    "sched_setaffinity": (203, 122),
    "sched_setscheduler": (144, 119),
    "sched_setparam": (142, 118),
    "sched_setattr": (314, 274),
    "setpriority": (141, 140),
    "ioprio_set": (251, 30),
    # the kernel shares cores fairly between sessions: a jail has one; and the watchdog stops its one group in one step
    "setsid": (112, 157),
    "setpgid": (109, 154),
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
# what changes the limits of a process, allowed on the calling process only
_PRLIMIT = (302, 261)
# fcntl with these commands, and ioctl with these requests, have the kernel send signals to another process
_FCNTL, _SIGNALLING_COMMANDS = (72, 25), (8, 10, 15)
_IOCTL, _SIGNALLING_REQUESTS = (16, 29), (0x8901, 0x8902)
_FIRST_UNKNOWN_CALL = 470
"""Calls from here on are newer than this filter."""
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

# Without namespaces more has to be refused: what Landlock does not watch over.
# changes of metadata, on files that the account owns: honest code, which copies files, is told that they were made
_PRETENDED = {
    "chmod": (90, _NOT_THERE),
    "fchmod": (91, 52),
    "fchmodat": (268, 53),
    "fchmodat2": (452, 452),
    "utime": (132, _NOT_THERE),
    "utimes": (235, _NOT_THERE),
    "futimesat": (261, _NOT_THERE),
    "utimensat": (280, 88),
}
_DENIED_WITHOUT_NAMESPACES = {
    "chown": (92, _NOT_THERE),
    "fchown": (93, 55),
    "lchown": (94, _NOT_THERE),
    "fchownat": (260, 54),
    "setxattr": (188, 5),
    "lsetxattr": (189, 6),
    "fsetxattr": (190, 7),
    "removexattr": (197, 14),
    "lremovexattr": (198, 15),
    "fremovexattr": (199, 16),
    "setxattrat": (463, 463),
    "removexattrat": (466, 466),
    "file_setattr": (469, 469),
    # the whole network, and sockets of other programs on this machine
    "socket": (41, 198),
    "connect": (42, 203),
    "bind": (49, 200),
    "listen": (50, 201),
}
_SOCKETPAIR = (53, 199)
_KINDS_OF_PAIRS = (socket.SOCK_STREAM, socket.SOCK_SEQPACKET)
"""A datagram socket could still send to any address."""
_KIND = 0xF
# refused where Landlock does not know of truncating: a file that may not be written could be emptied
_TRUNCATE, _OPEN, _OPENAT, _OPENAT2 = (76, 45), (2, _NOT_THERE), (257, 56), (437, 437)
# refused where Landlock does not know of signals
_PIDFD_SEND_SIGNAL = (424, 424)
_ARCHITECTURES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}

# _LOAD takes an offset in the kernel's seccomp_data: 0 for the number of the call, 4 for the architecture, 16 for its
# first argument (each has 8 bytes); a jump takes how many instructions to skip, if true and if false
_LOAD, _AND, _JUMP_EQUAL, _JUMP_SET, _JUMP_GE, _RETURN = 0x20, 0x54, 0x15, 0x45, 0x35, 0x06
_ARGUMENTS = (16, 24, 32)
"""Where the first arguments of a call are found."""
_ALLOW, _KILL, _ERROR = 0x7FFF0000, 0x80000000, 0x00050000


def _instruction(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("HBBI", code, if_true, if_false, value)


_REFUSE = _instruction(_RETURN, _ERROR | errno.EPERM)
_MISSING = _instruction(_RETURN, _ERROR | errno.ENOSYS)


def supported() -> bool:
    """Whether the filter knows this machine's system call numbers."""
    return os.uname().machine in _ARCHITECTURES


@cache
def shielding_filter(process: int) -> bytes:
    """A further filter: no signal, and no new limit, for one process or for a whole group that it may be in."""
    column, _ = _ARCHITECTURES[os.uname().machine]
    code = [_instruction(_LOAD, 0), _instruction(_JUMP_EQUAL, _PIDFD_OPEN, 0, 1), _REFUSE]
    for name, numbers in _ON_PROCESSES.items():
        # 0 means the calling process to prlimit64, but its whole group to kill
        group = process if name == "prlimit64" else 0
        code += [
            _instruction(_JUMP_EQUAL, numbers[column], 0, 6),
            _instruction(_LOAD, 16),
            _instruction(_JUMP_EQUAL, process, 2, 0),
            _instruction(_JUMP_EQUAL, group, 1, 0),
            _instruction(_JUMP_SET, _NEGATIVE, 0, 1),
            _REFUSE,
            _instruction(_RETURN, _ALLOW),
        ]
    return b"".join((*code, _instruction(_RETURN, _ALLOW)))


def no_programs() -> bytes:
    """A further filter: no other program is started."""
    column, _ = _ARCHITECTURES[os.uname().machine]
    code = [_instruction(_LOAD, 0)]
    for numbers in _EXECUTE:
        code += [_instruction(_JUMP_EQUAL, numbers[column], 0, 1), _REFUSE]
    return b"".join((*code, _instruction(_RETURN, _ALLOW)))


def program() -> bytes:
    """The filter: everything is allowed but what could reach out of the jail."""
    column, architecture = _ARCHITECTURES[os.uname().machine]
    code = [
        _instruction(_LOAD, 4),
        _instruction(_JUMP_EQUAL, architecture, 1, 0),
        _instruction(_RETURN, _KILL),
        _instruction(_LOAD, 0),
    ]
    # on x86_64 this refuses the calls of its 32-bit form too
    code += [_instruction(_JUMP_GE, _FIRST_UNKNOWN_CALL, 0, 1), _MISSING]
    for numbers in _DENIED.values():
        code += [_instruction(_JUMP_EQUAL, numbers[column], 0, 1), _REFUSE]
    code += _unless(_PRLIMIT[column], 0, (0,), _REFUSE)
    for numbers in _SOCKETS.values():
        code += _unless(numbers[column], 0, _FAMILIES, _instruction(_RETURN, _ERROR | errno.EAFNOSUPPORT))
    code += _if(_FCNTL[column], 1, _SIGNALLING_COMMANDS, _REFUSE)
    code += _if(_IOCTL[column], 1, _SIGNALLING_REQUESTS, _REFUSE)
    # clone3 hides its flags behind a pointer: without it the C library falls back to clone
    code += [_instruction(_JUMP_EQUAL, _CLONE3, 0, 1), _MISSING]
    code += [
        _instruction(_JUMP_EQUAL, _CLONE[column], 0, 3),
        _instruction(_LOAD, 16),
        _instruction(_JUMP_SET, _NAMESPACE_FLAGS, 0, 1),
        _REFUSE,
        _instruction(_RETURN, _ALLOW),
    ]
    return b"".join(code)


def without_namespaces(process: int, *, truncates: bool, signals: bool) -> bytes:
    """A further filter, for a jail in the machine's own namespaces; the flags say what Landlock watches over.

    Where it knows nothing of signals, a process may send them only to its own group and to one process: itself.
    """
    column, _ = _ARCHITECTURES[os.uname().machine]
    code = [_instruction(_LOAD, 0)]
    for numbers in _PRETENDED.values():
        code += [_instruction(_JUMP_EQUAL, numbers[column], 0, 1), _instruction(_RETURN, _ERROR)]
    for numbers in _DENIED_WITHOUT_NAMESPACES.values():
        code += [_instruction(_JUMP_EQUAL, numbers[column], 0, 1), _REFUSE]
    code += _unless(_SOCKETPAIR[column], 1, _KINDS_OF_PAIRS, _REFUSE, mask=_KIND)
    if not truncates:
        code += [_instruction(_JUMP_EQUAL, _TRUNCATE[column], 0, 1), _REFUSE]
        code += [_instruction(_JUMP_EQUAL, _OPENAT2[column], 0, 1), _MISSING]
        only_emptied = os.O_RDONLY | os.O_TRUNC
        for numbers, position in ((_OPEN, 1), (_OPENAT, 2)):
            code += _if(numbers[column], position, (only_emptied,), _REFUSE, mask=os.O_ACCMODE | os.O_TRUNC)
    if not signals:
        code += [_instruction(_JUMP_EQUAL, _PIDFD_SEND_SIGNAL[column], 0, 1), _REFUSE]
        for name, numbers in _ON_PROCESSES.items():
            if name != "prlimit64":
                code += _unless(numbers[column], 0, (0, process), _REFUSE)
    return b"".join((*code, _instruction(_RETURN, _ALLOW)))


def _if(call: int, position: int, values: tuple[int, ...], then: bytes, mask: int = 0xFFFFFFFF) -> list[bytes]:
    """Instructions: a call is allowed, but answered otherwise if one argument is among these values."""
    tests = [
        _instruction(_JUMP_EQUAL, value, len(values) - 1 - index, 0 if index + 1 < len(values) else 1)
        for index, value in enumerate(values)
    ]
    return _about(call, position, mask, [*tests, then, _instruction(_RETURN, _ALLOW)])


def _unless(call: int, position: int, values: tuple[int, ...], then: bytes, mask: int = 0xFFFFFFFF) -> list[bytes]:
    """Instructions: a call is allowed if one argument is among these values, and answered otherwise if not."""
    tests = [_instruction(_JUMP_EQUAL, value, len(values) - index, 0) for index, value in enumerate(values)]
    return _about(call, position, mask, [*tests, then, _instruction(_RETURN, _ALLOW)])


def _about(call: int, position: int, mask: int, tests: list[bytes]) -> list[bytes]:
    return [
        _instruction(_JUMP_EQUAL, call, 0, len(tests) + 2),
        _instruction(_LOAD, _ARGUMENTS[position]),
        _instruction(_AND, mask),
        *tests,
    ]
