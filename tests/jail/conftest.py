"""One zygote for all tests of the jail; each test has jails of its own."""

import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

with warnings.catch_warnings():
    # third-party modules warn while they are imported
    warnings.simplefilter("ignore")
    from autograder.jail import Limits
    from autograder.jail.inside.warm import warm_up
    from autograder.jail.outside.notebook import CellSource, NotebookRun
    from autograder.jail.outside.zygote import Zygote

    warm_up(())

REPOSITORY = Path(__file__).resolve().parents[2]
MIB = 1 << 20

# small enough that a broken jail harms nothing
SMALL = Limits(
    cell_seconds=5,
    check_seconds=5,
    grace_seconds=1.5,
    notebook_seconds=60,
    cpu_seconds=20,
    memory=512 * MIB,
    processes=24,
    file_size=8 * MIB,
    disk=16 * MIB,
    files=500,
    open_files=128,
    cell_output=100_000,
    total_output=400_000,
    reruns=3,
)


@pytest.fixture(scope="session")
def zygote() -> Iterator[Zygote]:
    with Zygote.start(hidden=(REPOSITORY,)) as started:
        yield started


@pytest.fixture
def run(zygote: Zygote) -> Iterator[Callable[..., NotebookRun]]:
    """Runs cells, named 0, 1, 2, in a fresh jail."""
    runs = []

    def start(*sources: str, limits: Limits = SMALL, files: dict[str, bytes] | None = None) -> NotebookRun:
        cells = [CellSource(str(place), source) for place, source in enumerate(sources)]
        runs.append(zygote.run_notebook(cells, limits, files, seed=7))
        return runs[-1]

    yield start
    for each in runs:
        each.close()
