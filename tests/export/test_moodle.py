"""To Moodle and back: worksheets and a zip, read as Moodle reads them."""

import re
import zipfile
from pathlib import Path

import pytest
from nbgrader.api import Gradebook

from autograder.course import Course
from autograder.errors import CourseError
from autograder.export.moodle import HEADER
from autograder.export.write import to_moodle
from autograder.intake.handins import Handin, read_handins, write_handins
from tests.conftest import A0
from tests.export.conftest import FORMULA, table_of, url

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")

# As Moodle writes it: a byte order mark, all quoted but what needs no quotes, lines in an order of its own.
WORKSHEET = (
    "\ufeffIdentifier,\"Full name\",\"ID number\",\"Email address\",Status,Grade,\"Maximum Grade\",\"Grade can be changed\","
    "\"Last modified (submission)\",\"Last modified (grade)\",\"Feedback comments\"\n"
    '"Participant 100005","=cmd",,mallory@uni.example,"Submitted for grading",,6.00,Yes,"Saturday, 1 March 2025, 10:00 AM",-,\n'
    '"Participant 100001","Anna Ångström",,anna@uni.example,"Submitted for grading",,6.00,Yes,"Saturday, 1 March 2025, 10:00 AM",-,\n'
    '"Participant 100009","Ada Absent",,ada@uni.example,"No submission",,6.00,Yes,-,-,\n'
    '"Participant 100002","Ben de Vries",,ben@uni.example,"Submitted for grading - graded",1.00,6.00,Yes,'
    '"Saturday, 1 March 2025, 10:00 AM","Sunday, 2 March 2025, 9:00 AM","<p>old</p>"\n'
)  # fmt: skip


def moodle_takes(path: str, participants: set[int]) -> int | None:
    """Whose feedback a file of the zip becomes, by the rule of Moodle's importer: the parts between underscores."""
    parts = path.split("/")
    if parts[-1].startswith((".", "~")):
        return None
    for part in parts:
        info = part.split("_", 4)
        known = len(info) >= 4 and info[1].isdigit() and int(info[1]) in participants
        if known and info[2:4] in (["assignsubmission", "file"], ["assignfeedback", "file"]):
            return int(info[1])
    return None


@pytest.fixture
def worksheet(tmp_path: Path) -> Path:
    path = tmp_path / "Grades-course-a0-4711.csv"
    path.write_bytes(WORKSHEET.encode())
    return path


def test_a_worksheet_comes_back_with_grades_and_otherwise_as_it_was(graded: Course, out: Path, worksheet: Path) -> None:
    done = to_moodle(graded, A0, out, worksheet)
    text = done.files[0].read_bytes().decode()
    lines = table_of(text.removeprefix("\ufeff"), "Identifier")
    assert {name: line["Grade"] for name, line in lines.items()} == {
        "Participant 100005": "3",
        "Participant 100001": "5.75",
        "Participant 100009": "",
        "Participant 100002": "5",
    }
    comment = lines["Participant 100001"]["Feedback comments"]
    assert comment.startswith("<p>5.75 of 6 points.")
    assert "Which division? &lt;b&gt;Say&lt;/b&gt; it, please." in comment
    # without what was filled in, every byte is Moodle's
    emptied = re.sub(r'(?<=,)"?<p>[\d.]+ of 6.*?</p>"?(?=\n)', "", text)
    emptied = re.sub(r",(?:3|5\.75)(?=,6\.00)", ",", emptied)
    before = WORKSHEET.replace('"<p>old</p>"', "").replace(",1.00,6.00", ",5,6.00")
    assert emptied == before


def test_who_is_not_in_the_worksheet_is_named(graded: Course, out: Path, worksheet: Path) -> None:
    (note,) = to_moodle(graded, A0, out, worksheet).notes
    assert "Lena Under_score" in note
    assert 'Carl O"Neil, Jr.' in note


def test_without_a_worksheet_one_is_made_from_what_was_collected(graded: Course, out: Path) -> None:
    text = to_moodle(graded, A0, out).files[0].read_bytes().decode()
    lines = table_of(text, "Identifier")
    assert tuple(lines["Participant 100001"]) == HEADER
    assert {name: line["Grade"] for name, line in lines.items()} == {
        "Participant 100001": "5.75",
        "Participant 100002": "5",
        "Participant 100003": "4",
        "Participant 100004": "3",
        "Participant 100005": "3",
    }
    assert "3 points less" in lines["Participant 100004"]["Feedback comments"]
    assert lines["Participant 100005"]["Full name"] == f"'{FORMULA}"


def test_moodle_finds_the_student_of_every_page_in_the_zip(graded: Course, out: Path) -> None:
    archive = to_moodle(graded, A0, out).files[1]
    with zipfile.ZipFile(archive) as packed:
        names = packed.namelist()
        owners = {moodle_takes(name, set(range(100001, 100006))): packed.read(name).decode() for name in names}
    assert set(owners) == set(range(100001, 100006))
    assert "Anna_100001" not in names[0]
    assert "Anna Ångström_100001_assignsubmission_file_/feedback.html" in names
    assert "Lena Under score_100004_assignsubmission_file_/feedback.html" in names
    assert "Anna Ångström" in owners[100001]
    assert "Which" in owners[100001]
    assert not any(".." in name or name.startswith("/") or "\\" in name for name in names)


def test_participants_that_only_the_worksheet_knows_get_their_page_too(
    graded: Course, out: Path, worksheet: Path
) -> None:
    before = read_handins(graded, A0)
    kept = graded.root / ".autograder" / "collected" / f"{A0}.json"
    text = kept.read_text()
    kept.unlink()
    try:
        done = to_moodle(graded, A0, out, worksheet)
        with zipfile.ZipFile(done.files[1]) as packed:
            assert {moodle_takes(name, {100001, 100002}) for name in packed.namelist()} == {100001, 100002}
        lines = table_of(done.files[0].read_bytes().decode().removeprefix("\ufeff"), "Identifier")
        assert lines["Participant 100001"]["Grade"] == "5.75"
    finally:
        kept.write_text(text)
    assert read_handins(graded, A0) == before


def test_a_hostile_folder_name_does_not_leave_the_zip(graded: Course, out: Path) -> None:
    before = read_handins(graded, A0)
    hostile = Handin("ben", "moodle", "../../etc/_x\n", "100002", "../../up_100002_assignsubmission_file_")
    write_handins(graded, A0, {"ben": hostile})
    try:
        with zipfile.ZipFile(to_moodle(graded, A0, out).files[1]) as packed:
            (name,) = [name for name in packed.namelist() if moodle_takes(name, {100002})]
        assert name.count("/") == 1
        assert not name.startswith(".")
    finally:
        write_handins(graded, A0, before)


def test_another_maximum_in_moodle_is_a_sentence(graded: Course, out: Path, worksheet: Path) -> None:
    worksheet.write_text(WORKSHEET.replace("6.00", "100.00"))
    with pytest.raises(CourseError, match=r"maximum grade is 100\.00, but a0_tiny has 6 points"):
        to_moodle(graded, A0, out, worksheet)


def test_a_grade_above_moodles_maximum_is_cut_and_told(graded: Course, out: Path) -> None:
    with Gradebook(url(graded)) as gradebook:
        gradebook.find_grade("test_area", A0, A0, "anna").extra_credit = 2
        gradebook.db.commit()
    try:
        done = to_moodle(graded, A0, out)
        assert table_of(done.files[0].read_text(), "Identifier")["Participant 100001"]["Grade"] == "6"
        assert any("Cut to the maximum" in note and "Anna" in note for note in done.notes)
    finally:
        with Gradebook(url(graded)) as gradebook:
            gradebook.find_grade("test_area", A0, A0, "anna").extra_credit = 0.25
            gradebook.db.commit()


def test_a_worksheet_in_another_language_needs_only_the_name_of_the_column(
    graded: Course, out: Path, worksheet: Path
) -> None:
    german = (
        WORKSHEET.replace("Identifier", "ID").replace("Participant ", "Teilnehmer/in").replace(",Grade,", ",Bewertung,")
    )
    worksheet.write_text(german)
    with pytest.raises(CourseError, match=r"no column 'Grade'.*--column"):
        to_moodle(graded, A0, out, worksheet)
    text = to_moodle(graded, A0, out, worksheet, column="Bewertung").files[0].read_text(encoding="utf-8-sig")
    assert table_of(text, "ID")["Teilnehmer/in100001"]["Bewertung"] == "5.75"


def test_a_file_that_is_no_worksheet_is_a_sentence(graded: Course, out: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.csv"
    other.write_text("Student,Grade\nAnna,1\n")
    with pytest.raises(CourseError, match="not Moodle's grading worksheet"):
        to_moodle(graded, A0, out, other)
