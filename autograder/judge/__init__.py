"""Asks the jailed code questions and compares its answers; the names that a check file needs are here.

They are imported when first asked for: a process that only reads verdicts should not have to wait for torch.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from autograder.judge.compare import assert_close as assert_close
    from autograder.judge.compare import assert_equal as assert_equal
    from autograder.judge.compare import assert_integer as assert_integer
    from autograder.judge.compare import assert_number as assert_number
    from autograder.judge.compare import assert_tensor as assert_tensor
    from autograder.judge.compare import assert_tuple as assert_tuple
    from autograder.judge.compare import require as require
    from autograder.judge.decorators import limits as limits
    from autograder.judge.decorators import points as points
    from autograder.judge.decorators import shows_counterexample as shows_counterexample
    from autograder.judge.failure import CheckFailed as CheckFailed
    from autograder.judge.failure import StudentError as StudentError
    from autograder.judge.figure import Axes as Axes
    from autograder.judge.figure import DrawnLine as DrawnLine
    from autograder.judge.figure import Figure as Figure
    from autograder.judge.forbidden import Forbidden as Forbidden
    from autograder.judge.free_order import sorted_rows as sorted_rows
    from autograder.judge.judge import Judge as Judge
    from autograder.judge.maps import assert_labelled as assert_labelled
    from autograder.judge.maps import assert_shows as assert_shows
    from autograder.judge.planted import PassOn as PassOn
    from autograder.judge.planted import has_modules as has_modules
    from autograder.judge.planted import learn as learn
    from autograder.judge.planted import move_parameters as move_parameters
    from autograder.judge.planted import set_parameters as set_parameters
    from autograder.judge.planted import state_shapes as state_shapes
    from autograder.judge.planting import Planted as Planted
    from autograder.judge.planting import source_of as source_of
    from autograder.judge.planting import with_earlier_parts as with_earlier_parts
    from autograder.judge.randomness import rand as rand
    from autograder.judge.randomness import randint as randint
    from autograder.judge.randomness import randn as randn
    from autograder.judge.student import Call as Call
    from autograder.judge.student import Gradients as Gradients
    from autograder.judge.student import Handle as Handle
    from autograder.judge.student import Student as Student
    from autograder.judge.student import remembered as remembered
    from autograder.judge.sure_causes import tells_of as tells_of

_HOMES = {
    "compare": (
        "assert_close",
        "assert_equal",
        "assert_integer",
        "assert_number",
        "assert_tensor",
        "assert_tuple",
        "require",
    ),
    "decorators": (
        "limits",
        "points",
        "shows_counterexample",
    ),
    "failure": (
        "CheckFailed",
        "StudentError",
    ),
    "figure": (
        "Axes",
        "DrawnLine",
        "Figure",
    ),
    "forbidden": ("Forbidden",),
    "free_order": ("sorted_rows",),
    "judge": ("Judge",),
    "maps": (
        "assert_labelled",
        "assert_shows",
    ),
    "planted": (
        "PassOn",
        "has_modules",
        "learn",
        "move_parameters",
        "set_parameters",
        "state_shapes",
    ),
    "planting": (
        "Planted",
        "source_of",
        "with_earlier_parts",
    ),
    "randomness": (
        "rand",
        "randint",
        "randn",
    ),
    "student": (
        "Call",
        "Gradients",
        "Handle",
        "Student",
        "remembered",
    ),
    "sure_causes": ("tells_of",),
}
_MODULES = {name: module for module, names in _HOMES.items() for name in names}

__all__ = sorted(_MODULES)


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
