"""Time is bounded for cells, for checks and for the whole of a submission, and waiting for a core does not count."""

import time
from dataclasses import replace

import pytest

from autograder.jail.outside.clock import Clock
from autograder.jail.outside.jail import Died
from autograder.jail.outside.notebook import CellSource, NotebookRun
from tests.jail.conftest import SMALL
from tests.jail.outcome import error, text

HANGS = "while True:\n    try:\n        while True: pass\n    except BaseException: pass"


def test_a_clock_goes_on_for_as_long_as_the_submission_waited():
    clock = Clock(0.0)
    assert not clock.extend(0.0)
    assert Clock(1.0).extend(0.0)
    clock = Clock(0.05)
    time.sleep(0.06)
    assert not clock.extend(0.0)
    assert clock.extend(0.1)


def test_a_clock_has_an_end_however_long_the_submission_waited():
    clock = Clock(0.01)
    clock.extend(1000.0)
    assert clock.until < time.monotonic() + 1.0
    clock = Clock(10.0, latest=time.monotonic() + 0.5)
    clock.extend(1000.0)
    assert clock.until <= time.monotonic() + 0.5


def test_when_the_time_of_the_submission_is_over_nothing_more_is_tried(run):
    limits = replace(SMALL, cell_seconds=30, submission_seconds=3, late_parts=99)
    began = time.monotonic()
    done = run("import time", "time.sleep(60)", "print('never')", limits=limits)
    with pytest.raises(Died, match="3 s for the whole submission"):
        done.snapshot()
    done.close()
    assert "whole submission" in error(done, "2")
    assert "never" not in text(done, "2")
    assert time.monotonic() - began < 60


def test_when_the_time_ends_while_a_jail_starts_nothing_is_tried_again(zygote):
    """A cell that ends the program just before the time is over had the whole submission run three times."""
    started = []

    def late_the_second_time(limits):
        started.append(zygote.jail(limits))
        time.sleep(limits.submission_seconds if len(started) > 1 else 0)
        return started[-1]

    cells = [CellSource("0", "x = 1"), CellSource("1", "import os; os._exit(1)"), CellSource("2", "y = 1")]
    with NotebookRun(late_the_second_time, cells, replace(SMALL, submission_seconds=4), {}, 0) as done:
        assert len(started) <= 2
        assert "whole submission" in error(done, "2")
        with pytest.raises(Died, match="whole submission"):
            done.snapshot()


def test_after_some_cells_that_are_out_of_time_the_rest_is_left_out(run):
    limits = replace(SMALL, cell_seconds=0.5, grace_seconds=0.5, late_parts=2, reruns=8)
    done = run("while True: pass", HANGS, "print('never')", HANGS, limits=limits)
    assert "did not finish in time" in error(done, "2")
    assert [event.kind for event in done.events].count("not_run") >= 2
    with pytest.raises(Died, match="did not finish in time"):
        done.snapshot()


def test_all_processes_together_have_the_cpu_time_of_the_submission(run):
    limits = replace(SMALL, cell_seconds=20, submission_seconds=4, late_parts=99)
    spin = (
        "import os\nfor _ in range(8):\n    if os.fork() == 0:\n        while True: pass\nimport time; time.sleep(15)"
    )
    done = run("x = 1", spin, limits=limits)
    assert any(event.kind in {"killed", "overtime"} for event in done.events)


def test_a_submission_cannot_take_more_of_the_cores_than_others(run):
    done = run(
        """
import os
for attempt in (lambda: os.sched_setaffinity(0, {0}), lambda: os.nice(-1), lambda: os.setpriority(os.PRIO_PROCESS, 0, 5),
                lambda: os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0)), os.setsid):
    try: attempt(); print('done')
    except OSError: print('refused')
"""
    )
    assert text(done) == "refused\n" * 5


def test_objects_of_the_kernel_that_no_limit_counts_are_refused(run):
    done = run(
        """
import ctypes, platform
libc = ctypes.CDLL(None, use_errno=True)
context = ctypes.c_ulong()
number = {'x86_64': 206, 'aarch64': 0}[platform.machine()]
print(libc.syscall(number, 128, ctypes.byref(context)), libc.inotify_init1(0), libc.mq_open(b'/x', 64, 0o600, None))
"""
    )
    assert text(done) == "-1 -1 -1\n"
