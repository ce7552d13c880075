"""Our code in the jail: right parts that are lent in the place of a student's, and helpers whose source is planted."""

import ast
import functools
import inspect
import sys
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autograder.judge.decorators import repeated_with_right_parts
from autograder.judge.order import note_lent

if TYPE_CHECKING:
    from autograder.judge.student import Student

Piece = types.FunctionType | type
"""A function or class that can be lent or planted."""


@dataclass(frozen=True)
class Planted:
    """A helper that holds no answer: its source is planted, and what it uses is lent to it."""

    piece: Piece
    uses: tuple[Piece, ...] = ()

    @property
    def __name__(self) -> str:
        return self.piece.__name__


# what a file imports from these is not in the jail, or means nothing there
_NOT_IN_THE_JAIL = frozenset({"autograder", "reference", "__future__"})


@functools.lru_cache(maxsize=256)
def source_of(*pieces: Piece) -> str:
    """The source of some functions and classes, after the imports of the file that they stand in."""
    module = sys.modules[pieces[0].__module__]
    return "\n".join([*_imports(inspect.getsource(module)), *map(inspect.getsource, pieces)])


def _imports(text: str) -> Iterator[str]:
    for node in ast.parse(text).body:
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module]
        if names and not _NOT_IN_THE_JAIL & {name.partition(".")[0] for name in names}:
            yield ast.unparse(node)


def with_earlier_parts(*parts: Piece | Planted) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Run a check with the student's own earlier parts, and once more with these right ones, lent, if it fails.

    A wrong earlier part then costs nothing here, and neither does a right one that does more than was asked. The judge
    repeats the failed checks of a question that name the same parts together, after all others, in a fresh snapshot and
    with their full time: an earlier part that hangs costs nothing either, and no code can know that an answer was wrong
    because it is asked again. Checks that name no parts are run first of all.
    """

    def decorate(check: Callable[..., None]) -> Callable[..., None]:
        used = [piece for part in parts if isinstance(part, Planted) for piece in part.uses]
        note_lent(check, [part.__name__ for part in (*parts, *used)])

        @functools.wraps(check)
        def checked(student: "Student", **arguments: Any) -> None:
            student.place_right_parts(parts)
            check(student, **arguments)

        return repeated_with_right_parts(*parts)(checked)

    return decorate
