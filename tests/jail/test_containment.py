"""Whatever a cell does, it costs that cell: the next one runs, and the machine does not notice."""

import ast
import contextlib
import os
import time
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.jail.outside.notebook import CellSource
from autograder.jail.outside.zygote import Zygote
from tests.jail.conftest import SMALL
from tests.jail.outcome import error, text

AFTER = "print('next cell', 6 * 7)"

KILLERS = {
    "exit": "import os; os._exit(3)",
    "segfault": "import ctypes; ctypes.string_at(0)",
    "abort": "import os; os.abort()",
    "kills itself": "import os, signal; os.kill(os.getpid(), signal.SIGKILL)",
    "kills everybody": "import os, signal; os.fork() or os.kill(-1, signal.SIGKILL); os.kill(os.getpid(), signal.SIGKILL)",
    "swallows the interrupt": "import time\nwhile True:\n    try:\n        time.sleep(0.1)\n    except BaseException: pass",
    "ignores signals": "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nwhile True: pass",
    "stuck C call": "import ctypes\nlock, libc = ctypes.create_string_buffer(64), ctypes.PyDLL(None)\nlibc.pthread_mutex_lock(lock); libc.pthread_mutex_lock(lock)",
    # on a small stack: newer Pythons count how deep C is nested, as if all stacks were large
    "stack overflow in C": "import sys, threading\nsys.setrecursionlimit(10**9)\nthreading.stack_size(1 << 16)\nclass A:\n    def __getattr__(self, n): return getattr(self, n)\nthread = threading.Thread(target=lambda: getattr(A(), 'x'))\nthread.start(); thread.join()",
    "closes every descriptor": "import os; os.closerange(0, 200)",
    "talks on the socket": "import os\nfor fd in range(3, 20):\n    try: os.write(fd, b'\\xff' * 100)\n    except OSError: pass",
    "stops itself": "import os, signal; os.kill(os.getpid(), signal.SIGSTOP)",
}


@pytest.mark.parametrize("killer", KILLERS.values(), ids=KILLERS)
def test_a_cell_that_kills_the_program_is_marked_and_left_out(run, killer):
    done = run("before = 1", killer, f"print(before); {AFTER}", limits=replace(SMALL, cell_seconds=1.5))
    assert text(done, "2") == "1\nnext cell 42\n"
    assert "ended the program" in error(done, "1")
    assert [event.kind for event in done.events] == ["killed"]
    assert done.cells["2"].execution_count == 3


def test_an_endless_loop_is_interrupted(run):
    done = run("x = 1\nwhile True: pass", f"print(x); {AFTER}", limits=replace(SMALL, cell_seconds=1))
    assert "KeyboardInterrupt" in error(done)
    assert "longer than 1 s" in text(done)
    assert text(done, "1") == "1\nnext cell 42\n"


def test_a_memory_hog_gets_an_error(run):
    done = run("x = bytearray(1 << 30)", "import torch; torch.zeros(1 << 30)", AFTER)
    assert "MemoryError" in error(done)
    assert "allocate memory" in error(done, "1")
    assert text(done, "2") == "next cell 42\n"


def test_memory_shared_out_over_processes_is_counted_together(run):
    hog = """
import os, time
for _ in range(6):
    if os.fork() == 0:
        held = b'x' * (200 << 20)
        time.sleep(4)
        os._exit(0)
time.sleep(3)
ended = 0
while os.waitpid(-1, os.WNOHANG) != (0, 0): ended += 1
print(ended)
"""
    done = run(hog, AFTER)
    # six children of 200 MiB each are three times what is allowed
    assert int(text(done).strip() or 6) > 0
    assert text(done, "1") == "next cell 42\n"


def test_a_fork_bomb_fizzles_out(run):
    done = run("import os\nwhile True:\n    os.fork()", AFTER, limits=replace(SMALL, cell_seconds=2))
    assert text(done, "1").startswith("next cell 42")


def test_threads_without_end_hit_a_limit(run):
    done = run(
        "import threading, time\nfor _ in range(1000):\n    threading.Thread(target=time.sleep, args=(3,), daemon=True).start()",
        AFTER,
    )
    assert "can't start new thread" in error(done)
    assert text(done, "1") == "next cell 42\n"


def test_a_disk_filler_fills_only_its_own_disk(full_run):
    done = full_run(
        """
for folder in ('.', '/tmp', '/dev/shm'):
    try:
        for n in range(100): open(f'{folder}/{n}', 'wb').write(b'x' * (4 << 20))
    except OSError as problem: print(problem.strerror)
try: open('big', 'wb').write(b'x' * (9 << 20))
except OSError as problem: print(problem.strerror)
""",
        "try:\n    for n in range(1000): open(f'/tmp/f{n}', 'w')\nexcept OSError as problem: print(problem.strerror)",
        AFTER,
    )
    assert text(done).count("No space left") >= 3
    assert "No space left" in text(done, "1")
    assert text(done, "2") == "next cell 42\n"


def test_a_file_has_a_largest_size(run):
    done = run("try: open('big', 'wb').write(b'x' * (9 << 20))\nexcept OSError as problem: print(problem.strerror)")
    assert text(done) == "File too large\n"


def test_an_output_flood_is_cut_with_a_sentence(run):
    flood = "while True: print('x' * 1000)"
    done = run(
        flood,
        "for _ in range(10**4): print('y' * 100)",
        "!yes | head -c 3000000",
        AFTER,
        limits=replace(SMALL, cell_seconds=1),
    )
    for cell in "012":
        assert len(text(done, cell)) < 2 * SMALL.cell_output
        assert "output cut" in text(done, cell)
    assert text(done, "3") == "next cell 42\n"


def test_a_flood_on_the_descriptor_is_cut_too(run):
    done = run("import os\ntry:\n    while True: os.write(1, b'x' * 100000)\nexcept OSError: print('full')", AFTER)
    assert len(text(done)) < 2 * SMALL.cell_output
    assert text(done, "1") == "next cell 42\n"


def test_deep_recursion_is_an_error_of_its_cell(run):
    done = run("def f(): return f()\nf()", "import sys\nsys.setrecursionlimit(10**6)\nf()", AFTER)
    assert "RecursionError" in error(done)
    assert text(done, "2") == "next cell 42\n"


def test_cpu_time_is_limited(run):
    done = run("while True: pass", AFTER, limits=replace(SMALL, cpu_seconds=1, cell_seconds=10))
    assert "CPU time" in error(done)
    assert text(done, "1") == "next cell 42\n"


def test_only_so_many_reruns(run):
    done = run(*["import os; os._exit(1)"] * 6, AFTER)
    assert "too many cells" in error(done, "6")


def test_background_threads_and_processes_end_with_the_notebook(run):
    done = run(
        "import threading, time, os, subprocess\nsubprocess.Popen(['sleep', '100'])\n"
        "def later():\n    time.sleep(0.5); os._exit(1)\nthreading.Thread(target=later).start()",
        "x = 5",
    )
    time.sleep(0.7)
    channel = done.snapshot()
    channel.send(("get", "x"))
    assert channel.receive() == ("value", 5)
    channel.close()
    assert not done.events


def test_nothing_survives_the_jail(run, zygote):
    done = run("import os, time\nfor _ in range(3):\n    if os.fork() == 0:\n        os.setpgid(0, 0); time.sleep(999)")
    inside = _descendants(zygote.process)
    done.close()
    assert len(inside) >= 3
    assert not [process for process in inside if Path(f"/proc/{process}").exists()]


def test_everything_dies_with_the_supervisor(walls):
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        inner = Zygote.start(walls=walls)
        run = inner.run_notebook([CellSource("0", "import os, time\nos.fork()\nos.fork()\nx = 1")], SMALL)
        os.write(writer, repr(_descendants(os.getpid())).encode())
        assert run.jail is not None  # held until here: a run that is let go takes its jail along
        os._exit(0)
    os.waitpid(child, 0)
    inside = ast.literal_eval(os.read(reader, 10_000).decode())
    os.close(reader)
    os.close(writer)
    assert len(inside) >= 4
    patience = 100
    while any(Path(f"/proc/{process}").exists() for process in inside) and patience:
        time.sleep(0.1)
        patience -= 1
    assert patience


def _descendants(process: int) -> list[int]:
    parents = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with contextlib.suppress(OSError):
                parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
    family = {process}
    while found := {child for child, parent in parents.items() if parent in family} - family:
        family |= found
    return sorted(family - {process})
