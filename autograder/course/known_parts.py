"""What is kept of a notebook's cells: known parts, of known types. What shows a notebook believes all others."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from autograder.course.bounds import MOST_TAGS

NEWEST_MINOR = 5
"""The newest minor version of notebook format 4 whose rules we know."""
_PARTS_OF_CELLS = {
    "code": ("outputs", "execution_count"),
    "markdown": ("attachments",),
    "raw": ("attachments",),
}
_PARTS_OF_OUTPUTS = {
    "stream": ("name", "text"),
    "display_data": ("data", "metadata"),
    "execute_result": ("data", "metadata", "execution_count"),
    "error": ("ename", "evalue", "traceback"),
}
# a tag becomes a class in formgrader's page, and with a space in it several of them
_TAG = re.compile(r"[\w-]{1,100}")
_PICTURE = re.compile(r"image/[\w.+-]{1,50}")
_TEXTS = {
    "kernelspec": ("name", "display_name", "language"),
    "language_info": ("name", "version", "file_extension", "mimetype", "pygments_lexer", "nbconvert_exporter"),
    "course": ("assignment",),
}


def unknown_cell(cells: object) -> str | None:
    """Which cell is of no type that we know, as the end of a sentence; None where there is none."""
    for number, cell in enumerate(cells if isinstance(cells, list) else (), start=1):
        kind = cell.get("cell_type") if isinstance(cell, dict) else None
        if isinstance(kind, str) and kind not in _PARTS_OF_CELLS:
            return (
                f"has a cell (number {number}) of the type {kind[:50]!r}, which is neither code nor text. "
                "Copy what is in it into a code or Markdown cell, delete it, and retry."
            )
    return None


def in_known_format(raw: Mapping[str, Any]) -> dict[str, Any]:
    """A notebook of a later minor version in the newest one we know: parts that it does not have are left out."""
    cells = raw.get("cells")
    return {
        "nbformat": 4,
        "nbformat_minor": NEWEST_MINOR,
        "metadata": raw.get("metadata"),
        "cells": list(map(_known_cell, cells)) if isinstance(cells, list) else cells,
    }


def known_metadata(metadata: Mapping[str, Any]) -> dict[str, Any]:
    """The metadata of a cell that we know, in the form that every version of the format allows; nbgrader's as they are."""
    known = {name: metadata[name] for name in ("collapsed", "deletable", "editable") if _is_bool(metadata.get(name))}
    scrolled = metadata.get("scrolled")
    if _is_bool(scrolled) or scrolled == "auto":
        known["scrolled"] = scrolled
    jupyter = metadata.get("jupyter")
    if isinstance(jupyter, dict):
        hidden = {name: jupyter[name] for name in ("source_hidden", "outputs_hidden") if _is_bool(jupyter.get(name))}
        known |= {"jupyter": hidden} if hidden else {}
    if metadata.get("cellView") == "form":  # Colab's way to fold a cell
        known["cellView"] = "form"
    if tags := known_tags(metadata.get("tags")):
        known["tags"] = tags
    if "nbgrader" in metadata:
        known["nbgrader"] = metadata["nbgrader"]
    return known


def known_tags(tags: object) -> list[str]:
    """The tags of a cell that are words, each once."""
    words = (tag for tag in tags if isinstance(tag, str) and _TAG.fullmatch(tag)) if isinstance(tags, list) else ()
    return list(dict.fromkeys(words))[:MOST_TAGS]


def known_attachments(attachments: object) -> dict[str, dict[str, str]]:
    """The pictures attached to a cell; other things cannot be shown, and nothing at all would end who shows it."""
    known = {
        name: pictures
        for name, forms in (attachments.items() if isinstance(attachments, dict) else ())
        if isinstance(forms, dict) and (pictures := {kind: data for kind, data in forms.items() if _shows(kind, data)})
    }
    return known


def known_notebook_metadata(metadata: Mapping[str, Any]) -> dict[str, Any]:
    """The metadata of a notebook that we know: its kernel, its assignment, and our own note on it."""
    known: dict[str, Any] = {}
    for name, parts in _TEXTS.items():
        if isinstance(found := metadata.get(name), dict):
            texts = {part: found[part] for part in parts if isinstance(found.get(part), str)}
            known |= {name: texts} if parts[0] in texts else {}
    # without its name for people, a kernel is no kernel for nbformat
    if "display_name" not in known.get("kernelspec", {"display_name": ""}):
        del known["kernelspec"]
    if "autograder" in metadata:
        known["autograder"] = metadata["autograder"]
    return known


def _known_cell(cell: Any) -> Any:
    kind = cell.get("cell_type") if isinstance(cell, dict) else None
    if not isinstance(kind, str) or kind not in _PARTS_OF_CELLS:
        return cell
    parts = ("cell_type", "id", "metadata", "source", *_PARTS_OF_CELLS[kind])
    known = {part: cell[part] for part in parts if part in cell}
    if isinstance(outputs := known.get("outputs"), list):
        known["outputs"] = [part for output in outputs if (part := _known_output(output)) is not None]
    return known


def _known_output(output: Any) -> Any:
    """An output with the parts that we know; None for one of a kind that we do not know."""
    kind = output.get("output_type") if isinstance(output, dict) else None
    if not isinstance(kind, str):
        return output
    parts = _PARTS_OF_OUTPUTS.get(kind)
    return {part: output[part] for part in ("output_type", *parts) if part in output} if parts else None


def _is_bool(value: object) -> bool:
    return isinstance(value, bool)


def _shows(kind: object, data: object) -> bool:
    return isinstance(kind, str) and isinstance(data, str) and _PICTURE.fullmatch(kind) is not None
