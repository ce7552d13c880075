"""A figure that the student drew, as data."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from autograder.judge.failure import StudentError


@dataclass(frozen=True)
class DrawnLine:
    """One line of a plot."""

    x: np.ndarray
    y: np.ndarray
    label: str


@dataclass(frozen=True)
class Axes:
    """One pair of axes: images (imshow, matshow), meshes (pcolormesh), lines (plot) and points (scatter) as arrays."""

    title: str
    xlabel: str
    ylabel: str
    visible: bool
    is_colorbar: bool
    images: tuple[np.ndarray, ...]
    meshes: tuple[np.ndarray, ...]
    lines: tuple[DrawnLine, ...]
    points: tuple[np.ndarray, ...]
    texts: tuple[str, ...]
    legend: tuple[str, ...]
    xlim: tuple[float, ...]
    ylim: tuple[float, ...]
    xscale: str
    yscale: str

    @property
    def grids(self) -> tuple[np.ndarray, ...]:
        """Images and meshes alike: whatever shows a matrix."""
        return (*self.images, *self.meshes)


@dataclass(frozen=True)
class Figure:
    """All that a figure shows."""

    suptitle: str
    supxlabel: str
    supylabel: str
    axes: tuple[Axes, ...]

    @property
    def panels(self) -> tuple[Axes, ...]:
        """The visible axes that are not colour bars."""
        return tuple(axes for axes in self.axes if axes.visible and not axes.is_colorbar)


def read_figure(data: Any) -> Figure:
    """A figure from what the jail described; it may describe anything."""
    try:
        return Figure(
            suptitle=str(data["suptitle"]),
            supxlabel=str(data["supxlabel"]),
            supylabel=str(data["supylabel"]),
            axes=tuple(_axes(axes) for axes in data["axes"]),
        )
    except (TypeError, KeyError, ValueError, AttributeError):
        raise StudentError("error", "The figure cannot be read.") from None


def _axes(data: dict[str, Any]) -> Axes:
    fields: dict[str, Any] = {
        **{name: str(data[name]) for name in ("title", "xlabel", "ylabel", "xscale", "yscale")},
        **{name: bool(data[name]) for name in ("visible", "is_colorbar")},
        **{name: tuple(map(_array, data[name])) for name in ("images", "meshes", "points")},
        **{name: tuple(map(str, data[name])) for name in ("texts", "legend")},
        **{name: tuple(map(float, data[name])) for name in ("xlim", "ylim")},
    }
    lines = tuple(DrawnLine(_array(x), _array(y), str(label)) for x, y, label in data["lines"])
    return Axes(**fields, lines=lines)


def _array(value: Any) -> np.ndarray:
    if not isinstance(value, np.ndarray):
        raise TypeError
    return value
