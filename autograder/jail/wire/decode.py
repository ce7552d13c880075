"""A frame as the value it holds; nothing in it is believed before it is checked."""

import math
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgpack
import numpy as np
import torch

from autograder.jail.wire.kinds import (
    COST,
    MAX_COST,
    MAX_DEPTH,
    MAX_INT_DIGITS,
    NUMPY_DTYPES,
    REQUIRES_GRAD,
    TORCH_DTYPES,
    Find,
    Garbled,
    Remote,
    Tag,
)

_MAX_DIMENSIONS = 32
_MAX_COLLISIONS = 100
_LARGEST_SIZE = 1 << 48
_MOST_VALUES = 1 << 60
_LONGEST_TYPE_NAME = 200
_PLAIN = frozenset((bool, int, float, str))
_KINDS_OF_KEYS = (bool, int, float, complex, str, bytes, np.generic, type(None))


def keep_remote(remote: Remote) -> object:
    """The default for find: an object that stays in the jail is given as its Remote."""
    return remote


def decode(skeleton: bytes, blobs: memoryview, find: Find = keep_remote, gradients: bool = False) -> Any:
    """The value of a frame; Garbled for whatever is not one."""
    try:
        tree = msgpack.unpackb(skeleton, raw=False, strict_map_key=True)
        return _Decoder(blobs, find, gradients).decode(tree)
    except Garbled:
        raise
    except Exception as error:
        raise Garbled(f"a frame could not be read: {type(error).__name__}") from error


class _Decoder:
    """One frame being taken apart; nothing in it is believed."""

    def __init__(self, blobs: memoryview, find: Find, gradients: bool) -> None:
        self.blobs = blobs
        self.find = find
        self.gradients = gradients
        self.cost = 0
        self.left = len(blobs)

    def blob(self, offset: Any, size: Any) -> memoryview:
        if type(offset) is not int or type(size) is not int or not 0 <= offset <= offset + size <= len(self.blobs):
            raise Garbled("a frame points outside itself")
        # tensors that lie over each other would need far more memory than came in
        self.left -= size
        if self.left < 0:
            raise Garbled("a frame uses its bytes twice")
        return self.blobs[offset : offset + size]

    def decode(self, value: Any, depth: int = 0) -> Any:
        if depth > MAX_DEPTH:
            raise Garbled("a frame is nested too deeply")
        if value is None or type(value) in _PLAIN:
            self.pay(1)
            return value
        if type(value) is not list or not value or type(value[0]) is not int:
            raise Garbled("a frame holds something unknown")
        decode = self._TAGS.get(value[0])
        if decode is None:
            raise Garbled("a frame holds something unknown")
        self.pay(COST[value[0]])
        return decode(self, value[1:], depth)

    def pay(self, cost: int) -> None:
        """Count what reading a part costs; many small parts cost far more time and memory than one large tensor."""
        self.cost += cost
        if self.cost > MAX_COST:
            raise Garbled("a frame has too many parts")

    def _items(self, items: list[Any], depth: int) -> list[Any]:
        return [self.decode(item, depth + 1) for item in items]

    def _dict(self, items: list[Any], depth: int) -> dict[Any, Any]:
        if len(items) % 2:
            raise Garbled("a dict lacks a value")
        keys = self._keys([self.decode(key, depth + 1) for key in items[::2]])
        return dict(zip(keys, self._items(items[1::2], depth), strict=True))

    def _keys(self, keys: list[Any]) -> list[Any]:
        for key in keys:
            self._key(key)
        # the time to fill a table grows with the square of the number of keys that share a hash
        if len(keys) > _MAX_COLLISIONS and Counter(map(hash, keys)).most_common(1)[0][1] > _MAX_COLLISIONS:
            raise Garbled("a dict or set has too many keys of the same hash")
        return keys

    def _key(self, key: Any) -> Any:
        if isinstance(key, tuple):
            for part in key:
                self._key(part)
        elif not isinstance(key, _KINDS_OF_KEYS):
            raise Garbled("a dict has a key that is not plain data")
        return key

    def _set(self, items: list[Any], depth: int) -> set[Any]:
        return set(self._keys(self._items(items, depth)))

    def _shape(self, shape: Any, itemsize: int, data: memoryview) -> list[int]:
        if type(shape) is not list or len(shape) > _MAX_DIMENSIONS:
            raise Garbled("a tensor has an impossible shape")
        self.pay(len(shape))
        if any(type(size) is not int or not 0 <= size < _LARGEST_SIZE for size in shape):
            raise Garbled("a tensor has an impossible shape")
        if math.prod(shape) * itemsize != len(data):
            raise Garbled("a tensor's bytes do not fit its shape")
        # an empty tensor may still claim dimensions whose product overflows
        if math.prod(max(size, 1) for size in shape) >= _MOST_VALUES:
            raise Garbled("a tensor has an impossible shape")
        return shape

    def _tensor(self, parts: list[Any], depth: int) -> torch.Tensor:
        name, shape, offset, size, flags = parts
        dtype = TORCH_DTYPES[name]
        data = self.blob(offset, size)
        shape = self._shape(shape, dtype.itemsize, data)
        if not len(data):
            tensor = torch.empty(shape, dtype=dtype)
        elif dtype is torch.bool:
            # a byte that is neither 0 nor 1 is not a bool
            tensor = torch.frombuffer(bytearray(data), dtype=torch.uint8).reshape(shape) != 0
        else:
            tensor = torch.frombuffer(bytearray(data), dtype=dtype).reshape(shape)
        wanted = self.gradients and type(flags) is int and flags & REQUIRES_GRAD
        if wanted and (dtype.is_floating_point or dtype.is_complex):
            tensor.requires_grad_()
        return tensor

    def _array(self, parts: list[Any], depth: int) -> np.ndarray:
        name, shape, offset, size = parts
        dtype = NUMPY_DTYPES[name]
        data = self.blob(offset, size)
        shape = self._shape(shape, dtype.itemsize, data)
        if dtype == np.bool_:
            return np.frombuffer(bytearray(data), np.uint8).reshape(shape) != 0
        return np.frombuffer(bytearray(data), dtype).reshape(shape)

    def _scalar(self, parts: list[Any], depth: int) -> np.generic:
        name, data = parts
        dtype = NUMPY_DTYPES[name]
        if type(data) is not bytes or len(data) != dtype.itemsize:
            raise Garbled("a number has the wrong size")
        if dtype == np.bool_:
            return np.bool_(data != b"\0")
        scalar: np.generic = np.frombuffer(data, dtype)[0]
        return scalar

    def _complex(self, parts: list[Any], depth: int) -> complex:
        real, imaginary = parts
        return complex(float(real), float(imaginary))

    def _integer(self, parts: list[Any], depth: int) -> int:
        (digits,) = parts
        if type(digits) is not str or len(digits) > MAX_INT_DIGITS:
            raise Garbled("an integer is too large")
        return int(digits, 16)

    def _string(self, parts: list[Any], depth: int) -> str:
        # strictly: to replace what is no text takes a microsecond for each byte
        return str(self.blob(*parts), "utf-8")

    def _remote(self, parts: list[Any], depth: int) -> object:
        number, type_name, is_callable = parts
        if type(number) is not int or type(type_name) is not str:
            raise Garbled("a handle is not a number with a name")
        return self.find(Remote(number, type_name[:_LONGEST_TYPE_NAME], bool(is_callable)))

    def _slice(self, parts: list[Any], depth: int) -> slice:
        start, stop, step = (self.decode(part, depth + 1) for part in parts)
        return slice(start, stop, step)

    _TAGS: dict[int, Callable[["_Decoder", list[Any], int], Any]] = {  # noqa: RUF012
        Tag.LIST: _items,
        Tag.TUPLE: lambda self, parts, depth: tuple(self._items(parts, depth)),
        Tag.DICT: _dict,
        Tag.SET: _set,
        Tag.TENSOR: _tensor,
        Tag.ARRAY: _array,
        Tag.SCALAR: _scalar,
        Tag.COMPLEX: _complex,
        Tag.INT: _integer,
        Tag.BYTES: lambda self, parts, depth: bytes(self.blob(*parts)),
        Tag.STRING: _string,
        Tag.REMOTE: _remote,
        Tag.SLICE: _slice,
        Tag.DTYPE: lambda self, parts, depth: TORCH_DTYPES[parts[0]],
        Tag.DEVICE: lambda self, parts, depth: torch.device(parts[0]),
        Tag.ELLIPSIS: lambda self, parts, depth: ...,
    }
