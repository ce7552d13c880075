"""What a snapshot's memory shows: its own files as copies, libraries as they are."""

import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT

SCRIPT = """
import mmap, os, sys
from autograder.jail.inside.cut_off import own_memory
from autograder.jail.walls import kernel
folder = sys.argv[1]
paths = [f"{folder}/own", f"{folder}/libraries/library"]
files = [os.open(path, os.O_RDONLY) for path in paths]
maps = [mmap.mmap(file, 0, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ) for file in files]
own_memory([folder], [f"{folder}/libraries"])
shown = {mapping.path for mapping in kernel.mappings()}
print([path in shown for path in paths], [map[:4] for map in maps])
"""


def test_libraries_below_a_submissions_folder_are_not_copied(tmp_path: Path) -> None:
    (tmp_path / "libraries").mkdir()
    (tmp_path / "own").write_bytes(b"mine" * 5000)
    (tmp_path / "libraries" / "library").write_bytes(b"code" * 5000)
    command = [sys.executable, "-c", SCRIPT, str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout == "[False, True] [b'mine', b'code']\n", done.stderr
