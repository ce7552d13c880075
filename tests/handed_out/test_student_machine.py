"""A machine with the wheel, what the wheel requires, and a notebook: no course, no nbgrader, no torch."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

from autograder.course import Course
from autograder.course.answers import answers_of, with_answers
from autograder.course.cells import grade_id
from autograder.course.master import read_master
from tests.tiny import A0, make_tiny_course

# what comes with the extras `course` and `grading`, and nothing that the base dependencies bring along
ABSENT = (
    *("torch", "torchvision", "numpy", "matplotlib", "sklearn", "tensorboard", "ipywidgets", "jupyterlab", "tqdm"),
    *(
        "nbgrader",
        "nbconvert",
        "jupytext",
        "sqlalchemy",
        "hypothesis",
        "_pytest",
        "pytest",
        "copydetect",
        "nh3",
        "msgpack",
    ),
)
BLOCKER = f"""
import sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {ABSENT!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Absent())
"""


class Machine:
    """A folder with one notebook, and the command as it is installed there."""

    def __init__(self, place: Path, wheel: Path) -> None:
        self.libraries, self.folder = place / "libraries", place / "work"
        self.folder.mkdir(parents=True)
        zipfile.ZipFile(wheel).extractall(self.libraries)
        (self.libraries / "sitecustomize.py").write_text(BLOCKER)

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        env = {**os.environ, "PYTHONPATH": str(self.libraries), "COLUMNS": "120"}
        command = [sys.executable, "-m", "autograder", *arguments]
        return subprocess.run(command, cwd=self.folder, env=env, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    return make_tiny_course(tmp_path_factory.mktemp("course") / "course")


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Machine:
    return Machine(tmp_path_factory.mktemp("machine"), wheel)


@pytest.fixture
def filled(course: Course) -> NotebookNode:
    release = nbformat.read(course.release(A0), as_version=4)
    return with_answers(release, answers_of(read_master(course.master(A0))))


def test_nothing_of_graders_can_be_imported_here(machine: Machine) -> None:
    """Else the tests below show nothing."""
    done = subprocess.run(
        [sys.executable, "-c", "import autograder; print(autograder.__file__, flush=True)\nimport nbgrader"],
        cwd=machine.folder,
        env={**os.environ, "PYTHONPATH": str(machine.libraries)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.startswith(str(machine.libraries))
    assert "No module named 'nbgrader'" in done.stderr


def test_check_runs_the_public_checks(machine: Machine, filled: NotebookNode) -> None:
    nbformat.write(filled, machine.folder / "mine.ipynb")
    done = machine.run("check", "mine.ipynb")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 of 2 public checks passed" in done.stdout
    assert "1b · Mean" in done.stdout


def test_preflight_tells_what_the_notebook_itself_shows(machine: Machine, filled: NotebookNode) -> None:
    path = machine.folder / "mine.ipynb"
    nbformat.write(filled, path)
    fresh = machine.run("preflight", "mine.ipynb", "--no-run")
    assert "No cell was run" in fresh.stdout
    for count, cell in enumerate((cell for cell in filled.cells if cell.cell_type == "code"), start=1):
        cell.execution_count = count
    nbformat.write(filled, path)
    good = machine.run("preflight", "mine.ipynb")
    assert (good.returncode, "is ready to be handed in" in good.stdout) == (0, True), good.stdout + good.stderr
    for cell in filled.cells:
        if grade_id(cell) == "test_area":
            cell.source = "print('public checks passed')"
        if grade_id(cell) == "mean":
            cell.source = "import pandas\n" + cell.source
    nbformat.write(filled, path)
    bad = machine.run("preflight", "mine.ipynb", "--no-run")
    assert bad.returncode == 1
    assert "The cell with the public checks of 1a · Area of a circle (do not change) was changed" in bad.stdout
    assert "imports 'pandas'" in bad.stdout
    assert "2 findings" in bad.stdout


def test_commands_of_instructors_say_what_is_missing(machine: Machine, course: Course) -> None:
    env = {**os.environ, "PYTHONPATH": str(machine.libraries)}
    for command in (["release"], ["grade", A0], ["report", A0]):
        done = subprocess.run(
            [sys.executable, "-m", "autograder", *command],
            cwd=course.root,
            env=env,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 2, done.stderr
        assert "Traceback" not in done.stderr
        assert "pip install 'attention-course[course,grading]'" in " ".join(done.stderr.split())


def test_outside_of_a_course_other_commands_are_a_sentence(machine: Machine) -> None:
    done = machine.run("grade", A0)
    assert (done.returncode, "No course here" in done.stderr) == (2, True)
