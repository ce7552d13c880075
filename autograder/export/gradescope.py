"""Gradescope: an autograder zip that runs our jail and judge there, and results for what was graded here."""

from __future__ import annotations

import importlib.metadata
import io
import json
import zipfile
from collections.abc import Iterator
from typing import Any

from nbgrader.api import Gradebook
from packaging.requirements import Requirement

from autograder import __version__
from autograder.course import Course
from autograder.course.folder import CONFIG_FILE
from autograder.course.release import generate_aside
from autograder.course.settings import SETTINGS_FILE
from autograder.course.solution import SolutionFolder
from autograder.diagnosis.examples import MISTAKE, VARIANT
from autograder.errors import CourseError
from autograder.export.container import SETTINGS
from autograder.export.grades import ClassGrades
from autograder.export.results import VISIBILITY, feedback_of, missing_walls, results
from autograder.grading.digest import PACKAGE
from autograder.intake.archive import MODE_SHIFT
from autograder.judge.bundle import read_bundle

DISTRIBUTION = "attention-course"
EXTRAS = ("course", "grading")
SETUP = """\
#!/usr/bin/env bash
# Runs once, when Gradescope builds the image: a Python that is new enough, and the package with what it requires.
# PyTorch comes with CUDA. For a smaller image, set PIP_EXTRA_INDEX_URL here to PyTorch's index of builds for CPUs.
set -euo pipefail
cd /autograder/source
new_enough() { command -v "$1" >/dev/null && "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; }
apt-get update -q
if ! new_enough python3; then
    apt-get install -y -q python3.11 python3.11-venv
fi
python=$(for each in python3 python3.13 python3.12 python3.11; do new_enough "$each" && echo "$each" && break; done)
apt-get install -y -q "$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')"
"$python" -m venv /autograder/venv
/autograder/venv/bin/pip install --quiet ./package
"""
RUN = """\
#!/usr/bin/env bash
# Runs for every submission, in /autograder.
set -euo pipefail
root=${GRADESCOPE_ROOT:-/autograder}
if [ -x "$root/venv/bin/python" ]; then
    PATH=$root/venv/bin:$PATH
fi
exec python -m autograder.export.container
"""
STAND_IN = "# The master is left out of this zip: where isolation is weak, a submission could read it.\n"
EXECUTABLE, NOT_EXECUTABLE = 0o100755, 0o100644
"""Modes of files."""
FIXED_TIME = (1980, 1, 1, 0, 0, 0)
"""The time of all files in the zip, so that the same course gives the same zip."""


def autograder_zip(course: Course, assignment: str, allow_weak: bool = False) -> bytes:
    """The zip to upload as autograder: set-up, run script, the package, and a course with this one assignment.

    Where weak isolation is allowed, a submission may read what lies in the container: then all that judging can do
    without (master, marking schemes, mistakes, variants) is left out, at the price of the hints. The checks and the
    references they compare with are needed, and stay.
    """
    settings = {"assignment": assignment, "allow_weak_isolation": allow_weak, "visibility": VISIBILITY}
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        _add(packed, "setup.sh", SETUP.encode(), EXECUTABLE)
        _add(packed, "run_autograder", RUN.encode(), EXECUTABLE)
        _add(packed, SETTINGS, json.dumps(settings, indent=1).encode())
        _add(packed, "package/pyproject.toml", _project().encode())
        for name, content in (*_package(), *_course(course, assignment, with_answers=not allow_weak)):
            _add(packed, name, content)
    return archive.getvalue()


def graded_results(course: Course, grades: ClassGrades) -> Iterator[tuple[str, str]]:
    """results.json of every student who was graded here."""
    with Gradebook(course.db_url) as gradebook:
        for student in grades.graded:
            feedback = feedback_of(course, gradebook, grades.assignment, student.student)
            walls = missing_walls(course, grades.assignment, student.student)
            yield student.student, json.dumps(results(feedback, walls), indent=1)


def _add(packed: zipfile.ZipFile, name: str, content: bytes, mode: int = NOT_EXECUTABLE) -> None:
    """Add a file to the zip."""
    entry = zipfile.ZipInfo(name, FIXED_TIME)
    entry.external_attr = mode << MODE_SHIFT
    entry.compress_type = zipfile.ZIP_DEFLATED
    packed.writestr(entry, content)


def _project() -> str:
    """A project file that installs the package and what it requires, and nothing for development."""
    required = list(_required())
    return (
        '[build-system]\nrequires = ["setuptools>=77"]\nbuild-backend = "setuptools.build_meta"\n\n'
        f'[project]\nname = "{DISTRIBUTION}"\nversion = "{__version__}"\nrequires-python = ">=3.11"\n'
        f"dependencies = {json.dumps(required, indent=4)}\n\n"
        '[tool.setuptools.packages.find]\ninclude = ["autograder*"]\n\n'
        '[tool.setuptools.package-data]\nautograder = ["**/*"]\n'
    )


def _required() -> Iterator[str]:
    """What grading the course's notebooks requires: our own dependencies and those of two extras."""
    for text in importlib.metadata.requires(DISTRIBUTION) or []:
        requirement = Requirement(text)
        wanted = requirement.marker is None or any(requirement.marker.evaluate({"extra": extra}) for extra in EXTRAS)
        if wanted:
            requirement.marker = None
            yield str(requirement)


def _package() -> Iterator[tuple[str, bytes]]:
    """The source of the package, which contains nothing of any assignment."""
    for path in sorted(PACKAGE.rglob("*")):
        relative = path.relative_to(PACKAGE)
        if path.is_file() and "__pycache__" not in relative.parts:
            yield f"package/autograder/{relative.as_posix()}", path.read_bytes()


def _course(course: Course, assignment: str, with_answers: bool) -> Iterator[tuple[str, bytes]]:
    """A course of one assignment and no students: the course's own gradebook would tell who takes part."""
    generated = generate_aside(course, assignment, with_schemes=with_answers)
    path = course.release(assignment)
    if not path.is_file() or generated.notebook != path.read_bytes():
        raise CourseError(f"The release of {assignment} is stale. Run: autograder release {assignment}")
    yield f"course/{CONFIG_FILE}", _configuration(course).encode()
    if (course.root / SETTINGS_FILE).is_file():
        yield f"course/{SETTINGS_FILE}", (course.root / SETTINGS_FILE).read_bytes()
    for name, content in _solution(course.solution(assignment), with_answers):
        yield f"course/solutions/{assignment}/{name}", content
    yield f"course/notebooks/{assignment}/{assignment}.ipynb", generated.notebook
    yield "course/gradebook.db", generated.gradebook


def _solution(solution: SolutionFolder, with_answers: bool) -> Iterator[tuple[str, bytes]]:
    """What judging needs of an assignment's folder; with answers also what hints are made from."""
    for name, text in read_bundle(solution).files.items():
        yield name, text.encode()
    if not with_answers:
        yield solution.master.name, STAND_IN.encode()
        return
    yield solution.master.name, solution.master.read_bytes()
    others = (*solution.path.glob("figures/*.png"), *solution.checks.glob(f"*/{MISTAKE}/*.py"))
    others = (*others, *solution.checks.glob(f"*/{VARIANT}/*.py"), solution.transcripts)
    for path in sorted(path for path in others if path.is_file()):
        yield path.relative_to(solution.path).as_posix(), path.read_bytes()


def _configuration(course: Course) -> str:
    """How the course grades, and nothing else of its configuration: that may hold passwords."""
    config = course.nbgrader_config()
    steps = [*config.Autograde.sanitize_preprocessors, *config.Autograde.autograde_preprocessors]
    sections = ["Autograde", *(str(step).rpartition(".")[2] for step in steps)]
    lines = [
        "from pathlib import Path",
        "c = get_config()",
        "c.CourseDirectory.root = str(Path(__file__).resolve().parent)",
        'c.CourseDirectory.release_directory = "notebooks"',
    ]
    for section in sections:
        if section not in config or section == "AssignLatePenalties":  # Gradescope counts late days itself
            continue
        lines += [f"c.{section}.{name} = {value!r}" for name, value in config[section].items() if _is_literal(value)]
    return "\n".join(lines) + "\n"


def _is_literal(value: Any) -> bool:
    """Whether a value can be written into a configuration file."""
    if isinstance(value, list):
        return all(map(_is_literal, value))
    return isinstance(value, bool | int | float | str)
