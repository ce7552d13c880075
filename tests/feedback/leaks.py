"""What must never stand in a page: lines of checks and references, paths of the machine, marking schemes."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from html import unescape
from pathlib import Path

from nbformat import NotebookNode

SHORTEST = 15
TAGS = re.compile(r"<[^>]*>")


def visible_text(page: str) -> str:
    """All text of a page with its spaces made single, and the page as it is for what hides in attributes."""
    return " ".join(unescape(TAGS.sub("", page)).split()) + "\n" + " ".join(unescape(page).split())


def hidden_lines(folders: Iterable[Path], shared: str) -> set[str]:
    """Every telling line of the checks and references, but not a docstring: that is for students."""
    texts = [path.read_text() for folder in folders for path in folder.rglob("*.py") if _is_hidden(path)]
    lines = {" ".join(line.split()) for text in texts for line in _code_lines(text)}
    shared = " ".join(shared.split())
    return {line for line in lines if len(line) >= SHORTEST and line not in shared}


def _is_hidden(path: Path) -> bool:
    """Masters, mistakes and variants hold answers as students write them: a page may well contain one."""
    return path.name != "master.py" and not {"mistakes", "variants", "figures"} & set(path.parts)


def _code_lines(text: str) -> Iterator[str]:
    told: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module) and ast.get_docstring(node):
            told.update(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    return (line for number, line in enumerate(text.splitlines(), 1) if number not in told)


def written_by(notebook: NotebookNode) -> str:
    return "\n".join(cell.source for cell in notebook.cells)


def leaked_lines(page: str, hidden: set[str], own: str) -> list[str]:
    """The hidden lines in a page that its student did not write."""
    text, own = visible_text(page), " ".join(own.split())
    return sorted(line for line in hidden if line in text and line not in own)


def paths_of_the_machine(page: str, *roots: Path) -> list[str]:
    """The places on this machine that a page names."""
    places = {str(root) for root in roots} | {sys.prefix, sys.base_prefix, str(Path(__file__).parents[2])}
    text = visible_text(page)
    return sorted(place for place in places if len(place) > len("/usr") and place in text)


def scheme_lines(master: NotebookNode) -> set[str]:
    """The lines of an assignment's marking schemes."""
    schemes = re.findall(r"BEGIN MARK SCHEME ===(.*?)=== END MARK SCHEME", written_by(master), re.DOTALL)
    assert schemes
    return {" ".join(line.split()) for scheme in schemes for line in scheme.splitlines() if len(line) >= SHORTEST}
