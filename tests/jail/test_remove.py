"""What a submission left on the machine's disk is removed, however it is nested."""

import os
from pathlib import Path

import pytest

from autograder.jail.walls.remove import remove_tree
from tests.jail.conftest import Run

DEEP = 3_000


def nest(folder: Path, depth: int = DEEP) -> None:
    """Folders in folders, deeper than a path can be long."""
    before = os.getcwd()
    os.chdir(folder)
    try:
        for _ in range(depth):
            os.mkdir("d")
            Path("file").touch()
            os.chdir("d")
    finally:
        os.chdir(before)


def test_folders_nested_without_end_are_removed(tmp_path: Path) -> None:
    left, kept = tmp_path / "left", tmp_path / "kept"
    left.mkdir()
    kept.mkdir()
    (kept / "file").touch()
    nest(left)
    (left / "link").symlink_to(kept)
    (left / "unreadable" / "below").mkdir(parents=True)
    (left / "unreadable").chmod(0)
    remove_tree(str(left))
    assert not left.exists()
    assert (kept / "file").exists()


def test_a_folder_that_is_gone_is_no_error(tmp_path: Path) -> None:
    remove_tree(str(tmp_path / "gone"))


@pytest.mark.parametrize("when", ["while it runs", "in a question"])
def test_nothing_stays_of_a_submission_that_nests_folders(guarded_run: Run, when: str) -> None:
    nests = "import os\nplace = os.getcwd()\nfor _ in range(400): os.mkdir('d'); os.chdir('d')\nos.chdir(place)\nprint(place)"
    done = guarded_run(nests if when == "while it runs" else "import os; print(os.getcwd())")
    place = Path("".join(output.get("text", "") for output in done.outputs["0"]).strip()).parent
    if when == "in a question":
        nest(place / "home", 1_200)
    done.close()
    assert not place.exists()
