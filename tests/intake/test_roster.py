"""Rosters in the LMSs' own formats, and whose a hand-in is."""

from __future__ import annotations

import unicodedata
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from autograder.errors import CourseError
from autograder.intake.lms import Origin
from autograder.intake.owners import Doubt, find_person, make_people
from autograder.intake.roster import Person, Roster, read_roster

WORKSHEET = """Identifier,"Full name","Email address",Status,Grade,"Maximum Grade","Grade can be changed","Last modified (submission)","Last modified (grade)","Feedback comments"
"Participant 101","Anna Maria Müller",anna@uni.example,"Submitted for grading - ",,100.00,Yes,"Tuesday, 10 March 2026, 5:18 PM",-,
"Participant 102","Ben van Dijk",ben@uni.example,"No submission - ",,100.00,Yes,-,-,
"""
PARTICIPANTS = "First name;Last name;Email address\nAnna Maria;Müller;anna@uni.example\nBen;van Dijk;ben@uni.example\n"
CANVAS = """Student,ID,SIS User ID,SIS Login ID,Section,Attention (77),Final Score
,,,,,Manual Posting,(read only)
    Points Possible,,,,,100.00,(read only)
"Müller, Anna Maria",1234,S1,amueller,Section 1,,
"van Dijk, Ben",1235,S2,bvandijk,Section 1,,
"Student, Test",1299,,abcdef,Section 1,,
"""


def roster(tmp_path: Path, text: str, encoding: str = "utf-8") -> Roster:
    path = tmp_path / "roster.csv"
    path.write_bytes(text.encode(encoding))
    return read_roster(path, ZoneInfo("Europe/Berlin"))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_moodles_grading_worksheet(tmp_path: Path, encoding: str) -> None:
    found = roster(tmp_path, WORKSHEET, encoding)
    assert found.kind == "moodle"
    assert found.people == (
        Person("anna", "Anna Maria Müller", "Anna Maria", "Müller", "anna@uni.example", "101", datetime(2026, 3, 10, 16, 18, tzinfo=UTC)),
        Person("ben", "Ben van Dijk", "Ben van", "Dijk", "ben@uni.example", "102"),
    )  # fmt: skip
    assert "without what follows the @" in found.ids_from


def test_moodles_participants_and_other_delimiters(tmp_path: Path) -> None:
    for text in (PARTICIPANTS, PARTICIPANTS.replace(";", "\t"), PARTICIPANTS.replace(";", ",")):
        assert [person.name for person in roster(tmp_path, text).people] == ["Anna Maria Müller", "Ben van Dijk"]


def test_canvas_gradebook_without_its_extra_lines(tmp_path: Path) -> None:
    found = roster(tmp_path, CANVAS, "utf-8-sig")
    assert found.kind == "canvas"
    assert found.people == (
        Person("amueller", "Anna Maria Müller", "Anna Maria", "Müller", "", "1234"),
        Person("bvandijk", "Ben van Dijk", "Ben", "van Dijk", "", "1235"),
    )


def test_a_plain_list(tmp_path: Path) -> None:
    found = roster(tmp_path, "id,name,email\ns1,Anna Müller,a@x\ns2,Ben Dijk,b@x\n")
    assert [(person.id, person.first, person.last) for person in found.people] == [
        ("s1", "Anna", "Müller"),
        ("s2", "Ben", "Dijk"),
    ]


def test_equal_beginnings_of_addresses_are_not_ids(tmp_path: Path) -> None:
    found = roster(tmp_path, "Full name,Email address\nAnna A,info@a.example\nBen B,info@b.example\n")
    assert [person.id for person in found.people] == ["info@a.example", "info@b.example"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is empty"),
        ("a,b\n1,2\n", "no column with names"),
        ("name\nAnna\n", "no column that gives everybody an id"),
        ("id,name\ns1,Anna\ns1,Ben\n", "more than one person with the id 's1'"),
        ("id,name\n../evil,Anna\n", "cannot be a student's id"),
        ("id,name\n*,Anna\n", "cannot be a student's id"),
        ("id,name\n.hidden,Anna\n", "cannot be a student's id"),
    ],
)
def test_a_roster_of_no_use_is_a_sentence(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(CourseError, match=words.replace("'", ".")):
        roster(tmp_path, text)


def moodle(name: str, number: str = "") -> Origin:
    return Origin("moodle", name, number, f"{name}_{number}_assignsubmission_file_")


PEOPLE = (
    Person("anna", "Anna Maria Müller", "Anna Maria", "Müller", number="101"),
    Person("ben", "Ben van Dijk", "Ben", "van Dijk"),
    Person("jose1", "José García", "José", "García"),
    Person("jose2", "Jose Garcia", "Jose", "Garcia"),
    Person("soren", "Søren Ångström", "Søren", "Ångström", "s.angstrom@uni.example"),
    Person("ha", "Nguyễn Thị Hà", "Hà", "Nguyễn Thị"),
)


@pytest.mark.parametrize(
    ("name", "student"),
    [
        ("Anna Maria Müller", "anna"),
        (unicodedata.normalize("NFD", "Anna Maria Müller"), "anna"),
        ("anna  maria MULLER", "anna"),
        ("Müller Anna Maria", "anna"),
        ("Anna Maria Mueller", "anna"),
        ("Group 3-Anna Maria Müller", "anna"),
        ("Ben Van Dijk", "ben"),
        ("Soren Angstrom", "soren"),
        ("Nguyen Thi Ha", "ha"),
    ],
)
def test_spellings_of_one_name(name: str, student: str) -> None:
    found = find_person(moodle(name), PEOPLE, "the roster")
    assert isinstance(found, Person)
    assert found.id == student


@pytest.mark.parametrize("name", ["mullerannamaria", "muellerannamaria", "annamariamuller", "müllerannamaria"])
def test_canvas_runs_names_together(name: str) -> None:
    found = find_person(Origin("canvas", name, "9", f"{name}_9_1_"), PEOPLE, "the roster")
    assert isinstance(found, Person)
    assert found.id == "anna"


@pytest.mark.parametrize(("name", "student"), [("ANNA", "anna"), ("s.angstrom", "soren"), ("Ben van Dijk", "ben")])
def test_folders_are_named_by_id_address_or_name(name: str, student: str) -> None:
    found = find_person(Origin("folder", name, "", name), PEOPLE, "the roster")
    assert isinstance(found, Person)
    assert found.id == student


def test_what_is_doubtful_is_said() -> None:
    twins = find_person(moodle("José García"), PEOPLE, "the roster")
    assert twins == Doubt("2 people in the roster are called that (jose1, jose2).", several=True)
    assert find_person(moodle("Anna Müller"), PEOPLE, "the roster") == Doubt(
        "nobody in the roster is called 'Anna Müller'."
    )
    assert find_person(moodle("", "999"), PEOPLE, "the roster") == Doubt("the roster has no number 999.")
    wrong = find_person(moodle("Ben van Dijk", "101"), PEOPLE, "the roster")
    assert isinstance(wrong, Doubt)
    assert "is Anna Maria Müller's in the roster" in wrong.sentence


def test_the_lms_number_tells_twins_apart() -> None:
    people = (Person("a", "Kim Lee", number="1"), Person("b", "Kim Lee", number="2"))
    assert find_person(moodle("Kim Lee", "2"), people, "the roster") == people[1]


def test_ids_made_without_a_roster() -> None:
    origins = [moodle("Anna Müller", "1"), moodle("Kim Lee", "2"), moodle("Kim Lee", "3"), moodle("", "4")]
    make = make_people(origins)
    ids = [person.id if isinstance(person := make(origin), Person) else None for origin in origins]
    assert ids == ["anna_muller", None, None, "participant_4"]
    made = make(Origin("canvas", "mulleranna", "12", "mulleranna_12_1_"))
    assert isinstance(made, Person)
    assert (made.id, made.number) == ("mulleranna_12", "12")
