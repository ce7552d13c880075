"""What a person may read of what the jail says: its texts may hold a check's inputs, and its names may be made up."""

import ast
import builtins
import itertools
import re
import types
import unicodedata
from collections.abc import Iterable
from functools import cached_property

import torch

from autograder.course.python import parsed
from autograder.jail.outside.notebook import CellSource, NotebookRun
from autograder.judge.failure import Line
from autograder.judge.phrasing import shorten

_LONGEST_TEXT, _LONGEST_LINE = 300, 200
_MOST_LINES, _FEW_LINES = 10, 2
_MOST_DIGITS = 24
"""Of a whole text: shapes and counts need no more, and a check's input would."""
_BLOT = "…"

# shapes and counts help and give nothing away; decimals, long numbers and what looks like coded data may be an input
_TELLTALE = re.compile(
    r"""
      \S{60,}                                       # no word is so long
    | (?=(?:[\w+/=-]*\d){3}) (?=[\d+/=_-]*[^\W\d_]) [\w+/=-]{12,}         # letters and digits in one long word
    | \b(?=(?:[a-zA-Z+/=]*\d){2}) (?=[\d+/=]*[a-zA-Z]) [a-zA-Z\d+/=]{12,}   # the same, no name that somebody gave
    | (?=[a-fA-F]*\d) \b[0-9a-fA-F]{8,}\b           # hexadecimal
    | \b0[xX][0-9a-fA-F]+                           # an address
    | [-+]?\d*[.]\d+ (?:[eE][-+]?\d+)?              # a decimal
    | [-+]?\d+[.]? [eE][-+]?\d+                     # an exponent
    | \d{5,}                                        # a long number
    """,
    re.VERBOSE,
)
_DIGIT = re.compile(r"\d+")

# fmt: off
_LIBRARY_NAMES = frozenset((
    "ArrayMemoryError", "_ArrayMemoryError", "AxisError", "CalledProcessError", "DTypePromotionError",
    "EinopsError", "Empty", "ForbiddenError", "FrozenInstanceError", "HTTPError", "InvalidOperation",
    "JSONDecodeError", "LinAlgError", "_LinAlgError", "MissingName", "OutOfMemoryError", "ParserError",
    "PatternError", "PicklingError", "StdinNotImplementedError", "TimeoutExpired", "TooHardError",
    "UFuncTypeError", "UnpicklingError", "UnsupportedOperation", "URLError", "ValidationError",
    "_UFuncBinaryResolutionError", "_UFuncInputCastingError", "_UFuncNoLoopError",
    "_UFuncOutputCastingError", "error", "Axes", "Axes3D", "AxesImage", "BarContainer", "Counter",
    "DataFrame", "DataLoader", "Dataset", "Figure", "Line2D", "OrderedDict", "Path", "QuadMesh", "Random",
    "RandomState", "SimpleNamespace", "SubFigure", "Subset", "TensorDataset", "Text", "defaultdict",
    "deque", "partial",
))
# fmt: on
_KNOWN_NAMES = _LIBRARY_NAMES.union(
    (name for name, value in vars(builtins).items() if isinstance(value, type)),
    (value.__name__ for value in vars(types).values() if isinstance(value, type)),
    (name for name, value in vars(torch.nn).items() if isinstance(value, type)),
)


def blotted(text: str) -> str:
    """A text of the jail, short and without anything that could be a number of a check; shapes and counts stay."""
    # numbers in other scripts and raised digits become plain ones first
    plain = unicodedata.normalize("NFKC", text[: 4 * _LONGEST_TEXT])
    left = _MOST_DIGITS

    def few(match: re.Match[str]) -> str:
        nonlocal left
        left -= len(match[0])
        return match[0] if left >= 0 else _BLOT

    cleaned = _DIGIT.sub(few, _TELLTALE.sub(_BLOT, plain))
    return shorten(re.sub(f"{_BLOT}(?:[,; ]*{_BLOT})+", _BLOT, cleaned), _LONGEST_TEXT)


class OwnCells:
    """The code cells of a submission, as they were handed in: the only source of names and lines that are shown."""

    def __init__(self, run: NotebookRun) -> None:
        self._run = run

    def name(self, names: Iterable[object]) -> str | None:
        """The first of some names of types that libraries or the student's own classes have; None for made-up ones."""
        return next((str(name) for name in names if name in _KNOWN_NAMES or name in self._classes), None)

    def lines(self, frames: list[object], *, few: bool = False) -> tuple[Line, ...]:
        """The lines that an exception passed through, from numbers of cells and lines; wrong numbers are left out.

        Which lines they are can be chosen to say something: of few lines, only the innermost ones are shown.
        """
        found = (
            self._line(*frame)
            for frame in (frames[-_FEW_LINES:] if few else frames[:_MOST_LINES])
            if isinstance(frame, tuple) and len(frame) == 2 and all(type(number) is int for number in frame)
        )
        return tuple(line for line in found if line is not None)

    def innermost(self, frames: list[object]) -> tuple[CellSource, int] | None:
        """The cell and the line in it that an exception passed through last."""
        match frames[-1:]:
            case [(int(count), int(line))]:
                cells = self._by_count.get(count, ())
                return (cells[0], line) if len(cells) == 1 else None
        return None

    def used_near(self, frames: list[object]) -> frozenset[str]:
        """The names in the function or statement around the innermost line that an exception passed through."""
        cell, line = self.innermost(frames) or (None, 0)
        tree = parsed(cell.source) if cell else None
        if cell is None or tree is None:
            return frozenset()
        lines = cell.source.split("\n")
        line += len(lines) - len(_without_leading_blanks(lines))
        around = (node for node in tree.body if node.lineno <= line <= (node.end_lineno or 0))
        return frozenset(part.id for node in around for part in ast.walk(node) if isinstance(part, ast.Name))

    def _line(self, count: int, number: int) -> Line | None:
        cells = self._by_count.get(count, ())
        # two cells of the same number: the notebook has changed how they are counted
        texts = _without_leading_blanks(cells[0].source.split("\n")) if len(cells) == 1 else []
        text = texts[number - 1].strip() if 0 < number <= len(texts) else ""
        return Line(f"In[{count}]", number, text[:_LONGEST_LINE]) if text else None

    @property
    def _by_count(self) -> dict[int, list[CellSource]]:
        """The cells by the number that the notebook gave them when they ran; an empty cell gets none of its own."""
        found: dict[int, list[CellSource]] = {}
        for cell in self._run.sources:
            ran = self._run.cells.get(cell.id)
            if ran is not None and ran.execution_count is not None and cell.source.strip() and not cell.skipped:
                found.setdefault(ran.execution_count, []).append(cell)
        return found

    @cached_property
    def _classes(self) -> frozenset[str]:
        trees = (parsed(cell.source) for cell in self._run.sources)
        return frozenset(
            node.name for tree in trees if tree for node in ast.walk(tree) if isinstance(node, ast.ClassDef)
        )


def _without_leading_blanks(lines: list[str]) -> list[str]:
    """The lines as IPython counts them: from the first that is not blank."""
    return list(itertools.dropwhile(lambda line: not line.strip(), lines))
