"""Libraries are shown wherever they lie, also below folders that a jail covers with its own."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from autograder.jail.walls.strength import Walls
from tests.jail.conftest import REPOSITORY
from tests.surroundings import need

SCRIPT = """
import sys
sys.path.insert(0, sys.argv[1] + '/site-packages')
from autograder.jail.inside.warm import warm_up
warm_up(())
from autograder.jail.outside.notebook import CellSource
from autograder.jail.outside.zygote import Zygote
from autograder.jail.walls.strength import Walls
cell = '''
import os, far_away
print(far_away.WORDS)
for attempt in (lambda: open(far_away.__file__, 'a'), lambda: open(os.path.dirname(far_away.__file__) + '/x', 'w'),
                lambda: open({secret!r}), lambda: os.listdir({course!r})):
    try: attempt(); print('reached')
    except OSError: print('refused')
open('own.txt', 'w').write('x'); print(open('own.txt').read())
'''.format(secret=sys.argv[1] + '/course/secret.txt', course=sys.argv[1] + '/course')
with Zygote.start(hidden=[sys.argv[1] + '/course'], walls=Walls(sys.argv[2])) as zygote:
    with zygote.run_notebook([CellSource('a', cell)]) as run:
        print(''.join(output.get('text', output.get('evalue', '')) for output in run.outputs['a']), end='')
import os; os._exit(0)
"""
PLACES = {
    "below /tmp": "/tmp",
    "in shared memory": "/dev/shm",
    "in the home of the jail": "/home/student",
    "with odd letters": '/tmp/it\'s a "müde" place',
}


@pytest.fixture(params=PLACES.values(), ids=PLACES)
def place(request: pytest.FixtureRequest) -> Iterator[Path]:
    top = Path(request.param)
    made = [folder for folder in (top, *top.parents) if not folder.exists()]
    try:
        top.mkdir(parents=True, exist_ok=True)
        folder = Path(tempfile.mkdtemp(dir=top))
    except OSError as error:
        pytest.skip(f"this account may not write there: {error}")
    yield folder
    shutil.rmtree(folder)
    for empty in made:
        empty.rmdir()


@pytest.mark.parametrize("walls", [Walls.FULL, Walls.GUARDED])
def test_a_library_is_shown_read_only_wherever_it_lies(place: Path, walls: Walls) -> None:
    need(walls)
    library = place / "site-packages"
    (place / "course").mkdir()
    (place / "course" / "secret.txt").write_text("secret")
    library.mkdir()
    (library / "far_away.py").write_text("WORDS = 'from far away'\n")
    for folder in (place, library):
        folder.chmod(0o755)
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-W", "ignore", "-c", SCRIPT, str(place), walls.value]
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert done.stdout == "from far away\n" + "refused\n" * 4 + "x\n", done.stderr
