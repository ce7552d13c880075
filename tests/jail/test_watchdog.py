"""Nothing that a notebook does puts the watchdog to sleep, ends it, or has it act outside of the jail."""

import contextlib
import os
import resource
import signal
import socket
import subprocess
import time
from collections.abc import Iterator

import pytest

from autograder.jail.inside import processes
from autograder.jail.inside.disk import Disk
from autograder.jail.inside.ending import end_all, end_group
from autograder.jail.inside.watchdog import Watchdog
from autograder.jail.walls.strength import Walls
from tests.jail.conftest import SMALL
from tests.jail.outcome import error, text

AFTER = "print('next cell', 6 * 7)"


@pytest.fixture
def ends() -> Iterator[tuple[socket.socket, socket.socket]]:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with ours, theirs:
        ours.settimeout(5)
        yield ours, theirs


def test_it_never_waits_for_somebody_to_listen(ends):
    ours, theirs = ends
    watchdog = Watchdog(theirs, SMALL, Walls.GUARDED, Disk(()))
    for _ in range(1000):
        watchdog._punish_all([], "memory")
    for _ in range(1000):
        watchdog._tell("still awake")
    heard = [ours.recv(100).decode() for _ in range(20)]
    assert heard.count("killed memory") == 8


@pytest.mark.parametrize("message", ["limit {} 1000", "alone {}", "settle {}", "limit True 1000", "alone -1"])
def test_it_does_nothing_to_processes_outside(ends, message):
    ours, theirs = ends
    watchdog = Watchdog(theirs, SMALL, Walls.GUARDED, Disk(()))
    with subprocess.Popen(["sleep", "60"], start_new_session=True) as child, subprocess.Popen(["sleep", "60"]) as other:
        # only the first is a process of the jail, for this one
        watchdog._members = lambda: [child.pid]
        watchdog.runner = watchdog._group = child.pid
        ours.send(message.format(other.pid).encode())
        watchdog._obey()
        assert ours.recv(100).decode() in ("limit refused", "alone refused", "swept")
        assert processes._fields(other.pid)[0] in "RSD"
        assert resource.prlimit(other.pid, resource.RLIMIT_AS) == resource.getrlimit(resource.RLIMIT_AS)
        assert watchdog.runner == child.pid
        child.kill()
        other.kill()


@pytest.mark.parametrize(
    ("walls", "is_ended_at"), [(Walls.WEAK, "a later look"), (Walls.GUARDED, "the first look")], ids=["weak", "guarded"]
)
def test_who_hides_files_is_ended_but_behind_weak_walls_a_snapshot_may_begin_first(
    ends, monkeypatch, walls, is_ended_at
):
    def hide(process):
        raise PermissionError

    monkeypatch.setattr(processes, "unlinked_bytes", hide)
    ours, theirs = ends
    watchdog = Watchdog(theirs, SMALL, walls, Disk(()))
    with subprocess.Popen(["sleep", "60"]) as runner, subprocess.Popen(["sleep", "60"]) as snapshot:
        watchdog.runner = runner.pid
        members = [runner.pid]
        watchdog._members = lambda: members
        watchdog._look()
        watchdog._look()
        watchdog._look()
        # the look at the disk, the fifth, comes two looks after the snapshot was taken
        members = [runner.pid, snapshot.pid]
        watchdog._look()
        watchdog._look()
        time.sleep(0.2)
        assert (snapshot.poll() is not None) is (is_ended_at == "the first look")
        for _ in range(5):
            watchdog._look()
        assert _wait_for(lambda: snapshot.poll() is not None)
        assert runner.poll() is None
        runner.kill()
    assert ours.recv(100).decode() == "killed hidden"


FORGED = {
    "a bool for a number": "('settled', True)",
    "a huge number": "('settled', 10**4000)",
    "a process outside": "('settled', 1)",
    "nothing": "('settled',)",
}


@pytest.mark.parametrize("reply", FORGED.values(), ids=FORGED)
def test_a_forged_reply_does_not_end_it(run, reply):
    done = run(
        f"import sys\nsys.modules['autograder.jail.inside.runner'].Runner._do_settle = lambda self: {reply}", AFTER
    )
    assert text(done, "1") == "next cell 42\n"
    assert not done.lost


def test_a_name_that_is_no_text_does_not_end_it(run):
    name = b"\xff\xfe" + str(os.getpid()).encode()
    cell = f"import ctypes, os, time\nctypes.CDLL(None).prctl(15, {name!r})\nif os.fork() == 0:\n    time.sleep(60)\ntime.sleep(0.5)"
    done = run(cell, AFTER)
    assert text(done, "1") == "next cell 42\n"
    assert not done.lost
    done.close()
    assert not any(_comm(int(pid)) == name for pid in os.listdir("/proc") if pid.isdigit())


def _comm(process: int) -> bytes:
    try:
        with open(f"/proc/{process}/comm", "rb") as file:
            return file.read().strip()
    except OSError:
        return b""


def test_children_that_nobody_buries_do_not_blind_it(guarded_run):
    zombies = (
        "import os, time\n"
        f"for _ in range({SMALL.processes + 4}):\n    if os.fork() == 0: os._exit(0)\n"
        "for n in range(20):\n    open(f'{n}', 'wb').write(b'x' * (4 << 20)); time.sleep(0.2)\n"
    )
    done = guarded_run(zombies, AFTER)
    assert "ended the program" in error(done)
    assert text(done, "1") == "next cell 42\n"


@pytest.fixture
def comet() -> Iterator[int]:
    """A group of processes, each of which forks the next one and ends; bounded."""
    group = os.fork()
    if group == 0:
        with contextlib.suppress(BaseException):
            os.setsid()
            for _ in range(5_000):
                if os.fork():
                    os._exit(0)
        os._exit(0)
    os.waitpid(group, 0)
    yield group
    end_group(group)


def _alive_in(group: int) -> list[int]:
    return [
        int(pid) for pid in os.listdir("/proc") if pid.isdigit() and processes._fields(int(pid))[2:3] == [str(group)]
    ]


def test_processes_that_fork_and_end_without_end_are_ended_in_one_step(comet):
    assert _wait_for(lambda: _alive_in(comet))
    end_group(comet)
    assert _wait_for(lambda: not [pid for pid in _alive_in(comet) if processes.alive(pid)])
    time.sleep(0.2)
    assert not [pid for pid in _alive_in(comet) if processes.alive(pid)]


def test_they_are_listed_only_after_they_were_stopped(comet):
    assert _wait_for(lambda: _alive_in(comet))
    end_all(lambda: _alive_in(comet), lambda: _stop(comet))
    time.sleep(0.2)
    assert not [pid for pid in _alive_in(comet) if processes.alive(pid)]


def test_a_group_that_nobody_told_ends_nothing():
    with subprocess.Popen(["sleep", "60"]) as bystander:
        end_group(0)
        end_group(1)
        assert bystander.poll() is None
        bystander.kill()


def _stop(group: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(group, signal.SIGSTOP)


def _wait_for(holds) -> bool:
    for _ in range(500):
        if holds():
            return True
        time.sleep(0.01)
    return False
