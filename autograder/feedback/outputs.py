"""What a cell put out, as a page may show it: text, pictures and the student's own traceback."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from autograder.feedback.content import ShownOutput
from autograder.pages.pictures import data_address
from autograder.pages.text import presentable, shortened, trimmed_traceback

PICTURES = ("image/png", "image/jpeg", "image/gif")
SOURCES = ("text/plain", "text/latex", "text/html", "image/svg+xml", "application/json", "application/javascript")

_DRAWN = re.compile(r"[\[(]*(?:array\(\[+)?(?:<(?:Figure size|Axes|matplotlib\.|\w+Container )|Text\([-\d])")
"""How the text begins that stands for something drawn, which says nothing to people."""


def shown_outputs(
    outputs: Iterable[Any], said: Collection[str] = (), roots: Collection[str] = ()
) -> tuple[ShownOutput, ...]:
    """The outputs of a cell; sentences that the page says elsewhere are left out, HTML and scripts are text."""
    return tuple(output for output in _shown(outputs, roots) if output.content.strip() not in {"", *said})


def _shown(outputs: Iterable[Any], roots: Collection[str]) -> Iterator[ShownOutput]:
    for output in outputs:
        kind = output.get("output_type")
        if kind == "stream":
            is_warning = output.get("name") == "stderr"
            text = presentable(_joined(output.get("text")), roots).strip("\n")
            yield ShownOutput("warning" if is_warning else "text", shortened(text))
        elif kind == "error":
            entries = output.get("traceback") or [f"{output.get('ename')}: {output.get('evalue')}"]
            yield ShownOutput("error", shortened(trimmed_traceback(map(str, entries), roots)))
        elif kind in {"display_data", "execute_result"}:
            yield from _displayed(output.get("data") or {}, roots)


def _displayed(data: Any, roots: Collection[str]) -> Iterator[ShownOutput]:
    """The best form of what was displayed: a picture, else Markdown, else text."""
    for kind in PICTURES:
        if address := data_address(_joined(data.get(kind))):
            yield ShownOutput("picture", address)
            return
    if text := _joined(data.get("text/markdown")):
        yield ShownOutput("markdown", presentable(text, roots))
        return
    for kind in SOURCES:
        if text := _joined(data.get(kind)):
            if not _DRAWN.match(text):
                yield ShownOutput("text", shortened(presentable(text, roots).strip("\n")))
            return


def _joined(value: Any) -> str:
    """Text as nbformat stores it: whole or in lines."""
    if isinstance(value, list):
        return "".join(map(str, value))
    return value if isinstance(value, str) else "" if value is None else str(value)
