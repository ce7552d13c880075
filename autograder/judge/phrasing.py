"""Values and types in words that a student understands."""

import math
import reprlib
from typing import Any

import numpy as np
import torch

_LONGEST = 600
_HUGE, _LARGE = 100_000, 100
_MOST_SIZES = 8
_MOST_VALUES_READ, _LONGEST_ARGUMENT = 12, 200
"""A dozen values can be read, a larger tensor is told by its shape; characters of an argument in a call."""


class _Writer(reprlib.Repr):
    """Writes values as Python does, but no more than the beginning of what has very many parts."""

    maxlevel = 10
    maxlist = maxtuple = maxset = maxfrozenset = maxdict = 100
    maxstring = maxlong = maxother = 5000

    def __init__(self) -> None:
        super().__init__()
        for name, value in vars(_Writer).items():
            if name.startswith("max"):
                setattr(self, name, value)


_writer = _Writer()


def shown(value: Any, longest: int) -> str:
    """A value in one line of a bounded length, at a bounded cost."""
    return shorten(" ".join(_writer.repr(value).split()), longest)


def shorten(text: str, longest: int = _LONGEST) -> str:
    """Text of a bounded length."""
    return text if len(text) <= longest else text[: longest - 1] + "…"


def kind_of(value: Any) -> str:
    """What a value is, with an article."""
    if value is None:
        return "None"
    names = {
        bool: "a bool",
        int: "an int",
        float: "a float",
        complex: "a complex number",
        str: "a string",
        list: f"a list of {count(len(value))}" if isinstance(value, list) else "a list",
        tuple: f"a tuple of {count(len(value))}" if isinstance(value, tuple) else "a tuple",
        dict: "a dict",
        set: "a set",
        bytes: "bytes",
    }
    if type(value) in names:
        return names[type(value)]
    if isinstance(value, torch.Tensor):
        return f"a tensor of shape {shape_of(value)}"
    if isinstance(value, np.ndarray):
        return f"an array of shape {shape_of(value)}"
    if isinstance(value, np.generic):
        return "a number"
    # a handle knows the name of the type it stands for
    return f"an object of {getattr(value, '_type_name', f'type {type(value).__name__}')}"


def call_in_words(label: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
    """A call as a person would write it."""
    parts = [*map(_short, args), *(f"{name}={_short(value)}" for name, value in kwargs.items())]
    return f"{label}({', '.join(parts)})"


def _short(value: Any) -> str:
    if isinstance(value, torch.Tensor) and value.numel() > _MOST_VALUES_READ:
        return f"<tensor of shape {tuple(value.shape)}>"
    return shown(value, _LONGEST_ARGUMENT)


def shape_of(value: Any) -> str:
    """A shape as Python writes a tuple; an answer's sizes are the student's choice, so huge and many ones are not told."""
    # what holds nothing can have any size at no cost
    largest = _HUGE if math.prod(value.shape) else _LARGE
    sizes = [count(size, largest) for size in value.shape[:_MOST_SIZES]]
    return f"({', '.join(sizes)}{',' if len(sizes) == 1 else ''}{', …' if len(value.shape) > _MOST_SIZES else ''})"


def count(number: int, largest: int = _HUGE) -> str:
    """How many; a number of an answer with more digits than anybody needs is not repeated: it may be made up."""
    return str(number) if number < largest else "…"
