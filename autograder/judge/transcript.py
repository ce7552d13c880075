"""What a submission answered, in a form in which the same mistake looks the same however it is written."""

import hashlib
import math
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
import torch

from autograder.judge.phrasing import shown
from autograder.judge.verdict import Answer, Precision

# up to so many numbers are stored as they are; of more, projections of a sample
_IN_FULL = 32
_SAMPLE = 4096
_PROJECTIONS = 12
_WEIGHT = 4.0
"""Of a projection: rounding averages out in it, so that it has to tell more finely than single values."""
# what a hostile answer may cost: characters and numbers that are stored, parts and values that are looked at
_MAX_STRUCTURE = 4000
_MAX_NUMBERS = 4096
_MAX_PARTS = 50_000
_MAX_VALUES = 1 << 22
# characters of a long structure, of a value and of a key that are stored
_SHOWN_OF_STRUCTURE, _SHOWN_OF_VALUE, _SHOWN_OF_KEY = 200, 20, 80
_LONGEST_KEY = 1000
"""Characters by which keys are put in order."""
_FINER: tuple[Precision, ...] = ("whole", "single", "double")
_LARGEST_EXACT_INTEGER = 1 << 53
"""A float does not hold larger integers exactly."""


@dataclass
class _Summary:
    """What is collected of an answer."""

    words: list[str] = field(default_factory=list)
    numbers: list[float] = field(default_factory=list)
    scale: float = 0.0
    precision: Precision = "whole"


def answer_of(value: Any) -> Answer:
    """Summarise an answer; list or tuple, array or tensor, int or equal float make no difference."""
    parts: list[str] = []
    if not _fits(value, parts):
        return Answer(f"large {_digest(' '.join(parts))}")
    summary = _Summary()
    _collect(value, summary, {})
    numbers = tuple(summary.numbers[:_MAX_NUMBERS])
    return Answer(bounded(" ".join(summary.words)), numbers, summary.scale, summary.precision)


def bounded(structure: str) -> str:
    """A structure as it is, or the beginning of a long one and its digest."""
    return (
        structure if len(structure) <= _MAX_STRUCTURE else f"{structure[:_SHOWN_OF_STRUCTURE]} … {_digest(structure)}"
    )


def _fits(value: Any, parts: list[str], values: int = 0) -> bool:
    """Whether an answer has no more parts and values than may be looked at; parts are listed as far as that."""
    waiting = [value]
    while waiting and len(parts) <= _MAX_PARTS:
        part = waiting.pop()
        if isinstance(part, dict | list | tuple | set):
            parts.append(type(part).__name__)
            waiting.extend(reversed(list(part.values() if isinstance(part, dict) else part)))
        else:
            parts.append(str(part)[:_SHOWN_OF_VALUE] if isinstance(part, int | float | str) else type(part).__name__)
            values += _size(part)
    # a tensor by itself is sampled; many of them together are not
    return not waiting and (values <= _MAX_VALUES or len(parts) == 1)


def _size(value: Any) -> int:
    if isinstance(value, torch.Tensor):
        return value.numel()
    return value.size if isinstance(value, np.ndarray) else 1


def _collect(value: Any, summary: _Summary, arrays: dict[int, np.ndarray | None]) -> None:
    array, words = _as_array(value, arrays), summary.words
    if array is not None:
        _sketch(array, summary)
    elif isinstance(value, int) and not isinstance(value, bool):
        words.append(f"int {_digest(str(value))}")
    elif isinstance(value, str | bytes):
        words.append(f"text {_digest(value)}")
    elif value is None:
        words.append("none")
    elif isinstance(value, list | tuple):
        words.append(f"sequence {len(value)}")
        for item in value:
            _collect(item, summary, arrays)
    elif isinstance(value, dict):
        words.append(f"dict {len(value)}")
        for key in sorted(value, key=_shown_key):
            words.append(_shown_key(key)[:_SHOWN_OF_KEY])
            _collect(value[key], summary, arrays)
    else:
        words.append("object")


def _shown_key(key: Any) -> str:
    plain = isinstance(key, int | float) or (isinstance(key, str) and len(key) <= _LONGEST_KEY)
    return repr(key) if plain else shown(key, _LONGEST_KEY)


def _as_array(value: Any, arrays: dict[int, np.ndarray | None]) -> np.ndarray | None:
    """All numbers of a value as one array, if it has the form of one; those of containers are kept by id in `arrays`."""
    if isinstance(value, list | tuple) and value:
        if id(value) not in arrays:
            arrays[id(value)] = _joined(value, arrays)
        return arrays[id(value)]
    if isinstance(value, torch.Tensor):
        tensor = value.detach()
        if tensor.numel() > _MAX_VALUES:
            tensor = tensor.flatten()[:: tensor.numel() // _MAX_VALUES + 1]
        return np.asarray(tensor.to(torch.complex128 if tensor.is_complex() else torch.float64).numpy())
    if isinstance(value, np.ndarray | np.generic | bool | int | float | complex):
        if isinstance(value, int) and abs(value) > _LARGEST_EXACT_INTEGER:
            return None
        if isinstance(value, np.ndarray) and value.size > _MAX_VALUES:
            value = value.reshape(-1)[:: value.size // _MAX_VALUES + 1]
        return np.asarray(value, dtype=complex if np.iscomplexobj(value) else float)
    return None


def _joined(values: list[Any] | tuple[Any, ...], arrays: dict[int, np.ndarray | None]) -> np.ndarray | None:
    parts = [_as_array(item, arrays) for item in values]
    if any(part is None or np.iscomplexobj(part) for part in parts):
        return None
    try:
        return np.asarray(parts, dtype=float)
    except ValueError:
        # rows of different lengths
        return None


def _sketch(array: np.ndarray, summary: _Summary) -> None:
    words, numbers = summary.words, summary.numbers
    words.append(f"numbers {array.shape}")
    flat = array.reshape(-1)
    if np.iscomplexobj(flat):
        flat = np.concatenate([flat.real, flat.imag])
    odd = [int(np.isnan(flat).sum()), int(np.isposinf(flat).sum()), int(np.isneginf(flat).sum())]
    if any(odd):
        words.append(f"odd {odd}")
        flat = np.nan_to_num(flat, nan=0.0, posinf=0.0, neginf=0.0)
    if flat.size == 0:
        return
    largest = float(np.abs(flat).max()) or 1.0
    # the root of the mean square, of values scaled so that no square overflows
    scale = math.sqrt(float((flat / largest) @ (flat / largest)) / flat.size) * largest
    summary.scale = max(summary.scale, scale)
    summary.precision = max(summary.precision, _precision_of(flat), key=_FINER.index)
    if flat.size <= _IN_FULL:
        numbers.extend(flat.tolist())
        return
    numbers += [float(flat.mean()), scale]
    sample = flat[:: flat.size // _SAMPLE + 1]
    numbers.extend((_directions(sample.size) @ sample).tolist())


def _precision_of(values: np.ndarray) -> Precision:
    """How finely values are given; what came through float32 on its way counts as single, in whatever form it comes."""
    if np.array_equal(values, np.rint(values)):
        return "whole"
    with np.errstate(over="ignore", under="ignore"):
        return "single" if np.array_equal(values, values.astype(np.float32)) else "double"


@lru_cache(maxsize=64)
def _directions(size: int) -> np.ndarray:
    """Fixed directions to project on, so that a few numbers tell different answers apart."""
    steps = np.sqrt(np.arange(2.0, 2.0 + _PROJECTIONS))
    directions: np.ndarray = _WEIGHT * np.cos(np.outer(steps, np.arange(size))) / math.sqrt(size)
    return directions


def _digest(text: str | bytes) -> str:
    return hashlib.sha256(text.encode() if isinstance(text, str) else text).hexdigest()[:12]
