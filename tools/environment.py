"""The environment for `make`: finds one that has everything, or makes one. Run by whatever Python there is.

environment.py where     print which one make uses: active, project (.venv here) or output (.venv in another folder)
environment.py set-up    make it, unless it is there
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036, an older Python gets as far as this line
    sys.exit(
        f"Python 3.11 or newer is needed, and {sys.executable} is {sys.version.split()[0]}. Name a newer one, for "
        "example: make demo PYTHON=python3.12"
    )

import importlib.util
import os
import shutil
import subprocess
import tempfile
import threading
import time
import tomllib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

root = Path(__file__).resolve().parent.parent
project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]

HEAVY = ("torch", "torchvision")
"""What makes up most of the download: an environment that has these is used all the same."""
SECONDS_BETWEEN_LINES = 20.0


def required(extra: str) -> Iterator[str]:
    """What an extra requires, and the extras of our own that it names."""
    own = f"{project['name']}["
    for text in project["optional-dependencies"][extra]:
        if text.startswith(own):
            for other in text.removeprefix(own).removesuffix("]").split(","):
                yield from required(other)
        else:
            yield text


def satisfied(requirement: str) -> bool:
    """Whether a distribution is installed in a version that the requirement allows."""
    from packaging.requirements import Requirement

    wanted = Requirement(requirement)
    try:
        return wanted.specifier.contains(version(wanted.name), prereleases=True)
    except PackageNotFoundError:
        return False


def ready() -> bool:
    """Whether the package is installed from this very folder, with all it requires."""
    try:
        import autograder

        here = Path(autograder.__file__).resolve().parent.parent == root
        version(project["name"])
        return here and all(map(satisfied, [*project["dependencies"], *required("dev")]))
    except (ImportError, PackageNotFoundError):
        return False


def has_heavy() -> bool:
    """Whether this Python has what takes longest to download."""
    try:
        return all(satisfied(text) for text in required("dev") if text.startswith(HEAVY))
    except ImportError:  # it has no packaging, and then hardly anything else
        return all(importlib.util.find_spec(name) for name in HEAVY)


def where() -> str:
    """Which environment make uses."""
    if ready():
        return "active"
    return "project" if os.access(root, os.W_OK) else "output"


def set_up(place: str) -> None:
    """Make the environment, unless it is there and newer than what it was made from."""
    if place == "active":
        return
    output = os.environ.get("AUTOGRADER_OUTPUT")
    if place == "output" and not output:
        sys.exit(f"{root} cannot be written. Name a folder for all that is written: make demo OUTPUT=/a/folder")
    folder = Path(output).absolute() if place == "output" and output else root
    environment, installed = folder / ".venv", folder / ".venv" / "installed"
    python = environment / "bin" / "python"
    if (
        python.exists()
        and installed.exists()
        and installed.stat().st_mtime >= (root / "pyproject.toml").stat().st_mtime
    ):
        return
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        sys.exit(
            f"{sys.executable} cannot make environments: its module venv or ensurepip is missing. Install it (on Debian "
            "and Ubuntu: apt install python3-venv), or name another Python: make demo PYTHON=python3.12"
        )
    reused = has_heavy()
    what = f"about 1 GB, because PyTorch is taken from {sys.prefix}" if reused else "about 6 GB, most of it PyTorch"
    say(f"Setting up {environment}: the course, JupyterLab, nbgrader and all they need, {what}.")
    say("This is done once, and takes 5 to 20 minutes, depending on the network and the disk.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        make(environment, reused)
    except OSError as error:
        sys.exit(f"{folder} cannot be written ({error.strerror}). Name another folder: make demo OUTPUT=/a/folder")
    except subprocess.CalledProcessError as error:
        sys.exit(f"Setting up failed, see above: {error.cmd} ended with code {error.returncode}. Try again: make setup")
    installed.touch()
    say("Set up.")


def make(environment: Path, reused: bool) -> None:
    """A virtual environment with the course in it, and PyTorch of this Python where that is reused."""
    if subprocess.run([sys.executable, "-m", "venv", str(environment)], check=False).returncode:
        raise subprocess.CalledProcessError(1, "venv")
    python = environment / "bin" / "python"
    found = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], check=True, capture_output=True
    )
    also_seen = Path(os.fsdecode(found.stdout).rstrip("\n"), "reused.pth")
    also_seen.unlink(missing_ok=True)
    if reused:
        # all else is installed here: commands and files in share/jupyter are found only in an environment's own folders
        light = [text for text in [*project["dependencies"], *required("dev")] if not text.startswith(HEAVY)]
        install(python, light, root)
    install_course(python, ["--no-deps"] if reused else [], "" if reused else "[dev]")
    if reused:
        also_seen.write_text("".join(f"{path}\n" for path in sys.path if path.endswith("-packages")), encoding="utf-8")
    mend_commands(environment)


def install_course(python: Path, options: list[str], extra: str) -> None:
    """Install the package itself."""
    if os.access(root, os.W_OK):
        install(python, [*options, "--editable", f".{extra}"], root)
        return
    with tempfile.TemporaryDirectory() as folder:  # setuptools writes beside the sources
        copy = Path(folder, "copy")
        shutil.copytree(root / "autograder", copy / "autograder", ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("pyproject.toml", project["readme"], *project["license-files"]):
            shutil.copy(root / name, copy)
        install(python, [*options, f".{extra}"], copy)


def mend_commands(environment: Path) -> None:
    """Quote the path of Python in the commands that pip wrote: it forgets letters that mean something to a shell.

    Where the path has a space, a command begins with a line that the shell obeys and Python reads over.
    """
    folder = str(environment.absolute())
    quoted = "".join(f"\\{letter}" if letter in '"$`\\' else letter for letter in folder)
    if quoted == folder:
        return
    own = (path for path in (environment / "bin").iterdir() if path.is_file() and not path.is_symlink())
    for command in own:
        text = command.read_bytes()
        if text.startswith(b"#!/bin/sh\n"):
            command.write_bytes(text.replace(os.fsencode(f'"{folder}/'), os.fsencode(f'"{quoted}/'), 1))


def install(python: Path, what: list[str], folder: Path) -> None:
    """Have pip install something, and show how far it is."""
    # not resolved: the environment's own Python is a link to another one
    command = [str(python.absolute()), "-m", "pip", "install", "--disable-pip-version-check", *what]
    if sys.stdout.isatty():
        if subprocess.run(command, check=False, cwd=folder).returncode:
            raise subprocess.CalledProcessError(1, "pip")
        return
    # in a log: a line now and then, and all that pip said when it fails
    lines: list[str] = []
    with subprocess.Popen(
        [*command, "--progress-bar", "off"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as pip:
        assert pip.stdout is not None
        reading = threading.Thread(target=lines.extend, args=(pip.stdout,))
        reading.start()
        began = time.monotonic()
        while reading.is_alive():
            reading.join(SECONDS_BETWEEN_LINES)
            steps = [line for line in lines if not line.startswith(" ")]  # details are indented
            if reading.is_alive() and steps:
                say(f"  {time.monotonic() - began:4.0f} s: {steps[-1].strip()[:90]}")
    if pip.returncode:
        say("".join(lines[-30:]))
        raise subprocess.CalledProcessError(pip.returncode, "pip")


def say(sentence: str) -> None:
    print(sentence, flush=True)


if __name__ == "__main__":
    if sys.argv[1:] == ["set-up"]:
        set_up(where())
    else:
        say(where())
