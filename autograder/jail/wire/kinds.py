"""What frames are made of: tags, types, bounds, and the errors of a broken connection.

A frame is a header, a small msgpack skeleton, and the bytes of its tensors and arrays one after the other.
Containers in the skeleton are arrays whose first element, a tag, says what they are.
"""

import struct
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch

HEADER = struct.Struct("<IQ")
MAX_SKELETON = 2 << 20
MAX_DEPTH = 48
MAX_COST = 200_000
"""What a frame may cost, in plain numbers or short texts: about half a second and 100 MB to read."""
MAX_INT_DIGITS = 3500
BYTES_PER_BYTE_OF_SKELETON = 50
"""What a skeleton becomes when it is read: at most MAX_COST's 100 MB, from MAX_SKELETON."""


class Tag:
    """The numbers that tell what a container in a skeleton is; ints, which msgpack packs as they are."""

    LIST, TUPLE, DICT, SET, TENSOR, ARRAY, SCALAR, COMPLEX, INT, BYTES = range(10)
    REMOTE, SLICE, DTYPE, DEVICE, ELLIPSIS, STRING = range(10, 16)


COST = dict.fromkeys(range(16), 2) | {Tag.TENSOR: 16, Tag.ARRAY: 12, Tag.SCALAR: 4, Tag.REMOTE: 4}
"""What reading something costs that is no plain number or short text, by its tag; a tensor costs more with more axes."""


TORCH_DTYPES = {
    str(dtype).removeprefix("torch."): dtype
    for dtype in (
        *(torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64),
        *(torch.float16, torch.bfloat16, torch.float32, torch.float64, torch.complex64, torch.complex128),
        *(torch.uint16, torch.uint32, torch.uint64, torch.float8_e4m3fn, torch.float8_e5m2, torch.complex32),
    )
}
NUMPY_DTYPES = {
    name: np.dtype(name)
    for name in (
        *("bool", "uint8", "int8", "uint16", "int16", "uint32", "int32", "uint64", "int64"),
        *("float16", "float32", "float64", "complex64", "complex128"),
    )
}
REQUIRES_GRAD = 1


class WireError(Exception):
    """Something that cannot be sent, or did not come as it should."""


class Garbled(WireError):
    """What came in is not a frame, or not the data it claims to be."""


class TooMuch(Garbled):
    """All that came in together is more than may be received."""


class Closed(WireError):
    """The other side is gone."""


class TimedOut(WireError):
    """The other side did not answer in time."""


@dataclass(frozen=True)
class Remote:
    """An object that stays in the jail, known to the judge by a number and its type's name."""

    number: int
    type_name: str
    is_callable: bool = False


Keep = Callable[[object], Remote]
Find = Callable[[Remote], object]
