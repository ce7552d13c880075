"""What a student wrote, as formgrader shows it: text and pictures, nothing that runs with a TA's rights.

nbconvert's own cleaning takes paragraphs and headings for a danger, and formgrader's template leaves Markdown out.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import bleach
from jinja2 import pass_context
from nbconvert.exporters import HTMLExporter

from autograder.feedback.markup import TAGS
from autograder.feedback.pictures import checked_address

MORE_TAGS = frozenset({"h1", "h2", "h3", "small"})
LINKS = ("https://", "http://", "mailto:", "#")


def clean_html(element: str | bytes) -> str:
    """In place of nbconvert's filter of that name."""
    text = element.decode("utf-8", "replace") if isinstance(element, bytes) else str(element)
    return bleach.clean(text, tags=TAGS | MORE_TAGS, attributes=_allowed, protocols={"http", "https", "mailto", "data"})


@pass_context
def markdown2html(context: Any, source: str) -> str:
    """In place of nbconvert's filter of that name: the same HTML, cleaned."""
    return clean_html(_exporter().markdown2html(context, source))


@cache
def _exporter() -> HTMLExporter:
    return HTMLExporter()


def _allowed(tag: str, name: str, value: str) -> bool:
    if tag == "a" and name == "href":
        return value.strip().lower().startswith(LINKS)
    if tag == "img" and name == "src":
        return checked_address(value) == value
    return name == "class" or (tag, name) in {("img", "alt"), ("ol", "start")}
