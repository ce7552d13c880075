"""A command that is started in a folder which was handed in takes nothing there for a program or for settings."""

import os
import subprocess
import sys

import nbformat
import pytest

from autograder.course import Course
from autograder.course.answers import answers_of, with_answers
from autograder.course.master import read_master
from tests.conftest import A0
from tests.gradebook import grades
from tests.tiny import ROOT

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")
# modules that Python itself does not import when it starts, and that the command or a process of its does
SHADOWS = (
    "autograder",
    "multiprocessing",
    "socket",
    "struct",
    "json",
    "torch",
    "numpy",
    "nbgrader",
    "pytest",
    "hypothesis",
)


@pytest.mark.parametrize("start", [["-m", "autograder"], ["-P", "-c", "from autograder.__main__ import main; main()"]])
def test_nothing_handed_in_is_imported(tiny_course: Course, start: list[str]) -> None:
    folder = tiny_course.submission("anna", A0)
    folder.mkdir(parents=True)
    release = nbformat.read(tiny_course.release(A0), as_version=4)
    nbformat.write(with_answers(release, answers_of(read_master(tiny_course.master(A0)))), folder / f"{A0}.ipynb")
    for name in SHADOWS:
        # a package of this name would be run by `python -m` itself, before any line of ours
        if name != "autograder" or "-P" in start:
            (folder / f"{name}.py").write_text(f"open({str(tiny_course.root / 'ran')!r}, 'a').write({name!r})\n")
    (folder / "matplotlibrc").write_text("this is no setting\n")
    done = subprocess.run(
        [sys.executable, *start, "grade", A0, "--jobs", "1"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert not (tiny_course.root / "ran").exists()
    assert "matplotlibrc" not in done.stderr
    assert grades(tiny_course)["anna"]["test_area"][0] == 3
