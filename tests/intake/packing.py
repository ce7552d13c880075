"""Archives as LMSs make them, and as attackers do."""

from __future__ import annotations

import io
import os
import stat
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

NOON = (2026, 3, 10, 12, 0, 0)


def packed(files: Mapping[str, bytes], time: tuple[int, int, int, int, int, int] = NOON) -> bytes:
    """A zip of some files, all of one time."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, time)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return buffer.getvalue()


def pack(path: Path, files: Mapping[str, bytes], time: tuple[int, int, int, int, int, int] = NOON) -> Path:
    """The same as a file."""
    path.write_bytes(packed(files, time))
    return path


def with_link(files: Mapping[str, bytes], name: str, to: str) -> bytes:
    """A zip with a symbolic link in it."""
    buffer = io.BytesIO(packed(files))
    with zipfile.ZipFile(buffer, "a") as archive:
        entry = zipfile.ZipInfo(name, NOON)
        entry.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(entry, to)
    return buffer.getvalue()


def with_declared_size(archive: bytes, real: int, declared: int) -> bytes:
    """A zip that lies about the size of its only big file."""
    return archive.replace(real.to_bytes(4, "little"), declared.to_bytes(4, "little"))


def encrypted(archive: bytes) -> bytes:
    """A zip whose entries say that they are encrypted."""
    data = bytearray(archive)
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        place = data.find(signature)
        while place >= 0:
            data[place + offset] |= 1
            place = data.find(signature, place + 4)
    return bytes(data)


def make_deep(folder: Path, names: list[str]) -> None:
    """Folders in each other, whose path together may be longer than the system takes."""
    place = os.open(folder, os.O_RDONLY)
    for name in names:
        os.mkdir(name, dir_fd=place)
        inner = os.open(name, os.O_RDONLY, dir_fd=place)
        os.close(place)
        place = inner
    os.close(place)


@contextmanager
def not_as_root() -> Iterator[Path]:
    """A folder to try in what may not be read; root may read everything."""
    before = os.geteuid()
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o777)
        if before == 0:
            try:
                os.seteuid(65534)
            except OSError as error:  # in a container that knows one account only
                pytest.skip(f"this machine has no other account: {error}")
        try:
            yield Path(folder)
        finally:
            os.seteuid(before)
            for place, folders, _ in os.walk(folder):
                for name in folders:
                    os.chmod(os.path.join(place, name), 0o700)
