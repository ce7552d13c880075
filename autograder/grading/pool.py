"""Where submissions are graded: processes of this machine, or a Dask cluster."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from autograder.grading import worker

# Fixed before any grading process starts: hashes, threads and the locale are part of a grade.
FIXED = {
    "PYTHONHASHSEED": "0",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "LC_ALL": "C.UTF-8",
    "TZ": "UTC",
}

NEEDED = {
    *("PATH", "HOME", "LANG", "TMPDIR", "VIRTUAL_ENV", "CONDA_PREFIX", "PYTHONPATH", "PYTHONHOME"),
    *("PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX", "MPLCONFIGDIR", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"),
}


def local_pool(jobs: int, hidden: Sequence[Path], allow_weak: bool = False) -> ProcessPoolExecutor:
    """A pool of grading processes, forked from one that has imported the heavy libraries once."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["autograder.jail.warm"])
    with _fixed_environment():
        pool = ProcessPoolExecutor(
            jobs, mp_context=context, initializer=worker.start, initargs=(tuple(map(str, hidden)), allow_weak)
        )
        _start_forkserver()
    return pool


@contextlib.contextmanager
def _fixed_environment() -> Iterator[None]:
    """Only what programs need: a password in a variable would stay in the memory that student code is forked from."""
    before = dict(os.environ)
    kept = {name: value for name, value in before.items() if name in NEEDED or name.startswith("LD_")}
    try:
        _replace_environment(kept | FIXED)
        yield
    finally:
        _replace_environment(before)


def _replace_environment(wanted: Mapping[str, str]) -> None:
    for name in [name for name in os.environ if name not in wanted]:
        del os.environ[name]
    os.environ.update(wanted)


def _start_forkserver() -> None:
    """Start it now, while the environment is as it should be, and so that it warms up while we read notebooks."""
    from multiprocessing import forkserver

    forkserver.ensure_running()


def usable_cores() -> int:
    """How many submissions to grade at once by default."""
    return len(os.sched_getaffinity(0))
