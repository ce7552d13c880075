"""Nobody hands in for somebody else by taking their name: the LMS's numbers tell people of one name apart."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from nbgrader.api import Gradebook

from autograder.course import Course
from autograder.intake.collect import Collection, collect
from tests.conftest import A0
from tests.intake.packing import NOON, pack

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")

LATER = (2026, 3, 11, 9, 30, 0)
PLAIN = "id,name,email\nalice,Alice Adams,a@x\neve,Eve Smith,e@x\n"
WORKSHEET = (
    "Identifier,Full name,Email address\nParticipant 1,Alice Adams,alice@x\nParticipant 9,Eve Smith,eve@x\n"
    "Participant 3,Cleo Kim,cleo@x\n"
)
CANVAS = 'Student,ID,SIS Login ID\n"Adams, Alice",11,alice\n"Smith, Eve",99,eve\n'


def moodle(name: str, number: int) -> str:
    return f"{name}_{number}_assignsubmission_file_/{A0}.ipynb"


def canvas(name: str, number: int) -> str:
    return f"{name}_{number}_55{number}_{A0}.ipynb"


class Class:
    """A course in which hand-ins are told apart by a letter at their end."""

    def __init__(self, course: Course, folder: Path) -> None:
        self.course = course
        self.folder = folder
        self.count = 0

    def collect(self, files: Mapping[str, str], roster: str = "", time: tuple[int, ...] = NOON) -> Collection:
        """Collect a zip of notebooks, of each the letter that is its own."""
        self.count += 1
        notebook = self.course.release(A0).read_bytes()
        contents = {name: notebook + b" " * ord(letter) for name, letter in files.items()}
        path = self.folder / "roster.csv"
        path.write_text(roster)
        source = pack(self.folder / f"{self.count}.zip", contents, time)  # type: ignore[arg-type]
        return collect(self.course, A0, source, path if roster else None, zone=ZoneInfo("UTC"))

    def of(self, student: str) -> str:
        """The letter of the notebook that was taken for a student."""
        path = self.course.submission(student, A0) / f"{A0}.ipynb"
        released = self.course.release(A0).stat().st_size
        return chr(path.stat().st_size - released) if path.is_file() else ""


@pytest.fixture
def a_class(tiny_course: Course, tmp_path: Path) -> Class:
    return Class(tiny_course, tmp_path)


def taken(collection: Collection) -> set[str]:
    return {each.student for each in collection.taken}


@pytest.mark.parametrize(
    "names",
    [
        (moodle("Alice Adams", 1), moodle("Alice Adams", 9)),
        (moodle("Alice Adams", 1), moodle("Eve-Alice Adams", 9)),
        (canvas("adamsalice", 11), canvas("adamsalice", 99)),
    ],
    ids=["moodle", "as if in a group", "canvas"],
)
def test_what_comes_under_one_name_with_two_numbers_is_nobodys(a_class: Class, names: tuple[str, str]) -> None:
    found = a_class.collect({names[0]: "a", names[1]: "e"}, PLAIN)
    assert taken(found) == set()
    assert a_class.of("alice") == ""
    assert len(found.left) == 1
    assert "came under several of the LMS's numbers" in found.left[0].sentence
    assert "--student alice" in found.left[0].sentence


@pytest.mark.parametrize("roster", [PLAIN, ""], ids=["roster", "no roster"])
@pytest.mark.parametrize("both", [True, False], ids=["both again", "the other one alone"])
def test_numbers_are_compared_with_those_of_before(a_class: Class, roster: str, both: bool) -> None:
    alice = "alice" if roster else "alice_adams"
    a_class.collect({moodle("Alice Adams", 1): "a"}, roster)
    files = {moodle("Alice Adams", 9): "e"} | ({moodle("Alice Adams", 1): "a"} if both else {})
    found = a_class.collect(files, roster, LATER)
    assert (taken(found), a_class.of(alice)) == (set(), "a")
    # her own next one is taken
    found = a_class.collect({moodle("Alice Adams", 1): "b"}, roster, LATER)
    assert (taken(found), a_class.of(alice), found.left) == ({alice}, "b", [])


def test_who_comes_first_under_a_name_does_not_keep_the_other_one_out_unseen(a_class: Class) -> None:
    a_class.collect({moodle("Alice Adams", 9): "e"}, PLAIN)
    found = a_class.collect({moodle("Alice Adams", 1): "a"}, PLAIN, LATER)
    assert "(1, 9)" in found.left[0].sentence
    assert (taken(a_class.collect({moodle("Alice Adams", 1): "a"}, WORKSHEET, LATER)), a_class.of("alice")) == (
        {"alice"},
        "a",
    )


@pytest.mark.parametrize(
    ("roster", "right", "wrong"),
    [
        (WORKSHEET, moodle("Alice Adams", 1), moodle("Alice Adams", 7)),
        (CANVAS, canvas("adamsalice", 11), canvas("adamsalice", 77)),
    ],
    ids=["moodle", "canvas"],
)
def test_a_roster_with_numbers_says_whose_it_is(a_class: Class, roster: str, right: str, wrong: str) -> None:
    found = a_class.collect({right: "a", wrong: "e"}, roster)
    assert (taken(found), a_class.of("alice")) == ({"alice"}, "a")
    assert "their number is" in found.left[0].sentence
    assert wrong.partition("/")[0][:15] in found.left[0].sentence


def test_another_number_than_canvas_has_is_another_person(a_class: Class) -> None:
    found = a_class.collect({canvas("adamsalice", 77): "e"}, CANVAS)
    assert (taken(found), a_class.of("alice")) == (set(), "")


def test_a_worksheet_of_another_assignment_still_says_who_is_who(a_class: Class) -> None:
    found = a_class.collect({moodle("Alice Adams", 101): "a", moodle("Eve Smith", 109): "e"}, WORKSHEET)
    assert (taken(found), found.left) == ({"alice", "eve"}, [])


def test_who_takes_another_name_between_two_collects_is_noticed(a_class: Class) -> None:
    a_class.collect({moodle("Eve Smith", 9): "e"}, PLAIN)
    found = a_class.collect({moodle("Alice Adams", 1): "a", moodle("Alice Adams", 9): "f"}, PLAIN, LATER)
    assert (taken(found), a_class.of("alice"), a_class.of("eve")) == ({"alice"}, "a", "e")
    assert "before was eve's" in found.left[0].sentence


def test_canvas_numbers_hold_in_all_assignments(a_class: Class) -> None:
    shutil.copytree(a_class.course.solutions / A0, a_class.course.solutions / "a1_other")
    a_class.collect({canvas("adamsalice", 11): "a"}, PLAIN)
    notebook = a_class.course.release(A0).read_bytes().replace(b'"a0_tiny"', b'"a1_other"')
    source = pack(a_class.folder / "other.zip", {canvas("adamsalice", 99): notebook})
    found = collect(a_class.course, "a1_other", source, a_class.folder / "roster.csv")
    assert taken(found) == set()
    assert "(11, 99)" in found.left[0].sentence


def test_resubmissions_under_one_number_are_taken(a_class: Class) -> None:
    for roster in ("", PLAIN):
        for name in (moodle("Alice Adams", 1), canvas("adamsalice", 11)):
            for letter, time in (("a", NOON), ("b", LATER)):
                found = a_class.collect({name: letter}, roster, time)
                assert (len(found.taken), found.left) == (1, [])


def test_a_class_collected_without_a_roster_can_be_collected_with_one(a_class: Class) -> None:
    files = {moodle("Alice Adams", 1): "a", moodle("Eve Smith", 9): "e"}
    a_class.collect(files)
    found = a_class.collect(files, PLAIN)
    assert (taken(found), found.left) == ({"alice", "eve"}, [])


@pytest.mark.parametrize("where", ["gradebook", "submitted"])
def test_a_name_that_makes_somebodys_id_is_not_that_person(a_class: Class, where: str) -> None:
    if where == "gradebook":
        with Gradebook(a_class.course.db_url) as gradebook:
            gradebook.update_or_create_student("bob", first_name="Robert", last_name="Brown")
    else:
        a_class.course.submission("bob", A0).mkdir(parents=True)
    found = a_class.collect({moodle("Bob", 9): "e"})
    assert (taken(found), a_class.of("bob")) == (set(), "")
    assert "the id made from it, bob, is" in found.left[0].sentence
    assert "give a roster" in found.left[0].sentence


def test_who_is_called_like_an_id_that_we_make_is_not_that_person(a_class: Class) -> None:
    a_class.collect({moodle("Participant", 4): "a"})
    (a_class.course.collected(A0)).unlink()
    found = a_class.collect({moodle("Participant 4", 9): "e"}, time=LATER)
    assert (taken(found), a_class.of("participant_4")) == (set(), "a")


def test_a_folder_that_was_made_by_hand_is_found_again(a_class: Class) -> None:
    a_class.course.submission("alice_adams", A0).mkdir(parents=True)
    assert taken(a_class.collect({moodle("Alice Adams", 1): "a"}, time=LATER)) == {"alice_adams"}


EVE_AS_ALICE = f"adamsalice_11_99_5599_{A0}.ipynb"
"""What Canvas calls a file of somebody with the number 99 who is called Alice_11 Adams."""


@pytest.mark.parametrize("roster", ["", PLAIN, CANVAS], ids=["no roster", "no numbers", "numbers"])
@pytest.mark.parametrize("both", [True, False])
def test_a_number_at_the_end_of_a_name_is_not_believed(a_class: Class, roster: str, both: bool) -> None:
    alice = "alice" if roster else "adamsalice_11"
    found = a_class.collect({EVE_AS_ALICE: "e"} | ({canvas("adamsalice", 11): "a"} if both else {}), roster)
    assert (taken(found), a_class.of(alice)) == (({alice}, "a") if both else (set(), ""))
    assert "either 11 or 99 is a person's" in found.left[0].sentence


def test_a_file_whose_own_name_starts_with_a_number_is_taken_with_canvas_roster(a_class: Class) -> None:
    found = a_class.collect({"adamsalice_11_5511_2026_work.ipynb": "a"}, CANVAS)
    assert (taken(found), a_class.of("alice"), found.left) == ({"alice"}, "a", [])
