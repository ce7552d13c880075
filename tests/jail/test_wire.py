"""Data goes through the wire unchanged; anything else is refused, whatever a frame claims."""

import contextlib
import socket
import struct
import time

import hypothesis.extra.numpy as arrays
import msgpack
import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.jail.wire import Channel, Closed, Garbled, Remote, TimedOut, WireError, decode, encode

scalars = (
    st.none()
    | st.booleans()
    | st.integers(-(10**40), 10**40)
    | st.floats()
    | st.complex_numbers()
    | st.text(st.characters(exclude_categories=["Cs"]))
    | st.binary()
)
keys = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(st.characters(exclude_categories=["Cs"]))
    | st.tuples(st.integers())
)
data = st.recursive(
    scalars,
    lambda inner: st.lists(inner) | st.lists(inner).map(tuple) | st.dictionaries(keys, inner),
    max_leaves=20,
)


def through(value, **options):
    _, skeleton, *blobs = encode(value, **options)
    return decode(skeleton, memoryview(b"".join(blobs)))


def same(one, other):
    if isinstance(one, float | complex):
        return repr(one) == repr(other)
    if isinstance(one, list | tuple):
        return type(one) is type(other) and len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    return type(one) is type(other) and one == other


@given(data)
def test_plain_data_comes_back_equal(value):
    assert same(value, through(value))


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32, torch.bfloat16, torch.bool])
def test_a_slice_of_one_element_or_none_comes_back_whatever_its_strides(dtype):
    grid = torch.arange(60).reshape(3, 4, 5).to(dtype)
    for part in (
        grid[::7, ::7, ::7],
        grid[:1, 2, 3],
        grid[2, 3, 4],
        grid[:, :, 4][:0],
        grid.permute(2, 1, 0)[4:, 3:, 2:],
    ):
        assert torch.equal(through(part), part)


@pytest.mark.parametrize(
    "dtype",
    [torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.float16, torch.bfloat16,
     torch.float32, torch.float64, torch.complex64, torch.complex128],
)  # fmt: skip
@pytest.mark.parametrize("shape", [(), (0,), (3,), (2, 3), (2, 0, 3), (1, 1, 1, 1)])
def test_tensors_of_every_type_and_shape(dtype, shape):
    tensor = (torch.rand(shape) * 3).to(dtype)
    back = through(tensor)
    assert back.dtype == dtype
    assert torch.equal(back, tensor)


@given(
    arrays.arrays(
        arrays.scalar_dtypes().filter(lambda d: d.kind in "biu" or d.name in {"float32", "float64"}),
        arrays.array_shapes(min_dims=0),
    )
)
@settings(max_examples=50)
def test_arrays_of_every_type_and_shape(array):
    back = through(array)
    assert back.shape == array.shape
    np.testing.assert_array_equal(back, array)


def test_odd_layouts():
    base = torch.arange(12.0).reshape(3, 4)
    for tensor in (
        base.T,
        base[:, ::2],
        base.expand(2, 3, 4),
        torch.randn(3, dtype=torch.cfloat).conj(),
        base.to_sparse(),
    ):
        assert torch.equal(through(tensor), tensor.to_dense().resolve_conj())
    assert torch.equal(through(torch.nn.Parameter(base)), base)
    assert through(torch.Size([2, 3])) == (2, 3)
    assert through(np.asfortranarray(np.eye(3))).tolist() == np.eye(3).tolist()


def test_a_tensor_subclass_is_sent_as_what_it_holds():
    class Liar(torch.Tensor):
        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            return torch.full((3,), 42.0)

        def __eq__(self, other):
            return True

    assert through(torch.zeros(3).as_subclass(Liar)).tolist() == [0, 0, 0]


def test_subclasses_of_numbers_and_containers_lose_their_tricks():
    class Always(int):
        def __eq__(self, other):
            return True

        __hash__ = int.__hash__

    class Growing(list):
        def __iter__(self):
            return iter(range(10))

    assert type(through(Always(3))) is int
    assert through(Growing([1])) == [1]


def test_what_is_not_data_becomes_a_handle():
    remote = Remote(5, "Thing", True)
    assert through([object()], keep=lambda value: remote) == [remote]
    with pytest.raises(WireError, match="object"):
        encode(object())


def test_slices_types_and_devices():
    value = [slice(1, None, 2), ..., torch.float64, torch.device("cpu"), {1, 2}]
    assert through(value) == value


def test_a_value_without_end_is_refused():
    endless: list = []
    endless.append(endless)
    with pytest.raises(WireError, match="deeply"):
        encode(endless)
    with pytest.raises(WireError, match="too large"):
        encode(1 << 100_000)


@given(st.binary(max_size=200), st.binary(max_size=64))
def test_noise_is_refused(skeleton, blobs):
    with contextlib.suppress(WireError):
        decode(skeleton, memoryview(blobs))


tree = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text(max_size=5) | st.binary(max_size=5)
    | st.sampled_from(["float32", "int64", "bool", "bfloat16"]),
    lambda inner: st.lists(inner, max_size=6) | st.builds(lambda tag, rest: [tag, *rest], st.integers(0, 16), st.lists(inner, max_size=6)),
    max_leaves=30,
)  # fmt: skip


@given(tree, st.binary(max_size=64))
@settings(max_examples=300)
def test_well_formed_lies_are_refused(value, blobs):
    with contextlib.suppress(WireError):
        decode(msgpack.packb(value), memoryview(blobs))


@pytest.mark.parametrize(
    "lie",
    [
        [4, "float32", [1 << 40], 0, 8, 0],
        [4, "float32", [-1, -2], 0, 8, 0],
        [4, "float32", [2], 0, 1 << 60, 0],
        [4, "float32", [2], -8, 8, 0],
        [4, "float32", [0, 1 << 47, 1 << 47], 0, 0, 0],
        [4, "float32", [True, 2], 0, 8, 0],
        [4, "object", [1], 0, 8, 0],
        [5, "object", [1], 0, 8],
        [6, "float64", b"123"],
        [8, "0x" + "f" * 5000],
        [2, [0, 1], 2],
        [9, 0, 1 << 50],
        [99],
        {"a": 1},
    ],
)
def test_a_frame_that_lies_about_sizes_is_refused(lie):
    with pytest.raises(WireError):
        decode(msgpack.packb(lie), memoryview(bytes(8)))


def test_depth_and_count_are_limited():
    deep = 1
    for _ in range(400):
        deep = [0, deep]
    with pytest.raises(WireError):
        decode(msgpack.packb(deep), memoryview(b""))
    with pytest.raises(WireError):
        decode(msgpack.packb([0, *[None] * 300_000]), memoryview(b""))


def test_a_header_alone_claims_no_memory():
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.sendall(struct.pack("<IQ", 10, 1 << 60))
        with pytest.raises(WireError, match="larger"):
            Channel(ours, 1 << 20).receive(time.monotonic() + 1)


def test_silence_and_hanging_up_are_told_apart():
    ours, theirs = socket.socketpair()
    with ours, theirs:
        with pytest.raises(TimedOut):
            Channel(ours, 1 << 20).receive(time.monotonic() + 0.05)
        theirs.sendall(b"abc")
        theirs.close()
        with pytest.raises(Closed):
            Channel(ours, 1 << 20).receive(time.monotonic() + 1)


def test_a_large_tensor_goes_through_a_channel():
    ours, theirs = socket.socketpair()
    tensor = torch.rand(1 << 14)
    with ours, theirs:
        Channel(ours, 1 << 20).send(tensor)
        assert torch.equal(Channel(theirs, 1 << 20).receive(), tensor)
        with pytest.raises(WireError, match="more than"):
            Channel(ours, 1 << 10).send(tensor)


def _frame(tree, blobs=b""):
    return decode(msgpack.packb(tree, use_bin_type=True), memoryview(blobs))


def test_bytes_are_used_once():
    once, twice = [[4, "uint8", [8], 0, 8, 0]], [[4, "uint8", [8], 0, 8, 0]] * 2
    assert len(_frame([0, *once], bytes(8))) == 1
    with pytest.raises(Garbled, match="twice"):
        _frame([0, *twice], bytes(8))


@pytest.mark.parametrize("tag", [2, 3])
def test_keys_of_one_hash_are_refused(tag):
    modulus = (1 << 61) - 1
    keys = [[8, hex(modulus * number)] for number in range(1, 400)]
    items = [part for key in keys for part in ((key, None) if tag == 2 else (key,))]
    with pytest.raises(Garbled, match="same hash"):
        _frame([tag, *items])


def many(part, count, blob=b""):
    """A frame that says `part` again and again, each with bytes of its own."""
    size = len(blob)
    parts = [part(index * size, size) for index in range(count)]
    return msgpack.packb([0, *parts], use_bin_type=True), memoryview(blob * count)


SMALL = {
    "tensors": (lambda offset, size: [4, "float64", [1], offset, size, 0], b"\0" * 8),
    "empty tensors": (lambda offset, size: [4, "float64", [0], 0, 0, 0], b""),
    "arrays": (lambda offset, size: [5, "uint8", [size], offset, size], b"\0"),
    "numpy's numbers": (lambda offset, size: [6, "bool", b"\0"], b""),
    "texts": (lambda offset, size: [15, offset, size], b"text"),
    "lists": (lambda offset, size: [0], b""),
    "handles": (lambda offset, size: [10, 1, "x", True], b""),
}


@pytest.mark.parametrize(("part", "blob"), SMALL.values(), ids=SMALL)
def test_many_small_parts_cost_more_than_their_bytes(part, blob):
    decode(*many(part, 5000, blob))
    with pytest.raises(Garbled, match="too many parts"):
        decode(*many(part, 101_000, blob))


def test_axes_count_too():
    with pytest.raises(Garbled, match="too many parts"):
        decode(*many(lambda offset, size: [4, "uint8", [1] * 32, offset, size, 0], 5000, b"\0"))


def test_what_can_be_sent_can_be_read():
    fits = [torch.zeros(3, 1, 2)] * 10_000
    assert len(through(fits)) == 10_000
    with pytest.raises(WireError, match="too many parts"):
        encode([torch.zeros(3, 1, 2)] * 11_000)


def test_bytes_that_are_no_text_are_refused_at_once():
    with pytest.raises(Garbled):
        decode(msgpack.packb([15, 0, 8]), memoryview(b"\xff" * 8))
    with pytest.raises(Garbled):
        decode(b"\xa1\xff", memoryview(b""))
