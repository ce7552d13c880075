"""The table: one line per student, safe in a spreadsheet."""

from pathlib import Path

import pytest

from autograder.course import Course
from autograder.export.write import to_csv
from tests.conftest import A0
from tests.export.conftest import FORMULA, table_of

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")


@pytest.fixture
def lines(graded: Course, out: Path) -> dict[str, dict[str, str]]:
    text = to_csv(graded, A0, out).files[0].read_bytes()
    assert text.startswith(b"\xef\xbb\xbf")  # or Excel spoils the names
    return table_of(text.decode("utf-8-sig"), "id")


def test_every_student_has_a_line_with_all_that_makes_the_total(lines: dict[str, dict[str, str]]) -> None:
    assert lines["anna"] == {
        "id": "anna",
        "name": "Anna Ångström",
        "email": "anna@uni.example",
        "1a (checks, of 3)": "3",
        "1b (checks, of 2)": "2",
        "1b (by hand, of 1)": "0.5",
        "extra credit": "0.25",
        "total before penalty": "5.75",
        "penalty": "0",
        "total": "5.75",
        "max": "6",
        "late seconds": "0",
        "flags": "",
    }
    assert lines["carl"]["name"] == 'Carl O"Neil, Jr.'
    assert lines["carl"]["flags"] == "ran with errors"
    assert (lines["lena"]["penalty"], lines["lena"]["total"], lines["lena"]["late seconds"]) == ("3", "3", "181800")


def test_who_handed_in_nothing_has_no_points_rather_than_zero(lines: dict[str, dict[str, str]]) -> None:
    assert (lines["absent"]["total"], lines["absent"]["flags"]) == ("", "nothing handed in")


def test_no_name_becomes_a_formula(lines: dict[str, dict[str, str]]) -> None:
    assert lines["evil"]["name"] == f"'{FORMULA}"
    assert lines["evil"]["email"] == "'@evil"
