"""One end of a socket between the trusted process and a jail."""

import math
import select
import socket
import time
from typing import Any

from autograder.jail.wire.decode import decode, keep_remote
from autograder.jail.wire.encode import encode, refuse
from autograder.jail.wire.kinds import (
    BYTES_PER_BYTE_OF_SKELETON,
    HEADER,
    MAX_SKELETON,
    Closed,
    Find,
    Garbled,
    Keep,
    TimedOut,
    TooMuch,
    WireError,
)

_SENT_AT_ONCE = 1 << 16
_READ_AT_ONCE = 1 << 20


class Channel:
    """One end of a socket that carries frames; in the jail, tensors that ask for gradients get them."""

    def __init__(
        self,
        end: socket.socket,
        largest: int,
        keep: Keep = refuse,
        find: Find = keep_remote,
        *,
        gradients: bool = False,
    ) -> None:
        self.socket = end
        self.largest = largest
        self.keep = keep
        self.find = find
        self.gradients = gradients
        self.may_receive: float = math.inf
        """Bytes of memory that all values still to come may take together."""

    def send(self, value: Any, deadline: float | None = None) -> None:
        """Send one value."""
        pieces = encode(value, self.keep)
        size = sum(map(_size, pieces))
        if size > self.largest:
            raise WireError(f"the value has more than the {self.largest >> 20} MiB that can be sent")
        self._send(pieces, size, deadline)

    def pass_on(self, other: "Channel", deadline: float | None = None) -> None:
        """Wait for one value and send it to another channel as it came, without looking into it."""
        header, body, _ = self._frame(deadline)
        other._send([header, body], len(header) + len(body), deadline)

    def _send(self, pieces: list[Any], size: int, deadline: float | None) -> None:
        try:
            if size <= _SENT_AT_ONCE:
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
        _, body, skeleton_size = self._frame(deadline)
        view = memoryview(body)
        return decode(bytes(view[:skeleton_size]), view[skeleton_size:], self.find, self.gradients)

    def _frame(self, deadline: float | None) -> tuple[bytearray, bytearray, int]:
        """The header of a frame, what follows it, and how much of that is the skeleton."""
        header = self._read(HEADER.size, deadline)
        skeleton_size, blob_size = HEADER.unpack(header)
        if skeleton_size > MAX_SKELETON or skeleton_size + blob_size > self.largest:
            raise Garbled("a frame is larger than agreed")
        self.may_receive -= skeleton_size * BYTES_PER_BYTE_OF_SKELETON + blob_size
        if self.may_receive < 0:
            raise TooMuch("all frames together are larger than agreed")
        return header, self._read(skeleton_size + blob_size, deadline), skeleton_size

    def arrives(self, deadline: float) -> bool:
        """Wait until something can be received, or the other side is gone; False when it is too late."""
        remaining = max(0.0, deadline - time.monotonic())
        return bool(select.select([self.socket], [], [], remaining)[0])

    def close(self) -> None:
        """Hang up."""
        self.socket.close()

    def _read(self, size: int, deadline: float | None) -> bytearray:
        data = bytearray()
        # it grows as bytes arrive, so that a header alone cannot make us reserve memory
        while len(data) < size:
            try:
                self._set_timeout(deadline)
                piece = self.socket.recv(min(size - len(data), _READ_AT_ONCE))
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
            if self.socket.gettimeout() is not None:
                self.socket.settimeout(None)
            return
        remaining = deadline - time.monotonic()
        if remaining <= 0:
            raise TimeoutError
        self.socket.settimeout(remaining)


def _size(piece: Any) -> int:
    return piece.nbytes if isinstance(piece, memoryview) else len(piece)
