"""Text that students chose, made harmless for people's screens: no code that a terminal obeys, no hidden direction."""

from __future__ import annotations

import re

INSTEAD = "\N{REPLACEMENT CHARACTER}"
_OBEYED = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # control characters but tab and line feed; with them all escape sequences
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # marks that turn the direction of what follows
    "\u2028\u2029\ufeff\ufff9-\ufffb"  # other line ends, and marks that show nothing
    "\U000e0000-\U000e007f"  # letters that show nothing
    "\ud800-\udfff"  # halves of characters, and bytes of file names that are no UTF-8: no file can hold them
)
_CODES = re.compile(f"[{_OBEYED}]")


def neutral(text: str) -> str:
    """The same text, with a sign in the place of each character that a terminal would obey instead of showing it."""
    return _CODES.sub(INSTEAD, text)


def one_line(text: str) -> str:
    """The same in one line, so that it cannot look like another line of ours."""
    return " ".join(neutral(text).splitlines())
