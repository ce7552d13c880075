"""Data, and only data, between the trusted process and a jail: length-prefixed msgpack frames, no pickle."""

from autograder.jail.wire.channel import Channel
from autograder.jail.wire.decode import decode
from autograder.jail.wire.encode import encode
from autograder.jail.wire.kinds import Closed, Garbled, Remote, TimedOut, TooMuch, WireError

__all__ = ["Channel", "Closed", "Garbled", "Remote", "TimedOut", "TooMuch", "WireError", "decode", "encode"]
