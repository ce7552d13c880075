"""Safe reading of what an LMS or a student packed: files as bytes, or a sentence why one is not taken.

No file is ever extracted to the path that its name says: it is read into memory, within limits, and written by the
caller, who knows where it belongs.
"""

from __future__ import annotations

import contextlib
import io
import re
import stat
import struct
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo
from pathlib import Path, PurePosixPath
from typing import IO

from autograder.course.bounds import LONGEST_PATH, MOST_BYTES
from autograder.course.packing import MODE_SHIFT
from autograder.errors import CourseError

LARGEST_FILE = MOST_BYTES
MOST_FILES = 20_000
LARGEST_DIRECTORY = MOST_FILES * 400
"""Bytes of a zip's table of contents, which is read whole: names of a few hundred letters."""
LONGEST_NAME = 200
DEEPEST = 20
"""How many folders deep a file may lie."""
CHUNK = 1 << 20
"""How many bytes are read at once."""
JUNK = frozenset({"__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini", ".ipynb_checkpoints", "__pycache__"})
"""Files and folders that systems and programs add by themselves."""
END_OF_DIRECTORY = b"PK\x05\x06"
"""How the record at the end of a zip begins."""
SHORTEST_END, LONGEST_END = 22, 65_557
"""Bytes of that record, and of it with the longest comment that may follow it (65,535)."""
NO_COMMENT = b"\x00\x00"
"""How that record ends where no comment follows it."""
DIRECTORY_SIZE = struct.Struct("<12xL")
"""Where in that record the size of the table of contents stands."""
LARGE_END = struct.Struct("<4s36xQ8x4s16x")
"""The two records before it in a large zip (zip64): how each begins, and the size that counts instead."""
LARGE_BEGINS, LOCATOR_BEGINS = b"PK\x06\x06", b"PK\x06\x07"
PACKED_SAFELY = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
"""How files may be packed: zipfile unpacks the other ways in one piece, however large that becomes."""
ENCRYPTED, NAME_IN_UTF8 = 0x1, 0x800
"""Flags of an entry in a zip."""
FIRST_ZIP_YEAR = 1980
FIRST_PRINTABLE, DELETE = 32, 127
"""Characters below the first one, and the second one, are control characters."""


class ArchiveError(CourseError):
    """A file in an archive, or a whole archive, that is not taken."""


@dataclass(frozen=True)
class Packed:
    """A file in an archive or a folder, not read yet."""

    path: PurePosixPath
    time: datetime | None
    """When it was last changed, if that is known."""
    size: int
    _open: Callable[[], IO[bytes]] = field(repr=False, compare=False)

    def read(self, limit: int = LARGEST_FILE) -> bytes:
        """The content, never more of it than allowed, whatever was declared."""
        if self.size > limit:
            raise ArchiveError(f"{self.path} has {megabytes(self.size)}, more than the {megabytes(limit)} allowed.")
        pieces, total = [], 0
        try:
            with self._open() as file:
                while piece := file.read(CHUNK):
                    total += len(piece)
                    if total > limit:
                        raise ArchiveError(f"{self.path} unpacks to more than the {megabytes(limit)} allowed.")
                    pieces.append(piece)
        except ArchiveError:
            raise
        except Exception as error:  # a damaged archive has many ways to fail
            raise ArchiveError(f"{self.path} cannot be unpacked: {_reason(error)}.") from None
        return b"".join(pieces)


@dataclass(frozen=True)
class Refusal:
    """A file that is not taken, and why."""

    path: str
    sentence: str


@dataclass(frozen=True)
class Contents:
    """What is in an archive or a folder."""

    files: tuple[Packed, ...]
    refused: tuple[Refusal, ...] = ()


@contextlib.contextmanager
def open_source(source: Path, zone: tzinfo) -> Iterator[Contents]:
    """The files of a zip, a folder, or the one file given, for as long as they are needed."""
    if source.is_dir():
        yield _folder(source)
    elif not source.is_file():
        raise CourseError(f"{source} does not exist. Give a zip, a folder or a notebook.")
    elif source.suffix.lower() == ".ipynb":
        yield Contents((_file(source, PurePosixPath(source.name)),))
    elif not zipfile.is_zipfile(source):
        raise CourseError(f"{source.name} is neither a zip nor a notebook (.ipynb).")
    else:
        with source.open("rb") as file:
            yield open_zip(file, source.name, zone)


def open_zip(file: IO[bytes], name: str, zone: tzinfo) -> Contents:
    """The files of a zip; entries that cannot be trusted are refused one by one."""
    try:
        if _directory_bytes(file) > LARGEST_DIRECTORY:
            raise ArchiveError(f"{name} has more than the {MOST_FILES} files allowed.")
        archive = zipfile.ZipFile(file)
    except ArchiveError:
        raise
    except Exception as error:  # a damaged archive has many ways to fail
        raise ArchiveError(f"{name} is not a zip that can be read: {_reason(error)}.") from None
    entries = [entry for entry in archive.infolist() if not entry.filename.endswith("/")]
    if len(entries) > MOST_FILES:
        raise ArchiveError(f"{name} has {len(entries)} files, more than the {MOST_FILES} allowed.")
    files, refused = [], []
    named = [(entry, entry_name := _decoded(entry), PurePosixPath(entry_name.replace("\\", "/"))) for entry in entries]
    count = Counter(path for _, _, path in named)
    for entry, entry_name, path in named:
        if _is_junk(path):
            continue
        if reason := _objection(entry_name, path) or _entry_objection(entry, count[path]):
            refused.append(Refusal(printable(entry_name), f"{printable(entry_name)} {reason}"))
        else:
            opened = lambda entry=entry: archive.open(entry)  # noqa: E731
            files.append(Packed(path, _zip_time(entry, zone), entry.file_size, opened))
    return Contents(tuple(files), tuple(refused))


def nested(packed: Packed, zone: tzinfo) -> Contents:
    """The files of a zip inside an archive."""
    return open_zip(io.BytesIO(packed.read()), printable(str(packed.path)), zone)


def megabytes(size: int) -> str:
    """A size for people."""
    return f"{size / 2**20:.0f} MB" if size >= 2**20 else f"{max(round(size / 1024), 1)} kB"


def printable(name: str) -> str:
    """A file name that shows itself and does nothing else on a terminal."""
    shown = "".join(letter if letter.isprintable() else "?" for letter in name)
    return shown if len(shown) <= LONGEST_NAME else f"{shown[:LONGEST_NAME]}…"


def _folder(source: Path) -> Contents:
    files: list[Packed] = []
    refused: list[Refusal] = []
    for path in _walk(source):
        relative = PurePosixPath(path.relative_to(source).as_posix())
        if _is_junk(relative):
            continue
        shown = printable(str(relative))
        try:
            # a path may be longer than the system takes
            reason = _objection(str(relative), relative) or _file_objection(path.lstat().st_mode)
            if reason is None:
                files.append(_file(path, relative))
        except OSError as error:
            reason = f"cannot be read: {error.strerror}."
        if reason is not None:
            refused.append(Refusal(shown, f"{shown} {reason}"))
        if len(files) + len(refused) > MOST_FILES:
            raise ArchiveError(f"{source.name} has more than the {MOST_FILES} files allowed.")
    return Contents(tuple(files), tuple(refused))


def _walk(folder: Path) -> Iterator[Path]:
    """Everything below a folder that is not itself a folder, in order; links are given, not followed."""
    waiting = [(folder, 0)]
    while waiting:
        path, depth = waiting.pop()
        try:
            # what lies deeper is refused for its path
            if depth > DEEPEST or not path.is_dir() or (depth and path.is_symlink()):
                yield path
                continue
            waiting += [(inner, depth + 1) for inner in sorted(path.iterdir(), reverse=True)]
        except OSError:
            yield path  # what may not be read, or has a path too long to be, is listed as what cannot be taken


def _file(path: Path, relative: PurePosixPath) -> Packed:
    status = path.stat()
    return Packed(relative, datetime.fromtimestamp(status.st_mtime, UTC), status.st_size, lambda: path.open("rb"))


def _is_junk(path: PurePosixPath) -> bool:
    return any(part in JUNK or part.startswith("._") for part in path.parts)


def _objection(name: str, path: PurePosixPath) -> str | None:
    """Why a name is not taken, as the end of a sentence."""
    if not path.parts or any(ord(letter) < FIRST_PRINTABLE or ord(letter) == DELETE for letter in name):
        return "has a name that no file should have."
    if path.is_absolute() or re.match(r"[A-Za-z]:", name):
        return "has an absolute path, which would lead outside of the submission."
    if ".." in path.parts:
        return "has '..' in its path, which would lead outside of the submission."
    too_long = any(len(part.encode("utf-8", "replace")) > LONGEST_NAME for part in path.parts)
    if too_long or len(path.parts) > DEEPEST or len(name.encode("utf-8", "replace")) > LONGEST_PATH:
        return "has a name or path that is too long."
    try:
        name.encode()
    except UnicodeEncodeError:
        return "has a name that no file should have."
    return None


def _file_objection(mode: int) -> str | None:
    """Why something in a folder is not taken, as the end of a sentence."""
    if stat.S_ISLNK(mode):
        return "is a link to another place; links are not followed."
    if stat.S_ISDIR(mode):
        return "is a folder that cannot be read."
    return None if stat.S_ISREG(mode) else "is not an ordinary file."


def _entry_objection(entry: zipfile.ZipInfo, count: int) -> str | None:
    """Why an entry of a zip is not taken, as the end of a sentence."""
    kind = stat.S_IFMT(entry.external_attr >> MODE_SHIFT)
    if kind == stat.S_IFLNK:
        return "is a link to another place; links are not followed."
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        return "is not an ordinary file."
    if entry.flag_bits & ENCRYPTED:
        return "is encrypted; ask for it without a password."
    if entry.compress_type not in PACKED_SAFELY:
        return "is packed in an unusual way; ask for it in an ordinary zip."
    if count > 1:
        return "is in the archive more than once, so it cannot be told which one is meant."
    return None


def _directory_bytes(file: IO[bytes]) -> int:
    """How long a zip says its table of contents is; asked before the whole table is read."""
    size = file.seek(0, io.SEEK_END)
    file.seek(max(size - LONGEST_END - LARGE_END.size, 0))
    tail = file.read()
    # as Python's own reader looks for it: at the very end, and elsewhere only where there is none
    start = len(tail) - SHORTEST_END
    if start < 0 or not tail.startswith(END_OF_DIRECTORY, start) or not tail.endswith(NO_COMMENT):
        start = tail.rfind(END_OF_DIRECTORY)
    if start < 0:
        return 0
    if start >= LARGE_END.size:
        begins, large_size, locator = LARGE_END.unpack_from(tail, start - LARGE_END.size)
        if (begins, locator) == (LARGE_BEGINS, LOCATOR_BEGINS):
            return int(large_size)
    return int(DIRECTORY_SIZE.unpack_from(tail, start)[0])


def _decoded(entry: zipfile.ZipInfo) -> str:
    """A name as it was meant: many programs write UTF-8 without saying so."""
    if entry.flag_bits & NAME_IN_UTF8:
        return entry.filename
    try:
        return entry.filename.encode("cp437").decode("utf-8")
    except (UnicodeEncodeError, UnicodeDecodeError):
        return entry.filename


def _zip_time(entry: zipfile.ZipInfo, zone: tzinfo) -> datetime | None:
    """The time of an entry, which has no zone itself; None in the first year of all zips, which stands for no time."""
    try:
        time = datetime(*entry.date_time, tzinfo=zone)
    except ValueError:
        return None
    return time.astimezone(UTC) if time.year > FIRST_ZIP_YEAR else None


def _reason(error: Exception) -> str:
    lines = str(error).splitlines()
    return printable(lines[0].rstrip(".")) if lines and lines[0] else type(error).__name__
