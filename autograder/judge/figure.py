"""A figure that the student drew, as data."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from autograder.judge.failure import StudentError

_SMALLEST_CURVE = 0.02
_POINTS_OF_A_RULER = 2
_LONGEST_TEXT = 10_000


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
    position: tuple[float, ...]
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

    @property
    def is_used(self) -> bool:
        """Whether anything is drawn."""
        return bool(self.grids or self.lines or self.points)


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

    @property
    def lacking(self) -> tuple[str, ...]:
        """Which of title, xlabel and ylabel a panel in use lacks; twin axes share theirs, the figure's are for all."""
        by_position: dict[tuple[float, ...], list[Axes]] = {}
        for panel in self.panels:
            if panel.is_used:
                by_position.setdefault(panel.position, []).append(panel)
        whole = {"title": self.suptitle, "xlabel": self.supxlabel, "ylabel": self.supylabel}
        return tuple(
            name
            for name, words in whole.items()
            if not words.strip()
            and not all(any(getattr(one, name).strip() for one in twins) for twins in by_position.values())
        )

    @property
    def essence(self) -> dict[str, Any]:
        """What is drawn, without words, colours and layout: the same mistake then looks the same in two figures."""
        panels = [panel for panel in self.panels if panel.is_used]
        # a line of two points is a straight line for orientation, not a curve
        lines = [line for panel in panels for line in panel.lines if line.y.size > _POINTS_OF_A_RULER]
        lines.sort(key=lambda line: (line.y.size, float(np.abs(line.y).mean())))
        return {
            # sorted: a map may be drawn in either orientation
            "grids": [_as_drawn(np.sort(grid, axis=None)) for panel in panels for grid in panel.grids],
            "lines": [(_as_drawn(line.x), _as_drawn(line.y), _as_drawn(_magnified(line.y))) for line in lines],
            "lacking": self.lacking,
        }


def _as_drawn(values: np.ndarray) -> np.ndarray:
    """Values in single precision: whether something was drawn with more, no picture shows."""
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        return values.astype(np.float32)


def _magnified(values: np.ndarray) -> np.ndarray:
    """A curve scaled so that its shape counts beside larger ones; a tiny one, which may be rounding, is scaled less."""
    return values / max(float(np.abs(np.nan_to_num(values)).max(initial=0.0)), _SMALLEST_CURVE)


def read_figure(data: Any) -> Figure:
    """A figure from what the jail described; it may describe anything."""
    try:
        return Figure(
            suptitle=_text(data["suptitle"]),
            supxlabel=_text(data["supxlabel"]),
            supylabel=_text(data["supylabel"]),
            axes=tuple(_axes(axes) for axes in data["axes"]),
        )
    except (TypeError, KeyError, ValueError, AttributeError, OverflowError):
        raise StudentError("error", "The figure cannot be read.") from None


def _axes(data: dict[str, Any]) -> Axes:
    fields: dict[str, Any] = {
        **{name: _text(data[name]) for name in ("title", "xlabel", "ylabel", "xscale", "yscale")},
        **{name: bool(data[name]) for name in ("visible", "is_colorbar")},
        **{name: tuple(map(_array, data[name])) for name in ("images", "meshes", "points")},
        **{name: tuple(map(_text, data[name])) for name in ("texts", "legend")},
        **{name: tuple(map(_number, data[name])) for name in ("xlim", "ylim", "position")},
    }
    lines = tuple(DrawnLine(_array(x), _array(y), _text(label)) for x, y, label in data["lines"])
    return Axes(**fields, lines=lines)


def _text(value: Any) -> str:
    # the words for something else could take a minute to write
    if not isinstance(value, str):
        raise TypeError
    return value[:_LONGEST_TEXT]


def _number(value: Any) -> float:
    if not isinstance(value, int | float):
        raise TypeError
    return float(value)


def _array(value: Any) -> np.ndarray:
    if not isinstance(value, np.ndarray):
        raise TypeError
    return value
