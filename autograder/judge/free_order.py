"""Rows put in order, for answers whose order a question leaves open."""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

_COLUMNS = 64
"""By how many numbers of a row it finds its place."""
_DIGITS = 6
"""Rounding must not decide the order."""


def sorted_rows(*parts: int) -> Callable[[Any], Any]:
    """A form for `student.heard_as`: the rows of an answer in order, or of some of its parts, moved together."""

    def form(answer: Any) -> Any:
        arrays = [_array(answer[part]) for part in parts] if parts else [_array(answer)]
        count = len(arrays[0])
        keys = np.concatenate([array.reshape(count, -1) for array in arrays], axis=1)[:, :_COLUMNS]
        # of several keys, lexsort looks at the last one first; a zero may have a sign
        order = np.lexsort(np.round(keys, _DIGITS).T[::-1] + 0.0)
        moved = [array[order] for array in arrays]
        if not parts:
            return moved[0]
        rest = dict(zip(parts, moved, strict=True))
        return [rest.get(index, value) for index, value in enumerate(answer)]

    return form


def _array(value: Any) -> np.ndarray:
    if isinstance(value, list | tuple) and any(isinstance(item, torch.Tensor) for item in value):
        value = torch.stack([torch.as_tensor(item) for item in value])
    array = np.asarray(value.detach().double() if isinstance(value, torch.Tensor) else value)
    if array.ndim == 0 or array.dtype.kind not in "biuf":
        raise ValueError("these are no rows of numbers")
    return array
