"""A call on what one person handed in costs so much and no more, and what it costs too much is one sentence."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from autograder.course.bounded import Bounded, Bounds, FailedInside, GivenUp, OutOfBounds
from autograder.course.notebook import NotebookError

SMALL = Bounds(cpu_seconds=1, seconds=30, memory=200 * 2**20, answer=100_000)


def called(function: Callable[..., Any], *arguments: object, bounds: Bounds = SMALL) -> Any:
    with Bounded("Reading this notebook", function, bounds) as call:
        return call(*arguments)


def spin() -> None:
    while True:
        pass


def refuse() -> None:
    raise NotebookError("It is no notebook.")


def fail() -> None:
    raise KeyError("\x1b[2Jx\nsecond line")


def all_children() -> set[str]:
    return set(Path(f"/proc/self/task/{os.getpid()}/children").read_text().split())


Left = Callable[[], set[str]]


@pytest.fixture
def left() -> Left:
    """A function that gives the processes a test has left; tests of other rooms may have left some too."""
    before = all_children()
    return lambda: all_children() - before


def test_what_a_function_gives_back_comes_back(left: Left) -> None:
    assert called(lambda one, two: {"sum": one + two}, 1, 2) == {"sum": 3}
    assert called(lambda: "x" * 90_000) == "x" * 90_000
    assert called(os.getpid) != os.getpid()
    assert left() == set()


def test_a_sentence_for_people_is_raised_here_and_another_exception_is_an_error_of_ours() -> None:
    with pytest.raises(NotebookError, match=r"^It is no notebook\.$"):
        called(refuse)
    with pytest.raises(FailedInside, match="KeyError") as raised:
        called(fail)
    assert "\x1b" not in str(raised.value)
    assert "\n" not in str(raised.value)
    with pytest.raises(FailedInside, match=r"pickle|local object"):
        called(lambda: lambda: None)


def test_an_exit_ends_the_call_only() -> None:
    with pytest.raises(FailedInside, match="SystemExit"):
        called(sys.exit, 0)
    with pytest.raises(OutOfBounds):
        called(os._exit, 0)


def test_what_is_ended_from_outside_is_nobodys_fault(left: Left) -> None:
    with pytest.raises(FailedInside, match=r"^Reading this notebook was ended from outside\.$"):
        called(lambda: os.kill(os.getpid(), signal.SIGKILL))
    assert left() == set()


@pytest.mark.parametrize(
    ("function", "word"),
    [
        (spin, "time"),
        (lambda: bytearray(2**30), "memory"),
        (lambda: "x" * 1_000_000, "gives more"),
    ],
)
def test_what_costs_too_much_is_given_up(function: Callable[[], object], word: str, left: Left) -> None:
    with pytest.raises(OutOfBounds, match=f"^Reading this notebook .*{word}.* given up.$"):
        called(function)
    assert left() == set()


def test_one_process_serves_many_calls_but_not_after_one_that_broke_a_bound(left: Left) -> None:
    with Bounded("Reading", lambda command: eval(command), SMALL) as call:
        first = call("os.getpid()")
        assert call("os.getpid()") == first
        with pytest.raises(FailedInside):
            call("1 / 0")
        assert call("os.getpid()") == first
        with pytest.raises(OutOfBounds, match="memory"):
            call("len(bytearray(2**30))")
        second = call("os.getpid()")
        assert second != first
        assert {call("os.getpid()") for _ in range(60)} > {second}
        assert left() != set()
    assert left() == set()


def test_each_call_has_its_own_time() -> None:
    def use(seconds: float) -> None:
        until = time.process_time() + seconds
        while time.process_time() < until:
            pass

    with Bounded("Reading", use, Bounds(cpu_seconds=1, seconds=30)) as call:
        for seconds in (0.2, 0.7, 0.2, 0.7, 0.7, 0.7):
            call(seconds)


def test_waiting_counts_too(left: Left) -> None:
    with pytest.raises(OutOfBounds, match="time"):
        called(time.sleep, 600, bounds=Bounds(seconds=0.3))
    assert left() == set()


def test_a_call_ends_when_nobody_waits_for_it_any_more(left: Left) -> None:
    with Bounded("Reading", time.sleep, give_up=lambda: True) as sleep, pytest.raises(GivenUp):
        sleep(600)
    assert left() == set()


def test_ctrl_c_ends_the_call(left: Left) -> None:
    # where the tests run in the background, Ctrl-C is ignored
    listening = signal.signal(signal.SIGINT, signal.default_int_handler)
    before = signal.signal(signal.SIGALRM, lambda number, frame: signal.raise_signal(signal.SIGINT))
    try:
        with Bounded("Waiting", time.sleep, SMALL) as wait:
            wait(0)  # while a process is forked, Python may drop what a signal raises
            signal.setitimer(signal.ITIMER_REAL, 0.3)
            with pytest.raises(KeyboardInterrupt):
                wait(600)
    finally:
        signal.signal(signal.SIGALRM, before)
        signal.signal(signal.SIGINT, listening)
    assert left() == set()


def test_the_process_ends_with_its_parent(tmp_path: Path) -> None:
    script = f"""
import os, time
from pathlib import Path
from autograder.course.bounded import Bounded
def wait():
    Path({str(tmp_path / "part")!r}).write_text(str(os.getpid()))
    os.rename({str(tmp_path / "part")!r}, {str(tmp_path / "pid")!r})
    time.sleep(600)
Bounded("Reading", wait)()
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
