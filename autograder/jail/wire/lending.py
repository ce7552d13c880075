"""What passes between a stand-in and the judge: a value as a tree of plain data and the list of its tensors.

The tensors are apart so that gradients can flow through them.
"""

from typing import Any

import numpy as np
import torch

Tree = list[Any]
"""What a value is and what it holds; tensors are numbered, other data stands in the tree."""

_DATA = (bool, int, float, complex, str, bytes, np.ndarray, np.generic, slice, torch.dtype, torch.device, type(...))
_MOST_OBJECTS_DEEP = 4

REFUSALS: dict[str, type[Exception]] = {
    kind.__name__: kind
    for kind in (
        *(ArithmeticError, AssertionError, AttributeError, IndexError, KeyError, LookupError, MemoryError),
        *(OverflowError, RuntimeError, TypeError, ValueError, ZeroDivisionError),
    )
}
"""The kinds of exceptions that a right part may raise through its stand-in."""


class Record:
    """An object known by its plain attributes only, such as a configuration."""


def take_apart(value: Any, tensors: list[torch.Tensor], depth: int = 0) -> Tree:
    """The tree of a value; its tensors are added to the list. TypeError for what is not data."""
    if isinstance(value, torch.Tensor):
        tensors.append(value)
        return ["tensor", len(tensors) - 1]
    if value is None or isinstance(value, _DATA):
        return ["data", value]
    for kind, name in ((list, "list"), (tuple, "tuple")):
        if isinstance(value, kind):
            return [name, [take_apart(item, tensors, depth) for item in value]]
    if isinstance(value, dict):
        return ["dict", list(value), [take_apart(item, tensors, depth) for item in value.values()]]
    attributes = getattr(value, "__dict__", None)
    if isinstance(value, type) or callable(value) or not isinstance(attributes, dict) or depth >= _MOST_OBJECTS_DEEP:
        raise TypeError(f"{type(value).__name__} is not data")
    return ["record", *plain_attributes(attributes, tensors, depth + 1)]


def plain_attributes(attributes: dict[str, Any], tensors: list[torch.Tensor], depth: int = 0) -> tuple[list[str], Tree]:
    """Names and trees of those public attributes that are data."""
    names, trees = [], []
    for name, value in attributes.items():
        if name.startswith("_"):
            continue
        before = len(tensors)
        try:
            trees.append(take_apart(value, tensors, depth))
        except TypeError:
            del tensors[before:]
        else:
            names.append(name)
    return names, trees


def put_together(tree: Any, tensors: list[torch.Tensor]) -> Any:
    """The value that a tree was made from; an object becomes a record. ValueError for what is no tree."""
    match tree:
        case ["tensor", int(number)] if 0 <= number < len(tensors):
            return tensors[number]
        case ["data", value]:
            return value
        case ["list", list(items)]:
            return [put_together(item, tensors) for item in items]
        case ["tuple", list(items)]:
            return tuple(put_together(item, tensors) for item in items)
        case ["dict", list(keys), list(items)] if len(keys) == len(items):
            return {key: put_together(item, tensors) for key, item in zip(keys, items, strict=True)}
        case ["record", list(names), list(items)] if len(names) == len(items):
            record = Record()
            for name, item in zip(names, items, strict=True):
                if type(name) is not str:
                    raise ValueError("an attribute has no name")
                setattr(record, name, put_together(item, tensors))
            return record
    raise ValueError("this is no tree")
