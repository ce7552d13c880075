"""Maps in a figure: whether they show what was returned, and whether one can tell what they show."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from autograder.judge.compare import assert_tensor, require
from autograder.judge.figure import Axes, Figure

_ROUNDING = 1e-5
_HOW = "Draw the values that you return, as they are, with imshow, matshow or pcolormesh."


def assert_shows(figure: Figure, returned: Sequence[Any], shape: tuple[int, int] | None = None) -> None:
    """Require one panel per returned map, in that order, each showing its map; a single map may be shown twice.

    With a shape, one of the maps at least must have something to show for its pixels.
    """
    wanted = [assert_tensor(values, what="The returned map").double().numpy() for values in returned]
    if shape is not None:
        require(any(_is_filled(values, shape) for values in wanted), "What is returned is no map of the pixels.")
    panels = [maps for panel in figure.panels if (maps := _maps(panel))]
    require(panels, f"The figure shows no map. {_HOW}")
    if len(wanted) == 1:
        wanted = wanted * len(panels)
    count = f"{len(panels)} of the figure's panels show a map where {len(wanted)} should."
    require(len(panels) == len(wanted), f"{count} Draw one map per panel.")
    for index, (drawn, values) in enumerate(zip(panels, wanted, strict=True)):
        where = "The figure" if len(wanted) == 1 else f"Panel {index + 1} of {len(wanted)} in the figure"
        for grid in drawn:
            require(_same_map(grid, values), f"{where} shows other values than those that are returned. {_HOW}")


def assert_labelled(figure: Figure, shape: tuple[int, int] | None = None) -> None:
    """Require a title and two axis labels for every panel in use, its own or the figure's.

    With a shape, one of the maps at least must have something to show for its pixels.
    """
    drawn = any(panel.is_used for panel in figure.panels)
    require(drawn, "There is no map in the figure: did you draw on the one that you return?")
    if shape is not None:
        maps = [grid for panel in figure.panels for grid in _maps(panel)]
        require(any(_is_filled(grid, shape) for grid in maps), "No map in the figure shows the pixels.")
    names = {"title": "a title", "xlabel": "a label on the x axis", "ylabel": "a label on the y axis"}
    lacking = " and ".join(names[name] for name in figure.lacking)
    require(not lacking, f"A panel of the figure lacks {lacking}.")


def _maps(panel: Axes) -> list[np.ndarray]:
    return [grid for grid in panel.grids if grid.ndim == 2]


def _is_filled(grid: np.ndarray, shape: tuple[int, int]) -> bool:
    """Whether a grid has a value for each pixel of an image, and not the same everywhere."""
    return grid.size >= shape[0] * shape[1] and not bool((grid == grid.flat[0]).all())


def _same_map(drawn: np.ndarray, wanted: np.ndarray) -> bool:
    """Whether a map shows the wanted values, in any orientation: which way an axis runs is the student's choice."""
    if wanted.ndim != 2 or not np.isfinite(wanted).all():
        return False
    # float32 on either side rounds by less; a map may hold large values as well as small ones
    allowed = _ROUNDING * max(1.0, float(np.abs(wanted).max(initial=0.0)))
    ways = (wanted, wanted.T, wanted[::-1], wanted.T[::-1])
    return any(drawn.shape == way.shape and bool((np.abs(drawn - way) <= allowed).all()) for way in ways)
