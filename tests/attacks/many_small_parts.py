# cell: mean
"""Answers of 60 MB made of very many small parts, and of bytes that are no text: sent past the jail's own bounds."""

import struct

import msgpack

calls = []


def frames():
    """One answer of each kind, as a rewritten jail would send it."""
    text = b"\xff" * 320
    yield msgpack.packb([1, "value", [0, *[[15, 320 * part, 320] for part in range(150_000)]]]), text * 150_000
    yield msgpack.packb([1, "value", [15, 0, 60 << 20]]), b"\xff" * (60 << 20)
    row = [[5, "float64", [600], 4800 * part, 4800] for part in range(12_000)]
    rows = [[0, *row[start : start + 100]] for start in range(0, 12_000, 100)]
    yield msgpack.packb([1, "value", [0, *rows]]), bytes(4800 * 12_000)
    yield msgpack.packb([1, "value", [0, *[[4, "float64", [0], 0, 0, 0]] * 110_000]]), b""


def mean(numbers):
    import gc

    from autograder.jail.wire import Channel

    kinds = list(frames())
    calls.append(1)
    skeleton, blobs = kinds[len(calls) % len(kinds)]
    (channel,) = [found for found in gc.get_objects() if isinstance(found, Channel) and found.gradients]
    channel.socket.sendall(struct.pack("<IQ", len(skeleton), len(blobs)) + skeleton)
    channel.socket.sendall(blobs)
    return 0
