"""Marking schemes: text between two lines of a locked cell, for TAs only."""

from __future__ import annotations

from collections.abc import Iterator

_BEGIN, _END = "BEGIN MARK SCHEME", "END MARK SCHEME"


def without_schemes(text: str) -> str:
    """A text without its marking schemes; a scheme without an END line reaches to the end of the text."""
    kept: list[str] = []
    lines, place = text.split("\n"), 0
    for begin, end in _schemes(lines):
        kept += [*lines[place:begin], ""]
        place = len(lines) if end is None else end + 1
    return "\n".join([*kept, *lines[place:]])


def before_scheme(text: str) -> str:
    """The text above the first marking scheme; the whole text where there is none."""
    lines = text.split("\n")
    begin = next((begin for begin, _ in _schemes(lines)), None)
    return text if begin is None else "".join(f"{line}\n" for line in lines[:begin])


def schemes_in(text: str) -> Iterator[str]:
    """What stands in the marking schemes of a text, one after the other."""
    lines = text.split("\n")
    return ("\n".join(lines[begin + 1 : end]) for begin, end in _schemes(lines))


def with_schemes_between(text: str, before: str, after: str) -> str:
    """A text in which `before` and `after` replace the BEGIN and the END line of each marking scheme."""
    lines = text.split("\n")
    pieces: list[str] = []
    place = 0
    for begin, end in _schemes(lines):
        if end is not None and end > begin:
            pieces += (f"{line}\n" for line in lines[place:begin])
            pieces += (before, *(f"{line}\n" for line in lines[begin + 1 : end]), after)
            pieces += ("\n",) if end + 1 < len(lines) else ()
            place = end + 1
    return "".join(pieces) + "\n".join(lines[place:])


def _schemes(lines: list[str]) -> Iterator[tuple[int, int | None]]:
    """The BEGIN and END lines of all schemes, by number; each line is looked at once."""
    begin: int | None = None
    for number, line in enumerate(lines):
        if begin is None and _BEGIN in line:
            begin = number
            line = line.partition(_BEGIN)[2]
        if begin is not None and _END in line:
            yield begin, number
            begin = None
    if begin is not None:
        yield begin, None
