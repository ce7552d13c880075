"""Writing a student's cell down as a mistake: nothing of ours ever runs it as a check."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.authoring.mistakes import add_mistake
from autograder.course.solution import SolutionFolder
from autograder.diagnosis.groups import Group
from autograder.errors import CourseError
from autograder.judge.bundle import read_bundle
from autograder.judge.check_session import CheckSession

CHECK = "def test_it(student):\n    '''It is right.'''\n"


def solution_in(folder: Path) -> SolutionFolder:
    solution = SolutionFolder(folder / "a0")
    path = solution.check_file("area")
    path.parent.mkdir(parents=True)
    path.write_text(f"from autograder.judge import points\n\n\n@points(1)\n{CHECK}")
    return solution


@pytest.mark.parametrize("name", ["no_pi_test", "test_no_pi", "tests", "Test_pi", "conftest", "__init__"])
def test_names_that_pytest_could_collect_are_refused(name: str, tmp_path: Path) -> None:
    solution = solution_in(tmp_path)
    group = Group("area", ("ada",), (), "open('it-ran', 'w')")
    with pytest.raises(CourseError, match=f"'{name}' cannot be the name of a mistake: pytest would"):
        add_mistake(solution, group, name)
    assert add_mistake(solution, group, "latest_contest").is_file()


def test_only_the_checks_of_a_question_are_loaded(tmp_path: Path) -> None:
    solution = solution_in(tmp_path)
    beside = ["area/mistakes/no_pi_test.py", "area/test_other.py", "area/conftest.py", "conftest.py", "area/x_test.py"]
    beside += ["area/variants/test_area.py", "area/mistakes/mistakes/test_mistakes.py", "test_area.py"]
    for name in beside:
        path = solution.checks / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"raise SystemExit({name!r})")
    bundle = read_bundle(solution)
    assert list(bundle.files) == ["checks/area/test_area.py"]
    session = CheckSession(bundle)
    try:
        assert [item.name for item in session.items["area"]] == ["test_it"]
    finally:
        session.close()
