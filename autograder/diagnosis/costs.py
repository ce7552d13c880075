"""What the known mistakes of a question cost: costs.toml beside its checks, a line for each mistake."""

from __future__ import annotations

import tomllib
from collections.abc import Collection
from pathlib import Path

from autograder.errors import CourseError

COSTS = "costs.toml"
_TOO_MANY = 1e6


def read_costs(folder: Path, mistakes: Collection[str]) -> dict[str, float]:
    """What each mistake of a question costs, in points; a mistake without a line has no cost."""
    path = folder / COSTS
    if not path.is_file():
        return {}
    name = f"{COSTS} of {folder.name}"
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CourseError(
            f"{name} cannot be read: {error}. Write a line for each mistake, such as: not_squared = 1.5"
        ) from None
    for mistake, cost in content.items():
        if mistake not in mistakes:
            known = ", ".join(sorted(mistakes)) or "none"
            raise CourseError(
                f"{name} names '{mistake}', and there is no such mistake. Those of {folder.name}: {known}."
            )
        if type(cost) not in (int, float) or not 0 < cost < _TOO_MANY:
            raise CourseError(f"{name}: the cost of {mistake} should be a number of points above 0, such as 1.5.")
    return {mistake: float(cost) for mistake, cost in content.items()}
