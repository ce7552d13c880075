"""Two snapshots of the same notebook leave each other nothing: not on disk, not in memory, not through a descriptor."""

from typing import Any

import pytest

from autograder.jail.outside.notebook import NotebookRun
from tests.jail.outcome import text

# what a cell holds before its snapshots, what one of them leaves there, and what the next one finds
WAYS = {
    "a new file": ("", "open('new', 'w').write('leftover')", "open('new').read()"),
    "a new file in a folder": ("", "os.makedirs('a/b'); open('a/b/new', 'w').write('leftover')", "open('a/b/new').read()"),
    "a new file for all": ("", "open(tempfile.gettempdir() + '/new', 'w').write('leftover')", "open(tempfile.gettempdir() + '/new').read()"),
    "a changed file": ("open('kept', 'w').write('kept')", "open('kept', 'w').write('leftover')", "open('kept').read()"),
    "a file's times": ("open('kept', 'w').write('kept')", "os.utime('kept', (5, 5))", "'leftover' if os.stat('kept').st_mtime == 5 else ''"),
    "a file's name": ("open('kept', 'w').write('kept')", "os.rename('kept', 'leftover')", "str(os.listdir('.'))"),
    "a file's mode": ("open('kept', 'w').write('kept')", "os.chmod('kept', 0o711)", "'leftover' if os.stat('kept').st_mode & 0o777 == 0o711 else ''"),
    "a link": ("", "os.symlink('leftover', 'link')", "os.readlink('link')"),
    "a pipe": ("ends = os.pipe()\nos.set_blocking(ends[0], False)", "os.write(ends[1], b'leftover')", "os.read(ends[0], 9).decode()"),
    "a pipe where only a few files may be open": (
        "ends = os.pipe(); os.set_blocking(ends[0], False); resource.setrlimit(resource.RLIMIT_NOFILE, (40, 40))",
        "os.write(ends[1], b'leftover')",
        "os.read(ends[0], 9).decode()",
    ),
    "a pipe with a name": ("os.mkfifo('pipe'); end = os.open('pipe', os.O_RDWR | os.O_NONBLOCK)", "os.write(end, b'leftover')", "os.read(end, 9).decode()"),
    "a pair of sockets": ("ends = socket.socketpair()\nends[0].setblocking(False)", "ends[1].send(b'leftover')", "ends[0].recv(9).decode()"),
    "an event": ("end = os.eventfd(0, os.EFD_NONBLOCK)", "os.eventfd_write(end, 7)", "'left' + 'over' if os.eventfd_read(end) == 7 else ''"),
    "shared memory": ("shared = mmap.mmap(-1, 4096)", "shared[:8] = b'leftover'", "shared[:8].decode()"),
    "a mapped file": (
        "open('kept', 'wb').write(bytes(4096)); shared = np.memmap('kept', mode='r+', shape=4096)",
        "shared[:8] = list(b'leftover')",
        "bytes(shared[:8]).decode()",
    ),
    "a private view of a file": (
        "open('kept', 'wb').write(bytes(4096)); shared = mmap.mmap(os.open('kept', os.O_RDWR), 4096, mmap.MAP_PRIVATE)",
        "os.pwrite(os.open('kept', os.O_RDWR), b'leftover', 0)",
        "shared[:8].decode()",
    ),
    "an open file": (
        "file = open('kept', 'w+b', buffering=0); file.write(b'kept')",
        "file.seek(0); file.write(b'leftover')",
        "str(os.pread(file.fileno(), 9, 0)) + str(os.lseek(file.fileno(), 0, os.SEEK_CUR) == 4)",
    ),
    "a position in a file": (
        "file = open('kept', 'w+b', buffering=0); file.write(b'kept')",
        "file.seek(77)",
        "'leftover' if file.tell() == 77 else ''",
    ),
    "a file without a name": (
        "file = tempfile.TemporaryFile(buffering=0)",
        "file.write(b'leftover')",
        "os.pread(file.fileno(), 9, 0).decode()",
    ),
    "the name of a file that is gone": (
        "end = os.open('kept', os.O_RDWR | os.O_CREAT); named = os.open('kept', os.O_PATH); os.close(end); os.unlink('kept')",
        "os.write(os.open(f'/proc/self/fd/{named}', os.O_RDWR), b'leftover')",
        "os.read(os.open(f'/proc/self/fd/{named}', os.O_RDWR), 9).decode()",
    ),
    "the name of a pipe that is gone": (
        "os.mkfifo('pipe'); end = os.open('pipe', os.O_RDWR | os.O_NONBLOCK); named = os.open('pipe', os.O_PATH); os.unlink('pipe')",
        "os.write(os.open(f'/proc/self/fd/{named}', os.O_RDWR | os.O_NONBLOCK), b'leftover')",
        "os.read(os.open(f'/proc/self/fd/{named}', os.O_RDWR | os.O_NONBLOCK), 9).decode()",
    ),
    "standard input": (
        "file = tempfile.TemporaryFile(buffering=0); os.dup2(file.fileno(), 0)",
        "os.pwrite(0, b'leftover', 0)",
        "os.pread(0, 9, 0).decode()",
    ),
    "what is printed": ("", "[os.write(fd, b'leftover') for fd in range(256) if writable(fd)]", "''.join(map(read, range(256)))"),
    "the notebook's memory": ("", "open(f'/proc/{os.getppid()}/mem', 'r+b')", "''"),
}  # fmt: skip
HELPERS = """
import contextlib, mmap, os, resource, socket, stat, tempfile
import numpy as np
def writable(fd):
    with contextlib.suppress(OSError):
        return stat.S_ISREG(os.fstat(fd).st_mode)
def read(fd):
    with contextlib.suppress(OSError):
        return os.pread(fd, 9, 0).decode() if stat.S_ISREG(os.fstat(fd).st_mode) else ''
    return ''
"""


def ask(run: NotebookRun, name: str) -> Any:
    """Call a function of the notebook in a snapshot of its own."""
    channel = run.snapshot()
    try:
        channel.send(("get", name))
        _, handle = channel.receive()
        channel.send(("call", handle, [], {}, False))
        return channel.receive()
    finally:
        channel.close()


@pytest.mark.parametrize(("before", "leave", "look"), WAYS.values(), ids=WAYS)
def test_nothing_is_left(run, before, leave, look):
    done = run(HELPERS, before, f"def leave():\n    {leave}\ndef look():\n    return str({look})")
    ask(done, "leave")
    assert "leftover" not in str(ask(done, "look")), "the second snapshot found what the first one left"


def test_what_the_notebook_had_is_still_there(run):
    done = run(
        HELPERS,
        "open('kept', 'w').write('kept'); shared = mmap.mmap(-1, 4096); shared[:4] = b'kept'; file = open('kept')",
        "def use():\n    open('kept', 'a').write('!')\n    return open('kept').read(), bytes(shared[:4]), file.read(2)",
        "print(oct(os.stat('kept').st_mode), os.path.getsize('kept'))",
    )
    assert ask(done, "use") == ask(done, "use") == ("value", ("kept!", b"kept", "ke"))
    assert text(done, "3").endswith(" 4\n")


def test_files_that_cannot_be_put_back_cost_their_own_submission_only(run):
    deep = "import os\nfor _ in range(200):\n    os.mkdir('d'); os.chdir('d')"
    done = run("x = 1", f"def go_deep():\n    {deep.replace(chr(10), chr(10) + '    ')}")
    ask(done, "go_deep")
    channel = done.snapshot()
    channel.send(("get", "x"))
    assert channel.receive() == ("value", 1)
    channel.close()
    assert "cannot be put back" in done.events[-1].sentence
