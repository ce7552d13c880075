"""How large what a person hands in may be: every bound in one place, far above what honest work needs.

The largest notebook of this course has about a hundred cells and seventy thousand characters. All that reads a
submission grows no faster than these numbers do, so they bound what one submission costs everybody else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

MOST_BYTES = 64 * 2**20
"""Bytes of a notebook's file, pictures in outputs included."""
MOST_VALUES = 2_000_000
"""Numbers, texts, lists and objects in a notebook's file."""
MOST_CELLS = 2_000
MOST_OUTPUTS = 20_000
"""Outputs of all cells."""
LONGEST_CODE = 200_000
"""Characters of one code cell."""
LONGEST_ALL_CODE = 500_000
"""Characters of all code cells."""
LONGEST_TEXT = 4_000_000
"""Characters of one text cell: some editors write a pasted picture into the text itself."""
LONGEST_ALL_TEXT = 16_000_000
"""Characters of all text cells."""
MOST_LINES = 20_000
"""Lines of one cell."""
MOST_PICTURES = 1_000
"""Pictures attached to text cells."""
MOST_FORMS = 20
"""Forms in which one picture is attached."""
MOST_TAGS = 50
"""Tags of a cell that are kept."""
DEEPEST_VALUE = 200
"""How many lists and objects in a notebook's file may stand around a value."""
LARGEST_METADATA = 1_000_000
"""Characters of the metadata of all cells."""
MOST_DIGITS = 1_000
"""Digits of one number in a notebook's file."""
MOST_FILES = 2_000
"""Files and folders in a submission folder."""
MOST_BYTES_IN_ALL = 256 * 2**20
"""Bytes of all files in a submission folder."""
LONGEST_PATH = 1_000
"""Bytes of a path in an archive or a submission folder; a disk takes four thousand, and our own folders stand before it."""
DEEPEST_FOLDER = 30
"""How many folders deep a file of a submission may lie."""

LONGEST_SENTENCE = 600
"""Characters of one sentence about a submission; what a student wrote may be quoted in it."""
MOST_SENTENCES = 100
"""Sentences of one kind about one submission."""

# always matches from a quote on, to the end of the text if it has to: no quote is looked at twice
_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
_LONG_NUMBER = re.compile(rf"(?<![0-9])[0-9]{{{MOST_DIGITS + 1}}}")
_BETWEEN_VALUES = ",:[{"
_LINE_END = re.compile(r"\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")


def cut(sentence: str) -> str:
    """A sentence, no longer than one that people read."""
    return sentence if len(sentence) <= LONGEST_SENTENCE else f"{sentence[:LONGEST_SENTENCE]}…"


def json_objection(text: str) -> str | None:
    """Why a notebook's text is not even parsed, as the end of a sentence; None where nothing speaks against it."""
    long_number = _LONG_NUMBER.search(text) is not None
    if not long_number and sum(map(text.count, _BETWEEN_VALUES)) < MOST_VALUES:
        return None
    # most of these characters stand in texts, where they mean nothing
    bare = _STRING.sub("", text)
    if sum(map(bare.count, _BETWEEN_VALUES)) >= MOST_VALUES:
        return f"has more than the {MOST_VALUES:,} values allowed. Clear the outputs, save, and retry."
    if _LONG_NUMBER.search(bare):
        return f"has a number of more than the {MOST_DIGITS:,} digits allowed outside of its cells."
    return None


def depth_objection(raw: object) -> str | None:
    """Why what a notebook's file holds is nested too deep for those who read it, as the end of a sentence."""
    level: list[Any] = [raw] if isinstance(raw, dict | list) else []
    for _ in range(DEEPEST_VALUE + 1):
        inside: Iterable[Any] = (each.values() if isinstance(each, dict) else each for each in level)
        level = [value for values in inside for value in values if isinstance(value, dict | list)]
        if not level:
            return None
    return f"has values nested more than the {DEEPEST_VALUE} deep that are allowed. Clear the outputs, save, and retry."


def size_objection(cells: Iterable[Any]) -> str | None:
    """Why a notebook is too large, as the end of a sentence; its cells may be of any form."""
    cells = [cell for cell in cells if isinstance(cell, dict)] if isinstance(cells, list) else []
    if len(cells) > MOST_CELLS:
        return f"has {len(cells):,} cells, more than the {MOST_CELLS:,} allowed. Delete empty ones, save, and retry."
    outputs = sum(len(found) for cell in cells if isinstance(found := cell.get("outputs"), list))
    if outputs > MOST_OUTPUTS:
        return f"has {outputs:,} outputs, more than the {MOST_OUTPUTS:,} allowed. Clear the outputs, save, and retry."
    attached = [found for cell in cells if isinstance(found := cell.get("attachments"), dict)]
    if any(isinstance(forms, dict) and len(forms) > MOST_FORMS for found in attached for forms in found.values()):
        return f"has an attached picture in more than the {MOST_FORMS} forms allowed. Attach it again, and retry."
    pictures = sum(map(len, attached))
    if pictures > MOST_PICTURES:
        return f"has {pictures:,} attached pictures, more than the {MOST_PICTURES:,} allowed. Delete some, and retry."
    metadata = sum(len(json.dumps(cell.get("metadata"))) for cell in cells)
    if metadata > LARGEST_METADATA:
        return f"has {metadata:,} characters of metadata, more than the {LARGEST_METADATA:,} allowed."
    code, text = 0, 0
    for number, cell in enumerate(cells, start=1):
        source = _source(cell)
        is_code = cell.get("cell_type") == "code"
        longest = LONGEST_CODE if is_code else LONGEST_TEXT
        if len(source) > longest:
            return (
                f"has a cell (number {number}) of {len(source):,} characters, more than the {longest:,} allowed. "
                "Shorten it, save, and retry."
            )
        lines = sum(1 for _ in _LINE_END.finditer(source)) + 1
        if lines > MOST_LINES:
            return (
                f"has a cell (number {number}) of {lines:,} lines, more than the {MOST_LINES:,} allowed. "
                "Shorten it, save, and retry."
            )
        code, text = (code + len(source), text) if is_code else (code, text + len(source))
    for length, longest, kind in ((code, LONGEST_ALL_CODE, "code"), (text, LONGEST_ALL_TEXT, "text")):
        if length > longest:
            return f"has {length:,} characters of {kind}, more than the {longest:,} allowed. Shorten it, and retry."
    return None


def _source(cell: dict[str, Any]) -> str:
    """The text of a cell as JSON holds it: whole or in lines."""
    source = cell.get("source")
    if isinstance(source, list):
        return "".join(line for line in source if isinstance(line, str))
    return source if isinstance(source, str) else ""
