"""What a check says about itself."""

from collections.abc import Callable
from typing import TypeVar

import pytest

F = TypeVar("F", bound=Callable[..., object])


def points(value: float) -> Callable[[F], F]:
    """Say what a check is worth."""
    return pytest.mark.points(value)


def limits(*, seconds: float | None = None, memory: int | None = None) -> Callable[[F], F]:
    """Give a check its own time, and memory in bytes counted from what the notebook holds already."""
    return pytest.mark.limits(seconds=seconds, memory=memory)


def shows_counterexample(check: F) -> F:
    """Let the student see the answer and the expected value of this check when it fails."""
    return pytest.mark.shows_counterexample(check)


def repeated_with_right_parts(*parts: object) -> Callable[[F], F]:
    """Have the judge run this check once more, with these right earlier parts, when it fails."""
    return pytest.mark.repeated_with_right_parts.with_args(*parts)
