"""What a cell of Python code defines, found without running the cell, even where it is broken."""

from __future__ import annotations

import ast
import re
import textwrap
import warnings
from collections.abc import Iterator
from functools import lru_cache

# cells that people write are far shorter; the parser needs many times the memory of the text
LONGEST = 200_000
_PARTS_OF_TARGETS = (ast.Name, ast.Tuple, ast.List, ast.Store)
BROKEN_DEFINITION = re.compile(
    r"^(?:async[ \t]+)?(?:def|class)[ \t]+(\w+)|^(\w+)[ \t]*(?::[^=\n]+)?=(?!=)", re.MULTILINE
)


@lru_cache(maxsize=512)
def parsed(source: str) -> ast.Module | None:
    """The cell as a tree, IPython's magics left out; None when it is not Python. Trees are shared: do not change them."""
    if len(source) > LONGEST:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # warnings about a student's escape sequences are of no use here
            return ast.parse(without_magics(source))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def stands_alone(source: str) -> bool:
    """Whether IPython could run a cell on its own: the whole cell may be indented, but a lone return is an error."""
    tree = parsed(textwrap.dedent(source))
    if tree is None:
        return False
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(tree, "<cell>", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError):
        return False
    return True


def methods(source: str) -> frozenset[str]:
    """The methods of the classes that a cell defines, as Class.method."""
    tree = parsed(source)
    return frozenset(
        f"{node.name}.{each.name}"
        for node in (tree.body if tree else ())
        if isinstance(node, ast.ClassDef)
        for each in node.body
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)
    )


def without_magics(source: str) -> str:
    """The same lines, but lines for IPython or the shell are empty."""
    lines = source.split("\n")
    return "\n".join("" if line.lstrip().startswith(("%", "!", "?")) else line for line in lines)


def defined(source: str) -> frozenset[str]:
    """The names that a cell defines at its top level: functions, classes, assigned variables."""
    tree = parsed(source)
    if tree is not None:
        return frozenset(_names(tree.body))
    found = BROKEN_DEFINITION.findall(source[:LONGEST])
    return frozenset(function or variable for function, variable in found)


def only_assigns(source: str) -> tuple[str, ...]:
    """The names that some statements assign, in order; none where they do anything else."""
    tree = parsed(source)
    names: list[str] = []
    for node in tree.body if tree else ():
        if not isinstance(node, ast.Assign | ast.AnnAssign):
            return ()
        for target in node.targets if isinstance(node, ast.Assign) else (node.target,):
            if not all(isinstance(part, _PARTS_OF_TARGETS) for part in ast.walk(target)):
                return ()
            names += _targets(target)
    return tuple(dict.fromkeys(names))


def left_open(source: str) -> frozenset[str]:
    """The names to which a cell assigns `...` at its top level: what a student has not filled in."""
    tree = parsed(source)
    return frozenset(
        name
        for node in (tree.body if tree else ())
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and node.value.value is ...
        for name in _names([node])
    )


def made(source: str) -> frozenset[str]:
    """Only the functions and classes among the names that a cell defines."""
    tree = parsed(source)
    if tree is None:
        return frozenset(function for function, _ in BROKEN_DEFINITION.findall(source[:LONGEST]) if function)
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return frozenset(node.name for node in tree.body if isinstance(node, kinds))


def excerpt(source: str, names: frozenset[str]) -> str | None:
    """The statements of a cell that define some names; None unless all of them are found."""
    tree = parsed(source)
    if tree is None or not names or not names <= frozenset(_names(tree.body)):
        return None
    lines = source.split("\n")
    first_lines = [
        min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))]) for node in tree.body
    ]
    # up to the next statement, so that comments at the end of a body stay with it
    last_lines = [*(first - 1 for first in first_lines[1:]), len(lines)]
    return "\n\n\n".join(
        "\n".join(lines[first - 1 : last]).rstrip()
        for node, first, last in zip(tree.body, first_lines, last_lines, strict=True)
        if names & frozenset(_names([node]))
    )


def normalised(source: str) -> str:
    """A text without what an editor changes on saving: spaces at the ends of lines, blank lines around it."""
    return "\n".join(line.rstrip() for line in source.strip().splitlines())


def _names(statements: list[ast.stmt]) -> Iterator[str]:
    for node in statements:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                yield from _targets(target)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id


def _targets(target: ast.expr) -> Iterator[str]:
    if isinstance(target, ast.Name):
        yield target.id
    elif isinstance(target, ast.Tuple | ast.List):
        for element in target.elts:
            yield from _targets(element)
