"""To Canvas and back: its gradebook's CSV, read as Canvas reads it."""

from pathlib import Path

import pytest

from autograder.course import Course
from autograder.errors import CourseError
from autograder.export.write import to_canvas
from tests.conftest import A0
from tests.export.conftest import FORMULA, strict

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")

GRADEBOOK = (
    "Student,ID,SIS User ID,SIS Login ID,Section,Tiny (4711),Essay (4712),Current Score\r\n"
    ",,,,,Manual Posting,,(read only)\r\n"
    "    Points Possible,,,,,6.00,10.00,(read only)\r\n"
    '"Ångström, Anna",11,,anna@uni.example,Lecture,,9.50,95\r\n'
    '"de Vries, Ben",12,u-ben,bvries,"Lecture, early",1.00,,\r\n'
    '"Student, Test",99,,,Lecture,,,\r\n'
)


def canvas_reads(text: str, title: str) -> tuple[str, dict[str, str]]:
    """The points possible and the grades of an assignment, by the rules of Canvas's importer."""
    header, *rows = strict(text)
    assert "Student" in header[0]
    assert "ID" in header[1]
    assert header[2:5] == ["SIS User ID", "SIS Login ID", "Section"]
    column = header.index(title)
    points = next(row[column] for row in rows if "Points Possible" in row[0])
    students = [row for row in rows if "Points Possible" not in row[0] and row[0].strip()]
    return points, {row[0]: row[column] for row in students}


@pytest.fixture
def gradebook(tmp_path: Path) -> Path:
    path = tmp_path / "2025-03-04_Grades-Course.csv"
    path.write_bytes(GRADEBOOK.encode())
    return path


def test_an_export_of_canvas_comes_back_with_one_column_filled_in(graded: Course, out: Path, gradebook: Path) -> None:
    done = to_canvas(graded, A0, out, gradebook, column="Tiny")
    text = done.files[0].read_bytes().decode()
    assert canvas_reads(text, "Tiny (4711)") == (
        "6.00",
        {"Ångström, Anna": "5.75", "de Vries, Ben": "5", "Student, Test": ""},
    )
    assert text == GRADEBOOK.replace("Lecture,,9.50", "Lecture,5.75,9.50").replace('early",1.00', 'early",5')
    assert "Lena Under_score" in done.notes[0]


def test_an_unknown_column_is_a_sentence_with_those_there_are(graded: Course, out: Path, gradebook: Path) -> None:
    with pytest.raises(CourseError, match=r"--column: Tiny \(4711\), Essay \(4712\)"):
        to_canvas(graded, A0, out, gradebook)


def test_other_points_in_canvas_are_a_sentence(graded: Course, out: Path, gradebook: Path) -> None:
    with pytest.raises(CourseError, match=r"In Canvas the assignment has 10\.00 points, here 6"):
        to_canvas(graded, A0, out, gradebook, column="Essay (4712)")


def test_a_gradebook_is_made_where_none_is_given(graded: Course, out: Path) -> None:
    text = to_canvas(graded, A0, out, column="Tiny (4711)").files[0].read_bytes().decode()
    points, grades = canvas_reads(text, "Tiny (4711)")
    assert points == "6"
    assert grades == {
        "Ångström, Anna": "5.75",
        "de Vries, Ben": "5",
        'O"Neil, Jr., Carl': "4",
        "Under_score, Lena": "3",
        f"'{FORMULA}": "3",
    }


def test_a_file_that_is_no_gradebook_is_a_sentence(graded: Course, out: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.csv"
    other.write_text("Name,Grade\nAnna,1\n")
    with pytest.raises(CourseError, match="not an export of Canvas's gradebook"):
        to_canvas(graded, A0, out, other)
