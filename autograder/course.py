"""Where a course keeps its things: masters, releases, submissions, gradebook."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from traitlets.config import Config
from traitlets.config.loader import PyFileConfigLoader

from autograder.errors import CourseError

CONFIG_FILE = "nbgrader_config.py"
CHECKS = Path(__file__).resolve().parent / "checks"


@dataclass(frozen=True)
class Course:
    """A course folder, known by its nbgrader_config.py."""

    root: Path

    @property
    def masters(self) -> Path:
        return self.root / "solutions"

    @property
    def assignments(self) -> tuple[str, ...]:
        """Names of all assignments that have a master, in order."""
        return tuple(sorted(path.stem for path in self.masters.glob("a[0-9]*.py")))

    def master(self, assignment: str) -> Path:
        """The master of an assignment; an unknown one is an error that lists those there are."""
        path = self.masters / f"{assignment}.py"
        if not path.is_file():
            raise CourseError(
                f"There is no assignment '{assignment}'. This course has: {', '.join(self.assignments) or 'none yet'}."
            )
        return path

    def source(self, assignment: str) -> Path:
        return self.root / "source" / assignment / f"{assignment}.ipynb"

    def release(self, assignment: str) -> Path:
        return self.root / "notebooks" / assignment / f"{assignment}.ipynb"

    @property
    def checks(self) -> Path:
        """The folder of the hidden checks: the package's own, unless the course's configuration names another."""
        configured = self.nbgrader_config().JudgeSubmission.get("checks", "")
        return Path(configured) if configured else CHECKS

    @property
    def db_url(self) -> str:
        """The address of the gradebook."""
        from nbgrader.coursedir import CourseDirectory

        return str(CourseDirectory(config=self.nbgrader_config()).db_url)

    def nbgrader_config(self) -> Config:
        """The course's nbgrader configuration, rooted in the course folder wherever it is called from."""
        _put_own_commands_on_path()
        config = PyFileConfigLoader(CONFIG_FILE, path=str(self.root)).load_config()
        config.CourseDirectory.root = str(self.root)
        return config


def _put_own_commands_on_path() -> None:
    """nbgrader calls `alembic` by name; find the one beside this Python even when no environment is active."""
    own = str(Path(sys.executable).parent)
    if own not in os.environ.get("PATH", "").split(os.pathsep):
        os.environ["PATH"] = own + os.pathsep + os.environ.get("PATH", os.defpath)


def find_course(start: Path | None = None) -> Course:
    """The course that contains a folder, by default the current one."""
    folder = (start or Path.cwd()).resolve()
    for candidate in (folder, *folder.parents):
        if (candidate / CONFIG_FILE).is_file() and (candidate / "solutions").is_dir():
            return Course(candidate)
    raise CourseError(
        f"No course here: neither {folder} nor a folder above it has {CONFIG_FILE} and solutions/. "
        "Change into the course folder and try again."
    )
