"""Names that Moodle and Canvas give to what was handed in."""

from __future__ import annotations

from pathlib import PurePosixPath

import pytest

from autograder.intake.lms import understand, without_count

A0 = "a0_tiny"


def found(*paths: str) -> list[tuple[str, str, str, str, bool] | None]:
    places = understand([PurePosixPath(path) for path in paths], A0)
    return [
        (place.origin.system, place.origin.name, place.origin.number, str(place.path), place.ignored)
        if place.origin
        else None
        for place in places
    ]


def test_moodle_with_folders() -> None:
    assert found(
        "Anna Maria Müller_123456_assignsubmission_file_/my work.ipynb",
        "Anna Maria Müller_123456_assignsubmission_file_/data/x.csv",
        "Anna Maria Müller_123456_assignsubmission_onlinetext_/onlinetext.html",
        "Ben_Underscore_99_assignsubmission_file/x.ipynb",
        "Participant_77_assignsubmission_file_/x.ipynb",
        "readme.txt",
    ) == [
        ("moodle", "Anna Maria Müller", "123456", "my work.ipynb", False),
        ("moodle", "Anna Maria Müller", "123456", "data/x.csv", False),
        ("moodle", "Anna Maria Müller", "123456", "onlinetext.html", True),
        ("moodle", "Ben_Underscore", "99", "x.ipynb", False),
        ("moodle", "", "77", "x.ipynb", False),
        None,
    ]


def test_moodle_flat_and_in_one_more_folder() -> None:
    assert found(
        "Anna Müller_123456_assignsubmission_file_my_work_1.ipynb",
        "Anna Müller_123456_assignsubmission_onlinetext_onlinetext.html",
    ) == [
        ("moodle", "Anna Müller", "123456", "my_work_1.ipynb", False),
        ("moodle", "Anna Müller", "123456", "onlinetext.html", True),
    ]
    assert found("course-a1/Anna Müller_1_assignsubmission_file_/x.ipynb") == [
        ("moodle", "Anna Müller", "1", "x.ipynb", False)
    ]


def test_the_beginning_of_moodles_names_is_kept_for_the_way_back() -> None:
    for path in ("A B_1_assignsubmission_file_/x.ipynb", "A B_1_assignsubmission_file_x.ipynb"):
        [place] = understand([PurePosixPath(path)], A0)
        assert place.origin is not None
        assert place.origin.folder == "A B_1_assignsubmission_file_"


def test_canvas() -> None:
    paths = ("mullerannamaria_LATE_1234_98765_my_work-1.ipynb", "dijkben_55_66_x.ipynb", "notes.txt")
    assert found(*paths) == [
        ("canvas", "mullerannamaria", "1234", "my_work-1.ipynb", False),
        ("canvas", "dijkben", "55", "x.ipynb", False),
        None,
    ]
    late, ontime, _ = understand([PurePosixPath(path) for path in paths], A0)
    assert late.origin is not None
    assert ontime.origin is not None
    assert (late.origin.late, ontime.origin.late) == (True, False)


@pytest.mark.parametrize(
    ("name", "expected"), [("x-1.ipynb", ("x.ipynb", 1)), ("x.ipynb", ("x.ipynb", 0)), ("a-b.ipynb", ("a-b.ipynb", 0))]
)
def test_counts_of_resubmissions(name: str, expected: tuple[str, int]) -> None:
    assert without_count(name) == expected


def test_folders_and_files_named_after_students() -> None:
    assert [place[1:4] for place in found("anna/x.ipynb", "ben/a0_tiny/a0_tiny.ipynb", "cleo.ipynb") if place] == [
        ("anna", "", "x.ipynb"),
        ("ben", "", "a0_tiny.ipynb"),
        ("cleo", "", "cleo.ipynb"),
    ]
    assert [place[1] for place in found("class/anna.ipynb", "class/ben.ipynb") if place] == ["anna", "ben"]
    assert [place[1] for place in found("class/anna/x.ipynb", "class/ben/y.ipynb") if place] == ["anna", "ben"]
    assert [place[1] for place in found("anna/x.ipynb", "anna/data.csv") if place] == ["anna", "anna"]
    assert [place[1] for place in found("anna/a0_tiny/a0_tiny.ipynb") if place] == ["anna"]


def test_one_name_does_not_turn_an_archive_of_canvas_into_moodles() -> None:
    evil = "chen_7_8_Anna Müller_123_assignsubmission_file_x.ipynb"
    assert found("mulleranna_1_2_x.ipynb", "dijkben_3_4_x.ipynb", evil) == [
        ("canvas", "mulleranna", "1", "x.ipynb", False),
        ("canvas", "dijkben", "3", "x.ipynb", False),
        ("canvas", "chen", "7", "Anna Müller_123_assignsubmission_file_x.ipynb", False),
    ]
    assert [place[:2] for place in found(evil) if place] == [("canvas", "chen")]
    many = [f"chen_7_{number}_Anna Müller_1_assignsubmission_file_{number}.ipynb" for number in range(20)]
    assert {place[:2] for place in found("dijkben_3_4_x.ipynb", *many) if place} == {
        ("canvas", "dijkben"),
        ("canvas", "chen"),
    }


@pytest.mark.parametrize(
    ("honest", "files"),
    [
        ("Anna {}_1{}_assignsubmission_file_x.ipynb", "Eve_9_assignsubmission_file_{}_1_assignsubmission_.ipynb"),
        ("anna{}_1{}_77_x.ipynb", "eve_x_9_{}_x.ipynb"),
        ("anna{}_1{}_77_x.ipynb", "eve_x_9_{}_Ben {}_{}_assignsubmission_file_x.ipynb"),
    ],
    ids=["moodle", "canvas", "moodle in canvas"],
)
def test_many_files_of_one_person_do_not_decide_what_those_of_others_are(honest: str, files: str) -> None:
    others = [honest.format(letter, number) for number, letter in enumerate("ab")]
    alone = found(*others)
    assert {place[2] for place in alone if place} == {"10", "11"}
    together = found(*others, *(files.format(number, number, number) for number in range(30)))
    assert together[:2] == alone
    assert set(together[2:]) == {None}


def test_a_few_odd_names_do_not_make_an_archive_of_files_that_are_called_like_students() -> None:
    names = ["hw_1_anna.ipynb", "hw_1_ben.ipynb", "hw_1_cleo.ipynb", "x_1_2_y.ipynb", "z_1_2_y.ipynb"]
    assert {place[0] for place in found(*names) if place} == {"folder"}


def test_names_inside_a_students_folder_tell_nothing() -> None:
    inside = "Anna Müller_1_assignsubmission_file_/"
    assert found(
        f"{inside}Ben_2_assignsubmission_file_x.ipynb", f"{inside}ben_3_4_x.ipynb", "Cy_5_assignsubmission_file_/x"
    ) == [
        ("moodle", "Anna Müller", "1", "Ben_2_assignsubmission_file_x.ipynb", False),
        ("moodle", "Anna Müller", "1", "ben_3_4_x.ipynb", False),
        ("moodle", "Cy", "5", "x", False),
    ]
    assert [place[:2] for place in found("anna/Ben_2_assignsubmission_file_/x.ipynb", "cy/x.ipynb") if place] == [
        ("folder", "anna"),
        ("folder", "cy"),
    ]


def test_who_is_called_like_moodles_names_is_left_to_a_person() -> None:
    evil = "Ben Dijk_2_assignsubmission_file_x_9_assignsubmission_file_"
    honest = [f"Anna {letter}_1{number}_assignsubmission_file_/x.ipynb" for number, letter in enumerate("ABC")]
    assert found(*honest, f"{evil}/x.ipynb")[-1] is None
    assert found(*honest, f"{evil}x.ipynb")[-1] is None
    assert found(*honest, "Ben_2_assignsubmission_file_x/x.ipynb")[-1] is None


def test_a_folder_called_like_a_person_is_that_persons() -> None:
    paths = [PurePosixPath(path) for path in ("anna/ben.ipynb", "anna/cleo.ipynb")]
    assert {place.origin.name for place in understand(paths, A0) if place.origin} == {"ben", "cleo"}
    owned = understand(paths, A0, lambda name: name == "anna")
    assert {place.origin.name for place in owned if place.origin} == {"anna"}


@pytest.mark.parametrize("inside", ["dijkben_3_4_x.ipynb", "Ben Dijk_2_assignsubmission_file_/x.ipynb"])
@pytest.mark.parametrize("folder", ["anna", "Ben Dijk_2_assignsubmission_file_x_9_assignsubmission_file_"])
def test_names_inside_the_only_folder_tell_nothing_if_it_is_a_students(folder: str, inside: str) -> None:
    [place] = understand([PurePosixPath(folder, inside)], A0, lambda name: name == "anna")
    assert place.origin is not None
    assert (place.origin.system, place.origin.name, str(place.path)) == ("folder", folder, inside)
