"""Files of an LMS: filled in where asked, and otherwise the very same bytes."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.errors import CourseError
from autograder.export.sheet import Sheet, guarded, quoted

ODD = '\ufeff"Name";Grade;"a ""quoted"" word"\r\n Ann ;;"two\nlines"\r\n"Ben";-;x\r\nshort\r\n'


def test_what_is_not_filled_in_stays_byte_for_byte() -> None:
    sheet = Sheet.parse(ODD)
    assert sheet.text() == ODD
    sheet.fill(2, 1, "7.5")
    sheet.fill(3, 1, "a;b")
    assert sheet.text() == ODD.replace(";-;", ";7.5;").replace("short", 'short;"a;b"')


def test_cells_are_read_as_they_are_meant() -> None:
    sheet = Sheet.parse(ODD)
    assert sheet.header == ["Name", "Grade", 'a "quoted" word']
    assert sheet.column("gRADE") == 1
    assert [sheet.value(row, 2) for row in range(1, 4)] == ["two\nlines", "x", ""]


@given(
    st.lists(st.lists(st.text(alphabet='ab,;"\r\n é='), min_size=2, max_size=2), min_size=1, max_size=5),
    # Python's writer quotes a lone carriage return only where it is part of the line end
    st.sampled_from([("\r\n", csv.QUOTE_MINIMAL), ("\r\n", csv.QUOTE_ALL), ("\n", csv.QUOTE_ALL)]),
)
def test_any_csv_that_python_writes_is_read_alike_and_kept(rows: list[list[str]], form: tuple[str, int]) -> None:
    end, quoting = form
    rows = [["first", "second"], *rows]
    target = io.StringIO(newline="")
    csv.writer(target, lineterminator=end, quoting=quoting).writerows(rows)  # type: ignore[arg-type]
    sheet = Sheet.parse(target.getvalue())
    assert sheet.text() == target.getvalue()
    assert [[sheet.value(row, column) for column in range(2)] for row in range(len(rows))] == rows


@pytest.mark.parametrize("text", ["", "\ufeff", "  \n", 'a,b\n"x"y,1\n', 'a,b\n"never closed,1\n'])
def test_a_file_that_is_no_csv_is_a_sentence(text: str) -> None:
    with pytest.raises(CourseError, match=r"empty|proper CSV"):
        Sheet.parse(text)


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_text_that_a_spreadsheet_would_compute_is_guarded(start: str) -> None:
    assert guarded(f"{start}1+1") == f"'{start}1+1"
    assert guarded("1+1") == "1+1"
    assert next(csv.reader([quoted(f"{start}a,b")], strict=True))[-1].endswith("a,b")


@pytest.mark.parametrize("separator", [",", ";", "|", "\t", "\n", "\r", "; ", ';"'])
def test_no_reader_with_another_separator_finds_a_formula(separator: str) -> None:
    shown = guarded(f"Ann{separator}=1+1")
    assert shown == f"Ann{separator[0]}'{separator[1:]}=1+1"
    assert guarded(shown) == shown


def test_names_and_addresses_stay_as_they_are() -> None:
    for text in ("O'Neill-Smith", "Müller, Anna", "a+b@x.org", "Smith; Ann", "1a (of 2)", ""):
        assert guarded(text) == text
