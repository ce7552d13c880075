"""`make` in folders with any name: which Python it takes, what it tells it, and what it says when it cannot."""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.conftest import ROOT

NAME = 'the "course" d\'été, ü'


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """What make needs of the project, and an environment whose Python only repeats what it was told."""
    root = tmp_path / NAME
    shutil.copytree(ROOT / "tools", root / "tools", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, root)
    python = root / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text('#!/bin/sh\necho "$AUTOGRADER_OUTPUT:" "$@"\n')
    python.chmod(0o755)
    (root / ".venv" / "installed").touch()
    return root


@pytest.fixture
def environment(project: Path) -> ModuleType:
    """tools/environment.py of that project."""
    spec = importlib.util.spec_from_file_location("environment", project / "tools" / "environment.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def make(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run make with this Python under a name with a space, as a folder may have."""
    link = project / "a python"
    if not link.is_symlink():
        link.symlink_to(sys.executable)
    env = {name: value for name, value in os.environ.items() if not name.startswith(("AUTOGRADER", "PYTHON", "MAKE"))}
    return subprocess.run(
        ["make", f"PYTHON={link}", *arguments], cwd=project, env=env, capture_output=True, text=True, check=False
    )


def test_make_works_in_a_folder_of_any_name(project: Path) -> None:
    done = make(project, "demo")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == ": -m autograder demo"


def test_another_folder_for_all_that_is_written_is_passed_on_as_it_is(project: Path) -> None:
    output = f"/somewhere/{NAME}"
    done = make(project, "demo", f"OUTPUT={output}")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == f"{output}: -m autograder demo"


def test_an_environment_that_is_older_than_what_it_was_made_from_is_made_again(
    environment: ModuleType, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Path] = []
    monkeypatch.setattr(environment, "make", lambda folder, reused: made.append(folder))
    environment.set_up("project")
    assert made == []
    os.utime(project / ".venv" / "installed", (0, 0))
    environment.set_up("project")
    assert made == [project / ".venv"]
    environment.set_up("project")
    assert len(made) == 1


def test_a_folder_that_cannot_be_written_is_a_sentence(
    environment: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    monkeypatch.delenv("AUTOGRADER_OUTPUT", raising=False)
    assert environment.where() == "output"
    with pytest.raises(SystemExit, match="make demo OUTPUT=/a/folder"):
        environment.set_up("output")
    (tmp_path / "a file").touch()
    monkeypatch.setenv("AUTOGRADER_OUTPUT", str(tmp_path / "a file"))
    with pytest.raises(SystemExit, match="cannot be written"):
        environment.set_up("output")


def test_a_python_that_cannot_make_environments_is_a_sentence(
    environment: ModuleType, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / ".venv" / "installed").unlink()
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "ensurepip" else find(name))
    with pytest.raises(SystemExit, match="python3-venv"):
        environment.set_up("project")


def test_a_python_that_is_too_old_is_a_sentence(project: Path) -> None:
    script = "import sys, runpy; sys.version_info = (3, 10, 1); runpy.run_path('tools/environment.py')"
    done = subprocess.run([sys.executable, "-c", script], cwd=project, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("Python 3.11 or newer is needed")
    assert len(done.stderr.splitlines()) == 1


def test_commands_start_in_a_folder_of_any_name(environment: ModuleType, tmp_path: Path) -> None:
    folder = tmp_path / f"{NAME} $HOME `x`"
    (folder / "bin").mkdir(parents=True)
    (folder / "bin" / "python").symlink_to(sys.executable)
    command = folder / "bin" / "greet"
    # as pip writes it
    first = f"""#!/bin/sh\n\'\'\'exec' "{folder}/bin/python" "$0" "$@"\n' \'\'\'\n"""
    command.write_text(first + "import sys\nprint('hello', *sys.argv[1:])\n")
    command.chmod(0o755)
    environment.mend_commands(folder)
    done = subprocess.run([command, "a b"], capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("hello a b\n", 0), done.stderr


def test_only_pytorch_is_taken_from_an_environment_that_has_it(
    environment: ModuleType, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Commands and files of Jupyter in another environment would not be found from ours."""
    asked: list[str] = []

    def install(python: Path, what: list[str], folder: Path) -> None:
        assert not list(project.glob(".venv/lib/*/site-packages/reused.pth")), "seen while others are installed"
        asked.extend(what)

    monkeypatch.setattr(environment, "install", install)
    shutil.rmtree(project / ".venv")
    for _ in range(2):  # the second time, the first one's are there
        environment.make(project / ".venv", reused=True)
    wanted = {text.partition(">")[0].partition("=")[0] for text in asked}
    assert {"nbgrader", "jupyterlab", "nbclient", "ruff", "--no-deps", "."} <= wanted
    assert not {"torch", "torchvision"} & wanted
    (seen,) = project.glob(".venv/lib/*/site-packages/reused.pth")
    assert any(Path(folder, "torch").is_dir() for folder in seen.read_text().splitlines())
