"""A drawn figure as data."""

from typing import Any

import numpy as np


def describe(figure: Any) -> dict[str, Any]:
    """What a matplotlib figure shows, as data; also of a figure that is closed."""
    return {
        "suptitle": _text(getattr(figure, "_suptitle", None)),
        "supxlabel": _text(getattr(figure, "_supxlabel", None)),
        "supylabel": _text(getattr(figure, "_supylabel", None)),
        "axes": [_axes(axes) for axes in figure.get_axes()],
    }


def _text(artist: Any) -> str:
    return "" if artist is None else str(artist.get_text())


def _numbers(values: Any) -> Any:
    array = np.ma.filled(np.ma.asarray(values), np.nan) if np.ma.isMaskedArray(values) else np.asarray(values)
    return array if array.dtype.kind in "biufc" else np.asarray(array, dtype=float)


def _axes(axes: Any) -> dict[str, Any]:
    legend = axes.get_legend()
    meshes = [item for item in axes.collections if type(item).__name__ in {"QuadMesh", "PolyQuadMesh"}]
    points = [item for item in axes.collections if type(item).__name__ == "PathCollection"]
    return {
        "title": " ".join(filter(None, (axes.get_title(loc=side) for side in ("left", "center", "right")))),
        "xlabel": str(axes.get_xlabel()),
        "ylabel": str(axes.get_ylabel()),
        "visible": bool(axes.get_visible()),
        "position": [float(part) for part in axes.get_position().bounds],
        "is_colorbar": axes.get_label() == "<colorbar>" or hasattr(axes, "_colorbar"),
        "images": [_numbers(image.get_array()) for image in axes.get_images()],
        "meshes": [_numbers(mesh.get_array()) for mesh in meshes],
        "lines": [
            (_numbers(line.get_xdata()), _numbers(line.get_ydata()), str(line.get_label())) for line in axes.lines
        ],
        "points": [_numbers(item.get_offsets()) for item in points],
        "texts": [_text(text) for text in axes.texts],
        "legend": [] if legend is None else [_text(text) for text in legend.get_texts()],
        "xlim": [float(bound) for bound in axes.get_xlim()],
        "ylim": [float(bound) for bound in axes.get_ylim()],
        "xscale": str(axes.get_xscale()),
        "yscale": str(axes.get_yscale()),
    }
