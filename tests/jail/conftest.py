"""A zygote for each kind of walls; each test has jails of its own."""

import contextlib
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
    from autograder.jail.walls.strength import Walls
    from tests.surroundings import need

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


@pytest.fixture(scope="session", params=[Walls.FULL, Walls.GUARDED])
def walls(request: pytest.FixtureRequest) -> Walls:
    """The walls that nobody has to ask for; those that this machine cannot make are left out, with the reason."""
    wanted: Walls = request.param
    need(wanted)
    return wanted


@pytest.fixture(scope="session")
def zygotes() -> Iterator[Callable[[Walls], Zygote]]:
    """One zygote for each kind of walls, started when first needed."""
    started: dict[Walls, Zygote] = {}

    def zygote_with(walls: Walls) -> Zygote:
        if walls not in started:
            started[walls] = Zygote.start(hidden=(REPOSITORY,), walls=walls, allow_weak=True)
        return started[walls]

    yield zygote_with
    for each in started.values():
        each.close()


@pytest.fixture
def zygote(zygotes: Callable[[Walls], Zygote], walls: Walls) -> Zygote:
    return zygotes(walls)


Run = Callable[..., NotebookRun]


@contextlib.contextmanager
def running(zygote: Zygote) -> Iterator[Run]:
    """Runs cells, named 0, 1, 2, in a fresh jail."""
    runs = []

    def start(*sources: str, limits: Limits = SMALL, files: dict[str, bytes] | None = None) -> NotebookRun:
        cells = [CellSource(str(place), source) for place, source in enumerate(sources)]
        runs.append(zygote.run_notebook(cells, limits, files, seed=7))
        return runs[-1]

    yield start
    for each in runs:
        each.close()


@pytest.fixture
def run(zygote: Zygote) -> Iterator[Run]:
    """Runs cells behind each kind of walls."""
    with running(zygote) as start:
        yield start


@pytest.fixture
def full_run(zygotes: Callable[[Walls], Zygote]) -> Iterator[Run]:
    """Runs cells behind full walls, where something is seen that only namespaces can do."""
    need(Walls.FULL)
    with running(zygotes(Walls.FULL)) as start:
        yield start


@pytest.fixture
def guarded_run(zygotes: Callable[[Walls], Zygote]) -> Iterator[Run]:
    """Runs cells in the namespaces of this machine."""
    need(Walls.GUARDED)
    with running(zygotes(Walls.GUARDED)) as start:
        yield start
