"""How much an output counts against the limits; jail and trusted side must agree on it."""

from typing import Any

_NUMBER = 8


def size_of(value: Any) -> int:
    """Characters of an output, about; numbers included."""
    if isinstance(value, dict):
        return sum(size_of(key) + size_of(item) for key, item in value.items())
    if isinstance(value, list | tuple):
        return sum(map(size_of, value))
    return len(value) if isinstance(value, str | bytes) else _NUMBER
