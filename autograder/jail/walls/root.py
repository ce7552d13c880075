"""The file system a jail sees: a new root into which only what Python needs is bound, read-only."""

import os
import site
import sys
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from autograder.jail.walls import kernel

HOME = "/home/student"
USER_ID = 1000

_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_PREFIXES = ("/usr", "/usr/local")
_PARTS = ("bin", "lib", "lib32", "lib64", "libexec", "include", "share", "etc", "pyvenv.cfg")
"""What belongs to an installation of Python; beside it in the same folder there may be a course."""
_ETC = ("ld.so.cache", "ld.so.conf", "ld.so.conf.d", "fonts", "alternatives", "mime.types")
DEVICES = ("null", "zero", "full", "random", "urandom")
_FILES = {
    "/etc/passwd": f"student:x:{USER_ID}:{USER_ID}::{HOME}:/bin/sh\n",
    "/etc/group": f"student:x:{USER_ID}:\n",
    "/etc/hosts": "127.0.0.1 localhost\n",
    "/etc/nsswitch.conf": "passwd: files\ngroup: files\nhosts: files\n",
}
_COVERED = ("/tmp", HOME, "/dev/shm")
"""What each jail covers with a disk of its own."""
_ASIDE = "/.aside"
"""Where libraries that lie below a covered folder are held, with the folders that lead to them."""
_READ_ONLY = kernel.ATTR_RDONLY | kernel.ATTR_NOSUID | kernel.ATTR_NODEV


@dataclass(frozen=True)
class Layout:
    """Which paths of the machine are visible in the jail, and which of those are covered again."""

    shown: tuple[str, ...]
    masked: tuple[str, ...]
    sources: Mapping[str, str]
    """For each path that is shown, the path without links: after a change of root, links would lead elsewhere."""

    @property
    def held_aside(self) -> tuple[str, ...]:
        """The paths below folders that each jail covers."""
        return tuple(path for path in self.shown if any(is_below(path, covered) for covered in _COVERED))

    @property
    def shown_again(self) -> tuple[str, ...]:
        """What stands in a covered folder itself and leads to libraries, or is one."""
        return tuple(sorted({_first_below(path) for path in self.held_aside}))


def layout(hidden: Iterable[str | Path]) -> Layout:
    """Show the system's programs and this interpreter's libraries, but nothing below a hidden path."""
    shown = {path for path in _SYSTEM if os.path.isdir(path) and not os.path.islink(path)}
    shown.update(f"/etc/{name}" for name in _ETC if os.path.exists(f"/etc/{name}"))
    prefixes = {sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix}
    libraries = {os.path.join(prefix, part) for prefix in prefixes for part in _PARTS}
    libraries.update(path for path in (*sys.path, *site.getsitepackages()) if _is_library(path))
    if sys.base_prefix.startswith("/nix/store/"):
        libraries.add("/nix/store")
    for path in libraries:
        if os.path.exists(path):
            shown.update({os.path.abspath(path), os.path.realpath(path)})
    package = Path(__file__).resolve().parents[2]
    # where Jupyter and nbgrader look for settings, a database's password among them
    settings = [f"{prefix}/etc/{name}" for prefix in (*_PREFIXES, *prefixes) for name in ("jupyter", "ipython")]
    covered = {
        str(form) for path in (package, *settings, *hidden) for form in (Path(path).absolute(), Path(path).resolve())
    }
    masked = {path for path in covered if os.path.isdir(path) and any(is_below(path, top) for top in shown)}
    wanted = sorted((path for path in shown if not _comes_with(path, shown, masked)), key=_depth)
    return Layout(tuple(wanted), tuple(sorted(masked, key=_depth)), {path: os.path.realpath(path) for path in wanted})


def _is_library(path: str) -> bool:
    return os.path.basename(path) in {"site-packages", "dist-packages"}


def _comes_with(path: str, shown: Collection[str], masked: Collection[str]) -> bool:
    """Whether a path is visible anyway, because a folder above it is shown and not covered in between."""
    above = [top for top in shown if top != path and is_below(path, top)]
    if not above:
        return False
    nearest = max(above, key=len)
    return not any(is_below(mask, nearest) and is_below(path, mask) for mask in masked)


def is_below(path: str, top: str) -> bool:
    """Whether a path is a folder or lies below it."""
    return path == top or path.startswith(top.rstrip("/") + "/")


def _first_below(path: str) -> str:
    """The path up to its first part below the folder that each jail covers."""
    covered = max((folder for folder in _COVERED if is_below(path, folder)), key=len)
    return "/".join(path.split("/")[: covered.count("/") + 2])


def _depth(path: str) -> tuple[int, str]:
    return path.count("/"), path


def enter(view: Layout) -> None:
    """Make the layout the root of this process's mount namespace; nothing else stays reachable."""
    kernel.mount("none", "/", flags=kernel.MS_REC | kernel.MS_PRIVATE)
    kernel.mount("stage", "/tmp", "tmpfs", kernel.MS_NOSUID | kernel.MS_NODEV, "mode=0755")
    os.mkdir("/tmp/old")
    os.mkdir("/tmp/new")
    kernel.pivot_root("/tmp", "/tmp/old")
    os.chdir("/")
    kernel.mount("root", "/new", "tmpfs", kernel.MS_NOSUID | kernel.MS_NODEV, "mode=0755")
    _fill(view)
    os.mkdir("/new/.old")
    kernel.pivot_root("/new", "/new/.old")
    os.chdir("/")
    kernel.unmount("/.old")
    os.rmdir("/.old")
    held = (_ASIDE + path for path in view.held_aside)
    for path in (*view.shown, *view.masked, *held):
        kernel.set_mount_attributes(path, _READ_ONLY)
    # IPython wants to make a profile while it warms up; each jail covers this with a disk of its own
    kernel.mount("warm", "/tmp", "tmpfs", kernel.MS_NOSUID | kernel.MS_NODEV, "size=1m,mode=1777")
    kernel.set_mount_attributes("/", _READ_ONLY, recursive=False)
    _show_again(view, below="/tmp")


def _fill(view: Layout) -> None:
    for path in ("/proc", *_COVERED):
        os.makedirs("/new" + path, mode=0o755)
    # a nested namespace may mount its own /proc only where a whole one is already visible
    _bind("/proc", "/proc")
    for path in _SYSTEM:
        if os.path.islink("/old" + path):
            # relative, so that it leads to the same place before and after the change of root
            os.symlink(os.readlink("/old" + path).lstrip("/"), "/new" + path)
    # outer paths first, so that a library inside a masked folder is shown and the rest of the folder is not
    for path in sorted({*view.shown, *view.masked}, key=_depth):
        if path in view.masked and path not in view.shown:
            kernel.mount("mask", "/new" + path, "tmpfs", kernel.MS_NOSUID | kernel.MS_NODEV, "mode=0755")
        else:
            _bind(view.sources[path], path)
    for path in view.held_aside:
        _bind(path, _ASIDE + path, root="/new")
    for name in DEVICES:
        _bind(f"/dev/{name}", f"/dev/{name}")
    for name, target in (("fd", ""), ("stdin", "/0"), ("stdout", "/1"), ("stderr", "/2")):
        os.symlink(f"/proc/self/fd{target}", f"/new/dev/{name}")
    for path, text in _FILES.items():
        os.makedirs(os.path.dirname("/new" + path), exist_ok=True)
        Path("/new" + path).write_text(text)


def _bind(source: str, target: str, root: str = "/old", new: str = "/new") -> None:
    source, target = root + source, new + target
    if os.path.isdir(source):
        os.makedirs(target, exist_ok=True)
    else:
        os.makedirs(os.path.dirname(target), exist_ok=True)
        Path(target).touch()
    kernel.mount(source, target, flags=kernel.MS_BIND | kernel.MS_REC)


def _show_again(view: Layout, below: str = "/") -> None:
    """Show libraries where they belong, after a disk was mounted over that place; nobody writes on the way to them."""
    for path in view.shown_again:
        if is_below(path, below):
            _bind(_ASIDE + path, path, root="", new="")


def mount_private_disk(view: Layout, disk: int, files: int) -> None:
    """Mount what is private to one jail: its own /proc, and one small disk for home, /tmp and /dev/shm."""
    flags = kernel.MS_NOSUID | kernel.MS_NODEV
    kernel.mount("proc", "/proc", "proc", flags | kernel.MS_NOEXEC)
    kernel.mount("disk", "/tmp", "tmpfs", flags, f"size={disk},nr_inodes={files},mode=0755")
    for name, target in (("home", HOME), ("shm", "/dev/shm"), ("tmp", "/tmp")):
        os.mkdir(f"/tmp/{name}", mode=0o700)
        kernel.mount(f"/tmp/{name}", target, flags=kernel.MS_BIND)
    _show_again(view)
