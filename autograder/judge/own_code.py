"""Why something of the student's is missing, read off the cells as they were handed in and how they ran."""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from autograder.course.in_notebook.causes import (
    cause_of_missing_name,
    cause_of_nothing_returned,
    cause_of_syntax_error,
    known_cause,
    missing_name,
)
from autograder.course.python import LONGEST, defined, made, parsed
from autograder.jail.outside.notebook import CellSource, NotebookRun
from autograder.jail.outside.outputs import Output
from autograder.judge.failure import Line
from autograder.judge.jail_text import OwnCells, blotted

_FRAME = re.compile(r"Cell In\[(\d{1,6})\], line (\d{1,6})")
_IN_CELL = re.compile(r" \(<ipython-input[^)]*\)")
_OWNER = re.compile(r"'(\w+)' object has no attribute")
_MOST_STEPS = 5
"""Cells that wait for each other."""
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Reason:
    """Why something went wrong, and the lines of the notebook where it did."""

    sentence: str
    lines: tuple[str | Line, ...] = ()
    cause: str = ""
    """The part of the sentence that other sentences may share, if not all of it."""

    @property
    def shared(self) -> str:
        return self.cause or self.sentence


class OwnCode:
    """The code cells of a submission, some of which answer questions that have labels, as one of these questions needs them."""

    def __init__(
        self, run: NotebookRun, labels: Mapping[str, str] | None = None, asked: Collection[str] = (), question: str = ""
    ) -> None:
        self._run = run
        self._labels = labels or {}
        self._asked = frozenset(asked)
        self._question = question
        self._own_cells = OwnCells(run)

    def why_missing(self, name: str, steps: int = _MOST_STEPS) -> Reason:
        """Why a name is not defined; a cell of another question is named, and what happened to it is told there."""
        cell = next((cell for cell in reversed(self._run.sources) if name in defined(cell.source)), None)
        if cell is None or not self._has_failed(cell):
            # what the checks ask for is another answer of the student's, not another spelling of this one
            return Reason(cause_of_missing_name(name, sorted(self._names - self._asked)))
        label = self._labels.get(cell.id, "")
        if label and label != self._question:
            waits = f"This waits for {label}, whose cell did not run without an error."
            return Reason(f"`{name}` is not defined. {waits}", (), waits)
        return self._why_stopped(cell, name, steps)

    def why_failed(
        self, label: str, request: str, kind_name: str, kind: str, text: str, frames: list[object]
    ) -> Reason | None:
        """Why a request ended with an exception, as far as its text tells; the text is cleaned already, or empty."""
        if kind == "missing":
            return self.why_missing(label)
        if request == "gradients" and "the answer is NoneType" in text:
            return Reason(self.nothing_from(label))
        if kind not in ("error", "unfilled") or not text:
            return None
        function = self.function_of(label)
        if (reason := self._why_raised(kind_name, text, frames)).sentence:
            return Reason(f"Calling `{function}` failed. {reason.sentence}", reason.lines, reason.shared)
        if kind == "unfilled" and (found := self._own_cells.innermost(frames)):
            other = self._labels.get(found[0].id, self._question)
            if other != self._question:
                return Reason(f"`{function}` waits for {other}, which is not filled in yet.")
        return None

    def _why_raised(self, kind_name: str, text: str, frames: list[object]) -> Reason:
        if name := missing_name(text):
            return self.why_missing(name)
        if "NoneType" in text and (function := self._nothing_used(frames)):
            return Reason(cause_of_nothing_returned(function))
        owner = _OWNER.search(text)
        return Reason(known_cause(kind_name, text, self._attributes_of(owner[1]) if owner else ()))

    def nothing_from(self, label: str) -> str:
        """Why a call may have returned None."""
        function = self.function_of(label)
        found = self._function(function)
        if found is None or not _returns_a_value(found):
            return cause_of_nothing_returned(function)
        return f"Your function `{function}` returned nothing here: does every way through it end with `return` and a value?"

    def _nothing_used(self, frames: list[object]) -> str:
        """The function that is to blame for a None near the line where an exception was raised, or nothing."""
        names = self._own_cells.used_near(frames)
        silent = (name for name in sorted(names) if (found := self._function(name)) and not _returns_a_value(found))
        return next(silent, "")

    def function_of(self, label: str) -> str:
        """The function that a call calls, as a person would name it: `Layer(...)(...)` calls `Layer.forward`."""
        called = label.removesuffix("(...)")
        forward = f"{called.partition('(')[0]}.forward"
        # whatever stands between, such as `.double(...)`, it is the layer that is called
        if called.endswith("(...)") and self._function(forward):
            return forward
        return re.sub(r"\(\.\.\.\)|\[\.\.\.\]", "", called)

    def _attributes_of(self, name: str) -> frozenset[str]:
        """What the methods of a class set on `self`, and the methods themselves."""
        found: set[str] = set()
        for node in self._statements():
            if isinstance(node, ast.ClassDef) and node.name == name:
                found |= {each.name for each in node.body if isinstance(each, Function)}
                found |= {
                    each.attr
                    for each in ast.walk(node)
                    if isinstance(each, ast.Attribute)
                    and isinstance(each.ctx, ast.Store)
                    and isinstance(each.value, ast.Name)
                    and each.value.id == "self"
                }
        return frozenset(found)

    def _why_stopped(self, cell: CellSource, name: str, steps: int) -> Reason:
        """Why a cell did not run to its end."""
        text = cell.source if len(cell.source) <= LONGEST else ""
        if parsed(text) is None and cause_of_syntax_error(text):
            cause, _, shown = cause_of_syntax_error(text).partition("\n")
            lines = (textwrap.dedent(shown),) if shown else ()
            return Reason(f"`{name}` is not defined, because its cell did not run. {cause}", lines, cause)
        for event in self._run.events:
            if event.cell == cell.id:
                return Reason(f"`{name}` is not defined. {event.sentence}", (), event.sentence)
        error = self._error(cell)
        words = blotted(str(error.get("evalue", "")))
        kind = self._own_cells.name([error.get("ename")]) or "an exception"
        frames = [(int(number), int(line)) for number, line in _FRAME.findall("\n".join(error.get("traceback", ())))]
        reason = Reason(known_cause(kind, words) or f"Python says: {_IN_CELL.sub('', words)} ({kind}).")
        other = missing_name(words)
        if other and other != name and steps:
            reason = self.why_missing(other, steps - 1)
        sentence = f"`{name}` is not defined, because its cell stopped with an error. {reason.sentence}"
        return Reason(sentence, reason.lines or self._own_cells.lines(list(frames)), reason.shared)

    def _has_failed(self, cell: CellSource) -> bool:
        return bool(self._error(cell)) or any(event.cell == cell.id for event in self._run.events)

    def _error(self, cell: CellSource) -> Output:
        ran = self._run.cells.get(cell.id)
        return next((output for output in (ran.outputs if ran else ()) if output.get("output_type") == "error"), {})

    @property
    def _names(self) -> frozenset[str]:
        """All functions and classes of the notebook."""
        return frozenset().union(*(made(cell.source) for cell in self._run.sources))

    def _statements(self) -> Iterator[ast.stmt]:
        for cell in reversed(self._run.sources):
            tree = parsed(cell.source)
            yield from reversed(tree.body if tree else [])

    def _function(self, name: str) -> Function | None:
        """The last function of the notebook with a name, or method of a class of the notebook with such a name."""
        owner, _, method = name.rpartition(".")
        for node in self._statements():
            if isinstance(node, Function) and not owner and node.name == method:
                return node
            if isinstance(node, ast.ClassDef) and node.name == owner:
                return next((each for each in node.body if isinstance(each, Function) and each.name == method), None)
        return None


def _returns_a_value(function: Function) -> bool:
    """Whether a function has a `return` with something behind it, or yields; those of functions inside are not its own."""
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Yield | ast.YieldFrom):
            return True
        if isinstance(node, ast.Return) and not _is_nothing(node.value):
            return True
        if not isinstance(node, Function | ast.Lambda | ast.ClassDef):
            waiting += ast.iter_child_nodes(node)
    return False


def _is_nothing(value: ast.expr | None) -> bool:
    return value is None or (isinstance(value, ast.Constant) and value.value is None)
