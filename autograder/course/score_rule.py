"""nbgrader's rule of how many points a grade counts."""

from __future__ import annotations


def counted(auto: float | None, manual: float | None, extra: float | None) -> tuple[float, float]:
    """Points and extra credit: a person's points go before those of the checks, extra credit comes on top of either.

    Extra credit of a grade that has no points yet does not count.
    """
    points = manual if manual is not None else auto
    return (0.0, 0.0) if points is None else (float(points), float(extra or 0.0))


def after_penalty(points: float, penalty: float | None) -> float:
    """What is left of some points, never less than nothing."""
    return max(points - (penalty or 0.0), 0.0)
