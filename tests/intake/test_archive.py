"""Archives that try to harm who opens them are refused with a sentence, file by file."""

from __future__ import annotations

import contextlib
import io
import os
import random
import struct
import zipfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from autograder.errors import CourseError
from autograder.intake import archive
from autograder.intake.archive import ArchiveError, Contents, open_source
from tests.intake.packing import encrypted, make_deep, not_as_root, pack, packed, with_declared_size, with_link

MIB = 1 << 20


Opened = Callable[[Path], Contents]


@pytest.fixture
def opened() -> Iterator[Opened]:
    """Opens archives until the end of a test."""
    with contextlib.ExitStack() as stack:
        yield lambda source: stack.enter_context(open_source(source, UTC))


def sentences(source: Path) -> dict[str, str]:
    with open_source(source, UTC) as contents:
        return {refusal.path: refusal.sentence for refusal in contents.refused}


def names(source: Path) -> list[str]:
    with open_source(source, UTC) as contents:
        return [str(file.path) for file in contents.files]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("../evil.ipynb", "'..' in its path"),
        ("a/../../evil.ipynb", "'..' in its path"),
        ("a\\..\\..\\evil.ipynb", "'..' in its path"),
        ("/etc/passwd", "absolute path"),
        ("C:\\Windows\\evil.ipynb", "absolute path"),
        ("\\\\server\\share\\evil.ipynb", "absolute path"),
        ("new\nline.ipynb", "no file should have"),
        ("escape\x1b[31m.ipynb", "no file should have"),
        ("x" * 240 + ".ipynb", "too long"),
        ("/".join("d" * 30) + "/x.ipynb", "too long"),
    ],
)
def test_odd_paths_are_refused_and_the_others_are_there(tmp_path: Path, name: str, words: str) -> None:
    source = pack(tmp_path / "x.zip", {name: b"evil", "good/a.ipynb": b"good"})
    assert names(source) == ["good/a.ipynb"]
    [sentence] = sentences(source).values()
    assert words in sentence
    assert sentence.isprintable()


def test_links_are_refused(tmp_path: Path) -> None:
    source = tmp_path / "x.zip"
    source.write_bytes(with_link({"good.ipynb": b"good"}, "link.ipynb", "/etc/passwd"))
    assert names(source) == ["good.ipynb"]
    assert "link to another place" in sentences(source)["link.ipynb"]


def test_encrypted_files_are_refused(tmp_path: Path) -> None:
    source = tmp_path / "x.zip"
    source.write_bytes(encrypted(packed({"a.ipynb": b"secret"})))
    assert "encrypted" in sentences(source)["a.ipynb"]


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_name_that_is_there_twice_is_refused_both_times(tmp_path: Path) -> None:
    source = tmp_path / "x.zip"
    with zipfile.ZipFile(source, "w") as file:
        file.writestr("a.ipynb", "one")
        file.writestr("a.ipynb", "other")
    assert names(source) == []
    assert "more than once" in sentences(source)["a.ipynb"]


def test_a_bomb_is_refused_by_the_size_it_declares(tmp_path: Path, opened: Opened) -> None:
    source = pack(tmp_path / "x.zip", {"bomb.ipynb": bytes(100 * MIB), "good.ipynb": b"good"})
    assert source.stat().st_size < MIB
    bomb, good = opened(source).files
    with pytest.raises(ArchiveError, match=r"bomb\.ipynb has 100 MB, more than the 64 MB allowed"):
        bomb.read()
    assert good.read() == b"good"


def test_a_bomb_that_declares_a_small_size_is_refused_too(tmp_path: Path, opened: Opened) -> None:
    source = tmp_path / "x.zip"
    source.write_bytes(with_declared_size(packed({"bomb.ipynb": bytes(100 * MIB)}), 100 * MIB, 1000))
    [bomb] = opened(source).files
    assert bomb.size == 1000
    with pytest.raises(ArchiveError, match="cannot be unpacked"):
        bomb.read()


def test_a_file_that_grows_while_it_is_read_is_refused(tmp_path: Path, opened: Opened) -> None:
    (tmp_path / "grows.ipynb").write_bytes(b"")
    [file] = opened(tmp_path).files
    (tmp_path / "grows.ipynb").write_bytes(bytes(3 * MIB))
    with pytest.raises(ArchiveError, match="unpacks to more than the 2 MB"):
        file.read(2 * MIB)


def test_too_many_files_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = pack(tmp_path / "x.zip", {f"{number}.ipynb": b"" for number in range(50)})
    monkeypatch.setattr(archive, "MOST_FILES", 40)
    with pytest.raises(ArchiveError, match="50 files, more than the 40 allowed"):
        names(source)
    monkeypatch.setattr(archive, "LARGEST_DIRECTORY", 1000)
    with pytest.raises(ArchiveError, match="more than the 40 files allowed"):
        names(source)


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"not a zip" * 100])
def test_what_is_no_zip_is_a_sentence(tmp_path: Path, data: bytes) -> None:
    source = tmp_path / "x.zip"
    source.write_bytes(data)
    with pytest.raises(CourseError, match="neither a zip nor a notebook"):
        names(source)


def test_a_zip_whose_table_of_contents_is_damaged_is_a_sentence(tmp_path: Path) -> None:
    data = packed({"a.ipynb": b"x"})
    source = tmp_path / "x.zip"
    source.write_bytes(data.replace(b"PK\x01\x02", b"PK\xff\xff"))
    with pytest.raises(ArchiveError, match="not a zip that can be read"):
        names(source)


def test_a_damaged_zip_costs_only_its_damaged_file(tmp_path: Path, opened: Opened) -> None:
    data = bytearray(packed({"a.ipynb": os.urandom(5000), "b.ipynb": b"good"}))
    data[2000] ^= 0xFF
    source = tmp_path / "x.zip"
    source.write_bytes(data)
    first, second = opened(source).files
    with pytest.raises(ArchiveError, match=r"a.ipynb cannot be unpacked"):
        first.read()
    assert second.read() == b"good"


def test_folders_are_read_without_following_links(tmp_path: Path) -> None:
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "x.ipynb").write_text("secret")
    source = tmp_path / "source"
    (source / "anna").mkdir(parents=True)
    (source / "anna" / "a.ipynb").write_text("good")
    (source / "anna" / "link.ipynb").symlink_to(tmp_path / "secret" / "x.ipynb")
    (source / "ben").symlink_to(tmp_path / "secret")
    os.mkfifo(source / "anna" / "pipe.ipynb")
    assert names(source) == ["anna/a.ipynb"]
    assert {path: text.partition(" ")[2] for path, text in sentences(source).items()} == {
        "anna/link.ipynb": "is a link to another place; links are not followed.",
        "anna/pipe.ipynb": "is not an ordinary file.",
        "ben": "is a link to another place; links are not followed.",
    }


def test_a_folder_with_a_path_that_the_system_does_not_take_costs_only_itself(tmp_path: Path) -> None:
    (tmp_path / "anna.ipynb").write_bytes(b"{}")
    make_deep(tmp_path, ["d" * 250] * 20)
    with open_source(tmp_path, ZoneInfo("UTC")) as contents:
        assert [str(each.path) for each in contents.files] == ["anna.ipynb"]
        assert [each.sentence.rpartition(" has ")[2] for each in contents.refused] == [
            "a name or path that is too long."
        ]


@pytest.mark.parametrize("mode", [0o000, 0o444])
def test_a_folder_that_may_not_be_read_costs_only_itself(mode: int) -> None:
    with not_as_root() as place:
        (place / "anna.ipynb").write_bytes(b"{}")
        (place / "ben").mkdir()
        (place / "ben" / "x.ipynb").write_bytes(b"{}")
        (place / "ben").chmod(mode)
        with open_source(place, ZoneInfo("UTC")) as contents:
            assert [str(each.path) for each in contents.files] == ["anna.ipynb"]
            assert "cannot be read" in contents.refused[0].sentence


def test_the_litter_of_operating_systems_is_not_there(tmp_path: Path) -> None:
    litter = ("__MACOSX/._a.ipynb", ".DS_Store", "x/.ipynb_checkpoints/a-checkpoint.ipynb", "._a.ipynb")
    source = pack(tmp_path / "x.zip", {"a.ipynb": b"good", **dict.fromkeys(litter, b"")})
    assert names(source) == ["a.ipynb"]
    assert sentences(source) == {}


def test_times_in_a_zip_are_local_and_the_first_year_is_no_time(tmp_path: Path) -> None:
    summer = pack(tmp_path / "x.zip", {"a.ipynb": b""}, (2026, 7, 1, 14, 0, 0))
    with open_source(summer, ZoneInfo("Europe/Berlin")) as contents:
        assert [file.time for file in contents.files] == [datetime(2026, 7, 1, 12, 0, tzinfo=UTC)]
    with open_source(pack(tmp_path / "y.zip", {"a.ipynb": b""}, (1980, 1, 1, 0, 0, 0)), UTC) as contents:
        assert [file.time for file in contents.files] == [None]


def test_names_in_utf8_that_do_not_say_so_are_read_right(tmp_path: Path) -> None:
    data = bytearray(packed({"Müller.ipynb": b"x"}))
    for signature, offset in ((b"PK\x03\x04", 7), (b"PK\x01\x02", 9)):
        data[data.find(signature) + offset] &= ~0x08
    source = tmp_path / "x.zip"
    source.write_bytes(data)
    assert names(source) == ["Müller.ipynb"]


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_only_what_unpacks_piece_by_piece_is_taken(tmp_path: Path, method: int) -> None:
    source = tmp_path / "x.zip"
    with zipfile.ZipFile(source, "w", method) as file:
        file.writestr("bomb.ipynb", bytes(10 * MIB))
        file.writestr("good.ipynb", b"good", zipfile.ZIP_DEFLATED)
    assert names(source) == ["good.ipynb"]
    assert "packed in an unusual way" in sentences(source)["bomb.ipynb"]


def test_names_that_are_none_are_refused(tmp_path: Path) -> None:
    source = pack(tmp_path / "x.zip", {".": b"x", "a/b": b"1", "a\\c": b"2", "good.ipynb": b"good"})
    source.write_bytes(source.read_bytes().replace(b"a\\c", b"a\\b"))
    assert names(source) == ["good.ipynb"]
    assert "no file should have" in sentences(source)["."]
    assert "more than once" in sentences(source)["a/b"]
    data = packed({"x": b"1"})
    place = data.find(b"PK\x01\x02")
    end = data.find(b"PK\x05\x06")
    shorter = data[: place + 28] + b"\0\0" + data[place + 30 : place + 46] + data[place + 47 : end]
    size = int.from_bytes(data[end + 12 : end + 16], "little") - 1
    source.write_bytes(shorter + data[end : end + 12] + size.to_bytes(4, "little") + data[end + 16 :])
    assert "no file should have" in sentences(source)[""]


def test_the_size_of_a_large_zips_table_of_contents_is_the_one_that_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = packed({f"{number}.ipynb": b"" for number in range(50)})
    end = data.find(b"PK\x05\x06")
    size, offset = (int.from_bytes(data[end + at : end + at + 4], "little") for at in (12, 16))
    large = struct.pack("<4sQHHLLQQQQ", b"PK\x06\x06", 44, 45, 45, 0, 0, 50, 50, size, offset)
    locator = struct.pack("<4sLQL", b"PK\x06\x07", 0, end, 1)
    source = tmp_path / "x.zip"
    source.write_bytes(data[:end] + large + locator + data[end : end + 12] + b"\1\0\0\0" + data[end + 16 :])
    assert len(names(source)) == 50
    monkeypatch.setattr(archive, "LARGEST_DIRECTORY", 1000)
    with pytest.raises(ArchiveError, match="files allowed"):
        names(source)


def test_the_end_of_a_zip_is_looked_for_as_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = packed({f"{number}.ipynb": b"" for number in range(50)})
    end = data.find(b"PK\x05\x06")
    # the numbers of disks, which nobody reads, look like a second end
    source = tmp_path / "x.zip"
    source.write_bytes(data[: end + 4] + b"PK\x05\x06" + data[end + 8 :])
    assert len(names(source)) == 50
    monkeypatch.setattr(archive, "LARGEST_DIRECTORY", 1000)
    with pytest.raises(ArchiveError, match="files allowed"):
        names(source)


@pytest.mark.parametrize("seed", range(5))
def test_a_damaged_zip_is_a_sentence_whatever_the_damage(seed: int) -> None:
    rng = random.Random(seed)
    whole = packed({f"a/{number}.ipynb": bytes(300) for number in range(3)})
    for _ in range(100):
        data = bytearray(whole)
        for _ in range(rng.randint(1, 4)):
            data[rng.randrange(len(data))] = rng.choice([0, 1, 127, 128, 255])
        with contextlib.suppress(ArchiveError):
            for file in archive.open_zip(io.BytesIO(data), "x.zip", UTC).files:
                with contextlib.suppress(ArchiveError):
                    file.read()
