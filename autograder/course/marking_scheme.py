"""Marking schemes: text between two lines of a locked cell, for TAs only."""

from __future__ import annotations

import re

_DELIMITED = re.compile(
    r"^[^\n]*BEGIN MARK SCHEME[^\n]*\n(?P<scheme>.*?)^[^\n]*END MARK SCHEME[^\n]*$", re.MULTILINE | re.DOTALL
)
_BEGUN = re.compile(r"^.*BEGIN MARK SCHEME.*?(?:END MARK SCHEME.*?$|\Z)", re.MULTILINE | re.DOTALL)


def without_schemes(text: str) -> str:
    """A text without its marking schemes; a scheme without an END line reaches to the end of the text."""
    return _BEGUN.sub("", text)


def with_schemes_between(text: str, before: str, after: str) -> str:
    """A text in which `before` and `after` replace the BEGIN and the END line of each marking scheme."""
    return _DELIMITED.sub(lambda found: before + found["scheme"] + after, text)
