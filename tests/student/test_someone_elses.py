"""Where there is no jail, somebody else's notebook is not run with the caller's rights unless the caller says so.

How it runs in a jail: tests/grading/test_jailed_notebook.py.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import nbformat
import pytest
from nbformat.v4 import new_code_cell
from typer.testing import CliRunner, Result

from autograder.cli import app
from autograder.course import Course
from autograder.errors import CourseError
from autograder.grading import jailed_notebook
from autograder.grading.jailed_notebook import why_no_jail
from autograder.student.public_checks import CheckedNotebook
from autograder.student.someone_elses import someone_elses
from tests.conftest import A0, ROOT

runner = CliRunner()
NOTHING = CheckedNotebook((), (), ())


@pytest.fixture
def handed_in(tiny_course: Course) -> Path:
    """A notebook in submitted/ that leaves a trace where it runs."""
    notebook = nbformat.read(tiny_course.release(A0), as_version=4)
    notebook.cells.insert(0, new_code_cell("open('it-ran', 'w').close()"))
    path = tiny_course.submission("eve", A0) / f"{A0}.ipynb"
    path.parent.mkdir(parents=True)
    nbformat.write(notebook, path)
    return path


@pytest.fixture
def no_jail(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that can make no jail."""
    monkeypatch.setattr("autograder.grading.jailed_notebook.why_no_jail", lambda: "that needs Linux")


def invoke(*arguments: str) -> Result:
    return runner.invoke(app, [*arguments, "--timeout", "60"])


@pytest.mark.usefixtures("no_jail")
@pytest.mark.parametrize("command", ["check", "preflight"])
def test_where_nobody_can_be_asked_it_is_not_run(command: str, handed_in: Path) -> None:
    result = invoke(command, str(handed_in))
    assert isinstance(result.exception, CourseError)
    assert str(result.exception) == (
        f"{A0}.ipynb was handed in by a student. It cannot be run in a jail here, because that needs Linux; without one, "
        "its code has all your rights. If you trust it: --yes."
    )
    assert not (handed_in.parent / "it-ran").exists()


@pytest.mark.usefixtures("no_jail")
@pytest.mark.parametrize(("answer", "runs"), [("", False), ("n", False), ("y", True)])
def test_on_a_terminal_it_asks(answer: str, runs: bool, handed_in: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("autograder.cli.students._can_ask", lambda: True)
    ran: list[Path] = []
    monkeypatch.setattr(
        "autograder.student.public_checks.check_notebook", lambda path, *more: ran.append(path) or NOTHING
    )
    result = runner.invoke(app, ["check", str(handed_in)], input=f"{answer}\n")
    assert "Go on? [y/N]" in result.output
    assert result.exit_code == (0 if runs else 1)
    assert ran == ([handed_in] if runs else [])


@pytest.mark.usefixtures("no_jail")
def test_it_is_run_where_the_caller_says_so(handed_in: Path) -> None:
    assert invoke("preflight", str(handed_in), "--yes").exit_code == 1
    assert (handed_in.parent / "it-ran").exists()


def test_looking_without_running_needs_no_trust(handed_in: Path) -> None:
    result = invoke("preflight", str(handed_in), "--no-run")
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert "4 findings in" in result.output
    assert not (handed_in.parent / "it-ran").exists()


def test_whose_a_notebook_is(tiny_course: Course, handed_in: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tiny_course.root / "mine.ipynb"
    own.touch()
    assert someone_elses(own) is None
    assert someone_elses(tiny_course.root / "missing.ipynb") is None
    link = tiny_course.root / "link.ipynb"
    link.symlink_to(handed_in)
    assert someone_elses(link) is not None
    forged = handed_in.parent / "course"
    (forged / "solutions").mkdir(parents=True)
    (forged / "nbgrader_config.py").write_text("raise SystemExit")
    (forged / "x.ipynb").touch()
    assert someone_elses(forged / "x.ipynb") is not None
    monkeypatch.setattr(os, "getuid", lambda: own.stat().st_uid + 1)
    assert someone_elses(own) == "belongs to another user of this machine"


def test_what_a_jail_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jailed_notebook, "find_spec", lambda name: None if name == "torch" else name)
    assert why_no_jail() == "that needs torch, which is not installed"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert why_no_jail() == "that needs Linux"


@pytest.mark.parametrize("name", [".", "nbgrader_config.py"])
def test_whose_a_course_is(tiny_course: Course, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert tiny_course.belongs_to_caller
    theirs, own = tiny_course.root / name, Path.lstat
    monkeypatch.setattr(
        Path, "lstat", lambda path: SimpleNamespace(st_uid=own(path).st_uid + (1 if path == theirs else 0))
    )
    assert not tiny_course.belongs_to_caller


def test_ones_own_notebook_needs_nothing_of_grading(tiny_course: Course) -> None:
    own = tiny_course.root / "mine.ipynb"
    own.write_bytes(tiny_course.release(A0).read_bytes())
    code = (
        "import sys; from pathlib import Path; from autograder.cli.students import _way_to_run; "
        f"print(_way_to_run(Path({str(own)!r}), False).__name__, "
        "[name for name in sys.modules if name.startswith(('autograder.grading', 'autograder.jail', 'torch'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "run_cells []\n"


def test_where_users_have_no_numbers_a_notebook_is_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "mine.ipynb"
    own.write_text("{}")
    monkeypatch.delattr(os, "getuid")
    assert someone_elses(own) is None
