"""When the command is killed, all that it started ends with it; when that is killed, no student pays for it."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import nbformat
import pytest

from autograder.course import Course
from autograder.course.answers import with_answers
from autograder.jail.walls.strength import Walls
from tests.conftest import A0
from tests.gradebook import grades
from tests.surroundings import command_behind

PATIENCE = 120
"""Seconds until a test gives up waiting; nothing is said about how long it should take."""
FOREVER = "import time\ntime.sleep(3600)"


def parents() -> dict[int, int]:
    """All processes of the machine with their parents."""
    found = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                # the name of a process may hold spaces and brackets; what follows its last bracket does not
                found[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue  # it has ended meanwhile
    return found


def below(process: int) -> dict[int, int]:
    """The processes below one, each with its depth."""
    known = parents()
    found = {}
    for each in known:
        above, depth = each, 0
        while above in known and above != process:
            above, depth = known[above], depth + 1
        if above == process and depth:
            found[each] = depth
    return found


def alive(process: int) -> bool:
    """Whether a process is there and not merely waiting to be forgotten."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def wait_until(holds: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.05)


def working_in(folder: Path) -> list[int]:
    """The processes whose current folder is this one: those that were started too late to be seen below the command."""
    found = []
    for process in parents():
        try:
            if os.readlink(f"/proc/{process}/cwd") == str(folder):
                found.append(process)
        except OSError:
            continue
    return found


@pytest.fixture
def grading(tiny_course: Course) -> Iterator[subprocess.Popen[bytes]]:
    """The command, busy with submissions that take very long."""
    for student in ("anna", "ben"):
        folder = tiny_course.submission(student, A0)
        folder.mkdir(parents=True)
        notebook = with_answers(
            nbformat.read(tiny_course.release(A0), as_version=4), {"area": f"{FOREVER}  # {student}"}
        )
        nbformat.write(notebook, folder / f"{A0}.ipynb")
    with (tiny_course.root / "nbgrader_config.py").open("a") as config:
        config.write("c.JudgeSubmission.cell_seconds = c.JudgeSubmission.notebook_seconds = 3600\n")
    command = [sys.executable, "-m", "autograder", "grade", A0, "--jobs", "2"]
    with subprocess.Popen(command, cwd=tiny_course.root, stdout=subprocess.DEVNULL) as process:
        yield process
        process.kill()


# the fork server is the first that is started; below it are workers, zygotes, jails, and the cells in them
@pytest.mark.parametrize(
    ("depth", "number"),
    [(1, signal.SIGKILL), (2, signal.SIGKILL), (5, signal.SIGKILL), (5, signal.SIGTERM)],
    ids=["while it warms up", "while workers start", "while cells run", "ended while cells run"],
)
def test_nothing_outlives_the_command(
    grading: subprocess.Popen[bytes], tiny_course: Course, depth: int, number: signal.Signals
) -> None:
    wait_until(lambda: depth in below(grading.pid).values())
    started = below(grading.pid)
    os.kill(grading.pid, number)
    grading.wait(PATIENCE)
    wait_until(lambda: not any(map(alive, [*started, *working_in(tiny_course.root)])))


def named(process: int) -> str:
    try:
        return Path(f"/proc/{process}/comm").read_text().strip()
    except OSError:
        return ""


SLOW = "import time\ntime.sleep(4)\ndef area(radius):\n    return math.pi * radius**2"


# which process below the command, by its depth and name: the worker, the zygote, the process around a jail, the watchdog
@pytest.mark.parametrize(
    ("walls", "depth", "name"),
    [
        (Walls.FULL, 2, "python"),
        (Walls.FULL, 3, "zygote"),
        (Walls.FULL, 4, "zygote"),
        (Walls.FULL, 5, "jail-init"),
        (Walls.GUARDED, 3, "zygote"),
        (Walls.GUARDED, 5, "jail-init"),
    ],
)
def test_whose_submission_was_being_graded_loses_nothing(
    tiny_course: Course, walls: Walls, depth: int, name: str
) -> None:
    for student in ("anna", "ben"):
        folder = tiny_course.submission(student, A0)
        folder.mkdir(parents=True)
        notebook = with_answers(nbformat.read(tiny_course.release(A0), as_version=4), {"area": f"{SLOW}  # {student}"})
        nbformat.write(notebook, folder / f"{A0}.ipynb")
    command = command_behind(walls, [sys.executable, "-m", "autograder", "grade", A0, "--jobs", "1"])
    with subprocess.Popen(command, cwd=tiny_course.root, stdout=subprocess.PIPE, text=True) as process:

        def found() -> list[int]:
            everything = below(process.pid)
            if not any(named(each) == "notebook" for each in everything):
                return []
            return [each for each, deep in everything.items() if deep == depth and named(each) == name]

        wait_until(found)
        ended, *_ = found()
        os.kill(ended, signal.SIGKILL)
        shown, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, shown
    assert {own["test_area"][0] for own in grades(tiny_course).values()} == {3}, shown
    assert "ended the program" not in shown
