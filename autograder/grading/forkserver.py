"""The fork server: grading processes are forked from it. It takes seconds to warm up, so it is started first of all.

Nothing heavy is imported here: the command calls start() first and reads its own libraries meanwhile.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from multiprocessing import forkserver
from multiprocessing.context import ForkServerContext
from pathlib import Path

from autograder.errors import CannotStart
from autograder.jail.inside import warm
from autograder.jail.walls import kernel

# Fixed before any grading process starts: hashes, threads and the locale are part of a grade.
FIXED = {
    "PYTHONHASHSEED": "0",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "LC_ALL": "C.UTF-8",
    "TZ": "UTC",
    "HYPOTHESIS_NO_PLUGINS": "1",
    # memory comes in huge pages from the start, where that can be had: a fork then copies fewer page tables
    "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1",
    # nothing is imported from the current folder, which may be one that was handed in
    "PYTHONSAFEPATH": "1",
}

NEEDED = {
    *("PATH", "HOME", "LANG", "TMPDIR", "VIRTUAL_ENV", "CONDA_PREFIX", "PYTHONPATH", "PYTHONHOME"),
    *("PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX", "MPLCONFIGDIR", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"),
}
"""Variables that grading processes take from the environment of the command."""

# named rather than imported: importing it here would do the warming up in this process
PRELOAD = "autograder.grading.preload"
COMMAND = "AUTOGRADER_COMMAND"
"""The environment variable that tells the fork server which process has started it."""
_LONGEST_FOLDER, _SHORT_FOLDER = 60, "/tmp"
process = 0
"""The fork server's own number, in the processes that are forked from it."""


def start(libraries: Iterable[str] = ()) -> ForkServerContext:
    """Start the fork server with the libraries that every submission needs, unless it runs already."""
    if sys.flags.optimize:
        raise CannotStart(
            "Grading could not start: this Python leaves out all assertions, those of students too. Start it without -O "
            "and without the variable PYTHONOPTIMIZE."
        )
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([PRELOAD])
    added = {warm.VARIABLE: ",".join(libraries), COMMAND: str(os.getpid()), **_where_modules_are()}
    # libraries read settings from the folder that they are started in, which may be one that was handed in
    with _fixed_environment(added), _short_paths(), contextlib.chdir("/"):
        forkserver.ensure_running()
    return context


def end_with(parent: int) -> None:
    """Have the kernel end this process with its parent, however that ends."""
    kernel.die_with_parent(signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)  # it ended before the kernel was told


def _where_modules_are() -> dict[str, str]:
    """The variable by which Python finds modules, as it is seen from another folder.

    It also has the folder of this package where it is not installed but was found in the current folder.
    """
    folders = [os.path.abspath(folder) for folder in os.environ.get("PYTHONPATH", "").split(os.pathsep) if folder]
    package = str(Path(__file__).resolve().parents[2])
    if sys.path and os.path.realpath(sys.path[0]) == package:
        folders.insert(0, package)
    return {"PYTHONPATH": os.pathsep.join(folders)} if folders else {}


@contextlib.contextmanager
def _short_paths() -> Iterator[None]:
    """Have multiprocessing make its socket where the path is short: the kernel takes about a hundred bytes."""
    before = tempfile.tempdir
    if len(os.fsencode(tempfile.gettempdir())) > _LONGEST_FOLDER and os.access(_SHORT_FOLDER, os.W_OK):
        tempfile.tempdir = _SHORT_FOLDER
    try:
        yield
    finally:
        tempfile.tempdir = before


@contextlib.contextmanager
def _fixed_environment(added: Mapping[str, str]) -> Iterator[None]:
    """Hide all other variables: a password in one would stay in the memory that student code is forked from."""
    before = dict(os.environ)
    needed = {name: value for name, value in before.items() if name in NEEDED or name.startswith("LD_")}
    try:
        _replace_environment({**needed, **FIXED, **added})
        yield
    finally:
        _replace_environment(before)


def _replace_environment(wanted: Mapping[str, str]) -> None:
    for name in [name for name in os.environ if name not in wanted]:
        del os.environ[name]
    os.environ.update(wanted)
