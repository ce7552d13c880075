"""From Moodle's zip to Moodle's feedback zip: collect, grade, export."""

import io
import zipfile
from pathlib import Path

import nbformat
import pytest
from typer.testing import CliRunner

from autograder.cli import app
from autograder.course import Course
from autograder.course.answers import answers_of, with_answers
from autograder.course.master import read_master
from tests.conftest import A0
from tests.export.conftest import table_of
from tests.export.test_moodle import moodle_takes

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")

CLASS = {200001: "Åsa Öberg", 200002: "Jean-Luc d'Arc", 200003: "Li Wei"}


def moodle_zip(course: Course) -> bytes:
    """What "Download all submissions" gives: a folder per student."""
    release = nbformat.read(course.release(A0), as_version=4)
    right = answers_of(read_master(course.master(A0)))
    answers = [
        {"area": right["area"], "mean": right["mean"]},
        {"area": right["area"]},
        {},
    ]
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as packed:
        for (number, name), filled in zip(CLASS.items(), answers, strict=True):
            text = nbformat.writes(with_answers(release, filled))
            packed.writestr(f"{name}_{number}_assignsubmission_file_/my work.ipynb", text)
    return archive.getvalue()


def test_a_class_goes_from_moodle_and_back_in_three_commands(
    tiny_course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "Course-A0-4711.zip"
    source.write_bytes(moodle_zip(tiny_course))
    roster = tmp_path / "roster.csv"
    roster.write_text("id,name,email\n" + "".join(f"s{n},{name},s{n}@uni.example\n" for n, name in CLASS.items()))
    monkeypatch.chdir(tiny_course.root)
    for command in (
        ["collect", A0, str(source), "--roster", str(roster)],
        ["grade", A0],
        ["export", A0, "--to", "moodle"],
    ):
        done = CliRunner().invoke(app, command)
        assert done.exit_code == 0, (done.output, done.exception)
    folder = tiny_course.root / "exported" / A0
    lines = table_of((folder / f"{A0}_grades.csv").read_text(), "Identifier")
    assert {name: line["Grade"] for name, line in lines.items()} == {
        "Participant 200001": "5",
        "Participant 200002": "3",
        "Participant 200003": "0",
    }
    with zipfile.ZipFile(folder / f"{A0}_feedback.zip") as packed:
        owners = {moodle_takes(name, set(CLASS)): packed.read(name).decode() for name in packed.namelist()}
        assert f"{CLASS[200001]}_200001_assignsubmission_file_/feedback.html" in packed.namelist()
    assert set(owners) == set(CLASS)
    assert "Åsa Öberg" in owners[200001]
