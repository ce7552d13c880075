"""`check` and `preflight` run somebody else's notebook in a jail, and say about it what they say about one's own."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import nbformat
import pytest
from typer.testing import CliRunner

from autograder.cli import app
from autograder.course import Course
from autograder.course.answers import answers_of, with_answers
from autograder.course.cells import grade_id
from autograder.course.master import read_master
from autograder.errors import CannotStart, CourseError
from autograder.grading.jailed_notebook import JailedNotebook, why_no_jail
from autograder.jail import Limits
from autograder.jail.walls.strength import Walls
from autograder.student.preflight import preflight_notebook
from autograder.student.public_checks import check_notebook
from tests.class_run.test_sudden_end import PATIENCE, alive, below, wait_until
from tests.conftest import A0, ROOT
from tests.surroundings import command_behind

# what it reaches it names in an error, and then there is no function to check
REACHES = """
import os, socket

reached = []

def attempt(name, action):
    try:
        action()
        reached.append(name)
    except (OSError, KeyError):
        pass

def connect(kind, address):
    with socket.socket(kind) as end:
        end.settimeout(5)
        end.connect(address)

attempt("home", lambda: open({home!r} + "/secret").read())
attempt("course", lambda: open({course!r} + "/nbgrader_config.py").read())
attempt("beside", lambda: open({beside!r}).read())
attempt("environment", lambda: os.environ["PASSWORD"])
attempt("write", lambda: open({home!r} + "/written", "w").close())
attempt("network", lambda: connect(socket.AF_INET, ("127.0.0.1", {port})))
attempt("parent", lambda: os.kill(os.getppid(), 0) if os.getppid() > 1 else open(""))
assert not reached, " ".join(reached)

def area(radius):
    return math.pi * radius**2
"""
needs_a_jail = pytest.mark.skipif(bool(why_no_jail()), reason=f"no jail here: {why_no_jail()}")


def hand_in(course: Course, answers: Mapping[str, str], student: str = "eve") -> Path:
    """A notebook below submitted/ with right answers, but for some."""
    release = nbformat.read(course.release(A0), as_version=4)
    right = answers_of(read_master(course.master(A0)))
    path = course.submission(student, A0) / f"{A0}.ipynb"
    path.parent.mkdir(parents=True)
    nbformat.write(with_answers(release, {**right, **answers}), path)
    return path


def jailed(**limits: float) -> JailedNotebook:
    return JailedNotebook((), (), Limits(**limits))  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def listening() -> int:
    """The port of a server on this machine that takes every connection."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@pytest.fixture
def reaching(tiny_course: Course, tmp_path: Path, listening: int) -> Path:
    """A handed-in notebook that tries to reach out of its jail, and a home with a secret."""
    home = tmp_path / "home"
    home.mkdir()
    (home / "secret").touch()
    folder = tiny_course.submission("eve", A0)
    cell = REACHES.format(
        home=str(home), course=str(tiny_course.root), beside=str(folder / "notes.txt"), port=listening
    )
    path = hand_in(tiny_course, {"area": cell})
    (folder / "notes.txt").touch()
    return path


@pytest.mark.parametrize("walls", [Walls.FULL, Walls.GUARDED])
def test_it_reaches_nothing_and_its_checks_are_reported(walls: Walls, reaching: Path, tiny_course: Course) -> None:
    home = tiny_course.root.parent / "home"
    environment = {"PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"], "HOME": str(home), "PASSWORD": "x"}
    command = [sys.executable, "-m", "autograder", "check", str(reaching), "--timeout", "20"]
    done = subprocess.run(
        command_behind(walls, command),
        cwd=tiny_course.root,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.stderr == f"Not your own notebook: it runs in a jail, behind {walls} walls.\n"
    assert "2 of 2 public checks passed" in done.stdout, done.stdout
    assert done.returncode == 0
    assert not (home / "written").exists()


def test_as_ones_own_it_reaches_all_of_that(reaching: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PASSWORD", "x")
    words = [finding.sentence for finding in preflight_notebook(reaching) if finding.rule == "runs"]
    assert "home course beside environment write network parent" in words[0]


def test_behind_weak_walls_it_is_not_run_unasked(reaching: Path, tiny_course: Course) -> None:
    command = [sys.executable, "-m", "autograder", "preflight", str(reaching)]
    done = subprocess.run(
        command_behind(Walls.WEAK, command), cwd=tiny_course.root, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "because the kernel of this machine offers neither namespaces nor Landlock for it" in done.stderr
    assert "--yes" in done.stderr
    assert not (tiny_course.root.parent / "home" / "written").exists()


SYNTAX_ERROR = "The cell has a syntax error in line 2: expected ':'.\n    def mean(numbers)\n                     ^"
DIVIDED = (
    "Something is divided by zero: which size or sum can be 0 here?\n"
    "This is in `mean`, line 2 of its cell:\n    return 1 / 0"
)
LATE = "This cell ran longer than 2 s and was interrupted. Is there a loop that does not end?"
ENDED = "Running this cell ended the program, so the notebook was run without it."
SWALLOWS = "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nwhile True: pass"


@needs_a_jail
@pytest.mark.parametrize(
    ("answer", "passed", "message"),
    [
        ("def mean(numbers):\n    return 7", False, "the mean of 1 and 3 is 2"),
        ("def mean(numbers):\n    raise NotImplementedError('mean: not filled in yet')", False, "not filled in yet"),
        (
            "def mean(numbers):\n    return 1 / 0",
            False,
            DIVIDED,
        ),
        ("x = 1\ndef mean(numbers)\n    return 2", False, SYNTAX_ERROR),
        ("raise ValueError('\\x1b[2J' + chr(0x202E) + '[red]')", False, "Python says: \x1b[2J\u202e[red] (ValueError)"),
        ("%matplotlib inline\nprint('!')\ndef mean(numbers):\n    return 2", True, "public checks passed"),
        ("while True:\n    pass", False, LATE),
        (SWALLOWS, False, ENDED.replace(",", " (it did not stop after 2 s),")),
        ("import os\nos._exit(0)", False, ENDED),
        ("import ctypes\nctypes.string_at(0)", False, ENDED),
    ],
)
def test_both_ways_of_running_say_the_same(tiny_course: Course, answer: str, passed: bool, message: str) -> None:
    path = hand_in(tiny_course, {"mean": answer})
    seconds = 2 if "while True" in answer else 60
    in_jail = check_notebook(path, seconds, run=jailed(cell_seconds=60).run)
    assert [(outcome.passed, outcome.message) for outcome in in_jail.outcomes][1] == (passed, message)
    assert in_jail == check_notebook(path, seconds)
    findings = preflight_notebook(path, seconds, run=jailed(cell_seconds=60).run)
    assert findings == preflight_notebook(path, seconds)
    if answer.startswith("x = 1"):
        assert any(SYNTAX_ERROR in finding.sentence for finding in findings)


@needs_a_jail
def test_the_limits_of_grading_hold_and_are_named(tiny_course: Course) -> None:
    path = hand_in(tiny_course, {"mean": "while True:\n    pass"})
    for limits, words in (
        ({"cell_seconds": 1.0}, LATE.replace("2 s", "1 s")),
        ({"cpu_seconds": 1}, ENDED.replace(",", " (it used more CPU time than allowed),")),
    ):
        area, mean = check_notebook(path, 30, run=jailed(**limits).run).outcomes
        assert (area.passed, mean.message) == (True, words)


@needs_a_jail
def test_when_the_time_for_all_cells_is_over_the_rest_is_not_run(tiny_course: Course) -> None:
    path = hand_in(tiny_course, {"area": "import time\ntime.sleep(60)"})
    checked = check_notebook(path, 30, run=jailed(notebook_seconds=5.0).run)
    assert [outcome.passed for outcome in checked.outcomes] == [False, False]
    assert checked.outcomes[1].message == "This cell was not run: the time for the whole notebook was used up."


@needs_a_jail
def test_a_library_that_is_missing_is_one_sentence(tiny_course: Course, tmp_path: Path) -> None:
    notebook = nbformat.read(tiny_course.release(A0), as_version=4)
    for cell in notebook.cells:
        if grade_id(cell) == "imports":
            cell.source = "import nothing_of_this_name"
    nbformat.write(notebook, tmp_path / "other.ipynb")
    with pytest.raises(CourseError, match="'imports' of the assignment needs a library"):
        check_notebook(tmp_path / "other.ipynb", run=jailed().run)


@needs_a_jail
def test_progress_is_told_cell_by_cell(tiny_course: Course) -> None:
    told: list[tuple[int, int]] = []
    check_notebook(hand_in(tiny_course, {}), 30, lambda *done: told.append(done), jailed().run)
    assert told == [(number, 6) for number in range(7)]


@needs_a_jail
def test_a_jail_that_fails_is_one_sentence_and_nothing_runs_without_it(
    tiny_course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("autograder.grading.cell_process.serve", os._exit)
    with pytest.raises(CannotStart, match="The notebook was not run, because its jail failed: the process around it"):
        check_notebook(hand_in(tiny_course, {}), run=jailed().run)


@needs_a_jail
def test_the_limits_are_those_of_the_callers_own_course(tiny_course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    path = hand_in(tiny_course, {"mean": "import time\ntime.sleep(3)"})
    config, trace = tiny_course.root / "nbgrader_config.py", tiny_course.root / "it-ran"
    program = f"\nc.JudgeSubmission.cell_seconds = 1\nopen({str(trace)!r}, 'w').close()\n"
    config.write_text(config.read_text() + program)
    monkeypatch.chdir(tiny_course.root)
    monkeypatch.setenv("COLUMNS", "200")
    runner = CliRunner()
    assert "ran longer than 1 s" in runner.invoke(app, ["check", str(path)]).output
    assert trace.exists()
    # the settings of a course are a program: that of another user is not run
    trace.unlink()
    config.write_text(config.read_text() + program)
    monkeypatch.setattr(Course, "belongs_to_caller", False)
    assert "ran longer" not in runner.invoke(app, ["check", str(path)]).output
    assert not trace.exists()


@pytest.mark.parametrize("walls", [Walls.FULL, Walls.GUARDED])
def test_an_interrupt_ends_everything(walls: Walls, tiny_course: Course, tmp_path: Path) -> None:
    with (tiny_course.root / "nbgrader_config.py").open("a") as config:
        config.write("c.JudgeSubmission.cell_seconds = c.JudgeSubmission.notebook_seconds = 3600\n")
    path = hand_in(tiny_course, {"area": "import os, time\nos.fork()\ntime.sleep(3600)"})
    scratch = tmp_path / "tmp"
    scratch.mkdir()
    command = [sys.executable, "-m", "autograder", "check", str(path), "--timeout", "3600"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(scratch)}
    # tests that run in the background ignore interrupts, and what they start would too
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with subprocess.Popen(
        command_behind(walls, command),
        cwd=tiny_course.root,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        wait_until(lambda: process.poll() is not None or len(notebooks(process.pid)) == 2)
        started = below(process.pid)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does
        _, shown = process.communicate(timeout=PATIENCE)
    assert len(started) > 4, shown
    assert process.returncode not in (0, 1)
    assert "Traceback" not in shown
    wait_until(lambda: not any(map(alive, started)))
    wait_until(lambda: not list(scratch.glob("autograder-jails-*")))
    shutil.rmtree(scratch)


def notebooks(command: int) -> list[int]:
    """The processes below a command that run cells."""
    found = []
    for process in below(command):
        try:
            found += [process] if Path(f"/proc/{process}/comm").read_text() == "notebook\n" else []
        except OSError:
            continue  # it has ended meanwhile
    return found
