"""What public checks run in: says what is not filled in yet and goes on, shows failures in few lines, counts what passed."""

from __future__ import annotations

import ast
import json
import linecache
import os
import sys
import textwrap
from types import TracebackType
from typing import Any

from autograder.course.in_notebook.causes import cause_of_error, is_not_filled_in

# filled in when the notebook is released: what each question is called, the cells of written answers, what these hold at first
PUBLIC_CHECKS: dict[str, str] = {}
WRITTEN_ANSWERS: tuple[str, ...] = ()
UNANSWERED: str = ""

_GRADED = "NBGRADER_EXECUTION" in os.environ
_LARGEST_NOTEBOOK = 50_000_000
_OPEN = ": not filled in yet"
_WIDTH = 100
_SCORE_LINE = "score-line"

passed_checks: set[str] = globals().get("passed_checks", set())  # kept when this cell is run again
waiting_for: dict[str, str] = {}  # names that given code did not come to define, and the question that it waits for


class PublicCheckFailed(AssertionError):
    """A public check that failed: a sentence instead of a traceback."""

    def __init__(self, name: str, sentence: str) -> None:
        super().__init__(sentence)
        self.name = name

    def _render_traceback_(self) -> list[str]:
        """What IPython shows of it."""
        lines = [part for line in str(self).splitlines() for part in _wrapped(line)]
        return [f"\x1b[1;31m✗\x1b[0m \x1b[1m{self.name}\x1b[0m", *lines, "", score_line()]


class public_check:
    """Run the public checks of a question: `with public_check("question"):`."""

    def __init__(self, question: str) -> None:
        self.question = question
        self.name = PUBLIC_CHECKS.get(question, question)

    def __enter__(self) -> None:
        passed_checks.discard(self.question)
        self.cell = sys._getframe(1)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        """Pass over an unfilled cell; a failing check stays an error, so that it shows red."""
        if error is not None and not isinstance(error, Exception):
            return False
        if missing := self._not_filled_in(error):
            if _GRADED:  # nobody may take an unfilled notebook for a right one
                raise NotImplementedError(missing) from None
            print(missing)
        elif error is not None:
            show_score()
            sentence = cause_of_error(error, self.cell.f_globals.get("In", ()))
            raise PublicCheckFailed(self.name, sentence or self._line_of(error)) from None
        else:
            passed_checks.add(self.question)
            passed = f"{self.name}: public checks passed"
            print(passed if _GRADED else f"\x1b[32m✓ {passed}\x1b[0m")
        if not _GRADED:
            print(score_line())
            show_score()
        return True

    def _not_filled_in(self, error: Exception | None) -> str:
        """What is not filled in yet, as a sentence; empty where all of it is."""
        if error is not None and is_not_filled_in(error):
            other = str(error).removesuffix(_OPEN)
            if str(error).endswith(_OPEN) and other not in (self.name, self.question):
                return f"{self.name}: waits for {PUBLIC_CHECKS.get(other, other)}, which is not filled in yet"
            return f"{self.name}: {_half_filled(error)}not filled in yet"
        names = [name for name in self.cell.f_code.co_names if self.cell.f_globals.get(name) is ...]
        return f"{self.name}: `{'`, `'.join(names)}` is not filled in yet" if names else ""

    def _line_of(self, error: Exception) -> str:
        number = error.__traceback__.tb_lineno if error.__traceback__ else 0
        return f"This is not so: {linecache.getline(self.cell.f_code.co_filename, number).strip()}"


class when_filled_in:
    """Run given code that needs answers of the student's; where one is not filled in yet, say so and go on."""

    def __enter__(self) -> None:
        self.cell = sys._getframe(1)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        """Pass over what is not filled in, and later over what needs the names that were to be defined here."""
        question = waiting_for.get(error.name or "", "") if isinstance(error, NameError) else ""
        if error is not None and is_not_filled_in(error):
            question = str(error).removesuffix(_OPEN)
        if not question:
            return False
        waiting_for.update((name, question) for name in self.cell.f_code.co_names if name not in self.cell.f_globals)
        print(f"This waits for {PUBLIC_CHECKS.get(question, question)}, which is not filled in yet.")
        return True


def _wrapped(line: str) -> list[str]:
    """A line in pieces that fit, broken between words: Jupyter would break them; indented lines are code."""
    return [line] if line.startswith(" ") or not line else textwrap.wrap(line, _WIDTH, break_on_hyphens=False)


def _half_filled(error: Exception) -> str:
    """Which function is not filled in, where others of its cell are."""
    step = error.__traceback__
    while step is not None and step.tb_next is not None:
        step = step.tb_next
    if step is None:
        return ""
    code = step.tb_frame.f_code
    try:
        cell = ast.parse("".join(linecache.getlines(code.co_filename)))
    except SyntaxError:  # lines for IPython or the shell
        return ""
    functions = [node for node in ast.walk(cell) if isinstance(node, ast.FunctionDef)]
    filled = [node for node in functions if "NotImplementedError" not in ast.unparse(node)]
    return f"`{code.co_qualname}` is " if filled else ""


def score_line() -> str:
    """How far the notebook is."""
    line = f"{len(passed_checks & PUBLIC_CHECKS.keys())} of {len(PUBLIC_CHECKS)} public checks"
    filled = written_answers_filled()
    if filled is None:
        return line
    return f"{line}, {filled} of {len(WRITTEN_ANSWERS)} written answers filled (as last saved)"


def show_score(first: bool = False) -> None:
    """Show the score line at the top of the notebook, where this cell is."""
    if _GRADED or "get_ipython" not in globals():
        return
    from IPython.display import display, update_display

    line = score_line()
    show = display if first else update_display
    show({"text/plain": line, "text/markdown": f"**{line}**"}, raw=True, display_id=_SCORE_LINE)


def written_answers_filled() -> int | None:
    """How many written answers stand in the notebook as it was saved; None where it cannot be found or read."""
    known: tuple[Any, ...] = (
        globals().get("__vsc_ipynb_file__"),  # VS Code
        globals().get("__session__"),  # Jupyter
        os.environ.get("JPY_SESSION_NAME"),
    )
    try:
        path = next(path for path in known if path and path.endswith(".ipynb") and os.path.isfile(path))
        if not WRITTEN_ANSWERS or os.path.getsize(path) > _LARGEST_NOTEBOOK:
            return None
        with open(path, encoding="utf-8") as file:
            cells = json.load(file)["cells"]
        texts = [(_name_of(cell), "".join(cell["source"]).strip()) for cell in cells if cell["cell_type"] == "markdown"]
        if any(name in WRITTEN_ANSWERS for name, _ in texts):
            return len({name for name, text in texts if name in WRITTEN_ANSWERS and text not in ("", UNANSWERED)})
        # an editor dropped the names of the cells: what is left of the unanswered ones can still be counted
        unanswered = sum(text == UNANSWERED for _, text in texts)
        return max(0, len(WRITTEN_ANSWERS) - unanswered) if unanswered else None
    except Exception:  # whatever the file holds, checks go on
        return None


def _name_of(cell: dict[str, Any]) -> str:
    return str(cell["metadata"].get("nbgrader", {}).get("grade_id") or cell.get("id"))


show_score(first=True)
