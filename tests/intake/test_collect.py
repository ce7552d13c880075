"""From an LMS's archive to submitted/: everybody's newest notebook, nothing guessed, nothing lost."""

from __future__ import annotations

import io
import os
import shutil
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from time import sleep
from typing import Any
from zoneinfo import ZoneInfo

import nbformat
import pytest
from nbgrader.api import Gradebook
from nbgrader.coursedir import CourseDirectory
from typer.testing import CliRunner

from autograder.cli import app
from autograder.course import Course
from autograder.errors import CourseError
from autograder.intake import handed
from autograder.intake.collect import BOUNDS, Collection, collect
from autograder.intake.handed import LARGEST_OTHER, LARGEST_TOTAL, Handed, HandedFiles, read_handed
from autograder.intake.handins import Handin, read_handins
from tests.conftest import A0
from tests.intake.packing import NOON, pack, packed, with_link

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")

ROSTER = "id,name,email\nanna,Anna Müller,anna@x\nben,Ben Dijk,ben@x\ncleo,Cleo Kim,cleo@x\ncleo2,Cleo Kim,cleo2@x\n"
LATER = (2026, 3, 11, 9, 30, 0)


def moodle(name: str, number: int, file: str = f"{A0}.ipynb") -> str:
    return f"{name}_{number}_assignsubmission_file_/{file}"


@pytest.fixture
def notebook(tiny_course: Course) -> bytes:
    return tiny_course.release(A0).read_bytes()


@pytest.fixture
def roster(tmp_path: Path) -> Path:
    path = tmp_path / "roster.csv"
    path.write_text(ROSTER)
    return path


def states(collection: Collection) -> dict[str, str]:
    return {each.student: each.state for each in collection.taken}


def everything(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def take(course: Course, source: Path, roster: Path | None = None, **options: object) -> Collection:
    return collect(course, A0, source, roster, zone=ZoneInfo("Europe/Berlin"), **options)  # type: ignore[arg-type]


def test_a_moodle_zip(tiny_course: Course, tmp_path: Path, roster: Path, notebook: bytes) -> None:
    files = {
        moodle("Anna Müller", 1): notebook,
        moodle("Anna Müller", 1, "pictures/plot.png"): b"picture",
        moodle("Anna Müller", 1, "timestamp.txt"): b"1999-01-01 00:00:00 UTC",
        "Anna Müller_1_assignsubmission_onlinetext_/onlinetext.html": b"<script>",
        "Ben Dijk_2_assignsubmission_file_my work.ipynb": notebook,
    }
    found = take(tiny_course, pack(tmp_path / "x.zip", files), roster)
    assert (found.system, states(found), found.left) == ("moodle", {"anna": "new", "ben": "new"}, [])
    folder = tiny_course.root / "submitted" / "anna" / A0
    assert everything(folder) == {
        f"{A0}.ipynb": notebook,
        "pictures/plot.png": b"picture",
        "timestamp.txt": b"2026-03-10 11:00:00.000000 UTC\n",
    }
    # the way nbgrader reads it, for late submissions
    assert CourseDirectory().get_existing_timestamp(str(folder)) == datetime(2026, 3, 10, 11)
    assert everything(tiny_course.root / "submitted" / "ben" / A0).keys() == {f"{A0}.ipynb", "timestamp.txt"}
    assert "not the student's to tell" in found.taken[0].remarks[0]
    assert any("read as Europe/Berlin time" in remark for remark in found.remarks)
    assert read_handins(tiny_course, A0)["ben"] == Handin(
        "ben",
        "moodle",
        "Ben Dijk",
        "2",
        "Ben Dijk_2_assignsubmission_file_",
        "my work.ipynb",
        "2026-03-10T11:00:00+00:00",
    )
    with Gradebook(f"sqlite:///{tiny_course.root}/gradebook.db") as gradebook:
        known = {each.id: (each.first_name, each.last_name, each.email) for each in gradebook.students}
    # those who handed in nothing too, so that they can be missed
    assert known == {
        "anna": ("Anna", "Müller", "anna@x"),
        "ben": ("Ben", "Dijk", "ben@x"),
        "cleo": ("Cleo", "Kim", "cleo@x"),
        "cleo2": ("Cleo", "Kim", "cleo2@x"),
    }


def test_a_canvas_zip(tiny_course: Course, tmp_path: Path, notebook: bytes) -> None:
    roster = tmp_path / "gradebook.csv"
    roster.write_text(
        "Student,ID,SIS User ID,SIS Login ID,Section\n    Points Possible,,,,\n"
        '"Müller, Anna",71,S1,amueller,1\n"Dijk, Ben",72,S2,bdijk,1\n"Student, Test",99,,test,1\n'
    )
    older, newer = notebook, notebook + b"\n"
    files = {
        "mulleranna_LATE_71_500_a0_tiny.ipynb": older,
        "mulleranna_LATE_71_501_a0_tiny-1.ipynb": newer,
        "dijkben_72_502_work.ipynb": notebook,
        "mulleranna_LATE_71_503_data.csv": b"1,2",
    }
    found = take(tiny_course, pack(tmp_path / "x.zip", files), roster)
    assert (found.system, states(found), found.left) == ("canvas", {"amueller": "new", "bdijk": "new"}, [])
    folder = tiny_course.root / "submitted" / "amueller" / A0
    assert everything(folder).keys() == {f"{A0}.ipynb", "data.csv", "timestamp.txt"}
    assert (folder / f"{A0}.ipynb").read_bytes() == newer
    assert "highest count" in found.taken[0].remarks[0]
    handins = read_handins(tiny_course, A0)
    assert (handins["amueller"].late, handins["amueller"].participant, handins["bdijk"].late) == (True, "71", False)
    with Gradebook(f"sqlite:///{tiny_course.root}/gradebook.db") as gradebook:
        assert {each.id: each.lms_user_id for each in gradebook.students} == {"amueller": "71", "bdijk": "72"}


def test_collecting_the_same_archive_twice_changes_nothing(
    tiny_course: Course, tmp_path: Path, roster: Path, notebook: bytes
) -> None:
    source = pack(tmp_path / "x.zip", {moodle("Anna Müller", 1): notebook, moodle("Ben Dijk", 2): notebook})
    take(tiny_course, source, roster)
    places = [tiny_course.root / name for name in ("submitted", ".autograder")]
    before = [everything(place) for place in places]
    times = {path: path.stat().st_mtime_ns for path in places[0].rglob("*")}
    assert states(take(tiny_course, source, roster)) == {"anna": "unchanged", "ben": "unchanged"}
    assert [everything(place) for place in places] == before
    assert {path: path.stat().st_mtime_ns for path in places[0].rglob("*")} == times


def test_of_resubmissions_the_newest_stays_and_the_others_are_archived(
    tiny_course: Course, tmp_path: Path, roster: Path, notebook: bytes
) -> None:
    first = pack(tmp_path / "first.zip", {moodle("Anna Müller", 1): notebook})
    second = pack(tmp_path / "second.zip", {moodle("Anna Müller", 1): notebook + b"\n"}, LATER)
    take(tiny_course, first, roster)
    assert states(take(tiny_course, second, roster)) == {"anna": "newer"}
    submitted = tiny_course.root / "submitted" / "anna" / A0
    archive = tiny_course.root / ".autograder" / "archive" / A0 / "anna"
    assert (submitted / f"{A0}.ipynb").read_bytes() == notebook + b"\n"
    assert everything(archive).keys() == {f"2026-03-10T11-00-00Z/{name}" for name in (f"{A0}.ipynb", "timestamp.txt")}
    # an old archive again: nothing moves, and the newest is still the one that feedback goes back to
    before = everything(tiny_course.root / ".autograder"), everything(submitted)
    assert states(take(tiny_course, first, roster)) == {"anna": "older"}
    assert (everything(tiny_course.root / ".autograder"), everything(submitted)) == before


def test_an_older_one_that_comes_later_goes_into_the_archive(
    tiny_course: Course, tmp_path: Path, roster: Path, notebook: bytes
) -> None:
    take(tiny_course, pack(tmp_path / "new.zip", {moodle("Anna Müller", 1): notebook}, LATER), roster)
    older = pack(tmp_path / "old.zip", {moodle("Anna Müller", 1): notebook + b"\n"})
    for _ in range(2):
        assert states(take(tiny_course, older, roster)) == {"anna": "older"}
    assert (tiny_course.root / "submitted" / "anna" / A0 / f"{A0}.ipynb").read_bytes() == notebook
    [kept] = (tiny_course.root / ".autograder" / "archive" / A0 / "anna").iterdir()
    assert (kept / f"{A0}.ipynb").read_bytes() == notebook + b"\n"


def test_what_is_doubtful_is_listed_and_the_rest_is_collected(
    tiny_course: Course, tmp_path: Path, roster: Path, notebook: bytes
) -> None:
    other = notebook.replace(b'"assignment": "a0_tiny"', b'"assignment": "a1_other"')
    (tiny_course.solutions / "a1_other").mkdir()
    (tiny_course.solutions / "a1_other" / "master.py").write_text("# %%\n")
    files = {
        moodle("Anna Müller", 1): notebook,
        moodle("Cleo Kim", 3): notebook,
        moodle("No Body", 4): notebook,
        moodle("Ben Dijk", 5, "one.ipynb"): notebook,
        moodle("Ben Dijk", 5, "two.ipynb"): notebook,
        "readme.txt": b"hello",
    }
    found = take(tiny_course, pack(tmp_path / "x.zip", files), roster)
    assert states(found) == {"anna": "new"}
    sentences = sorted(left.sentence for left in found.left)
    assert sentences == [
        "Ben Dijk_5_assignsubmission_file_: there are several notebooks in it (one.ipynb, two.ipynb), "
        "and it cannot be told which one is meant.",
        "Cleo Kim_3_assignsubmission_file_: 2 people in the roster are called that (cleo, cleo2).",
        "No Body_4_assignsubmission_file_: nobody in the roster is called 'No Body'.",
        "readme.txt: the name does not tell whose it is.",
    ]
    assert [path.name for path in (tiny_course.root / "submitted").iterdir()] == ["anna"]
    files = {moodle("Ben Dijk", 5): other, moodle("Anna Müller", 1, "essay.pdf"): b"pdf"}
    left = [
        each.sentence.partition(": ")[2] for each in take(tiny_course, pack(tmp_path / "y.zip", files), roster).left
    ]
    assert left == [f"{A0}.ipynb is a notebook of a1_other.", "there is no notebook in it, only essay.pdf."]


def test_two_hand_ins_of_one_person_are_told_apart_by_time_or_left_alone(
    tiny_course: Course, tmp_path: Path, roster: Path, notebook: bytes
) -> None:
    folder = tmp_path / "source"
    for name, data, time in (("anna", notebook, 2_000_000), ("Anna Müller", notebook + b"\n", 1_000_000)):
        (folder / name).mkdir(parents=True)
        (folder / name / "x.ipynb").write_bytes(data)
        os.utime(folder / name / "x.ipynb", (time, time))
    found = take(tiny_course, folder, roster)
    assert (states(found), found.left) == ({"anna": "newer"}, [])
    assert (tiny_course.root / "submitted" / "anna" / A0 / f"{A0}.ipynb").read_bytes() == notebook
    (folder / "anna" / "x.ipynb").write_bytes(notebook + b"\n\n")
    os.utime(folder / "anna" / "x.ipynb", (1_000_000, 1_000_000))
    [left] = take(tiny_course, folder, roster).left
    assert "it cannot be told which one is the newest" in left.sentence


def test_the_same_time_and_another_content_is_left_alone(
    tiny_course: Course, tmp_path: Path, roster: Path, notebook: bytes
) -> None:
    take(tiny_course, pack(tmp_path / "x.zip", {moodle("Anna Müller", 1): notebook}), roster)
    found = take(tiny_course, pack(tmp_path / "y.zip", {moodle("Anna Müller", 1): notebook + b" "}), roster)
    assert found.taken == []
    assert "cannot be told which is newer" in found.left[0].sentence
    assert (tiny_course.root / "submitted" / "anna" / A0 / f"{A0}.ipynb").read_bytes() == notebook


def test_hostile_files_cost_only_themselves(
    tiny_course: Course, tmp_path: Path, roster: Path, notebook: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handed, "LARGEST_OTHER", 1000)
    files = {
        moodle("Anna Müller", 1): notebook,
        moodle("Anna Müller", 1, "../../../../evil.txt"): b"evil",
        moodle("Anna Müller", 1, "huge.bin"): bytes(2000),
        moodle("Ben Dijk", 2): bytes(100 << 20),
        "/tmp/owned-by-collect.ipynb": b"evil",
    }
    source = tmp_path / "x.zip"
    source.write_bytes(with_link(files, moodle("Anna Müller", 1, "link"), "/etc/passwd"))
    found = take(tiny_course, source, roster)
    assert states(found) == {"anna": "new"}
    assert everything(tiny_course.root / "submitted" / "anna" / A0).keys() == {f"{A0}.ipynb", "timestamp.txt"}
    words = " ".join(left.sentence for left in found.left)
    assert all(
        word in words for word in ("'..' in its path", "absolute path", "link to another place", "more than the 64 MB")
    )
    assert "huge.bin was left out" in " ".join(found.taken[0].remarks)
    assert not (tmp_path / "evil.txt").exists()
    assert not Path("/tmp/owned-by-collect.ipynb").exists()
    assert not (tiny_course.root / "submitted" / "ben").exists()


def test_a_zip_of_the_students_own_is_opened_one_level_deep(
    tiny_course: Course, tmp_path: Path, roster: Path, notebook: bytes
) -> None:
    inner: Mapping[str, bytes] = {
        "homework/x.ipynb": notebook,
        "homework/data/y.csv": b"1",
        "homework/../../../z": b"evil",
        "homework/more.zip": packed({"deep.ipynb": notebook}),
    }
    files = {moodle("Anna Müller", 1, "homework.zip"): packed(inner), moodle("Ben Dijk", 2, "x.zip"): b"PK broken"}
    found = take(tiny_course, pack(tmp_path / "x.zip", files), roster)
    assert states(found) == {"anna": "new"}
    assert everything(tiny_course.root / "submitted" / "anna" / A0).keys() == {
        f"{A0}.ipynb", "data/y.csv", "more.zip", "timestamp.txt",
    }  # fmt: skip
    assert "'..' in its path" in found.taken[0].remarks[0]
    assert "not a zip that can be read" in found.left[0].sentence


def test_a_students_own_zip_does_not_say_when_it_was_handed_in(
    tiny_course: Course, tmp_path: Path, roster: Path, notebook: bytes
) -> None:
    own = pack(tmp_path / "own.zip", {f"{A0}.ipynb": notebook}, (2020, 1, 1, 0, 0, 0)).read_bytes()
    archive = pack(tmp_path / "x.zip", {moodle("Anna Müller", 1, "own.zip"): own}, LATER)
    (taken,) = take(tiny_course, archive, roster).taken
    assert taken.state == "new"
    time_file = tiny_course.submission("anna", A0) / "timestamp.txt"
    assert time_file.read_text().startswith("2026-03-11")


def test_names_that_stand_in_each_others_way(
    tiny_course: Course, tmp_path: Path, roster: Path, notebook: bytes
) -> None:
    files = {
        moodle("Anna Müller", 1, "my.ipynb"): notebook,
        moodle("Anna Müller", 1, "a"): b"file",
        moodle("Anna Müller", 1, "a/b"): b"in a folder of that name",
    }
    found = take(tiny_course, pack(tmp_path / "x.zip", files), roster)
    assert states(found) == {"anna": "new"}
    assert "its name is taken" in found.taken[0].remarks[0]


def test_folders_files_and_one_notebook(tiny_course: Course, tmp_path: Path, roster: Path, notebook: bytes) -> None:
    folders, files = tmp_path / "folders", tmp_path / "files"
    (folders / "anna" / A0).mkdir(parents=True)
    (folders / "anna" / A0 / f"{A0}.ipynb").write_bytes(notebook)
    files.mkdir()
    (files / "ben.ipynb").write_bytes(notebook)
    assert states(take(tiny_course, folders, roster)) == {"anna": "new"}
    assert states(take(tiny_course, files)) == {"ben": "new"}
    assert states(take(tiny_course, files / "ben.ipynb", student="zoe")) == {"zoe": "new"}
    with pytest.raises(CourseError, match="cannot be a student's id"):
        take(tiny_course, files / "ben.ipynb", student="../zoe")
    with pytest.raises(CourseError, match="does not exist"):
        take(tiny_course, tmp_path / "nowhere.zip")


def test_without_a_roster_ids_are_made_and_said_and_stay_the_same(
    tiny_course: Course, tmp_path: Path, notebook: bytes
) -> None:
    first = take(tiny_course, pack(tmp_path / "x.zip", {moodle("Anna  MÜLLER", 1): notebook}))
    assert states(first) == {"anna_muller": "new"}
    assert any("such as 'anna_muller'" in remark for remark in first.remarks)
    again = take(tiny_course, pack(tmp_path / "y.zip", {moodle("Anna Müller", 1): notebook + b"\n"}, LATER))
    assert states(again) == {"anna_muller": "newer"}
    assert not any("Without a roster" in remark for remark in again.remarks)
    other = take(tiny_course, pack(tmp_path / "z.zip", {moodle("Ben Dijk", 99): notebook}))
    assert states(other) == {"ben_dijk": "new"}


def test_in_another_assignment_moodle_has_other_numbers_for_everybody(
    tiny_course: Course, tmp_path: Path, notebook: bytes
) -> None:
    shutil.copytree(tiny_course.solutions / A0, tiny_course.solutions / "a1_other")
    files = {moodle("Anna Müller", 1): notebook, moodle("Ben Dijk", 2): notebook}
    assert states(take(tiny_course, pack(tmp_path / "x.zip", files))) == {"anna_muller": "new", "ben_dijk": "new"}
    later = notebook.replace(b'"assignment": "a0_tiny"', b'"assignment": "a1_other"')
    # Moodle's numbers are used once, but ours need not rely on it
    files = {moodle("Anna Müller", 2): later, moodle("Ben Dijk", 99): later}
    found = collect(tiny_course, "a1_other", pack(tmp_path / "y.zip", files))
    assert (states(found), found.left) == ({"anna_muller": "new", "ben_dijk": "new"}, [])


def test_times_that_are_none_are_said(tiny_course: Course, tmp_path: Path, roster: Path, notebook: bytes) -> None:
    for number, time in enumerate([(1980, 1, 1, 0, 0, 0), (2099, 1, 1, 0, 0, 0)]):
        name = ("Anna Müller", "Ben Dijk")[number]
        found = take(tiny_course, pack(tmp_path / "x.zip", {moodle(name, number): notebook}, time), roster)
        assert "time of the submission is not known" in found.taken[0].remarks[0]
        assert not (tiny_course.root / "submitted" / found.taken[0].student / A0 / "timestamp.txt").exists()


def test_the_worksheets_time_is_better_than_the_files(tiny_course: Course, tmp_path: Path, notebook: bytes) -> None:
    worksheet = tmp_path / "grades.csv"
    worksheet.write_text(
        "Identifier,Full name,Email address,Last modified (submission)\n"
        'Participant 1,Anna Müller,anna@x,"Monday, 9 March 2026, 11:59 PM"\nParticipant 2,Ben Dijk,ben@x,-\n'
    )
    files = {moodle("Anna Müller", 1): notebook, moodle("Ben Dijk", 2): notebook}
    take(tiny_course, pack(tmp_path / "x.zip", files), worksheet)
    handins = read_handins(tiny_course, A0)
    assert datetime.fromisoformat(handins["anna"].time) == datetime(2026, 3, 9, 22, 59, tzinfo=UTC)
    assert datetime.fromisoformat(handins["ben"].time) == datetime(*NOON[:3], 11, tzinfo=UTC)


def test_the_command_says_what_it_did(
    tiny_course: Course, tmp_path: Path, roster: Path, notebook: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tiny_course.root)
    source = pack(tmp_path / "x.zip", {moodle("Anna Müller", 1): notebook, moodle("[red]No Body", 2): notebook})
    command = ["collect", A0, str(source), "--roster", str(roster), "--timezone", "Europe/Berlin"]
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 1
    assert f"{A0}: 1 submission from moodle: 1 new; 1 left alone." in result.output
    assert "left alone: [red]No Body_2_assignsubmission_file_: nobody in the roster" in result.output
    good = CliRunner().invoke(app, [*command[:2], str(tiny_course.release(A0)), "--student", "zoe"])
    assert (good.exit_code, "1 new; 0 left alone" in good.output) == (0, True)
    for wrong, words in (
        (["collect", A0, str(tiny_course.release(A0))], "Whose is"),
        (["collect", A0, str(source), "--timezone", "Mars/Base"], "no time zone"),
        (["collect", "a9_none", str(source)], "There is no assignment"),
    ):
        error = CliRunner().invoke(app, wrong).exception
        assert isinstance(error, CourseError)
        assert words in str(error)


def test_a_notebook_nobody_can_read_is_collected_all_the_same(
    tiny_course: Course, tmp_path: Path, roster: Path, notebook: bytes
) -> None:
    found = take(tiny_course, pack(tmp_path / "x.zip", {moodle("Anna Müller", 1): notebook[:500]}), roster)
    assert states(found) == {"anna": "new"}
    with pytest.raises(nbformat.reader.NotJSONError):
        nbformat.read(tiny_course.root / "submitted" / "anna" / A0 / f"{A0}.ipynb", as_version=4)


def test_a_folder_in_the_place_of_the_time_is_left_out(
    tiny_course: Course, tmp_path: Path, roster: Path, notebook: bytes
) -> None:
    files = {moodle("Anna Müller", 1): notebook, moodle("Anna Müller", 1, "timestamp.txt/inside.csv"): b"x"}
    found = take(tiny_course, pack(tmp_path / "x.zip", files), roster)
    assert states(found) == {"anna": "new"}
    assert "the time of a submission is not the student's to tell" in found.taken[0].remarks[0]
    assert (tiny_course.root / "submitted" / "anna" / A0 / "timestamp.txt").is_file()


def test_the_secret_of_nbgraders_exchange_is_not_the_students_to_hand_in(
    tiny_course: Course, tmp_path: Path, roster: Path, notebook: bytes
) -> None:
    files = {moodle("Anna Müller", 1): notebook, moodle("Anna Müller", 1, "Submission_Secret.txt"): b"\xff\xfe\x00"}
    found = take(tiny_course, pack(tmp_path / "x.zip", files), roster)
    assert "nbgrader's exchange would take it for its own" in found.taken[0].remarks[0]
    assert not list(tiny_course.submission("anna", A0).glob("*ecret*"))


@pytest.mark.parametrize("odd", ["folder", "pipe"])
def test_what_was_put_in_the_place_of_a_time_since_does_not_stop_collecting(
    tiny_course: Course, tmp_path: Path, roster: Path, notebook: bytes, odd: str
) -> None:
    source = pack(tmp_path / "x.zip", {moodle("Anna Müller", 1): notebook})
    take(tiny_course, source, roster)
    time = tiny_course.root / "submitted" / "anna" / A0 / "timestamp.txt"
    time.unlink()
    time.mkdir() if odd == "folder" else os.mkfifo(time)
    newer = pack(tmp_path / "y.zip", {moodle("Anna Müller", 1): notebook + b" "}, LATER)
    assert states(take(tiny_course, newer, roster)) == {"anna": "newer"}


@pytest.mark.parametrize("name", ["nbgrader_config.py", "nbgrader_config.json", "deep/jupyter_notebook_config.py"])
def test_a_configuration_is_never_taken(
    tiny_course: Course, tmp_path: Path, roster: Path, notebook: bytes, name: str
) -> None:
    files = {moodle("Anna Müller", 1): notebook, moodle("Anna Müller", 1, name): b"raise SystemExit"}
    found = take(tiny_course, pack(tmp_path / "x.zip", files), roster)
    assert "was left out: programs would take it for their configuration" in found.taken[0].remarks[0]
    assert [path.name for path in tiny_course.submission("anna", A0).rglob("*config*")] == []


def test_names_that_no_disk_takes_are_listed(
    tiny_course: Course, tmp_path: Path, roster: Path, notebook: bytes
) -> None:
    source = tmp_path / "handed in"
    for name in (b"anna", b"\xff\xfe"):
        folder = os.path.join(os.fsencode(source), name)
        os.makedirs(folder)
        with open(os.path.join(folder, b"x.ipynb"), "wb") as file:
            file.write(notebook)
    found = take(tiny_course, source, roster)
    assert states(found) == {"anna": "new"}
    assert [left.sentence for left in found.left] == ["??/x.ipynb has a name that no file should have."]
    long = "/".join(["d" * 190] * 8)
    files = {moodle("Anna Müller", 1): notebook, moodle("Ben Dijk", 2, f"{long}/x.ipynb"): notebook}
    found = take(tiny_course, pack(tmp_path / "x.zip", files), roster)
    assert [left.sentence.rpartition(" has ")[2] for left in found.left] == ["a name or path that is too long."]


def test_what_cannot_be_written_is_listed_and_others_are_taken(
    tiny_course: Course, tmp_path: Path, roster: Path, notebook: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, target: Path) -> Path:
        if "anna" in str(target):
            raise OSError(36, "File name too long")
        os.rename(path, target)
        return target

    monkeypatch.setattr(Path, "rename", refuse)
    files = {moodle("Anna Müller", 1): notebook, moodle("Ben Dijk", 2): notebook}
    found = take(tiny_course, pack(tmp_path / "x.zip", files), roster)
    assert states(found) == {"ben": "new"}
    assert found.left[0].sentence.endswith("it cannot be written: File name too long.")


def test_zips_that_cannot_be_unpacked_cost_only_themselves(
    tiny_course: Course, tmp_path: Path, roster: Path, notebook: bytes
) -> None:
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("x.ipynb", notebook)
    many = {moodle("Ben Dijk", 2, f"{number}.zip"): packed({f"{number}.txt": b"x"}) for number in range(9)}
    files = {
        moodle("Anna Müller", 1): notebook,
        moodle("Anna Müller", 1, "x.zip"): bomb.getvalue(),
        moodle("Ben Dijk", 2): notebook,
        **many,
    }
    found = take(tiny_course, pack(tmp_path / "x.zip", files), roster)
    assert states(found) == {"anna": "new", "ben": "new"}
    assert "packed in an unusual way" in found.taken[0].remarks[0]
    assert sum("too many zips" in remark for remark in found.taken[1].remarks) == 4


@pytest.mark.parametrize(
    ("harm", "why"),
    [
        (lambda: sleep(60), "takes more time"),
        (lambda: bytearray(2 * BOUNDS.memory), "takes more memory"),
        (lambda: 1 // 0, "ZeroDivisionError"),
    ],
    ids=["time", "memory", "a fault of ours"],
)
def test_a_hand_in_that_is_too_costly_to_read_costs_only_itself(
    tiny_course: Course,
    tmp_path: Path,
    roster: Path,
    notebook: bytes,
    monkeypatch: pytest.MonkeyPatch,
    harm: Callable[[], object],
    why: str,
) -> None:
    def read(found: HandedFiles, *others: Any) -> Handed:
        if "Anna" in found.origin.folder:
            harm()
        return read_handed(found, *others)

    monkeypatch.setattr("autograder.intake.collect.read_handed", read)
    monkeypatch.setattr("autograder.intake.collect.BOUNDS", replace(BOUNDS, seconds=2))
    files = {moodle("Anna Müller", 1): notebook, moodle("Ben Dijk", 2): notebook, moodle("Zoe Li", 3): b""}
    found = take(tiny_course, pack(tmp_path / "x.zip", files), roster)
    assert states(found) == {"ben": "new"}
    assert why in found.left[-1].sentence


def test_the_most_that_may_be_handed_in_is_taken(
    tiny_course: Course, tmp_path: Path, roster: Path, notebook: bytes
) -> None:
    size = LARGEST_OTHER - 1
    largest = {moodle("Anna Müller", 1, f"{number}.bin"): bytes(size) for number in range(LARGEST_TOTAL // size)}
    found = take(tiny_course, pack(tmp_path / "x.zip", {moodle("Anna Müller", 1): notebook, **largest}), roster)
    assert states(found) == {"anna": "new"}
    assert not found.taken[0].remarks


def test_remarks_are_no_more_than_people_read(
    tiny_course: Course, tmp_path: Path, roster: Path, notebook: bytes
) -> None:
    odd = {f"{number}/nbgrader_config.py": b"" for number in range(150)}
    files = {moodle("Anna Müller", 1): notebook, moodle("Anna Müller", 1, "x.zip"): packed(odd)}
    found = take(tiny_course, pack(tmp_path / "x.zip", files), roster)
    assert found.taken[0].remarks[-1] == "There are 50 more remarks like these."


def test_a_folder_around_everything_is_said(tiny_course: Course, tmp_path: Path, notebook: bytes) -> None:
    wrapped = pack(tmp_path / "x.zip", {"all/anna.ipynb": notebook, "all/ben.ipynb": notebook})
    assert "Everything lies in the folder 'all'" in " ".join(take(tiny_course, wrapped).remarks)
    alone = pack(tmp_path / "y.zip", {"anna/dijkben_3_4_x.ipynb": notebook + b" "}, LATER)
    found = take(tiny_course, alone)
    assert states(found) == {"anna": "newer"}
    assert "Everything lies" not in " ".join(found.remarks)
