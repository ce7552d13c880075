"""A CSV file that another program wrote: a few cells are filled in, every other byte stays as it was."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from autograder.errors import CourseError

BOM = "\ufeff"
# where a spreadsheet may begin a cell, whatever character it takes for the separator: at the beginning, and behind each
# separator and line end, with spaces and quotes left aside; some read wide letters like the usual ones
_FORMULA = re.compile(r"""(^|[,;|\t\r\n])(?=[\s"]{0,20}[=+\-@\uff1d\uff0b\uff0d\uff20])|^(?=[\t\r\n])""")
_END = re.compile(r"\r\n|\n|\r|\Z")


def guarded(text: str) -> str:
    """Text that a person wrote, changed so that no spreadsheet takes it for a formula."""
    return _FORMULA.sub(lambda found: f"{found[0]}'", text)


def quoted(text: str, delimiter: str = ",") -> str:
    """Text as one cell, in quotes where it needs them."""
    # a row of one empty cell would be written as two quotes, so that it is not taken for no row at all
    return _lines([[text]], delimiter, "") if text else ""


def number_in(text: str) -> float | None:
    """The number in a cell, with a point or a comma; nothing where there is none."""
    try:
        return float(text.replace(",", "."))
    except ValueError:
        return None


@dataclass
class Sheet:
    """Rows of cells as they were written, quotes and line ends included."""

    start: str
    """A byte order mark, or nothing."""
    delimiter: str
    rows: list[list[str]]
    ends: list[str] = field(repr=False)

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a CSV file in UTF-8, separated by commas, semicolons or tabs."""
        try:
            text = path.read_bytes().decode("utf-8")
        except OSError as error:
            raise CourseError(f"{path} cannot be read: {error.strerror}.") from None
        except UnicodeDecodeError:
            raise CourseError(f"{path.name} is not in UTF-8. Download it again, or save it as CSV UTF-8.") from None
        return cls.parse(text, path.name)

    @classmethod
    def parse(cls, text: str, name: str = "The worksheet") -> Self:
        """Take a CSV apart; the delimiter is the one that the header uses most."""
        start = BOM if text.startswith(BOM) else ""
        body = text[len(start) :]
        header = body.splitlines()[0] if body.strip() else ""
        if not header:
            raise CourseError(f"{name} is empty.")
        delimiter = max(",;\t", key=header.count)
        rows, ends = [], []
        for row, end in _rows(body, delimiter, name):
            rows.append(row)
            ends.append(end)
        return cls(start, delimiter, rows, ends)

    @property
    def header(self) -> list[str]:
        """The names of the columns."""
        return [self.value(0, column).strip() for column in range(len(self.rows[0]))]

    def column(self, *names: str) -> int | None:
        """The number of the column that has one of these names; capitals make no difference."""
        wanted = [name.casefold() for name in names]
        return next((index for index, title in enumerate(self.header) if title.casefold() in wanted), None)

    def value(self, row: int, column: int | None) -> str:
        """What a cell says; nothing where a row is too short."""
        if column is None or column >= len(self.rows[row]):
            return ""
        raw = self.rows[row][column]
        return raw[1:-1].replace('""', '"') if raw.startswith('"') else raw

    def fill(self, row: int, column: int, value: str) -> None:
        """Write one cell; a row that is too short grows."""
        cells = self.rows[row]
        cells.extend([""] * (column + 1 - len(cells)))
        cells[column] = quoted(value, self.delimiter)

    def text(self) -> str:
        """The whole file."""
        lines = (self.delimiter.join(row) + end for row, end in zip(self.rows, self.ends, strict=True))
        return self.start + "".join(lines)


def written(rows: Sequence[Sequence[str]], start: str = "") -> str:
    """A CSV of our own, with the line ends that RFC 4180 and spreadsheets expect."""
    return start + _lines(rows, ",", "\r\n")


def _lines(rows: Sequence[Sequence[str]], delimiter: str, end: str) -> str:
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter, lineterminator=end).writerows(rows)
    return text.getvalue()


def _rows(text: str, delimiter: str, name: str) -> Iterator[tuple[list[str], str]]:
    cell = re.compile(rf'"(?:[^"]|"")*"|[^"{re.escape(delimiter)}\r\n][^{re.escape(delimiter)}\r\n]*|')
    position, row = 0, []
    while position < len(text):
        found = cell.match(text, position)
        assert found is not None  # the pattern also matches nothing
        row.append(found[0])
        position = found.end()
        if text.startswith(delimiter, position):
            position += len(delimiter)
            if position < len(text):
                continue
            row.append("")
        end = _END.match(text, position)
        if end is None:
            line = text.count("\n", 0, position) + 1
            raise CourseError(f"{name} is not a proper CSV file: a quote in line {line} is in the wrong place.")
        yield row, end[0]
        position, row = end.end(), []
