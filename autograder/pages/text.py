"""Text from a grading run as its author should see it: without terminal codes, paths of the machine, or our frames."""

from __future__ import annotations

import re
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
ELSEWHERE = "… steps inside library code …"

_ANSI = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b[@-Z\\^_]")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_BETWEEN = re.compile(r"([\s'\"`()<>\[\],;=]+)")
_LIBRARY = re.compile(r"(?:/(?:site|dist)-packages|/lib/python3\.\d+|\.zip)(?=/)")
_FRAME = re.compile(r'(\s*)File "([^"\n]*)", line \d+')
_RULE = re.compile(r"-{20,}")
_CELL = re.compile(r'"?<ipython-input-(\d+)-[0-9a-f]+>"?')
_OWN_FRAME = ("File Cell In", 'File "<ipython-input', "File <ipython-input")

_MOST_LINES, _HEAD, _TAIL, _LONGEST_LINE = 160, 110, 40, 2000
"""A text of more lines is cut to its first and last ones, a longer line to its beginning."""


def presentable(text: str, roots: Iterable[str] = ()) -> str:
    """Text that a terminal or a log would show, free of what belongs to the grading machine."""
    text = _ANSI.sub("", text).replace("\r\n", "\n")
    # a progress bar draws over its own line: only the last drawing counts
    text = "\n".join(line.rstrip("\r").rpartition("\r")[2] for line in text.split("\n"))
    text = "\n".join(_own_frames(_CONTROL.sub("", text).split("\n")))
    text = _CELL.sub(r"Cell In[\1]", text)
    return _without_paths(text, (*roots, *_machine()))


def shortened(text: str) -> str:
    """The beginning and the end of a long text."""
    lines = [line if len(line) <= _LONGEST_LINE else f"{line[:_LONGEST_LINE]} …" for line in text.split("\n")]
    if len(lines) > _MOST_LINES:
        lines[_HEAD:-_TAIL] = [f"[… {len(lines) - _HEAD - _TAIL:,} lines left out …]"]
    return "\n".join(lines)


def trimmed_traceback(entries: Iterable[str], roots: Iterable[str] = ()) -> str:
    """IPython's traceback with the frames of the student's own cells only."""
    shown: list[str] = []
    for entry in entries:
        text = _ANSI.sub("", entry)
        bare = text.strip()
        if bare.startswith("File ") and not bare.startswith(_OWN_FRAME):
            if not shown or shown[-1] != ELSEWHERE:
                shown.append(ELSEWHERE)
        elif not _RULE.fullmatch(bare):
            shown.append(text.rstrip("\n"))
    return presentable("\n".join(shown), roots).strip("\n")


def _own_frames(lines: list[str]) -> Iterator[str]:
    """Python's own tracebacks without the frames of files: a student's cells are not files."""
    inside, left_out = -1, False
    for line in lines:
        frame = _FRAME.match(line)
        indent = len(line) - len(line.lstrip())
        if frame and not frame[2].startswith("<ipython-input"):
            inside = len(frame[1])
            if not left_out:
                yield frame[1] + ELSEWHERE
            left_out = True
        elif inside < 0 or not line.strip() or indent <= inside:
            inside, left_out = -1, False
            yield line


def _without_paths(text: str, roots: Iterable[str]) -> str:
    if "/" not in text:
        return text
    # a folder whose name has a space in it must stay one piece
    whole = {root: _BETWEEN.sub("_", root) for root in roots}
    for root, in_one_piece in whole.items():
        text = text.replace(root, in_one_piece)
    pieces = _BETWEEN.split(text)
    # token by token: one pattern for a whole path would take quadratic time on a line of slashes
    text = "".join(_inside_library(piece) if "/" in piece else piece for piece in pieces)
    for in_one_piece in whole.values():
        text = text.replace(in_one_piece, "…")
    return text


def _inside_library(path: str) -> str:
    starts = [found.end() + 1 for found in _LIBRARY.finditer(path)]
    return path[starts[-1] :] if starts else path


@cache
def _machine() -> tuple[str, ...]:
    """Folders of this machine that no page may show, longest first."""
    folders = {sys.prefix, sys.base_prefix, sys.exec_prefix, str(PACKAGE), str(PACKAGE.parent), str(Path.home())}
    folders |= set(sysconfig.get_paths().values())
    return tuple(sorted((folder for folder in folders if len(folder) > len("/usr")), key=len, reverse=True))
