"""Without namespaces: files, processes and the network of the machine stay out of reach all the same."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.jail.inside import processes
from autograder.jail.walls import landlock, seccomp
from autograder.jail.walls.strength import Walls
from tests.jail.conftest import REPOSITORY, SMALL
from tests.jail.outcome import error, text
from tests.surroundings import need

AFTER = "print('next cell', 6 * 7)"


def test_no_file_of_course_home_or_system_can_be_read_or_listed(guarded_run, tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    paths = [secret, REPOSITORY / "README.md", "/etc/passwd", "/etc/shadow", f"/proc/{os.getpid()}/environ"]
    folders = [tmp_path, REPOSITORY / "solutions", Path.home(), "/tmp", "/proc", "/dev/shm", "/home"]
    done = guarded_run(
        f"""
import os
def attempts(do, paths):
    for path in paths:
        try:
            do(path)
            yield path
        except OSError:
            pass
print(list(attempts(open, {list(map(str, paths))})), list(attempts(os.listdir, {list(map(str, folders))})))
print(list(attempts(lambda path: open(path, 'r+b'), {list(map(str, paths))})))
"""
    )
    assert text(done) == "[] []\n[]\n"


def test_nothing_outside_can_be_written_moved_emptied_or_changed(guarded_run, tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    before = secret.stat()
    guarded_run(
        f"""
import os, shutil
path = {str(secret)!r}
for change in (
    lambda: open(path, 'w'), lambda: os.truncate(path, 0), lambda: os.unlink(path), lambda: os.chmod(path, 0),
    lambda: os.rename(path, path + 'x'), lambda: os.link(path, 'own'), lambda: os.utime(path, (0, 0)),
    lambda: os.setxattr(path, 'user.x', b'x'), lambda: os.chown(path, 1, 1),
    lambda: os.open(path, os.O_RDONLY | os.O_TRUNC), lambda: os.mkdir(path + 'd'), lambda: os.symlink('x', path + 'l'),
    lambda: os.mkfifo(path + 'f'), lambda: shutil.move(path, 'own'),
):
    try:
        change()
    except OSError:
        pass
"""
    )
    after = secret.stat()
    assert secret.read_text() == "secret"
    assert (before.st_mode, before.st_mtime_ns, before.st_uid) == (after.st_mode, after.st_mtime_ns, after.st_uid)
    assert os.listxattr(secret) == []
    assert list(tmp_path.iterdir()) == [secret]


def test_its_own_folder_is_a_place_to_work_in(guarded_run):
    done = guarded_run(
        """
import os, shutil, tempfile, torch, subprocess
open('a.txt', 'w').write('text')
shutil.copy2('a.txt', 'b.txt')
os.makedirs('x/y')
os.rename('b.txt', 'x/y/b.txt')
with tempfile.TemporaryDirectory() as folder:
    torch.save(torch.ones(2), f'{folder}/t.pt')
    print(torch.load(f'{folder}/t.pt').sum().item())
print(open('x/y/b.txt').read(), sorted(os.listdir('.')), os.path.expanduser('~') == os.getcwd())
print(subprocess.run(['cat', 'a.txt'], capture_output=True, text=True).stdout)
"""
    )
    assert text(done) == "2.0\ntext ['a.txt', 'x'] True\ntext\n"


def test_data_is_loaded_though_no_process_can_share_memory(run):
    done = run(
        "import torch\nfrom torch.utils.data import DataLoader, TensorDataset\n"
        "numbers = DataLoader(TensorDataset(torch.arange(10.0)), batch_size=5, num_workers=2, persistent_workers=True)\n"
        "print([batch.sum().item() for batch, in numbers])"
    )
    assert text(done) == "[10.0, 35.0]\n"


def test_two_submissions_do_not_see_each_others_folder(guarded_run):
    first = guarded_run("import os\nopen('secret.txt', 'w').write('x')\nprint(os.getcwd())")
    folder = text(first).strip()
    second = guarded_run(
        f"""
import os
for attempt in (lambda: os.listdir({folder!r}), lambda: open({folder + "/secret.txt"!r}), lambda: open({folder + "/x"!r}, 'w')):
    try: attempt(); print('reached')
    except OSError: print('refused')
"""
    )
    assert text(second) == "refused\n" * 3
    first.close()
    assert not Path(folder).exists()


def test_no_process_outside_can_be_signalled_traced_or_looked_into(guarded_run):
    with subprocess.Popen(["sleep", "60"]) as other:
        done = guarded_run(
            f"""
import ctypes, fcntl, os, signal, resource
libc = ctypes.CDLL(None, use_errno=True)
other = {other.pid}
read, write = os.pipe()
for attempt in (
    lambda: os.kill(other, signal.SIGKILL), lambda: os.kill(-1, signal.SIGTERM), lambda: os.killpg(os.getpgid(other), 9),
    lambda: signal.pidfd_send_signal(os.pidfd_open(other), 9), lambda: fcntl.fcntl(read, fcntl.F_SETOWN, other),
    lambda: resource.prlimit(other, resource.RLIMIT_CPU, (0, 0)), lambda: os.setpriority(os.PRIO_PROCESS, other, 19),
    lambda: os.sched_setaffinity(other, {{0}}), lambda: os.readlink(f'/proc/{{other}}/cwd'),
    lambda: open(f'/proc/{{other}}/mem', 'r+b'), lambda: open(f'/proc/{{other}}/cmdline'),
    lambda: open(f'/proc/{{os.getppid()}}/mem', 'r+b'), lambda: os.kill(os.getppid(), signal.SIGKILL),
    lambda: 1 / (libc.ptrace(16, other, 0, 0) + 1),
):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try: attempt(); print('reached')
    except (OSError, ZeroDivisionError): print('refused')
"""
        )
        # a signal to everybody reaches those of the submission, and is no error
        assert text(done).splitlines().count("reached") <= 1, text(done)
        assert other.poll() is None
        other.kill()


def test_there_is_no_network_and_no_socket_of_this_machine(guarded_run, tmp_path):
    server = socket.create_server(("127.0.0.1", 0))
    local = socket.socket(socket.AF_UNIX)
    local.bind(str(tmp_path / "socket"))
    local.listen()
    with server, local:
        done = guarded_run(
            f"""
import socket
for attempt in (
    lambda: socket.create_connection(('127.0.0.1', {server.getsockname()[1]}), timeout=1),
    lambda: socket.socket(socket.AF_UNIX).connect({str(tmp_path / "socket")!r}),
    lambda: socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)[0].connect({str(tmp_path / "socket")!r}),
    lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW),
    lambda: socket.create_server(('127.0.0.1', 0)),
):
    try: attempt(); print('reached')
    except OSError: print('refused')
ours, theirs = socket.socketpair()
ours.send(b'pairs still work'); print(theirs.recv(100))
"""
        )
    assert text(done) == "refused\n" * 5 + "b'pairs still work'\n"


def test_a_disk_filler_is_ended(guarded_run):
    fill = "for n in range(20):\n    open(f'{n}', 'wb').write(b'x' * (4 << 20))\nimport time; time.sleep(3)"
    hidden = "import os, time\nfor n in range(20):\n    f = os.open('x', os.O_CREAT | os.O_RDWR)\n    os.unlink('x')\n    os.write(f, b'x' * (4 << 20))\ntime.sleep(3)"
    many = "import time\nfor n in range(1000):\n    open(f'f{n}', 'w')\ntime.sleep(3)"
    for filler in (fill, hidden, many):
        done = guarded_run(filler, AFTER)
        assert "wrote more to disk" in error(done)
        assert text(done, "1") == "next cell 42\n"


def test_a_process_that_hides_what_it_holds_is_ended(guarded_run):
    hides = "import ctypes, os, time\nif os.fork() == 0:\n    ctypes.CDLL(None).prctl(4, 0); time.sleep(60)\nprint(os.waitstatus_to_exitcode(os.wait()[1]))"
    assert text(guarded_run(hides)) == "-9\n"


def test_a_fork_bomb_is_ended(guarded_run):
    name = f"bomb-{os.getpid()}"
    bomb = f"import ctypes, os\nctypes.CDLL(None).prctl(15, b'{name}')\nwhile True:\n    os.fork()"
    with _watched(name) as counts:
        done = guarded_run(bomb, AFTER, limits=replace(SMALL, cell_seconds=2))
    assert text(done, "1").startswith("next cell 42")
    # for a moment there may be several times as many as allowed, until they are stopped in one step
    assert 0 < max(counts) < 30 * SMALL.processes
    done.close()
    _wait_until_gone(name)


@contextlib.contextmanager
def _watched(name: str) -> Iterator[list[int]]:
    """How many processes have a name, counted again and again meanwhile."""
    counts, over = [0], threading.Event()

    def count() -> None:
        while not over.wait(0.02):
            counts.append(list(_names_of_processes().values()).count(name))

    watcher = threading.Thread(target=count)
    watcher.start()
    try:
        yield counts
    finally:
        over.set()
        watcher.join()


def _wait_until_gone(name: str) -> None:
    for _ in range(50):
        if name not in _names_of_processes().values():
            return
        time.sleep(0.1)
    pytest.fail(f"processes with the name {name} are still there")


def _names_of_processes() -> dict[int, str]:
    found = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                found[int(folder.name)] = (folder / "comm").read_text().strip()
            except OSError:
                continue
    return found


@pytest.mark.parametrize("walls", [Walls.GUARDED, Walls.WEAK], ids=str)
@pytest.mark.parametrize(
    "left",
    ["time.sleep(60)", "for _ in range(20_000):\n        if os.fork(): os._exit(0)"],
    ids=["waits", "forks and ends"],
)
def test_nothing_is_left_when_somebody_outside_ends_the_watchdog(zygotes, walls, left):
    need(walls)
    name = f"left-{os.getpid()}"
    jail = zygotes(walls).jail(SMALL)
    jail.begin(0, {})
    jail.run_cell(
        f"import ctypes, os, time\nif os.fork() == 0:\n    ctypes.CDLL(None).prctl(15, b'{name}')\n    {left}\n    os._exit(0)",
        SMALL.cell_seconds,
    )
    watchdog, *others = (
        process
        for process in processes.descendants(zygotes(walls).process)
        if _names_of_processes()[process] == "jail-init"
    )
    assert not others
    while name not in _names_of_processes().values():
        time.sleep(0.01)
    os.kill(watchdog, signal.SIGKILL)
    _wait_until_gone(name)
    jail.close()


@pytest.mark.skipif(not seccomp.supported(), reason="no system call filter for this machine")
def test_what_an_older_landlock_does_not_watch_over_the_filter_refuses(tmp_path):
    """Truncating a file by its name, and signals to others: tried with the filter alone, as if Landlock were old."""
    target = tmp_path / "file"
    target.write_text("text")
    script = f"""
import os, signal
from autograder.jail.walls import kernel, seccomp
kernel.no_new_privileges()
parent = os.getppid()
kernel.install_seccomp(seccomp.without_namespaces(os.getpid(), truncates=False, signals=False))
for attempt in (lambda: os.truncate({str(target)!r}, 0), lambda: os.open({str(target)!r}, os.O_RDONLY | os.O_TRUNC),
                lambda: os.kill(parent, 0), lambda: os.kill(-1, 0), lambda: signal.pidfd_send_signal(os.pidfd_open(parent), 0)):
    try: attempt(); print('reached')
    except OSError: print('refused')
os.kill(os.getpid(), 0)
open({str(target)!r}).close()
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=REPOSITORY)
    assert done.stdout == "refused\n" * 5, done.stderr
    assert target.read_text() == "text"


def test_only_what_is_not_hidden_is_shown_of_a_folder(tmp_path):
    for name in ("library", "course/inner", "other"):
        (tmp_path / name).mkdir(parents=True)
    rules = dict(landlock._below(str(tmp_path), [str(tmp_path / "course")]))
    assert {Path(path).name for path, rights in rules.items() if rights == landlock._READ} == {"library", "other"}
    assert rules[str(tmp_path)] == landlock._READ_DIR
    assert not any("course" in path.removeprefix(str(tmp_path)) for path in rules)
