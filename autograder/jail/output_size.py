"""How much an output counts against the limits; jail and trusted side must agree on it."""

from typing import Any

_PART = 8
"""What a number, a container or a text counts, however empty it is: a thousand empty lists take memory and time."""


def size_of(value: Any) -> int:
    """Characters of an output, about."""
    if isinstance(value, dict):
        return _PART + sum(size_of(key) + size_of(item) for key, item in value.items())
    if isinstance(value, list | tuple):
        return _PART + sum(map(size_of, value))
    return _PART + len(value) if isinstance(value, str | bytes) else _PART


def parts_of(value: Any) -> int:
    """Texts, numbers and containers of an output, its keys included."""
    if isinstance(value, dict):
        return 1 + len(value) + sum(map(parts_of, value.values()))
    if isinstance(value, list | tuple):
        return 1 + sum(map(parts_of, value))
    return 1
