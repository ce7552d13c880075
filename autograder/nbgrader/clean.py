"""What a student wrote, as formgrader shows it: text and pictures, nothing that runs with a TA's rights.

nbconvert's own cleaning treats paragraphs and headings as dangerous, and formgrader's template cleans no Markdown.
"""

from __future__ import annotations

import contextlib
import re
from functools import cache
from html import escape
from typing import Any

from jinja2 import pass_context
from nbconvert.exporters import HTMLExporter

from autograder.nbgrader.formgrader_page import OVERVIEW, SCHEME
from autograder.pages.cleaning import LINKS, TAGS, cleaned

MORE_TAGS = frozenset({"h1", "h2", "h3", "small"})
# classes of coloured code, tables and our own parts; with a class of formgrader's, a student's link could become a
# button that grades
CLASSES = frozenset({"anchor-link", "dataframe", "highlight", "hll", "verdict", OVERVIEW, SCHEME})
LONGEST = 100_000
ATTACHED = re.compile(r"\(\s*attachment:[^)]*\)")
TOKEN = re.compile(r"[a-z][a-z0-9]?")


def clean_html(element: str | bytes) -> str:
    """Replaces nbconvert's filter of the same name."""
    text = element.decode("utf-8", "replace") if isinstance(element, bytes) else str(element)
    return cleaned(text, _is_known_class, TAGS | MORE_TAGS, (*LINKS, "#"))


@pass_context
def markdown2html(context: Any, source: str) -> str:
    """Replaces nbconvert's filter of the same name: the same HTML, cleaned; unreadable text is shown as typed."""
    # a picture that an editor lost, nesting beyond reason or whatever else nbconvert stops at would keep the whole
    # submission from being shown
    if len(source) <= LONGEST:
        for text in (source, ATTACHED.sub("(#)", source)):
            with contextlib.suppress(Exception):
                return clean_html(_exporter().markdown2html(context, text))
    return f"<pre>{escape(source)}</pre>"


@cache
def _exporter() -> HTMLExporter:
    return HTMLExporter()


def _is_known_class(tag: str, value: str) -> bool:
    return all(word in CLASSES or TOKEN.fullmatch(word) for word in value.split())
