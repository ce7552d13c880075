"""The data cells of assignment 1: digits by default, CIFAR-10 when it is there, never a traceback."""

import hashlib
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
import pytest
import torch
from torchvision.datasets import CIFAR10

from autograder.course import Course
from autograder.course.master import run_master_cells
from tests.conftest import A1


@pytest.fixture(scope="module")
def notebook(course: Course) -> Iterator[dict[str, Any]]:
    with pytest.MonkeyPatch.context() as patch, matplotlib.rc_context():
        patch.setenv("NBGRADER_EXECUTION", "autograde")  # so that the cell does not ask for the choice of data
        yield run_master_cells(course.master(A1), ["imports", "data"])


def write_cifar(folder: Path, monkeypatch: pytest.MonkeyPatch, images: int = 20) -> None:
    """A small CIFAR-10 in the official format, and torchvision told its checksums."""
    base = folder / CIFAR10.base_folder
    base.mkdir(parents=True)
    generator = np.random.default_rng(0)

    def write(name: str, content: dict[str, Any]) -> str:
        data = pickle.dumps(content)
        (base / name).write_bytes(data)
        return hashlib.md5(data).hexdigest()

    def batch() -> dict[str, Any]:
        pixels = generator.integers(0, 256, (images, 3072), dtype=np.uint8)
        return {"data": pixels, "labels": [int(label) for label in generator.integers(0, 10, images)]}

    names = ("airplane", "automobile", "bird", "cat", "deer", "dog", "frog", "horse", "ship", "truck")
    monkeypatch.setattr(
        CIFAR10, "train_list", [[f"data_batch_{n}", write(f"data_batch_{n}", batch())] for n in range(1, 6)]
    )
    monkeypatch.setattr(CIFAR10, "test_list", [["test_batch", write("test_batch", batch())]])
    meta = {
        "filename": "batches.meta",
        "key": "label_names",
        "md5": write("batches.meta", {"label_names": list(names)}),
    }
    monkeypatch.setattr(CIFAR10, "meta", meta)
    # nothing listens on port 9 of this machine: a download fails at once
    monkeypatch.setattr(CIFAR10, "url", "http://127.0.0.1:9/cifar-10-python.tar.gz")


def test_digits_are_the_default_and_need_nothing(notebook: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    data = notebook["load_images"]("digits")
    assert data.train_images.shape[1:] == (8, 8, 1)
    assert len(data.train_images) + len(data.test_images) == 1797
    printed = capsys.readouterr().out
    assert "digits" in printed
    assert "cifar10" in printed, "the line says how to get the other data"


def test_digits_lie_with_the_width_first(notebook: dict[str, Any]) -> None:
    from sklearn.datasets import load_digits

    data = notebook["load_images"]("digits")
    images = torch.cat([data.train_images, data.test_images])[..., 0]
    raw = torch.tensor(load_digits().images)
    # the first column of every digit is nearly empty, the first row is not
    assert images[:, 0].std() < images[:, :, 0].std()
    assert raw[:, :, 0].std() < raw[:, 0].std()


def test_cifar10_is_read_from_the_folder_through_torchvision(
    notebook: dict[str, Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    write_cifar(tmp_path, monkeypatch)
    monkeypatch.setenv("COURSE_DATA", str(tmp_path))
    data = notebook["load_images"]("cifar10")
    assert data.train_images.shape == (100, 8, 8, 12)
    assert data.test_images.shape == (20, 8, 8, 12)
    assert "CIFAR-10" in capsys.readouterr().out


def test_cifar10_pixels_are_averaged_and_grouped_in_place(notebook: dict[str, Any]) -> None:
    image = np.zeros((1, 32, 32, 3), dtype=np.uint8)
    image[0, 4:6, 8:10] = 255  # rows 4 and 5, columns 8 and 9: one pixel of the halved image, at i = 4, j = 2
    grouped = notebook["group_pixels"](image)
    assert grouped.shape == (1, 8, 8, 12)
    bright = grouped[0].sum(dim=-1).nonzero().tolist()
    assert bright == [[2, 1]]
    assert grouped.sum() == 3


@pytest.mark.parametrize("harm", ["missing", "corrupt", "half"])
def test_without_a_whole_cifar10_there_is_a_sentence_and_the_digits(
    notebook: dict[str, Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    harm: str,
) -> None:
    write_cifar(tmp_path / "cifar", monkeypatch)
    folder = tmp_path / "cifar"
    if harm == "missing":
        folder = tmp_path / "nowhere"
    elif harm == "corrupt":
        (folder / CIFAR10.base_folder / "data_batch_3").write_bytes(b"not a pickle")
    else:
        (folder / CIFAR10.base_folder / "test_batch").unlink()
        (folder / CIFAR10.filename).write_bytes(b"half a download")
    monkeypatch.setenv("COURSE_DATA", str(folder))
    data = notebook["load_images"]("cifar10")
    assert data.train_images.shape[1:] == (8, 8, 1)
    printed = capsys.readouterr().out
    assert "digits" in printed
    assert len(printed.strip().splitlines()) == 1
    assert "Traceback" not in printed
