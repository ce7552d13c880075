"""A value as a frame: data as it is, everything else as a number that stands for it."""

from collections.abc import Callable
from typing import Any

import msgpack
import numpy as np
import torch

from autograder.jail.wire.kinds import (
    COST,
    HEADER,
    MAX_COST,
    MAX_DEPTH,
    MAX_INT_DIGITS,
    MAX_SKELETON,
    NUMPY_DTYPES,
    REQUIRES_GRAD,
    TORCH_DTYPES,
    Keep,
    Remote,
    Tag,
    WireError,
)

_LONGEST_INLINE_TEXT = 256
_LONGEST_TYPE_NAME = 200


def refuse(value: object) -> Remote:
    """The default for keep: nothing but data may be sent."""
    raise WireError(f"{type(value).__name__} is not data that can be sent")


def encode(value: Any, keep: Keep = refuse) -> list[Any]:
    """The pieces of value's frame; what is not data goes through keep, which gives it a number."""
    encoder = _Encoder(keep)
    skeleton = msgpack.packb(encoder.encode(value), use_bin_type=True)
    if len(skeleton) > MAX_SKELETON:
        raise WireError("the value has too many parts")
    return [HEADER.pack(len(skeleton), encoder.offset), skeleton, *encoder.blobs]


class _Encoder:
    """One frame in the making."""

    def __init__(self, keep: Keep) -> None:
        self.keep = keep
        self.blobs: list[Any] = []
        self.offset = 0
        self.cost = 0

    def blob(self, data: Any) -> list[int]:
        size = data.nbytes if isinstance(data, memoryview) else len(data)
        span = [self.offset, size]
        self.blobs.append(data)
        self.offset += size
        return span

    def encode(self, value: Any, depth: int = 0) -> Any:
        if depth > MAX_DEPTH:
            raise WireError("the value is nested too deeply")
        encoded = self._encode(value, depth)
        if type(encoded) is list:
            self.cost += COST[encoded[0]] + (len(encoded[2]) if encoded[0] in (Tag.TENSOR, Tag.ARRAY) else 0)
        else:
            self.cost += 1
        if self.cost > MAX_COST:
            raise WireError("the value has too many parts")
        return encoded

    def _encode(self, value: Any, depth: int) -> Any:
        kind = type(value)
        if value is None or kind is bool or kind is float:
            return value
        encode = self._KINDS.get(kind) or next(
            (self._KINDS[base] for base in self._KINDS if isinstance(value, base)), None
        )
        return self._remote(self.keep(value)) if encode is None else encode(self, value, depth)

    def _remote(self, remote: Remote) -> list[Any]:
        return [Tag.REMOTE, remote.number, remote.type_name[:_LONGEST_TYPE_NAME], remote.is_callable]

    def _integer(self, value: int, depth: int) -> Any:
        number = int.__index__(value)
        # msgpack holds integers of 64 bits
        if -(1 << 63) <= number < 1 << 64:
            return number
        digits = hex(number)
        if len(digits) > MAX_INT_DIGITS:
            raise WireError("the integer is too large")
        return [Tag.INT, digits]

    def _string(self, value: str, depth: int) -> Any:
        text = str.__str__(value)
        encoded = text.encode("utf-8", "backslashreplace")
        return encoded.decode() if len(encoded) <= _LONGEST_INLINE_TEXT else [Tag.STRING, *self.blob(encoded)]

    def _bytes(self, value: bytes | bytearray, depth: int) -> Any:
        return [Tag.BYTES, *self.blob(bytes(value))]

    def _items(self, tag: int, items: Any, depth: int) -> list[Any]:
        return [tag, *(self.encode(item, depth + 1) for item in items)]

    def _dict(self, value: dict[Any, Any], depth: int) -> list[Any]:
        return self._items(Tag.DICT, (part for item in dict.items(value) for part in item), depth)

    def _tensor(self, value: torch.Tensor, depth: int) -> Any:
        with torch._C.DisableTorchFunctionSubclass(), torch.no_grad():
            flags = REQUIRES_GRAD * value.requires_grad
            # a subclass is sent as what it holds, whatever it says it is
            known = type(value) in (torch.Tensor, torch.nn.Parameter)
            tensor = (value if known else value.as_subclass(torch.Tensor)).detach()
            name = str(tensor.dtype).removeprefix("torch.")
            if tensor.is_meta or tensor.is_quantized or name not in TORCH_DTYPES:
                return self._remote(self.keep(value))
            if tensor.layout is not torch.strided:
                tensor = tensor.to_dense()
            tensor = tensor.cpu().resolve_conj().resolve_neg().contiguous()
            if tensor.numel() < 2:
                # a slice of one element counts as contiguous whatever its strides, but cannot be viewed as bytes
                tensor = tensor.clone(memory_format=torch.contiguous_format)
            data = tensor.reshape(-1).view(torch.uint8).numpy().data
            return [Tag.TENSOR, name, list(tensor.shape), *self.blob(data), flags]

    def _array(self, value: np.ndarray, depth: int) -> Any:
        array = np.ascontiguousarray(value).view(np.ndarray).reshape(np.shape(value))
        native = array.dtype.newbyteorder("=")
        if native.name not in NUMPY_DTYPES:
            return self._remote(self.keep(value))
        data = array.astype(native, copy=False).reshape(-1).view(np.uint8).data
        return [Tag.ARRAY, native.name, list(array.shape), *self.blob(data)]

    def _scalar(self, value: np.generic, depth: int) -> Any:
        if value.dtype.name not in NUMPY_DTYPES:
            return self._remote(self.keep(value))
        return [Tag.SCALAR, value.dtype.name, value.tobytes()]

    # np.float64 is a float and np.bool is not a bool: numpy's scalars come before Python's numbers
    _KINDS: dict[Any, Callable[["_Encoder", Any, int], Any]] = {  # noqa: RUF012
        torch.Tensor: _tensor,
        np.ndarray: _array,
        np.generic: _scalar,
        str: _string,
        int: _integer,
        float: lambda self, value, depth: float.__float__(value),
        list: lambda self, value, depth: self._items(Tag.LIST, list.__iter__(value), depth),
        tuple: lambda self, value, depth: self._items(Tag.TUPLE, tuple.__iter__(value), depth),
        dict: _dict,
        bytes: _bytes,
        bytearray: _bytes,
        complex: lambda self, value, depth: [Tag.COMPLEX, value.real, value.imag],
        Remote: lambda self, value, depth: self._remote(value),
        slice: lambda self, value, depth: self._items(Tag.SLICE, (value.start, value.stop, value.step), depth),
        torch.dtype: lambda self, value, depth: [Tag.DTYPE, str(value).removeprefix("torch.")],
        torch.device: lambda self, value, depth: [Tag.DEVICE, str(value)],
        type(...): lambda self, value, depth: [Tag.ELLIPSIS],
        set: lambda self, value, depth: self._items(Tag.SET, value, depth),
        frozenset: lambda self, value, depth: self._items(Tag.SET, value, depth),
    }
