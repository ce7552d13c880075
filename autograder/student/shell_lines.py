"""Lines of a notebook that are for the shell, not for Python: `!pip install ...`, `%pip`, a cell that begins with `%%bash`.

What they do, they do to the machine of whoever runs the notebook. So they are not run unless that person wants it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from nbformat import NotebookNode

from autograder.course.bounds import cut
from autograder.course.plain_text import one_line
from autograder.course.python import parsed

_LINE_MAGICS = ("pip", "conda", "mamba", "micromamba", "uv", "sx", "system")
_CELL_MAGICS = (
    "!",
    "bash",
    "cmd",
    "perl",
    "pypy",
    "python",
    "python2",
    "python3",
    "ruby",
    "script",
    "sh",
    "sx",
    "system",
)
_ASSIGNED = r"(?:[\w.,\[\]'\" ]+=[ \t]*)?"
# a line of an expression in brackets may begin with !=
_SHELL_LINE = re.compile(rf"^([ \t]*){_ASSIGNED}(?:!(?!=)|%(?:{'|'.join(_LINE_MAGICS)})\b)")
_SHELL_CELL = re.compile(rf"\s*%%(?:{'|'.join(map(re.escape, _CELL_MAGICS))})(?!\w)")
_LONGEST_SHOWN = 60

SKIP = f"""\
def _skip_shell_lines():
    from IPython import get_ipython

    def nothing(*arguments, **options):
        return None

    def no_lines(*arguments, **options):
        return []

    shell = get_ipython()
    shell.system = shell.system_raw = shell.system_piped = nothing
    shell.getoutput = no_lines
    for kind, names in (("line", {_LINE_MAGICS!r}), ("cell", {_CELL_MAGICS!r})):
        for name in names:
            shell.register_magic_function(nothing, kind, name)


_skip_shell_lines()
del _skip_shell_lines
"""
"""Code that makes a kernel pass over all such lines, those inside of other magics too."""


@dataclass(frozen=True)
class ShellLine:
    """One line for the shell, and where it stands."""

    cell: int
    """The number of the code cell, counted from 1."""
    line: int
    text: str

    @property
    def place(self) -> str:
        return f"Code cell {self.cell}, line {self.line}"


def shell_lines(notebook: NotebookNode) -> tuple[ShellLine, ...]:
    """All lines of a notebook that are for the shell; of a cell that is, the first."""
    code = (cell for cell in notebook.cells if cell.cell_type == "code")
    return tuple(
        ShellLine(number, line, cut(one_line(text.strip())[:_LONGEST_SHOWN]))
        for number, cell in enumerate(code, start=1)
        for line, text in _lines_in(cell.source)
    )


def _lines_in(source: str) -> Iterator[tuple[int, str]]:
    lines = source.split("\n")
    if _SHELL_CELL.match(source):
        yield next((number, line) for number, line in enumerate(lines, start=1) if line.strip())
        return
    found = {number: line for number, line in enumerate(lines, start=1) if _SHELL_LINE.match(line)}
    if not found:
        return
    python = [
        _SHELL_LINE.sub(r"\1pass  #", line) if number in found else line for number, line in enumerate(lines, start=1)
    ]
    in_text = _inside_texts(python)
    yield from ((number, line) for number, line in found.items() if number not in in_text)


def _inside_texts(lines: list[str]) -> frozenset[int]:
    """The lines that stand inside of a text of several lines."""
    tree = parsed("\n".join(lines))
    texts = (node for node in ast.walk(tree) if isinstance(node, ast.Constant | ast.JoinedStr)) if tree else ()
    return frozenset(line for node in texts for line in range(node.lineno + 1, (node.end_lineno or node.lineno) + 1))
