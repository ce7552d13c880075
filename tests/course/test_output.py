"""A course on a read-only disk: everything that is written goes to another folder, and every command finds it there."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest

from autograder.course import Course, find_course
from autograder.course.answers import answers_of, with_answers
from autograder.course.folder import working_folder
from autograder.course.master import read_master
from autograder.course.output import VARIABLE
from autograder.errors import CourseError
from autograder.grading.note import note_in
from tests.conftest import A0, ROOT
from tests.tiny import SOURCE, configure

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")

RELEASE = f"from autograder.course.release import *; release(find_course(), {A0!r})"
Run = Callable[..., subprocess.CompletedProcess[str]]


def contents(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if "__pycache__" not in path.parts}


@pytest.fixture
def untouched(tmp_path: Path) -> Path:
    """A course as it was cloned, in a folder that people give such names."""
    root = tmp_path / "Kurs 'Bäume'"
    shutil.copytree(SOURCE, root, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "nbgrader_config.py", root)
    configure(Course(root), "c.JudgeSubmission.allow_weak_isolation = True")
    return root


@pytest.fixture
def output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that everything goes to."""
    folder = tmp_path / "put it 'här'"
    monkeypatch.setenv(VARIABLE, str(folder))
    return folder


@pytest.fixture
def run(untouched: Path) -> Run:
    """Runs a command of Python in the course, to which nothing can be written."""
    # in namespaces of its own a test may find weaker walls than there are outside; it is not about them
    read_only = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-euc"]
    script = 'mount --bind "$0" "$0"; mount -o remount,bind,ro "$0"; cd "$0"; exec "$@"'
    tried = subprocess.run([*read_only, script, str(untouched), "true"], capture_output=True, check=False)
    if tried.returncode:
        pytest.skip(f"no read-only disk can be made here: {tried.stderr.decode().strip()}")

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        path = os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"]
        return subprocess.run(
            [*read_only, script, str(untouched), sys.executable, "-W", "ignore", *arguments],
            env={**os.environ, "PATH": path, "COLUMNS": "500"},
            capture_output=True,
            text=True,
            check=False,
        )

    return run


def hand_in(course: Course, student: str) -> None:
    folder = course.submission(student, A0)
    folder.mkdir(parents=True)
    release = nbformat.read(course.release(A0), as_version=4)
    nbformat.write(with_answers(release, answers_of(read_master(course.master(A0)))), folder / f"{A0}.ipynb")


def test_a_course_on_a_read_only_disk_writes_elsewhere(untouched: Path, output: Path, run: Run) -> None:
    before = contents(untouched)
    done = run("-c", RELEASE)
    assert done.returncode == 0, done.stderr
    course = Course(output)
    for student in ("anna", "ben"):
        hand_in(course, student)
    for command in (
        ["grade", "--student", "anna", "--allow-weak-isolation"],
        ["feedback"],
        ["report"],
        ["export", "--to", "csv", "--unfinished"],
    ):
        done = run("-m", "autograder", command[0], A0, *command[1:])
        assert done.returncode == 0, done.stdout + done.stderr
    done = run("-m", "nbgrader", "autograde", A0, "--student", "ben")
    assert done.returncode == 0, done.stderr
    assert note_in(course.autograded("anna", A0)).key == note_in(course.autograded("ben", A0)).key != ""
    assert course.feedback("anna", A0).is_file()
    assert {path.name for path in output.iterdir()} == {
        *("nbgrader_config.py", "solutions"),
        *(".autograder", "autograded", "exported", "feedback", "gradebook.db", "notebooks", "reports", "source"),
        "submitted",
    }
    assert contents(untouched) == before


def test_the_demonstration_is_made_there_too(untouched: Path, output: Path, run: Run) -> None:
    before = contents(untouched)
    done = run("-m", "autograder", "demo")
    assert done.returncode == 0, done.stdout + done.stderr
    assert list((output / "demo" / "reports").rglob("*.html"))
    assert f"{output}/demo/gradebook.db" in done.stdout
    assert not (output / "gradebook.db").exists()
    assert contents(untouched) == before


def test_without_another_folder_it_is_a_sentence_that_names_the_setting(
    untouched: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    done = run("-m", "autograder", "demo")
    assert done.returncode == 2
    (sentence,) = done.stderr.splitlines()
    assert "Read-only file system" in sentence
    assert VARIABLE in sentence


def test_the_other_folder_is_a_course_folder_as_well(
    untouched: Path, output: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(untouched)
    course = find_course()
    assert course.root == output.resolve()
    assert course.assignments == (A0,)
    assert course.db_url == f"sqlite:///{output}/gradebook.db"
    assert untouched.resolve() in course.hidden
    # from there it is found without the setting
    monkeypatch.delenv(VARIABLE)
    monkeypatch.chdir(output)
    assert find_course() == course
    assert course.db_url == f"sqlite:///{output}/gradebook.db"


def test_a_course_below_that_folder_is_worked_with_where_it_is(untouched: Path, output: Path) -> None:
    assert working_folder(output / "demo") == output / "demo"
    assert find_course(untouched).root == untouched


def test_links_follow_a_course_that_was_moved(untouched: Path, output: Path, tmp_path: Path) -> None:
    working_folder(untouched)
    moved = untouched.rename(tmp_path / "moved")
    assert working_folder(moved) == output
    assert (output / "solutions").resolve() == moved / "solutions"


def test_the_folder_of_another_course_is_refused(untouched: Path, output: Path, tmp_path: Path) -> None:
    shutil.copytree(untouched, tmp_path / "another")
    working_folder(untouched)
    with pytest.raises(CourseError, match="belongs to another course"):
        working_folder(tmp_path / "another")
    assert (output / "solutions").resolve() == untouched / "solutions"
