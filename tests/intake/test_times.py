"""The file with the time of a submission: whatever is in its place, reading it ends, and nothing crashes."""

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from autograder.intake.times import FILE, UNREADABLE_TIME, UNREADABLE_TIME_FILE, read_time, set_aside_bad_time

NOON = "2026-03-10 12:00:00 UTC"


def folder_there(path: Path) -> None:
    path.mkdir()
    (path / "inside").touch()


ODD = {
    "folder": folder_there,
    "pipe": os.mkfifo,
    "long": lambda path: path.write_text(NOON + " " * 10_000),
    "bytes": lambda path: path.write_bytes(b"\xff\xfe" * 20),
    "no time": lambda path: path.write_text("99999999999999999999"),
}


def test_a_time_is_read(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(f"{NOON}\n")
    assert read_time(tmp_path) == datetime(2026, 3, 10, 12, tzinfo=UTC)
    assert set_aside_bad_time(tmp_path) is None
    assert (tmp_path / FILE).exists()


@pytest.mark.parametrize("kind", ODD)
@pytest.mark.parametrize("taken", [False, True])
def test_what_is_no_time_is_set_aside(kind: str, taken: bool, tmp_path: Path) -> None:
    if taken:
        folder_there(tmp_path / UNREADABLE_TIME_FILE)
    ODD[kind](tmp_path / FILE)
    assert read_time(tmp_path) is None
    assert set_aside_bad_time(tmp_path) == UNREADABLE_TIME
    assert not (tmp_path / FILE).exists()
    assert set_aside_bad_time(tmp_path) == UNREADABLE_TIME


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").write_text(NOON)
    (tmp_path / FILE).symlink_to(tmp_path / "elsewhere")
    assert read_time(tmp_path) is None
