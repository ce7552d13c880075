"""The kit that students get: complete, readable, and no more than that."""

import zipfile
from pathlib import Path

import pytest
from typer.testing import CliRunner

from autograder.cli import app
from autograder.course import Course
from autograder.course.requirements import COURSE, required
from autograder.errors import CourseError
from autograder.student.kit import write_kit
from tests.conftest import A0

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")


def test_a_folder_has_notebooks_originals_requirements_and_a_guide(tiny_course: Course, tmp_path: Path) -> None:
    kit = write_kit(tiny_course, [A0], tmp_path / "new" / "kit")
    names = {path.relative_to(kit).as_posix() for path in kit.rglob("*") if path.is_file()}
    assert names == {f"{A0}.ipynb", f"originals/{A0}.ipynb", "README.md", "requirements.txt", "environment.yml"}
    assert (kit / f"{A0}.ipynb").read_bytes() == tiny_course.release(A0).read_bytes()
    guide = (kit / "README.md").read_text()
    assert f"| `{A0}.ipynb` | A course small enough to run in a second | 6 |" in guide
    assert "autograder check" not in guide  # without the wheel there is no such command
    requirements = (kit / "requirements.txt").read_text().splitlines()
    assert {line.partition(">")[0] for line in requirements} >= {"torch", "torchvision", "matplotlib", "jupyterlab"}
    assert not any(name in line for line in requirements for name in ("nbgrader", "attention-course", "pytest"))
    with pytest.raises(CourseError, match="is there already"):
        write_kit(tiny_course, [A0], kit)


def test_a_zip_is_the_same_each_time_and_brings_the_command_with_the_wheel(
    tiny_course: Course, tmp_path: Path, wheel: Path
) -> None:
    one, two = (write_kit(tiny_course, [A0], tmp_path / name, wheel) for name in ("one.zip", "two.zip"))
    assert one.read_bytes() == two.read_bytes()
    with zipfile.ZipFile(one) as packed:
        assert all(name.startswith("kit/") for name in packed.namelist())
        assert f"kit/{wheel.name}" in packed.namelist()
        assert f"./{wheel.name}" in packed.read("kit/requirements.txt").decode().splitlines()
        assert f"autograder preflight {A0}.ipynb" in packed.read("kit/README.md").decode()


def test_a_stale_or_missing_release_is_not_handed_out(tiny_course: Course, tmp_path: Path) -> None:
    path = tiny_course.master(A0)
    path.write_text(path.read_text().replace("Area of a circle", "Area of a disc"))
    with pytest.raises(CourseError, match="stale"):
        write_kit(tiny_course, [A0], tmp_path / "kit.zip")
    path.write_text(path.read_text().replace("Area of a disc", "Area of a circle"))
    with pytest.raises(CourseError, match="make wheel"):
        write_kit(tiny_course, [A0], tmp_path / "kit.zip", tmp_path / "no.whl")
    tiny_course.release(A0).unlink()
    with pytest.raises(CourseError, match="autograder release"):
        write_kit(tiny_course, [A0], tmp_path / "kit.zip")
    assert not (tmp_path / "kit.zip").exists()


def test_the_command_writes_all_assignments(tiny_course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tiny_course.root)
    done = CliRunner().invoke(app, ["kit"])
    assert done.exit_code == 0, done.output
    assert (tiny_course.root / "kit.zip").is_file()


def test_requirements_are_those_of_the_course_extra() -> None:
    assert required(COURSE)
    assert all(" ; " not in line and "extra" not in line for line in required(COURSE))
