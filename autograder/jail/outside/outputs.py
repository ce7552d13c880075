"""Outputs that come out of a jail are rebuilt here field by field: only what nbformat knows gets through."""

import math
import re
from collections.abc import Iterator
from typing import Any

from autograder.jail.output_size import parts_of, size_of

Output = dict[str, Any]

_MAX_OUTPUTS = 5000
_LONGEST_KIND = 200
_LONGEST_REPR = 1000
_ROOM_FOR_OUR_SENTENCE = 4096
_BYTES_PER_CHARACTER = 4
_LARGEST_COUNT = 1 << 31
_LARGEST_INTEGER = 1 << 63
_JSON = re.compile(r"application/(.*\+)?json")
_PICTURES = ("image/png", "image/jpeg", "image/gif", "image/svg+xml")
_LARGEST_SIZE = 100_000
_SIZE = re.compile(r"[0-9]{1,5}(px|%)?")
_LONGEST_DESCRIPTION = 1000


def clean_outputs(outputs: Any, limit: int, most_parts: int) -> Iterator[Output]:
    """The outputs of one cell that are well formed, up to a size that the jail should have observed, and to a number of
    parts: many small ones take far more time and memory than one long text."""
    if not isinstance(outputs, list):
        return
    # the jail counts characters and leaves room for its own sentence
    left = _BYTES_PER_CHARACTER * limit + _ROOM_FOR_OUR_SENTENCE
    for output in outputs[:_MAX_OUTPUTS]:
        cleaned = _clean(output)
        if cleaned is None:
            continue
        left -= size_of(cleaned)
        most_parts -= parts_of(cleaned)
        if left < 0 or most_parts < 0:
            return
        yield cleaned


def clean_updates(updates: Any) -> Iterator[tuple[str, Output, Output]]:
    """The changes to earlier displays that are well formed."""
    if not isinstance(updates, list):
        return
    for update in updates[:_MAX_OUTPUTS]:
        if isinstance(update, dict) and isinstance(update.get("display_id"), str):
            yield update["display_id"], _bundle(update.get("data")), _known_metadata(update.get("metadata"))


def clean_count(count: Any) -> int | None:
    """An execution count that a notebook can hold."""
    return count if type(count) is int and 0 <= count < _LARGEST_COUNT else None


def _clean(output: Any) -> Output | None:
    if not isinstance(output, dict):
        return None
    kind = output.get("output_type")
    if kind == "stream" and output.get("name") in {"stdout", "stderr"} and isinstance(output.get("text"), str):
        return {"output_type": "stream", "name": output["name"], "text": output["text"]}
    if kind == "error":
        traceback = output.get("traceback")
        lines = [str(line) for line in traceback if isinstance(line, str)] if isinstance(traceback, list) else []
        return {
            "output_type": "error",
            "ename": _text(output.get("ename")),
            "evalue": _text(output.get("evalue")),
            "traceback": lines,
        }
    if kind in {"display_data", "execute_result"}:
        cleaned = {
            "output_type": kind,
            "data": _bundle(output.get("data")),
            "metadata": _known_metadata(output.get("metadata")),
        }
        if kind == "execute_result":
            cleaned["execution_count"] = clean_count(output.get("execution_count"))
        if isinstance(output.get("display_id"), str):
            cleaned["display_id"] = output["display_id"]
        return cleaned
    return None


def _text(value: Any) -> str:
    """A text; nothing else is written out, which may take very long."""
    return value if isinstance(value, str) else ""


def _bundle(data: Any) -> Output:
    if not isinstance(data, dict):
        return {}
    return {
        kind: _of_kind(kind, value)
        for kind, value in data.items()
        if isinstance(kind, str) and len(kind) < _LONGEST_KIND
    }


def _of_kind(kind: str, value: Any) -> Any:
    """Text, unless the kind is one of JSON, where it may be anything."""
    cleaned = _json_value(value)
    if _JSON.fullmatch(kind) or isinstance(cleaned, str):
        return cleaned
    if isinstance(cleaned, list) and all(isinstance(line, str) for line in cleaned):
        return cleaned
    return repr(cleaned)[:_LONGEST_REPR]


def _known_metadata(metadata: Any) -> Output:
    """How a picture is to be shown; what shows a notebook believes whatever else stands there."""
    if not isinstance(metadata, dict):
        return {}
    of_each = {kind: _about_picture(metadata[kind]) for kind in _PICTURES if isinstance(metadata.get(kind), dict)}
    return _about_picture(metadata) | {kind: about for kind, about in of_each.items() if about}


def _about_picture(found: Output) -> Output:
    known = {name: found[name] for name in ("width", "height") if _is_size(found.get(name))}
    if found.get("unconfined") is True:
        known["unconfined"] = True
    if isinstance(alt := found.get("alt"), str):
        known["alt"] = alt[:_LONGEST_DESCRIPTION]
    if isinstance(background := found.get("needs_background"), str) and background in {"light", "dark"}:
        known["needs_background"] = background
    return known


def _is_size(value: Any) -> bool:
    """A number, or a text that is one: pages write it without quotes."""
    if isinstance(value, str):
        return _SIZE.fullmatch(value) is not None
    return type(value) in (int, float) and 0 < value < _LARGEST_SIZE


def _json_value(value: Any) -> Any:
    """What JSON can hold; everything else as text."""
    if value is None or type(value) in (bool, str) or (type(value) is float and math.isfinite(value)):
        return value
    if type(value) is int and abs(value) < _LARGEST_INTEGER:
        return value
    if isinstance(value, dict):
        return {_text(key): _json_value(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_json_value(item) for item in value]
    # to write out one tensor takes as long as to read a thousand numbers
    return repr(value)[:_LONGEST_REPR] if isinstance(value, int | float | complex) else f"<{type(value).__name__}>"
