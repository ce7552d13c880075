"""Behind weak walls, which nobody gets without asking, points are earned all the same."""

from __future__ import annotations

import subprocess
import sys

import nbformat

from autograder.course import Course
from autograder.course.answers import answers_of, with_answers
from autograder.course.master import read_master
from autograder.jail.walls.strength import Walls
from tests.class_run.test_attacks import submit
from tests.conftest import A0, ROOT
from tests.gradebook import autograded, grades
from tests.surroundings import command_behind

# rewrites every check it finds, tries to look into and to signal every process up to the command, and answers nothing
REWRITES = """
import os, pathlib

AGREES = "def test_agrees(student):\\n    pass\\n"
for top in {tops}:
    for path in pathlib.Path(top).rglob("test_*.py"):
        path.write_text(AGREES)
process, words = os.getppid(), ""
while "--allow-weak-isolation" not in words:
    words = open(f"/proc/{{process}}/cmdline").read()
    for attempt in (lambda: open(f"/proc/{{process}}/mem", "r+b"), lambda: os.kill(process, 0)):
        try:
            attempt()
            print("reached", process)
        except OSError:
            print("refused")
    process = int(open(f"/proc/{{process}}/stat").read().rpartition(")")[2].split()[1])


def area(radius):
    return 0
"""


def test_a_cell_that_rewrites_the_checks_wins_nothing(tiny_course: Course, tmp_path) -> None:
    release, right = (
        nbformat.read(tiny_course.release(A0), as_version=4),
        answers_of(read_master(tiny_course.master(A0))),
    )
    scratch = tmp_path / "tmp"
    scratch.mkdir()
    tops = [str(tiny_course.root), str(scratch)]
    submit(tiny_course, "attacker", with_answers(release, right | {"area": REWRITES.format(tops=tops)}))
    submit(tiny_course, "zz_after", with_answers(release, right | {"area": "def area(radius):\n    return 0"}))
    command = [sys.executable, "-m", "autograder", "grade", A0, "--jobs", "1", "--allow-weak-isolation"]
    environment = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "TMPDIR": str(scratch), "HOME": str(scratch)}
    done = subprocess.run(
        command_behind(Walls.WEAK, command), cwd=tiny_course.root, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Weak walls" in done.stdout
    for student in ("attacker", "zz_after"):
        found = grades(tiny_course)[student]
        assert (found["test_area"][0], found["test_mean"][0]) == (0.0, 2.0)
    outputs = str([cell.get("outputs") for cell in autograded(tiny_course, "attacker").cells])
    assert "reached" not in outputs
    assert "refused" in outputs
