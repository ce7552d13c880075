"""Behind weak walls, which nobody gets without asking, points are earned all the same."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import nbformat
import pytest

from autograder.course import Course
from autograder.course.answers import answers_of, with_answers
from autograder.course.master import read_master
from autograder.grading.result import Result
from autograder.grading.store import ResultStore
from autograder.jail.walls.strength import Walls
from tests.class_run.test_attacks import ATTACKS, FULL, HONEST, TIGHT, earned, hand_in_class, submit
from tests.conftest import A0, ROOT
from tests.gradebook import Grades, autograded, grades
from tests.surroundings import command_behind
from tests.tiny import configure, make_tiny_course

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
WRONG = "def area(radius):\n    return 0"


def hand_in(course: Course, student: str, area: str | None = None) -> None:
    """Hand in right answers, but for one cell."""
    release, right = nbformat.read(course.release(A0), as_version=4), answers_of(read_master(course.master(A0)))
    submit(course, student, with_answers(release, right if area is None else right | {"area": area}))


def run_weakly(
    course: Course, scratch: Path, *command: str, library: str | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command in a course where walls can only be weak, with one more folder to import from."""
    environment = {
        "PYTHONPATH": os.pathsep.join([str(ROOT), *([library] if library else [])]),
        "PATH": "/usr/bin:/bin",
        "TMPDIR": str(scratch),
        "HOME": str(scratch),
    }
    behind = command_behind(Walls.WEAK, [sys.executable, "-m", *command])
    return subprocess.run(behind, cwd=course.root, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_cell_that_rewrites_the_checks_wins_nothing(tiny_course: Course, tmp_path: Path, jobs: str) -> None:
    tops = [str(tiny_course.root), str(tmp_path)]
    hand_in(tiny_course, "attacker", REWRITES.format(tops=tops))
    hand_in(tiny_course, "zz_after", WRONG)
    done = run_weakly(tiny_course, tmp_path, "autograder", "grade", A0, "--jobs", jobs, "--allow-weak-isolation")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Weak walls" in done.stdout
    for student in ("attacker", "zz_after"):
        found = grades(tiny_course)[student]
        assert (found["test_area"][0], found["test_mean"][0]) == (0.0, 2.0)
    outputs = str([cell.get("outputs") for cell in autograded(tiny_course, "attacker").cells])
    assert "reached" not in outputs
    assert "refused" in outputs


@pytest.mark.parametrize("command", [("grade", A0, "--jobs", "1"), ("certify", A0, "--seeds", "1")])
def test_weak_walls_are_refused_until_the_command_or_the_course_allows_them(
    tiny_course: Course, tmp_path: Path, command: tuple[str, ...]
) -> None:
    hand_in(tiny_course, "anna")
    setting = "c.JudgeSubmission.allow_weak_isolation"
    configure(tiny_course, f"{setting} = False")
    done = run_weakly(tiny_course, tmp_path, "autograder", *command)
    assert done.returncode == 1
    assert "Use --allow-weak-isolation to grade all the same." in " ".join(done.stderr.split())
    assert grades(tiny_course) == {}
    configure(tiny_course, f"{setting} = True")
    done = run_weakly(tiny_course, tmp_path, "autograder", *command)
    assert "--allow-weak-isolation" not in done.stderr
    if command[0] == "grade":
        assert done.returncode == 0, done.stdout + done.stderr
        assert "Weak walls" in done.stdout
        assert grades(tiny_course)["anna"]["test_area"][0] == 3.0
    else:
        assert (tiny_course.solution(A0).path / "certificate.json").exists(), done.stdout + done.stderr


# without walls these would harm the machine that the tests run on
HARMFUL = {
    *("comets", "disk_filler", "fork_bomb", "kernel_memory", "memory_hog", "mounts", "ptrace_and_pidfd", "signals"),
    *("survives", "writes_system"),
}


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> Grades:
    """What everybody earned in a class of attackers and honest students that was graded behind weak walls."""
    place = tmp_path_factory.mktemp("attacked")
    course = make_tiny_course(place / "course")
    configure(course, TIGHT)
    hand_in_class(course, "canary", sorted(ATTACKS.keys() - HARMFUL))
    done = run_weakly(course, place, "autograder", "grade", A0, "--jobs", "2", "--allow-weak-isolation")
    assert done.returncode == 0, done.stdout + done.stderr
    return grades(course)


@pytest.mark.parametrize("attack", sorted(ATTACKS.keys() - HARMFUL))
def test_an_attack_earns_nothing_here_either(attacked: Grades, attack: str) -> None:
    assert {name: attacked[attack][f"test_{name}"][0] for name in FULL} == earned(attack)


@pytest.mark.parametrize("student", HONEST)
def test_honest_students_beside_them_get_all_their_points_here_too(attacked: Grades, student: str) -> None:
    assert {name: attacked[student][f"test_{name}"][0] for name in FULL} == FULL


# makes a library agree with every answer before the judge imports it
LATE = "def right(radius):\n    return {value}\n"
AGREES = """
with open({path!r}, "w") as file:
    file.write({text!r})
print("written")


def area(radius):
    return 0
"""
CHECK = """
from autograder.judge import assert_equal, points


@points(3)
def test_area(student):
    '''The area is right.'''
    import imported_late

    assert_equal(student.area(1), imported_late.right(1))
"""


def test_a_library_that_a_cell_has_rewritten_is_not_imported_any_more(tiny_course: Course, tmp_path: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o777)
        library = Path(folder) / "imported_late.py"
        library.write_text(LATE.format(value=3))
        library.chmod(0o666)
        (tiny_course.solution(A0).checks / "area" / "test_area.py").write_text(CHECK)
        hand_in(tiny_course, "attacker", AGREES.format(path=str(library), text=LATE.format(value=0)))
        command = ("autograder", "grade", A0, "--jobs", "1", "--allow-weak-isolation")
        done = run_weakly(tiny_course, tmp_path, *command, library=folder)
    assert done.returncode == 1, done.stdout + done.stderr
    assert grades(tiny_course)["attacker"]["test_area"][0] == 0.0
    assert "written" in str([cell.get("outputs") for cell in autograded(tiny_course, "attacker").cells])
    assert "grader fault" in done.stdout


# has the configuration of the course leave a mark when it is read
CONFIGURES = """
with open({path!r}, "a") as file:
    file.write("\\nopen({mark!r}, 'w').close()\\n")
print("written")


def area(radius):
    return 0
"""


def test_a_configuration_that_a_cell_has_rewritten_is_not_run(tiny_course: Course, tmp_path: Path) -> None:
    config, mark = tiny_course.root / "nbgrader_config.py", tmp_path / "mark"
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o777)
        # student code may be another user, who can write here
        open_config = Path(folder) / "nbgrader_config.py"
        config.rename(open_config)
        open_config.chmod(0o666)
        config.symlink_to(open_config)
        hand_in(tiny_course, "attacker", CONFIGURES.format(path=str(open_config), mark=str(mark)))
        for name in ("honest", "zz_honest"):
            hand_in(tiny_course, name)
        done = run_weakly(tiny_course, tmp_path, "autograder", "grade", A0, "--jobs", "1", "--allow-weak-isolation")
        assert str(mark) in open_config.read_text()
    assert done.returncode == 0, done.stdout + done.stderr
    assert "written" in str([cell.get("outputs") for cell in autograded(tiny_course, "attacker").cells])
    assert not mark.exists()


# has the gradebook itself raise whatever points are booked
RAISES = """
import sqlite3
with sqlite3.connect({path!r}) as gradebook:
    gradebook.execute(
        "CREATE TRIGGER generous AFTER UPDATE ON grade WHEN NEW.auto_score = 0 "
        "BEGIN UPDATE grade SET auto_score = 3 WHERE id = NEW.id; END"
    )
print("written")


def area(radius):
    return 0
"""


def test_points_that_the_checks_did_not_give_are_not_taken_for_graded(tiny_course: Course, tmp_path: Path) -> None:
    raises = RAISES.format(path=str(tiny_course.root / "gradebook.db"))
    hand_in(tiny_course, "attacker", raises)
    hand_in(tiny_course, "honest")
    done = run_weakly(tiny_course, tmp_path, "autograder", "grade", A0, "--jobs", "1", "--allow-weak-isolation")
    outputs = str([cell.get("outputs") for cell in autograded(tiny_course, "attacker").cells])
    if "written" in outputs:
        assert done.returncode == 1, done.stdout + done.stderr
        assert "other points than the checks gave for area" in " ".join(done.stdout.split())
    else:
        # as another user, student code cannot write there
        assert grades(tiny_course)["attacker"]["test_area"][0] == 0.0
    assert grades(tiny_course)["honest"]["test_area"][0] == 3.0


def test_results_that_somebody_else_wrote_are_not_found(tmp_path: Path) -> None:
    earlier, forged = (Result(key, f"run of {key}", {}, (), (), {}, (), "weak", (), {}) for key in ("aa", "bb"))
    ResultStore(tmp_path).save(earlier)
    store = ResultStore(tmp_path).watched()
    ResultStore(tmp_path).save(forged)
    assert store.find("aa") == earlier
    assert store.find("bb") is None
    store.save(forged)
    assert store.find("bb") == forged
    store.path("aa").write_bytes(store.path("bb").read_bytes())
    assert store.find("aa") is None


def test_plain_nbgrader_does_not_read_checks_again_that_a_cell_has_rewritten(
    tiny_course: Course, tmp_path: Path
) -> None:
    configure(tiny_course, "c.JudgeSubmission.allow_weak_isolation = True")
    rewrites = REWRITES.partition("process, words")[0] + WRONG
    tops = [str(tiny_course.solution(A0).path)]
    hand_in(tiny_course, "attacker", rewrites.format(tops=tops))
    hand_in(tiny_course, "zz_after", WRONG)
    done = run_weakly(tiny_course, tmp_path, "nbgrader", "autograde", A0)
    assert done.returncode == 0, done.stdout + done.stderr
    for student in ("attacker", "zz_after"):
        found = grades(tiny_course)[student]
        assert (found["test_area"][0], found["test_mean"][0]) == (0.0, 2.0)
