"""Marking schemes: text between two lines of a locked cell, for TAs only."""

from __future__ import annotations

import re

_DELIMITED = re.compile(
    r"^[^\n]*BEGIN MARK SCHEME[^\n]*\n(?P<scheme>.*?)^[^\n]*END MARK SCHEME[^\n]*$", re.MULTILINE | re.DOTALL
)
_BEGUN = re.compile(r"^.*BEGIN MARK SCHEME.*?(?:END MARK SCHEME.*?$|\Z)", re.MULTILINE | re.DOTALL)


def without_schemes(text: str) -> str:
    """A text without marking schemes; one that does not end takes the rest of the text with it."""
    return _BEGUN.sub("", text)


def with_schemes_between(text: str, before: str, after: str) -> str:
    """A text in which each marking scheme stands between two others instead of its two lines."""
    return _DELIMITED.sub(lambda found: before + found["scheme"] + after, text)
