"""The autograder zip, unpacked and run as Gradescope does, and results of what was graded here."""

import io
import json
import os
import stat
import subprocess
import sys
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import nbformat
import pytest

from autograder.course import Course
from autograder.course.answers import answers_of, with_answers
from autograder.course.master import read_master
from autograder.export.container import NOT_GRADED, SETTINGS, grade, main
from autograder.export.gradescope import autograder_zip
from autograder.export.write import to_gradescope
from autograder.grading.graded import read_graded
from autograder.jail.walls.isolation import isolation
from autograder.jail.walls.strength import Walls
from tests.conftest import A0
from tests.export.conftest import HINT
from tests.intake.packing import make_deep
from tests.surroundings import need

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")

VISIBILITIES = {"hidden", "after_due_date", "after_published", "visible"}
TOP = {
    "score": (int, float), "execution_time": (int, float), "output": str, "output_format": str, "visibility": str,
    "stdout_visibility": str, "extra_data": dict, "tests": list, "leaderboard": list,
}  # fmt: skip
TEST = {
    "score": (int, float), "max_score": (int, float), "status": str, "name": str, "number": str, "output": str,
    "tags": list, "visibility": str, "extra_data": dict,
}  # fmt: skip


def require_format(found: Mapping[str, Any]) -> None:
    """Gradescope's specification of results.json: only known keys, of the right types."""
    for data, allowed in ((found, TOP), *((test, TEST) for test in found["tests"])):
        for key, value in data.items():
            assert isinstance(value, allowed[key]), key  # type: ignore[arg-type]
        assert data.get("visibility") in VISIBILITIES
    assert found["stdout_visibility"] == "hidden"
    assert isinstance(found["score"], int | float)
    assert all(test["status"] in {"passed", "failed"} for test in found["tests"])


@pytest.fixture(scope="module")
def packed(graded: Course) -> bytes:
    return autograder_zip(graded, A0)


def unpack(packed: bytes, root: Path) -> Path:
    """Lay out a container's /autograder, executable bits included."""
    for name in ("source", "submission", "results"):
        (root / name).mkdir(parents=True)
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        for entry in archive.infolist():
            path = Path(archive.extract(entry, root / "source"))
            path.chmod(stat.S_IMODE(entry.external_attr >> 16))
    return root


def run(root: Path) -> subprocess.CompletedProcess[str]:
    """Run it as Gradescope does; the environment stands in for what setup.sh installs."""
    env = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(root / "source" / "package"),
        "GRADESCOPE_ROOT": str(root),
    }
    return subprocess.run(
        [root / "source" / "run_autograder"], cwd=root, env=env, capture_output=True, text=True, timeout=200
    )


def submission(course: Course, **changed: str) -> str:
    release = nbformat.read(course.release(A0), as_version=4)
    return nbformat.writes(with_answers(release, answers_of(read_master(course.master(A0))) | changed))


def test_a_submission_is_judged_in_the_container_and_told_in_gradescopes_form(
    graded: Course, packed: bytes, tmp_path: Path
) -> None:
    need(Walls.GUARDED)
    root = unpack(packed, tmp_path / "autograder")
    wrong = submission(graded, area="def area(radius):\n    return math.pi * radius")
    (root / "submission" / "my homework.ipynb").write_text(wrong)
    (root / "submission" / "timestamp.txt").write_text("not a time")
    done = run(root)
    assert done.returncode == 0, done.stderr
    text = (root / "results" / "results.json").read_text()
    found = json.loads(text)
    require_format(found)
    assert found["score"] == 4
    assert [(test["score"], test["max_score"], test["status"]) for test in found["tests"]] == [
        (2, 2, "passed"),
        (0, 1, "failed"),
        (1, 1, "passed"),
        (1, 1, "passed"),
    ]
    assert "Twice the radius is four times the area." in found["tests"][1]["name"]
    assert HINT in found["tests"][1]["output"]
    assert "graded by a person" in found["output"]
    assert found["extra_data"] == {"walls": isolation().walls, "missing_walls": list(isolation().missing)}
    for hidden in ("assert_close", "36 * math.pi", str(tmp_path), "division by zero", "def test_"):
        assert hidden not in text


def test_a_folder_and_a_pipe_called_like_notebooks_are_passed_over(packed: bytes, tmp_path: Path) -> None:
    root = unpack(packed, tmp_path / "autograder")
    (root / "submission" / "x.ipynb").mkdir()
    (root / "submission" / "x.ipynb" / "y").touch()
    os.mkfifo(root / "submission" / "z.ipynb")
    make_deep(root / "submission", ["d" * 250] * 20)
    found = grade(root, json.loads((root / "source" / SETTINGS).read_text()) | {"allow_weak_isolation": True})
    require_format(found)
    assert found["score"] == 0
    assert "No notebook was handed in" in found["output"]


def test_nothing_is_written_through_a_link_that_was_handed_in(packed: bytes, tmp_path: Path) -> None:
    root = unpack(packed, tmp_path / "autograder")
    ours = tmp_path / "ours"
    ours.write_text("ours")
    for name in ("a", "b"):
        (root / "submission" / name).mkdir()
    (root / "submission" / "a" / "x.ipynb").symlink_to(ours)
    (root / "submission" / "b" / "x.ipynb").write_text("theirs")
    found = grade(root, json.loads((root / "source" / SETTINGS).read_text()) | {"allow_weak_isolation": True})
    assert found["score"] == 0
    assert ours.read_text() == "ours"


def test_a_fault_of_ours_is_an_answer_too(
    packed: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    root = unpack(packed, tmp_path / "autograder")
    monkeypatch.setenv("GRADESCOPE_ROOT", str(root))

    def fail(*arguments: object) -> None:
        raise IsADirectoryError("a fault of ours")

    monkeypatch.setattr("autograder.export.container.grade", fail)
    assert main() == 1
    assert json.loads((root / "results" / "results.json").read_text()) == {
        "output": NOT_GRADED,
        "stdout_visibility": "hidden",
    }
    assert "a fault of ours" in capsys.readouterr().err


def test_a_submission_that_cannot_be_read_gets_zero_and_a_sentence(packed: bytes, tmp_path: Path) -> None:
    root = unpack(packed, tmp_path / "autograder")
    (root / "submission" / "x.ipynb").write_text('{"cells": [')
    found = grade(root, json.loads((root / "source" / SETTINGS).read_text()) | {"allow_weak_isolation": True})
    require_format(found)
    assert found["score"] == 0
    assert "could not be read" in found["output"]


def test_the_zip_holds_one_assignment_and_nobody(packed: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        modes = {entry.filename: entry.external_attr >> 16 for entry in archive.infolist()}
        assert modes["setup.sh"] & 0o111
        assert modes["run_autograder"] & 0o111
        assert f"course/solutions/{A0}/checks/area/mistakes/not_squared.py" in modes
        content = b"".join(archive.read(name) for name in modes)
    for student in (b"Vries", b"anna@uni.example", b"u-ben"):
        assert student not in content


def test_passwords_in_the_courses_configuration_stay_here(graded: Course) -> None:
    config = graded.root / "nbgrader_config.py"
    before = config.read_text()
    config.write_text(
        f"{before}c.CourseDirectory.db_url = 'postgresql://ta:s3cret@db/course'\nc.Other.token = 's3cret'\n"
    )
    try:
        with zipfile.ZipFile(io.BytesIO(autograder_zip(graded, A0))) as archive:
            assert all(b"s3cret" not in archive.read(name) for name in archive.namelist())
            written = archive.read("course/nbgrader_config.py").decode()
    finally:
        config.write_text(before)
    assert "c.JudgeSubmission.cell_seconds = 5" in written


def test_where_weak_isolation_is_allowed_no_answers_are_in_the_zip_and_it_still_grades(
    graded: Course, tmp_path: Path
) -> None:
    done = to_gradescope(graded, A0, tmp_path / "out", allow_weak=True)
    assert any("can read the hidden checks" in note for note in done.notes)
    root = unpack(done.files[0].read_bytes(), tmp_path / "autograder")
    packed = root / "source" / "course"
    names = {path.relative_to(packed).as_posix() for path in packed.rglob("*") if path.is_file()}
    assert not any("mistakes" in name or "variants" in name or "transcripts" in name for name in names)
    assert "math.pi" not in (root / "source" / "course" / "solutions" / A0 / "master.py").read_text()
    (root / "submission" / f"{A0}.ipynb").write_text(submission(graded))
    assert grade(root, json.loads((root / "source" / SETTINGS).read_text()))["score"] == 5


def test_where_isolation_is_missing_and_not_waived_there_is_no_score(
    packed: bytes, tmp_path: Path, graded: Course
) -> None:
    root = unpack(packed, tmp_path / "autograder")
    (root / "submission" / f"{A0}.ipynb").write_text(submission(graded))
    container = root / "source" / "package" / "autograder" / "jail" / "walls" / "isolation.py"
    weak = (
        "\nimport dataclasses as _d\n_whole = isolation\n"
        "def isolation():\n    return _d.replace(_whole(), user_namespace=False, landlock=False)\n"
    )
    container.write_text(container.read_text() + weak)
    done = run(root)
    assert done.returncode == 1
    assert "--allow-weak-isolation" in done.stderr
    found = json.loads((root / "results" / "results.json").read_text())
    assert "score" not in found
    assert "tests" not in found
    assert "no fault of yours" in found["output"]


def test_results_of_what_was_graded_here_have_the_points_and_words_of_people(graded: Course, out: Path) -> None:
    done = to_gradescope(graded, A0, out)
    found = {path.parent.name: json.loads(path.read_text()) for path in done.files[1:]}
    assert set(found) == {"anna", "ben", "carl", "lena", "evil"}
    for each in found.values():
        require_format(each)
    assert {student: each["score"] for student, each in found.items()} == {
        "anna": 5.75, "ben": 5, "carl": 4, "lena": 3, "evil": 3,
    }  # fmt: skip
    written = found["anna"]["tests"][-1]
    assert (written["score"], written["max_score"], written["status"]) == (0.5, 1, "failed")
    assert "Which division?" in written["output"]
    assert "3 points less" in found["lena"]["output"]
    text = "".join(path.read_text() for path in done.files[1:])
    assert "assert_close" not in text
    assert str(graded.root) not in text


def test_the_scripts_are_sound_shell(packed: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        for name in ("setup.sh", "run_autograder"):
            subprocess.run(["bash", "-n"], input=archive.read(name), check=True)


def test_graded_notebooks_are_read_in_another_process(
    graded: Course, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To find out that one is not valid may take very long."""
    monkeypatch.setattr("nbformat.read", not_here(graded))
    assert len(to_gradescope(graded, A0, out).files) == 6
    assert {each.student: each.note.unreadable for each in read_graded(graded, A0)} == dict.fromkeys(
        ("anna", "ben", "carl", "evil", "lena"), ""
    )


def not_here(course: Course) -> Callable[..., Any]:
    """nbformat's own function, which fails where this process reads what was graded."""
    read, here = nbformat.read, os.getpid()

    def checked(file: Any, as_version: int) -> Any:
        graded = isinstance(file, Path) and course.root / "autograded" in file.parents
        assert not graded or os.getpid() != here
        return read(file, as_version=as_version)

    return checked


def test_who_cannot_be_read_is_named_and_the_others_have_results(graded: Course, out: Path) -> None:
    to_gradescope(graded, A0, out)
    path = graded.autograded("ben", A0)
    before = path.read_bytes()
    path.unlink()
    path.write_bytes(before[:1000])
    try:
        done = to_gradescope(graded, A0, out)
    finally:
        path.write_bytes(before)
    assert {path.parent.name for path in done.files[1:]} == {"anna", "carl", "lena", "evil"}
    assert not (out / "results" / "ben" / "results.json").exists()
    assert [note.partition(",")[0] for note in done.notes] == ["ben has no results.json"]
