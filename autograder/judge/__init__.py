"""Asks the jailed code questions and compares its answers; the names a check file needs are here."""

from autograder.judge.compare import (
    assert_close,
    assert_data,
    assert_equal,
    assert_integer,
    assert_number,
    assert_tensor,
    assert_tuple,
    require,
)
from autograder.judge.failure import CheckFailed, StudentError
from autograder.judge.figure import Axes, DrawnLine, Figure
from autograder.judge.forbidden import Forbidden
from autograder.judge.judge import CheckError, CheckInfo, Judge
from autograder.judge.marks import limits, points, shows_counterexample
from autograder.judge.randomness import rand, randint, randn
from autograder.judge.student import Call, Gradients, Handle, Student, remembered
from autograder.verdict import CheckResult, Transcript, Verdict

__all__ = [
    "Axes",
    "Call",
    "CheckError",
    "CheckFailed",
    "CheckInfo",
    "CheckResult",
    "DrawnLine",
    "Figure",
    "Forbidden",
    "Gradients",
    "Handle",
    "Judge",
    "Student",
    "StudentError",
    "Transcript",
    "Verdict",
    "assert_close",
    "assert_data",
    "assert_equal",
    "assert_integer",
    "assert_number",
    "assert_tensor",
    "assert_tuple",
    "limits",
    "points",
    "rand",
    "randint",
    "randn",
    "remembered",
    "require",
    "shows_counterexample",
]
