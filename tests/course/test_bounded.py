"""A call on what one person handed in costs so much and no more, and what it costs too much is one sentence."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from autograder.course.bounded import Bounded, Bounds, FailedInside, GivenUp, OutOfBounds
from autograder.course.notebook import NotebookError

SMALL = Bounds(cpu_seconds=1, seconds=30, memory=200 * 2**20, answer=100_000)
CALL = Bounded("Reading this notebook", SMALL)


def spin() -> None:
    while True:
        pass


def refuse() -> None:
    raise NotebookError("It is no notebook.")


def fail() -> None:
    raise KeyError("\x1b[2Jx\nsecond line")


def children() -> list[str]:
    return Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()


def test_what_a_function_gives_back_comes_back() -> None:
    assert CALL(lambda one, two: {"sum": one + two}, 1, two=2) == {"sum": 3}
    assert CALL(lambda: "x" * 90_000) == "x" * 90_000
    assert CALL(os.getpid) != os.getpid()
    assert children() == []


def test_a_sentence_for_people_is_raised_here_and_another_exception_is_an_error_of_ours() -> None:
    with pytest.raises(NotebookError, match=r"^It is no notebook\.$"):
        CALL(refuse)
    with pytest.raises(FailedInside, match="KeyError") as raised:
        CALL(fail)
    assert "\x1b" not in str(raised.value)
    assert "\n" not in str(raised.value)
    with pytest.raises(FailedInside, match="pickle"):
        CALL(lambda: lambda: None)


def test_an_exit_ends_the_call_only() -> None:
    with pytest.raises(FailedInside, match="SystemExit"):
        CALL(sys.exit, 0)
    with pytest.raises(OutOfBounds):
        CALL(os._exit, 0)


@pytest.mark.parametrize(
    ("function", "word"),
    [
        (spin, "time"),
        (lambda: bytearray(2**30), "memory"),
        (lambda: "x" * 1_000_000, "gives more"),
        (lambda: os.kill(os.getpid(), signal.SIGKILL), "time"),
    ],
)
def test_what_costs_too_much_is_given_up(function, word: str) -> None:
    with pytest.raises(OutOfBounds, match=f"^Reading this notebook .*{word}.* given up.$"):
        CALL(function)
    assert children() == []


def test_waiting_counts_too() -> None:
    with pytest.raises(OutOfBounds, match="time"):
        Bounded("Reading", Bounds(seconds=0.3))(time.sleep, 600)
    assert children() == []


def test_a_call_ends_when_nobody_waits_for_it_any_more() -> None:
    with pytest.raises(GivenUp):
        Bounded("Reading", give_up=lambda: True)(time.sleep, 600)
    assert children() == []


def test_ctrl_c_ends_the_call() -> None:
    before = signal.signal(signal.SIGALRM, lambda number, frame: signal.raise_signal(signal.SIGINT))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        with pytest.raises(KeyboardInterrupt):
            Bounded("Reading")(time.sleep, 600)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert children() == []


def test_the_process_ends_with_its_parent(tmp_path: Path) -> None:
    script = f"""
import os, time
from pathlib import Path
from autograder.course.bounded import Bounded
def wait():
    Path({str(tmp_path / "part")!r}).write_text(str(os.getpid()))
    os.rename({str(tmp_path / "part")!r}, {str(tmp_path / "pid")!r})
    time.sleep(600)
Bounded("Reading")(wait)
"""
    parent = subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.DEVNULL)
    try:
        while not (tmp_path / "pid").exists():
            assert parent.poll() is None
            time.sleep(0.05)
    finally:
        parent.kill()
        parent.wait()
    child = Path("/proc", (tmp_path / "pid").read_text(), "stat")
    for _ in range(200):
        # where nobody inherits it, a process that has ended may stay listed
        if not child.exists() or child.read_text().rpartition(")")[2].split()[0] == "Z":
            return
        time.sleep(0.05)
    pytest.fail("it is still running")
