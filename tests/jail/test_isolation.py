"""Nothing of the machine, the course or other people is visible from inside."""

import os
import shlex
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from autograder.jail.outside.notebook import CellSource
from autograder.jail.outside.zygote import WeakIsolation, Zygote
from autograder.jail.walls import root
from autograder.jail.walls.isolation import Isolation
from autograder.jail.walls.strength import Walls
from tests.jail.outcome import error, text
from tests.surroundings import need

REPOSITORY = Path(__file__).resolve().parents[2]


SECRETS = [str(REPOSITORY / name) for name in ("solutions", "nbgrader_config.py", "autograder/judge")]
SHOWN = (sys.prefix, sys.base_prefix, *(path for path in sys.path if path.endswith("site-packages")))
SYSTEM = [
    folder
    for folder in ("/root", "/var", "/run", "/sys", "/mnt", "/srv", "/opt", "/boot")
    if not any(Path(shown).is_relative_to(folder) for shown in SHOWN)
]
"""Folders of the machine that hold nothing the jail has to show: the way to Python and its libraries is seen."""


def leading_to_libraries(folder: str) -> list[str]:
    """What the jail has to show in a folder because Python or its libraries lie below."""
    return sorted({Path(shown).relative_to(folder).parts[0] for shown in SHOWN if Path(shown).is_relative_to(folder)})


def test_course_home_and_system_folders_are_not_there(full_run):
    done = full_run(
        f"""
import os
print([path for path in {[*SECRETS, *SYSTEM, "/root/.bashrc", "/etc/shadow"]} if os.path.exists(path)])
print(sorted(os.listdir('/home')), sorted(os.listdir('/tmp')), os.listdir('.'), os.getcwd())
"""
    )
    homes = sorted({"student", *leading_to_libraries("/home")})
    assert text(done) == f"[]\n{homes} {leading_to_libraries('/tmp')} [] /home/student\n"


def test_our_own_trusted_parts_cannot_be_imported(run):
    done = run("import autograder.course", "import autograder.grading", "import autograder.judge")
    assert all(error(done, cell).startswith(("ModuleNotFoundError", "PermissionError")) for cell in "012")


def test_an_installed_package_is_masked(tmp_path, monkeypatch):
    prefix = tmp_path / "venv"
    package = prefix / "lib" / "site-packages" / "autograder" / "jail" / "walls"
    package.mkdir(parents=True)
    monkeypatch.setattr(sys, "prefix", str(prefix))
    monkeypatch.setattr(root, "__file__", str(package / "root.py"))
    view = root.layout([prefix / "share"])
    assert str(prefix / "lib") in view.shown
    assert str(package.parents[1]) in view.masked


def test_settings_of_jupyter_are_masked(tmp_path, monkeypatch):
    settings = tmp_path / "venv" / "etc" / "jupyter"
    settings.mkdir(parents=True)
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "venv"))
    assert str(settings) in root.layout([]).masked


def test_a_library_inside_the_course_is_shown_without_the_course(tmp_path, monkeypatch):
    course = tmp_path / "course"
    (course / ".venv" / "lib").mkdir(parents=True)
    monkeypatch.setattr(sys, "prefix", str(course / ".venv"))
    view = root.layout([course])
    assert str(course / ".venv" / "lib") in view.shown
    assert str(course) not in view.shown
    assert str(course) not in view.masked


def test_proc_shows_only_the_jails_own_processes(full_run):
    done = full_run("import os\nprint(sorted(int(p) for p in os.listdir('/proc') if p.isdigit()))")
    assert text(done) == "[1, 2]\n"


def test_process_1_cannot_be_looked_into_or_killed(full_run):
    done = full_run(
        """
import os, signal
for path in ('environ', 'mem', 'maps', 'fd', 'cwd', 'root'):
    try:
        target = f'/proc/1/{path}'
        print(os.listdir(target) if path == 'fd' else os.readlink(target) if path in ('cwd', 'root') else open(target, 'rb').read(10))
    except OSError as problem:
        print('refused')
os.kill(1, signal.SIGKILL)
print('still here')
"""
    )
    assert text(done) == "refused\n" * 6 + "still here\n"


def test_environment_is_clean(run, monkeypatch):
    done = run("import os\nprint(sorted(os.environ))\nprint(open('/proc/self/environ').read().strip('\\0'))")
    names, block = text(done).splitlines()
    assert "NBGRADER_EXECUTION" in names
    assert block == ""
    assert "PYTEST_CURRENT_TEST" not in names


def test_there_is_no_network_not_even_loopback(full_run):
    done = full_run(
        """
import socket
server = socket.socket(); server.bind(('127.0.0.1', 0)); server.listen()
client = socket.socket(); client.settimeout(1)
try:
    client.connect(server.getsockname()); print('connected')
except OSError: print('refused')
try:
    socket.create_connection(('1.1.1.1', 53), timeout=1); print('connected')
except OSError: print('refused')
print([name for _, name in socket.if_nameindex()])
"""
    )
    assert text(done) == "refused\nrefused\n['lo']\n"


def test_system_is_read_only_and_student_is_nobody_special(full_run):
    done = full_run(
        """
import os, sys
for path in ('/x', '/usr/x', sys.prefix + '/x', '/etc/x', '/dev/x', '/proc/sys/kernel/hostname', '/proc/sysrq-trigger'):
    try: open(path, 'w').write('x'); print('written', path)
    except OSError: pass
print(os.getuid(), os.geteuid(), [line.split()[1] for line in open('/proc/self/status') if line.startswith('Cap')])
"""
    )
    assert (
        text(done)
        == "1000 1000 ['0000000000000000', '0000000000000000', '0000000000000000', '0000000000000000', '0000000000000000']\n"
    )


def test_calls_that_reach_out_are_refused(run):
    done = run(
        """
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
for call in (lambda: libc.unshare(0x10000000), lambda: libc.unshare(0x20000), lambda: libc.ptrace(16, 1, 0, 0),
             lambda: libc.mount(b'x', b'/tmp', b'tmpfs', 0, None), lambda: libc.umount2(b'/proc', 2),
             lambda: libc.syscall(319, b'x', 0), lambda: libc.setns(3, 0), lambda: libc.chroot(b'/tmp')):
    print(call(), end=' ')
"""
    )
    assert text(done) == "-1 " * 8


def test_no_descriptor_leads_out(full_run):
    done = full_run(
        """
import os
for fd in sorted(map(int, os.listdir('/proc/self/fd'))):
    try: print(os.readlink(f'/proc/self/fd/{fd}'))
    except OSError: pass
"""
    )
    # fonts that matplotlib holds open are read-only files of the jail's own view
    kinds = [line.split(":")[0] for line in text(done).splitlines() if not line.endswith(".ttf")]
    assert all(kind in {"/dev/null", "socket", "/memfd", "/proc/2/fd"} for kind in kinds), kinds
    assert kinds.count("socket") == 1


def test_two_jails_do_not_see_each_other(full_run):
    first = full_run("open('secret.txt', 'w').write('x'); open('/tmp/secret', 'w').write('x')")
    second = full_run("import os; print(os.listdir('.'), sorted(os.listdir('/tmp')), sorted(os.listdir('/dev/shm')))")
    assert text(second) == f"[] {leading_to_libraries('/tmp')} {leading_to_libraries('/dev/shm')}\n"
    first.close()


def test_where_walls_would_be_weak_it_refuses_unless_told():
    with pytest.raises(WeakIsolation, match=r"Landlock.*--allow-weak-isolation"):
        Zygote.start(walls=Walls.WEAK)


def test_weak_walls_still_run_and_say_so():
    with Zygote.start(walls=Walls.WEAK, allow_weak=True) as started:
        assert started.isolation.walls is Walls.WEAK
        with started.run_notebook([CellSource("a", "import os; os.fork() == 0 and os._exit(0); print(6 * 7)")]) as done:
            assert text(done, "a") == "42\n"
            channel = done.snapshot()
            channel.send(("has", "os"))
            assert channel.receive() == ("value", True)
            channel.close()


@pytest.mark.parametrize(
    ("missing", "walls"),
    [
        (set(), Walls.FULL),
        ({"landlock"}, Walls.FULL),
        ({"user_namespace"}, Walls.GUARDED),
        ({"net_namespace"}, Walls.GUARDED),
        ({"mount_namespace", "landlock"}, Walls.WEAK),
        ({"seccomp"}, Walls.WEAK),
    ],
)
def test_walls_are_as_strong_as_what_the_kernel_offers(missing, walls):
    offered = {field.name: field.name not in missing for field in fields(Isolation)}
    found = Isolation(**offered)
    assert found.walls is walls
    assert bool(found.missing) == (walls is not Walls.FULL)
    assert walls.meaning.lower().startswith(walls.value)


# root's home is closed to others: in a mount namespace of the test's own, show the libraries in it
NEEDED = (sys.prefix, sys.base_prefix, str(REPOSITORY))
ENVIRONMENT, PYTHON, PROJECT = map(shlex.quote, NEEDED)
COVER_HOME = "mount -t tmpfs -o mode=0755 tmpfs /root" if any(path.startswith("/root/") for path in NEEDED) else ""
OPEN_LIBRARIES = f"""
set -e
mount -t tmpfs tmpfs /mnt
mkdir /mnt/a /mnt/b /mnt/c
mount --bind {ENVIRONMENT} /mnt/a
mount --bind {PYTHON} /mnt/b
mount --bind {PROJECT} /mnt/c
{COVER_HOME}
mkdir -p {PROJECT} {PYTHON}
mount --bind /mnt/c {PROJECT}
mkdir -p {ENVIRONMENT}
mount --bind /mnt/a {ENVIRONMENT}
mount --bind /mnt/b {PYTHON}
exec "$@"
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="the tests already run as an ordinary user")
def test_works_as_an_ordinary_user(tmp_path):
    need(Walls.FULL)
    script = tmp_path / "as_user.py"
    script.write_text(
        """
import os
from autograder.jail.inside.warm import warm_up
warm_up(())
from autograder.jail.outside.notebook import CellSource
from autograder.jail.outside.zygote import Zygote
assert os.getuid() != 0
zygote = Zygote.start()
run = zygote.run_notebook([CellSource('a', 'import os; print(os.getuid(), os.listdir("/home"), os.path.exists("/root/.bashrc"))')])
print(run.outputs['a'][0]['text'])
channel = run.snapshot(); channel.send(('has', 'os')); print(channel.receive())
run.close(); zygote.close(); os._exit(0)
"""
    )
    for folder in (tmp_path, *tmp_path.parents):
        if folder.is_relative_to("/tmp/pytest-of-root"):
            folder.chmod(0o755)
    python = ["setpriv", "--reuid=12345", "--regid=12345", "--clear-groups", sys.executable]
    environment = {**os.environ, "HOME": str(tmp_path), "MPLCONFIGDIR": "/tmp"}
    command = ["unshare", "--mount", "sh", "-c", OPEN_LIBRARIES, "sh", *python, str(script)]
    done = subprocess.run(command, capture_output=True, text=True, cwd="/", env=environment)
    assert done.stdout == "1000 ['student'] False\n\n('value', True)\n", done.stderr
