"""The folders and files of a course: every path that the package uses, as nbgrader's settings define it."""

from __future__ import annotations

import ast
import contextlib
import copy
import os
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.course.output import link_course, output_folder
from autograder.course.settings import SETTINGS_FILE, Settings, read_settings
from autograder.course.solution import SolutionFolder
from autograder.errors import CourseError

if TYPE_CHECKING:
    from nbgrader.coursedir import CourseDirectory
    from traitlets.config import Config

CONFIG_FILE = "nbgrader_config.py"
SOLUTIONS = "solutions"
GRADEBOOK = "gradebook.db"
"""The file of the gradebook, where the settings name no other one."""
HANDED_IN = frozenset({"submitted", "autograded", "feedback", ".autograder", "exported"})
"""Folders that hold what students handed in, or copies of it, under the names that they usually have."""
_STEP_FOLDERS = frozenset({"submitted_directory", "autograded_directory", "feedback_directory"})
NOBODY = "."
"""The student id that nbgrader uses for folders that belong to no student: sources and releases."""


@dataclass(frozen=True)
class Course:
    """A course folder, known by its nbgrader_config.py and solutions/."""

    root: Path

    @property
    def settings(self) -> Settings:
        """What course.toml says."""
        return read_settings(self.root)

    @property
    def solutions(self) -> Path:
        """The folder that holds all that is secret, and nothing else."""
        return self.root / SOLUTIONS

    @property
    def hidden(self) -> tuple[Path, ...]:
        """The folders that student code must not see: the course, and the one that it links to."""
        return tuple(dict.fromkeys((self.root, self.solutions.resolve().parent)))

    @property
    def belongs_to_caller(self) -> bool:
        """Whether nobody else, but for root, can have written the configuration, which is a program."""
        owners = {path.lstat().st_uid for path in (self.root.resolve(), self.root / CONFIG_FILE)}
        return owners <= {os.getuid(), 0}

    @property
    def assignments(self) -> tuple[str, ...]:
        """The names of all assignments, in order."""
        return tuple(sorted(path.parent.name for path in self.solutions.glob("*/master.py")))

    def solution(self, assignment: str) -> SolutionFolder:
        """The secret folder of an assignment; for an unknown one, the error lists the known assignments."""
        folder = SolutionFolder(self.solutions / assignment)
        if not folder.master.is_file():
            raise CourseError(
                f"There is no assignment '{assignment}'. This course has: {', '.join(self.assignments) or 'none yet'}."
            )
        return folder

    def master(self, assignment: str) -> Path:
        return self.solution(assignment).master

    def source(self, assignment: str) -> Path:
        """The notebook that nbgrader makes a release from; it is made from the master."""
        return self._step("source", NOBODY, assignment) / f"{assignment}.ipynb"

    def release(self, assignment: str) -> Path:
        """The students' notebook."""
        return self._step("release", NOBODY, assignment) / f"{assignment}.ipynb"

    def submission(self, student: str, assignment: str) -> Path:
        """The folder with what a student handed in."""
        return self._step("submitted", student, assignment)

    def submissions(self, assignment: str) -> dict[str, Path]:
        """The submission folder of every student who handed in something."""
        return self._students("submitted", assignment)

    def autograded(self, student: str, assignment: str) -> Path:
        """The notebook that grading wrote."""
        return self._step("autograded", student, assignment) / f"{assignment}.ipynb"

    def all_autograded(self, assignment: str) -> dict[str, Path]:
        """The graded notebook of every student who has one."""
        folders = self._students("autograded", assignment)
        notebooks = {student: folder / f"{assignment}.ipynb" for student, folder in folders.items()}
        return {student: path for student, path in notebooks.items() if path.is_file()}

    @property
    def students(self) -> frozenset[str]:
        """All students who handed in something, or were graded, in any assignment."""
        steps = ("submitted", "autograded")
        found = (self._students(step, assignment) for step in steps for assignment in self.assignments)
        return frozenset(student for folders in found for student in folders)

    def feedback(self, student: str, assignment: str) -> Path:
        """A student's page of feedback."""
        return self._step("feedback", student, assignment) / f"{assignment}.html"

    def feedback_folders(self, assignment: str) -> dict[str, Path]:
        """The feedback folder of every student who has one."""
        return self._students("feedback", assignment)

    def holds_handed_in(self, path: Path) -> bool:
        """Whether a path leads to what students handed in, or to a copy of it; the configuration is not run for that."""
        if not path.is_relative_to(self.root):
            return False
        named = {*HANDED_IN, *_named_folders(self.root / CONFIG_FILE)}
        return any(path.is_relative_to(self.root / name) for name in named)

    def reports(self, assignment: str) -> Path:
        """The folder for pages about the class."""
        return self.root / "reports" / assignment

    def exported(self, assignment: str) -> Path:
        """The folder for grades on their way back to an LMS."""
        return self.root / "exported" / assignment

    def worked(self, assignment: str) -> Path:
        """The folder for the worked solution, which students get after the due date; never a part of a release or kit."""
        return self.exported(assignment) / "solutions"

    @property
    def private(self) -> Path:
        """The folder for what we store between two commands."""
        return self.root / ".autograder"

    @property
    def results(self) -> Path:
        """Stored results of grading."""
        return self.private / "results"

    def collected(self, assignment: str) -> Path:
        """The list of what was collected for an assignment."""
        return self.private / "collected" / f"{assignment}.json"

    def earlier_handins(self, assignment: str) -> Path:
        """The folder for what students handed in before they handed in something else."""
        return self.private / "archive" / assignment

    def graded_answers(self, student: str, assignment: str) -> Path:
        """The digests of the answers that a person has graded."""
        return self.private / "answers" / assignment / student

    @property
    def db_url(self) -> str:
        """The address of the gradebook."""
        return str(self._directory().db_url)

    def nbgrader_config(self) -> Config:
        """The course's nbgrader configuration; its root is the course folder, whatever the current folder is."""
        return copy.deepcopy(self._directory().config)

    def keep_configuration(self) -> None:
        """From now on go on with the configuration as it is: where walls are weak, student code may write its file."""
        _kept.setdefault(self.root, self._directory())

    def _config_file(self) -> tuple[Path, int, int]:
        path = self.root / CONFIG_FILE
        try:
            status = path.stat()
        except OSError:
            raise CourseError(f"There is no {CONFIG_FILE} in {self.root}: it is not a course folder.") from None
        return path, status.st_mtime_ns, status.st_size

    def _directory(self) -> CourseDirectory:
        return _kept.get(self.root) or _directory(*self._config_file())

    def _step(self, step: str, student: str, assignment: str) -> Path:
        directory = self._directory()
        return Path(directory.format_path(getattr(directory, f"{step}_directory"), student, assignment))

    def _students(self, step: str, assignment: str) -> dict[str, Path]:
        """The folders of one step of nbgrader (submitted, autograded), by student."""
        directory = self._directory()
        name = getattr(directory, f"{step}_directory")
        pattern = re.compile(
            directory.format_path(re.escape(name), "(?P<student>[^/]+)", re.escape(assignment), escape=True)
        )
        folders = Path(directory.root).glob(
            os.path.relpath(directory.format_path(name, "*", assignment), directory.root)
        )
        found = {match["student"]: folder for folder in folders if (match := pattern.fullmatch(str(folder)))}
        return dict(sorted(found.items()))


@lru_cache(maxsize=8)
def _directory(path: Path, changed: int, size: int) -> CourseDirectory:
    """nbgrader's view of a course, with the configuration in a file; read again when the file has changed."""
    from nbgrader.coursedir import CourseDirectory
    from traitlets.config.loader import PyFileConfigLoader

    _put_own_commands_on_path()
    config = PyFileConfigLoader(path.name, path=str(path.parent)).load_config()
    config.CourseDirectory.root = str(path.parent)
    return CourseDirectory(config=config)


_kept: dict[Path, CourseDirectory] = {}
"""Courses whose configuration is not read again, by their folders."""


def read_configurations_again() -> None:
    """Read each configuration anew when it is next needed, for a process in which no student code runs any more."""
    _kept.clear()


def _put_own_commands_on_path() -> None:
    """nbgrader calls `alembic` by name; find it even when no environment is active, or it belongs to another one."""
    folders = [str(Path(sys.executable).parent)]
    with contextlib.suppress(PackageNotFoundError):
        found = distribution("alembic")
        folders += [
            str(Path(str(found.locate_file(path))).resolve().parent)
            for path in found.files or ()
            if path.name == "alembic"
        ]
    for folder in folders:
        if folder not in os.environ.get("PATH", "").split(os.pathsep):
            os.environ["PATH"] = folder + os.pathsep + os.environ.get("PATH", os.defpath)


def course_of(config: Config) -> Course:
    """The course that a step of nbgrader's pipeline works in."""
    from nbgrader.coursedir import CourseDirectory

    return Course(Path(CourseDirectory(config=config).root))


def find_root(start: Path | None = None) -> Path | None:
    """The folder of the course that contains a folder, by default the current one."""
    folder = (start or Path.cwd()).resolve()
    courses = [
        each for each in (folder, *folder.parents) if (each / CONFIG_FILE).is_file() and (each / SOLUTIONS).is_dir()
    ]
    # a student may hand in a folder that looks like a course, and the configuration of a course is a program
    return next((each for each in courses if not _is_handed_in(each, courses)), None)


def _is_handed_in(folder: Path, courses: Sequence[Path]) -> bool:
    """Whether a folder lies in one that holds what students handed in, of any of some courses or by its name."""
    above = (Course(each) for each in courses if each != folder)
    return not HANDED_IN.isdisjoint(folder.parts[:-1]) or any(each.holds_handed_in(folder) for each in above)


def _named_folders(config: Path) -> frozenset[str]:
    """The folders of nbgrader's steps that a configuration names; it is read, not run."""
    try:
        tree = ast.parse(config.read_text(encoding="utf-8"))
    except (OSError, ValueError, SyntaxError, RecursionError):
        return frozenset()
    return frozenset(
        node.value.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
        and node.value.value.strip("./")
        and any(isinstance(each, ast.Attribute) and each.attr in _STEP_FOLDERS for each in node.targets)
    )


def working_folder(root: Path) -> Path:
    """The folder in which a course is worked with: its own, or the one that everything is to be written to."""
    place = output_folder()
    # a course below that folder, as the demonstration's, was written there, and is worked with where it is
    if place is None or root.is_relative_to(place):
        return root
    link_course(root, place, (CONFIG_FILE, SETTINGS_FILE, SOLUTIONS))
    return place


def find_course(start: Path | None = None) -> Course:
    """The course that contains a folder; by default the current one, and then wherever it is to be worked with."""
    root = find_root(start)
    if root is None:
        raise CourseError(
            f"No course here: neither {(start or Path.cwd()).resolve()} nor a folder above it has {CONFIG_FILE} and "
            f"{SOLUTIONS}/. Change into the course folder and try again."
        )
    return Course(working_folder(root) if start is None else root)
