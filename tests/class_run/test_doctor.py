"""What the doctor says about this machine and this course."""

import pytest
from typer.testing import CliRunner

from autograder.class_run.doctor import examine_machine
from autograder.cli import app
from autograder.course import Course
from autograder.jail.walls.isolation import isolation
from tests.tiny import configure

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")


def values(course: Course) -> dict[str, str]:
    return {f"{each.area} {each.name}": each.value or each.advice for each in examine_machine(course)}


def test_walls_limits_versions_and_gradebook_are_told(tiny_course: Course) -> None:
    configure(tiny_course, "c.JudgeSubmission.cell_seconds = 7")
    found = values(tiny_course)
    assert found["isolation seccomp"] == ("yes" if isolation().seccomp else "no")
    assert found["limits cell seconds"] == "7 s"
    assert found["limits memory"] == "2048 MiB"
    assert {"versions torch", "versions nbgrader", "versions hypothesis", "machine cores"} <= found.keys()
    (gradebook,) = (value for name, value in found.items() if name.startswith("gradebook"))
    assert "tables" in gradebook


def test_what_is_wrong_comes_with_advice_and_exit_code_1(tiny_course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    configure(tiny_course, "c.CourseDirectory.db_url = 'sqlite:////nowhere/of/this/name/gradebook.db'")
    (tiny_course.root / "course.toml").write_text('versions = ["nothing-of-this-name"]\n')
    monkeypatch.chdir(tiny_course.root)
    done = CliRunner().invoke(app, ["doctor"])
    assert done.exit_code == 1
    assert "Check c.CourseDirectory.db_url" in " ".join(done.output.split())
    assert "pip install nothing-of-this-name" in " ".join(done.output.split())


def test_a_password_in_the_address_of_the_gradebook_is_not_shown(tiny_course: Course) -> None:
    configure(tiny_course, "c.CourseDirectory.db_url = 'sqlite://ta:s3cret@host/x.db'")
    assert "s3cret" not in str(values(tiny_course))
