"""The rules of handing in, read off a notebook without running it: each broken one is a sentence with its cell."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice

import msgspec
from nbformat import NotebookNode

from autograder.course.bounds import MOST_SENTENCES, cut
from autograder.course.cells import grade_id
from autograder.course.plain_text import one_line
from autograder.course.python import defined, normalised, parsed
from autograder.course.released import ReleasedCell, ReleasedNotebook
from autograder.intake.matching import match_cells
from autograder.intake.recover import Recovery, recover

INSTALLS = re.compile(r"^[ \t]*[%!][ \t]*(?:pip|conda|mamba|uv)\b.*\binstall\b", re.MULTILINE)
LONGEST_ERROR = 120
_NAME_OF_CELL = re.compile(r"\((?:<ipython-input-[\w-]{1,80}>|\d{1,20}\.py), (?=line \d)")  # says nothing to people
MOST_NAMED = 5
REMARK = "remark"
NOT_PYTHON = "is not valid Python."
Function = ast.FunctionDef | ast.AsyncFunctionDef


class Finding(msgspec.Struct, frozen=True):
    """A rule that a notebook breaks, and where."""

    rule: str
    """executed, order, errors, cells, locked, imports or signature, and where a student looks also empty or runs; a remark breaks no rule."""
    cell: str
    """The cell by its name, else by its number; empty when it is about the whole notebook."""
    sentence: str

    @property
    def is_remark(self) -> bool:
        return self.rule == REMARK


def preflight(
    notebook: NotebookNode, release: ReleasedNotebook, recovery: Recovery | None = None
) -> tuple[Finding, ...]:
    """All that can be said about a notebook as it was handed in, without running it; it may be recovered already."""
    cells = _named(notebook, release)
    recovery = recovery or recover(notebook, release)
    as_run = (_executed(cells), _in_order(cells), _without_errors(cells))
    as_written = (_locked(cells, release), _imports(cells, release), _signatures(recovery, release))
    # none of them is a list: of a notebook with many findings, only the first are made
    first = islice(chain(*as_run, _certain(recovery), *as_written), MOST_SENTENCES)
    return tuple(Finding(found.rule, found.cell, cut(one_line(found.sentence))) for found in first)


@dataclass(frozen=True)
class _Cell:
    """A code cell of a submission, and what it is in the release."""

    name: str
    cell: NotebookNode
    released: ReleasedCell | None

    @property
    def words(self) -> str:
        return f"Cell '{self.name}'" if self.released and self.released.name else f"Code cell {self.name}"


def _named(notebook: NotebookNode, release: ReleasedNotebook) -> list[_Cell]:
    """The code cells that are not empty, with their names; cells that a student added have numbers."""
    cells = []
    matches = match_cells(notebook.cells, release)
    code = [(cell, match) for cell, match in zip(notebook.cells, matches, strict=True) if cell.cell_type == "code"]
    for number, (cell, match) in enumerate(code, start=1):
        if cell.source.strip():
            released = release.cells[match.target] if match else None
            cells.append(_Cell(released.name if released and released.name else str(number), cell, released))
    return cells


def _executed(cells: Sequence[_Cell]) -> Iterator[Finding]:
    missed = [cell for cell in cells if not isinstance(cell.cell.get("execution_count"), int)]
    if missed and len(missed) == len(cells):
        yield Finding(
            "executed", "", "No cell was run, or the outputs were cleared: run everything from top to bottom and save."
        )
        return
    for cell in missed:
        yield Finding("executed", cell.name, f"{cell.words} was not run.")


def _in_order(cells: Sequence[_Cell]) -> Iterator[Finding]:
    above: _Cell | None = None
    for cell in cells:
        count = cell.cell.get("execution_count")
        if not isinstance(count, int):
            continue
        if above is not None and count <= above.cell.execution_count:
            yield Finding(
                "order",
                cell.name,
                f"{cell.words} was run as [{count}], before {above.words[0].lower()}{above.words[1:]} above it, "
                f"[{above.cell.execution_count}]: restart the kernel and run everything from top to bottom.",
            )
        above = cell


def _without_errors(cells: Sequence[_Cell]) -> Iterator[Finding]:
    for cell in cells:
        for output in cell.cell.get("outputs", ()):
            if output.get("output_type") == "error":
                yield Finding("errors", cell.name, f"{cell.words} ended with an error: {error_words(output)}.")
                break


def error_words(output: NotebookNode) -> str:
    """The first line of an error, cut to a length that a sentence can hold."""
    name, lines = str(output.get("ename", "")), str(output.get("evalue", "")).splitlines()
    text = f"{name}: {lines[0][: 2 * LONGEST_ERROR]}" if lines and lines[0] else name
    text = _NAME_OF_CELL.sub("(", text)[: LONGEST_ERROR + 1]
    text = "".join(letter if letter.isprintable() else " " for letter in text).rstrip(".")
    return text if len(text) <= LONGEST_ERROR else f"{text[:LONGEST_ERROR]}…"


def _certain(recovery: Recovery) -> Iterator[Finding]:
    """Answers that are missing, or for which it is not certain which cell is meant."""
    for name in recovery.missing:
        yield Finding("cells", name, f"Cell '{name}' is missing: paste your answers into a fresh copy of the notebook.")
    doubtful = [name for name in recovery.note.doubtful if name not in recovery.missing]
    if doubtful:
        shown = ", ".join(f"'{name}'" for name in doubtful[:MOST_NAMED])
        more = f" and {len(doubtful) - MOST_NAMED} more" if len(doubtful) > MOST_NAMED else ""
        yield Finding(
            "cells",
            doubtful[0] if len(doubtful) == 1 else "",
            f"It cannot be told for certain which cells hold {shown}{more}: "
            "paste your answers into a fresh copy of the notebook.",
        )


def _locked(cells: Sequence[_Cell], release: ReleasedNotebook) -> Iterator[Finding]:
    found = {cell.released.name: cell for cell in cells if cell.released is not None}
    for released in release.cells:
        if released.kind != "locked" or not released.is_code:
            continue
        submitted = found.get(released.name)
        if submitted is None:
            yield Finding(
                "locked", released.name, f"Cell '{released.name}' (do not change) is missing; grading puts it back."
            )
        elif normalised(submitted.cell.source) != released.text:
            yield changed_cell(released.name)


def changed_cell(name: str) -> Finding:
    """What is said about a locked cell that a student changed."""
    return Finding("locked", name, f"Cell '{name}' (do not change) was changed; grading uses the original.")


def _imports(cells: Sequence[_Cell], release: ReleasedNotebook) -> Iterator[Finding]:
    """Libraries that a student's cell imports and the notebook as handed out does not."""
    known = {library for cell in release.cells if cell.is_code for library in _libraries(cell.cell.source)}
    for cell in cells:
        if cell.released is not None and cell.released.kind == "locked":
            continue
        for library in dict.fromkeys(_libraries(cell.cell.source)):
            if library not in known:
                kind = "the standard library's " if library in sys.stdlib_module_names else ""
                yield Finding(
                    "imports", cell.name, f"{cell.words} imports {kind}'{library}', which the imports cell does not."
                )
        if INSTALLS.search(cell.cell.source):
            yield Finding(
                "imports", cell.name, f"{cell.words} installs a library; only those of the imports cell are there."
            )


@lru_cache(maxsize=512)
def _libraries(source: str) -> tuple[str, ...]:
    return tuple(_imported(source))


def _imported(source: str) -> Iterator[str]:
    tree = parsed(source)
    for node in ast.walk(tree) if tree is not None else ():
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." if node.level else (node.module or "").partition(".")[0]
        elif (
            isinstance(node, ast.Call)
            and _is_import(node.func)
            and node.args
            and isinstance(node.args[0], ast.Constant)
            and isinstance(node.args[0].value, str)
        ):
            yield node.args[0].value.partition(".")[0][:LONGEST_ERROR]


def _is_import(function: ast.expr) -> bool:
    return (isinstance(function, ast.Name) and function.id in {"__import__", "import_module"}) or (
        isinstance(function, ast.Attribute) and function.attr == "import_module"
    )


def _signatures(recovery: Recovery, release: ReleasedNotebook) -> Iterator[Finding]:
    """Functions, methods and variables of the stubs that an answer no longer has, or has with other arguments."""
    answers = {grade_id(cell): cell.source for cell in recovery.notebook.cells}
    for released in release.cells:
        if released.kind != "answer" or not released.is_code:
            continue
        source = answers[released.name]
        answer, asked = parsed(source), parsed(released.cell.source)
        if asked is None:
            continue
        if answer is None:
            yield Finding("signature", released.name, f"Cell '{released.name}' {NOT_PYTHON}")
            continue
        for name in sorted(released.defines - defined(source)):
            yield Finding("signature", released.name, f"Cell '{released.name}' no longer defines '{name}'.")
        given = _functions(answer)
        for name, function in _functions(asked).items():
            if name in given:
                yield from _compare(released.name, name, function, given[name])
            elif "." in name and name.partition(".")[0] in defined(source):
                yield Finding("signature", released.name, f"Cell '{released.name}' no longer defines '{name}'.")


def _functions(tree: ast.Module) -> dict[str, Function]:
    """The functions of a cell, and the methods of its classes as Class.method; of several the last."""
    found: dict[str, Function] = {}
    for node in tree.body:
        if isinstance(node, Function):
            found[node.name] = node
        elif isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{each.name}": each for each in node.body if isinstance(each, Function)}
    return found


def _compare(cell: str, name: str, asked: Function, answered: Function) -> Iterator[Finding]:
    before, after = _arguments(asked), _arguments(answered)
    if before == after:
        if type(asked) is not type(answered):
            yield Finding("signature", cell, f"Cell '{cell}': '{name}' is asynchronous now, or no longer.")
        return
    shown = f"{name}({_shown(asked)})", f"{name}({_shown(answered)})"
    extra = [argument for argument in after if argument not in before]
    if [argument for argument in after if argument in before] == before and all(map(_is_optional, extra)):
        names = ", ".join(f"'{argument[1]}'" for argument in extra)
        yield Finding(
            REMARK, cell, f"Cell '{cell}': '{name}' has more arguments than asked for ({names}); that is allowed."
        )
        return
    yield Finding("signature", cell, f"Cell '{cell}': the signature {shown[0]} was changed to {shown[1]}.")


Argument = tuple[str, str, str]
"""How it is passed, its name, its default; annotations are not compared."""


def _arguments(function: Function) -> list[Argument]:
    arguments = function.args
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults: Iterable[ast.expr | None] = [None] * (len(positional) - len(arguments.defaults)) + list(
        arguments.defaults
    )
    found = [("positional", each.arg, _default(value)) for each, value in zip(positional, defaults, strict=True)]
    if arguments.vararg:
        found.append(("*", arguments.vararg.arg, ""))
    found += [
        ("keyword", each.arg, _default(value))
        for each, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    ]
    if arguments.kwarg:
        found.append(("**", arguments.kwarg.arg, ""))
    return found


def _default(value: ast.expr | None) -> str:
    try:
        return "" if value is None else ast.dump(value)
    except (RecursionError, ValueError):  # an integer of more digits than Python writes
        return "too long to read"


def _is_optional(argument: Argument) -> bool:
    return argument[0].startswith("*") or bool(argument[2])


def _shown(function: Function) -> str:
    try:
        text = ast.unparse(function.args)
    except (RecursionError, ValueError):
        return "…"
    return text if len(text) <= LONGEST_ERROR else f"{text[:LONGEST_ERROR]}…"
