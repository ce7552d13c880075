"""Data, and only data, between the judge and a jail: length-prefixed msgpack frames, checked before they are believed.

A frame is a header, a small msgpack skeleton, and the bytes of its tensors and arrays one after the other.
Containers in the skeleton are arrays whose first element says what they are.
"""

import math
import operator
import socket
import struct
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgpack
import numpy as np
import torch

_HEADER = struct.Struct("<IQ")
_MAX_SKELETON = 2 << 20
_MAX_DEPTH = 48
_MAX_ELEMENTS = 200_000
_MAX_DIMENSIONS = 32
_MAX_INT_DIGITS = 3500
_MAX_COLLISIONS = 100
_INLINE = 256

(_LIST, _TUPLE, _DICT, _SET, _TENSOR, _ARRAY, _SCALAR, _COMPLEX, _INT, _BYTES) = range(10)
(_REMOTE, _SLICE, _DTYPE, _DEVICE, _ELLIPSIS, _STRING) = range(10, 16)

_TORCH_DTYPES = {
    str(dtype).removeprefix("torch."): dtype
    for dtype in (
        *(torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64),
        *(torch.float16, torch.bfloat16, torch.float32, torch.float64, torch.complex64, torch.complex128),
        *(torch.uint16, torch.uint32, torch.uint64, torch.float8_e4m3fn, torch.float8_e5m2, torch.complex32),
    )
}
_NUMPY_DTYPES = {
    name: np.dtype(name)
    for name in (
        *("bool", "uint8", "int8", "uint16", "int16", "uint32", "int32", "uint64", "int64"),
        *("float16", "float32", "float64", "complex64", "complex128"),
    )
}
_REQUIRES_GRAD = 1


class WireError(Exception):
    """Something that cannot be sent, or did not come as it should."""


class Garbled(WireError):
    """What came in is not a frame, or not the data it claims to be."""


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


def _refuse(value: object) -> Remote:
    raise WireError(f"{type(value).__name__} is not data that can be sent")


class _Encoder:
    """One frame in the making."""

    def __init__(self, keep: Keep) -> None:
        self.keep = keep
        self.blobs: list[Any] = []
        self.offset = 0
        self.elements = 0

    def blob(self, data: Any) -> list[int]:
        size = data.nbytes if isinstance(data, memoryview) else len(data)
        place = [self.offset, size]
        self.blobs.append(data)
        self.offset += size
        return place

    def encode(self, value: Any, depth: int = 0) -> Any:
        self.elements += 1
        if depth > _MAX_DEPTH or self.elements > _MAX_ELEMENTS:
            raise WireError("the value is nested too deeply or has too many elements")
        kind = type(value)
        if value is None or kind is bool or kind is float:
            return value
        if isinstance(value, torch.Tensor):
            return self._tensor(value)
        if isinstance(value, np.ndarray):
            return self._array(value)
        # np.float64 is a float and np.bool is not a bool: numpy's scalars come before Python's numbers
        if isinstance(value, np.generic):
            return self._scalar(value)
        for base, encode in self._KINDS.items():
            if isinstance(value, base):
                return encode(self, value, depth)
        return self._remote(self.keep(value))

    def _remote(self, remote: Remote) -> list[Any]:
        return [_REMOTE, remote.number, remote.type_name[:200], remote.is_callable]

    def _integer(self, value: int, depth: int) -> Any:
        plain = int.__index__(value)
        if -(1 << 63) <= plain < 1 << 64:
            return plain
        digits = hex(plain)
        if len(digits) > _MAX_INT_DIGITS:
            raise WireError("the integer is too large")
        return [_INT, digits]

    def _string(self, value: str, depth: int) -> Any:
        plain = str.__str__(value)
        encoded = plain.encode("utf-8", "backslashreplace")
        return encoded.decode() if len(encoded) <= _INLINE else [_STRING, *self.blob(encoded)]

    def _bytes(self, value: bytes | bytearray, depth: int) -> Any:
        return [_BYTES, *self.blob(bytes(value))]

    def _items(self, tag: int, items: Any, depth: int) -> list[Any]:
        return [tag, *(self.encode(item, depth + 1) for item in items)]

    def _dict(self, value: dict[Any, Any], depth: int) -> list[Any]:
        return self._items(_DICT, (part for item in dict.items(value) for part in item), depth)

    def _tensor(self, value: torch.Tensor) -> Any:
        with torch._C.DisableTorchFunctionSubclass(), torch.no_grad():
            flags = _REQUIRES_GRAD * value.requires_grad
            # a subclass is sent as what it holds, whatever it says it is
            known = type(value) in (torch.Tensor, torch.nn.Parameter)
            plain = (value if known else value.as_subclass(torch.Tensor)).detach()
            name = str(plain.dtype).removeprefix("torch.")
            if plain.is_meta or plain.is_quantized or name not in _TORCH_DTYPES:
                return self._remote(self.keep(value))
            if plain.layout is not torch.strided:
                plain = plain.to_dense()
            plain = plain.cpu().resolve_conj().resolve_neg().contiguous()
            if plain.numel() < 2:
                # a slice of one element counts as contiguous whatever its strides, but cannot be viewed as bytes
                plain = plain.clone(memory_format=torch.contiguous_format)
            data = plain.reshape(-1).view(torch.uint8).numpy().data
            return [_TENSOR, name, list(plain.shape), *self.blob(data), flags]

    def _array(self, value: np.ndarray) -> Any:
        plain = np.ascontiguousarray(value).view(np.ndarray).reshape(np.shape(value))
        native = plain.dtype.newbyteorder("=")
        if native.name not in _NUMPY_DTYPES:
            return self._remote(self.keep(value))
        data = plain.astype(native, copy=False).reshape(-1).view(np.uint8).data
        return [_ARRAY, native.name, list(plain.shape), *self.blob(data)]

    def _scalar(self, value: np.generic) -> Any:
        if value.dtype.name not in _NUMPY_DTYPES:
            return self._remote(self.keep(value))
        return [_SCALAR, value.dtype.name, value.tobytes()]

    _KINDS: dict[Any, Callable[["_Encoder", Any, int], Any]] = {  # noqa: RUF012
        str: _string,
        int: _integer,
        float: lambda self, value, depth: float.__float__(value),
        list: lambda self, value, depth: self._items(_LIST, list.__iter__(value), depth),
        tuple: lambda self, value, depth: self._items(_TUPLE, tuple.__iter__(value), depth),
        dict: _dict,
        bytes: _bytes,
        bytearray: _bytes,
        complex: lambda self, value, depth: [_COMPLEX, value.real, value.imag],
        Remote: lambda self, value, depth: self._remote(value),
        slice: lambda self, value, depth: self._items(_SLICE, (value.start, value.stop, value.step), depth),
        torch.dtype: lambda self, value, depth: [_DTYPE, str(value).removeprefix("torch.")],
        torch.device: lambda self, value, depth: [_DEVICE, str(value)],
        type(...): lambda self, value, depth: [_ELLIPSIS],
        set: lambda self, value, depth: self._items(_SET, value, depth),
        frozenset: lambda self, value, depth: self._items(_SET, value, depth),
    }


class _Decoder:
    """One frame being taken apart; nothing in it is believed."""

    def __init__(self, blobs: memoryview, find: Find, gradients: bool) -> None:
        self.blobs = blobs
        self.find = find
        self.gradients = gradients
        self.elements = 0
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
        self.elements += 1
        if depth > _MAX_DEPTH or self.elements > _MAX_ELEMENTS:
            raise Garbled("a frame is nested too deeply or has too many elements")
        if value is None or type(value) in (bool, int, float, str):
            return value
        if type(value) is not list or not value or type(value[0]) is not int:
            raise Garbled("a frame holds something unknown")
        decode = self._TAGS.get(value[0])
        if decode is None:
            raise Garbled("a frame holds something unknown")
        return decode(self, value[1:], depth)

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
        # the time to fill a table grows with the square of what shares a hash
        if keys and Counter(map(hash, keys)).most_common(1)[0][1] > _MAX_COLLISIONS:
            raise Garbled("a dict or set has too many keys of the same hash")
        return keys

    def _key(self, key: Any) -> Any:
        if isinstance(key, tuple):
            for part in key:
                self._key(part)
        elif not isinstance(key, bool | int | float | complex | str | bytes | np.generic | None):
            raise Garbled("a dict has a key that is not plain data")
        return key

    def _set(self, items: list[Any], depth: int) -> set[Any]:
        return set(self._keys(self._items(items, depth)))

    def _shape(self, shape: Any, itemsize: int, data: memoryview) -> list[int]:
        if type(shape) is not list or len(shape) > _MAX_DIMENSIONS:
            raise Garbled("a tensor has an impossible shape")
        if any(type(size) is not int or not 0 <= size < 1 << 48 for size in shape):
            raise Garbled("a tensor has an impossible shape")
        if math.prod(shape) * itemsize != len(data):
            raise Garbled("a tensor's bytes do not fit its shape")
        # an empty tensor may still claim dimensions whose product overflows
        if math.prod(max(size, 1) for size in shape) >= 1 << 60:
            raise Garbled("a tensor has an impossible shape")
        return shape

    def _tensor(self, parts: list[Any], depth: int) -> torch.Tensor:
        name, shape, offset, size, flags = parts
        dtype = _TORCH_DTYPES[name]
        data = self.blob(offset, size)
        shape = self._shape(shape, dtype.itemsize, data)
        if not len(data):
            tensor = torch.empty(shape, dtype=dtype)
        elif dtype is torch.bool:
            # a byte that is neither 0 nor 1 is not a bool
            tensor = torch.frombuffer(bytearray(data), dtype=torch.uint8).reshape(shape) != 0
        else:
            tensor = torch.frombuffer(bytearray(data), dtype=dtype).reshape(shape)
        wanted = self.gradients and type(flags) is int and flags & _REQUIRES_GRAD
        if wanted and (dtype.is_floating_point or dtype.is_complex):
            tensor.requires_grad_()
        return tensor

    def _array(self, parts: list[Any], depth: int) -> np.ndarray:
        name, shape, offset, size = parts
        dtype = _NUMPY_DTYPES[name]
        data = self.blob(offset, size)
        shape = self._shape(shape, dtype.itemsize, data)
        if dtype == np.bool_:
            return np.frombuffer(bytearray(data), np.uint8).reshape(shape) != 0
        return np.frombuffer(bytearray(data), dtype).reshape(shape)

    def _scalar(self, parts: list[Any], depth: int) -> np.generic:
        name, data = parts
        dtype = _NUMPY_DTYPES[name]
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
        if type(digits) is not str or len(digits) > _MAX_INT_DIGITS:
            raise Garbled("an integer is too large")
        return int(digits, 16)

    def _string(self, parts: list[Any], depth: int) -> str:
        return bytes(self.blob(*parts)).decode("utf-8", "backslashreplace")

    def _remote(self, parts: list[Any], depth: int) -> object:
        number, type_name, is_callable = parts
        if type(number) is not int or type(type_name) is not str:
            raise Garbled("a handle is not a number with a name")
        return self.find(Remote(number, type_name[:200], bool(is_callable)))

    def _slice(self, parts: list[Any], depth: int) -> slice:
        start, stop, step = (self.decode(part, depth + 1) for part in parts)
        return slice(start, stop, step)

    _TAGS: dict[int, Callable[["_Decoder", list[Any], int], Any]] = {  # noqa: RUF012
        _LIST: _items,
        _TUPLE: lambda self, parts, depth: tuple(self._items(parts, depth)),
        _DICT: _dict,
        _SET: _set,
        _TENSOR: _tensor,
        _ARRAY: _array,
        _SCALAR: _scalar,
        _COMPLEX: _complex,
        _INT: _integer,
        _BYTES: lambda self, parts, depth: bytes(self.blob(*parts)),
        _STRING: _string,
        _REMOTE: _remote,
        _SLICE: _slice,
        _DTYPE: lambda self, parts, depth: _TORCH_DTYPES[parts[0]],
        _DEVICE: lambda self, parts, depth: torch.device(parts[0]),
        _ELLIPSIS: lambda self, parts, depth: ...,
    }


def encode(value: Any, keep: Keep = _refuse) -> list[Any]:
    """The pieces of value's frame; what is not data goes through keep, which gives it a number."""
    encoder = _Encoder(keep)
    skeleton = msgpack.packb(encoder.encode(value), use_bin_type=True)
    if len(skeleton) > _MAX_SKELETON:
        raise WireError("the value has too many parts")
    return [_HEADER.pack(len(skeleton), encoder.offset), skeleton, *encoder.blobs]


def _identity(remote: Remote) -> object:
    return remote


def decode(skeleton: bytes, blobs: memoryview, find: Find = _identity, gradients: bool = False) -> Any:
    """The value of a frame; Garbled for whatever is not one."""
    try:
        tree = msgpack.unpackb(skeleton, raw=False, strict_map_key=True, unicode_errors="backslashreplace")
        return _Decoder(blobs, find, gradients).decode(tree)
    except Garbled:
        raise
    except Exception as error:
        raise Garbled(f"a frame could not be read: {type(error).__name__}") from error


class Channel:
    """One end of a socket that carries frames; in the jail, tensors that ask for gradients get them."""

    def __init__(
        self,
        end: socket.socket,
        largest: int,
        keep: Keep = _refuse,
        find: Find = _identity,
        *,
        gradients: bool = False,
    ) -> None:
        self.socket = end
        self.largest = largest
        self.keep = keep
        self.find = find
        self.gradients = gradients

    def send(self, value: Any, deadline: float | None = None) -> None:
        """Send one value."""
        pieces = encode(value, self.keep)
        size = sum(map(_size, pieces))
        if size > self.largest:
            raise WireError(f"the value has {size} bytes, more than the {self.largest} that can be sent")
        try:
            if size <= 1 << 16:
                pieces = [b"".join(pieces)]
            for piece in pieces:
                self._set_timeout(deadline)
                self.socket.sendall(piece)
        except TimeoutError:
            raise TimedOut("not taken in time") from None
        except OSError as error:
            raise Closed("the other side is gone") from error

    def receive(self, deadline: float | None = None) -> Any:
        """Wait for one value."""
        skeleton_size, blob_size = _HEADER.unpack(self._read(_HEADER.size, deadline))
        if skeleton_size > _MAX_SKELETON or skeleton_size + blob_size > self.largest:
            raise Garbled("a frame is larger than agreed")
        skeleton = bytes(self._read(skeleton_size, deadline))
        blobs = memoryview(self._read(blob_size, deadline))
        return decode(skeleton, blobs, self.find, self.gradients)

    def close(self) -> None:
        """Hang up."""
        self.socket.close()

    def _read(self, size: int, deadline: float | None) -> bytearray:
        data = bytearray()
        # grown as bytes arrive, so that a header alone cannot claim memory
        while len(data) < size:
            try:
                self._set_timeout(deadline)
                piece = self.socket.recv(min(size - len(data), 1 << 20))
            except TimeoutError:
                raise TimedOut("no answer in time") from None
            except OSError as error:
                raise Closed("the other side is gone") from error
            if not piece:
                raise Closed("the other side is gone")
            data += piece
        return data

    def _set_timeout(self, deadline: float | None) -> None:
        if deadline is None:
            self.socket.settimeout(None)
            return
        remaining = deadline - time.monotonic()
        if remaining <= 0:
            raise TimeoutError
        self.socket.settimeout(remaining)


def _size(piece: Any) -> int:
    return operator.attrgetter("nbytes")(piece) if isinstance(piece, memoryview) else len(piece)
