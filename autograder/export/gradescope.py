"""Gradescope: an autograder zip that runs our jail and judge there, and results for what was graded here."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from nbgrader.api import Gradebook

from autograder import __version__
from autograder.course import Course
from autograder.course.bounded import FailedInside
from autograder.course.folder import CONFIG_FILE, GRADEBOOK
from autograder.course.packing import packed
from autograder.course.release import generate_aside
from autograder.course.requirements import COURSE, DISTRIBUTION, GRADING, required
from autograder.course.settings import SETTINGS_FILE
from autograder.course.solution import SolutionFolder
from autograder.diagnosis.costs import COSTS
from autograder.diagnosis.examples import MISTAKE, VARIANT
from autograder.errors import CourseError
from autograder.export.container import SETTINGS
from autograder.export.grades import ClassGrades
from autograder.export.results import VISIBILITY, feedback_of, reading_graded, results, walls_around
from autograder.grading.digest import PACKAGE
from autograder.judge.bundle import read_bundle

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


def autograder_zip(course: Course, assignment: str, allow_weak: bool = False) -> bytes:
    """The zip to upload as autograder: set-up, run script, the package, and a course with this one assignment.

    Where weak isolation is allowed, a submission may read what lies in the container: then all that judging can do
    without (master, marking schemes, mistakes, variants) is left out, at the price of the hints. The checks and the
    references they compare with are needed, and stay.
    """
    settings = {"assignment": assignment, "allow_weak_isolation": allow_weak, "visibility": VISIBILITY}
    files = [
        ("setup.sh", SETUP.encode()),
        ("run_autograder", RUN.encode()),
        (SETTINGS, json.dumps(settings, indent=1).encode()),
        ("package/pyproject.toml", _project().encode()),
    ]
    course_files = _course(course, assignment, with_answers=not allow_weak)
    return packed((*files, *_package(), *course_files), executable=("setup.sh", "run_autograder"))


def graded_results(course: Course, grades: ClassGrades, left_out: dict[str, str]) -> Iterator[tuple[str, str]]:
    """results.json of every student who was graded here; one whose notebook cannot be read is left out, with the reason."""
    with Gradebook(course.db_url) as gradebook, reading_graded() as read:
        for student in grades.graded:
            try:
                feedback = feedback_of(course, gradebook, grades.assignment, student.student, read)
            except (CourseError, FailedInside) as error:
                left_out[student.student] = str(error)
                continue
            walls = walls_around(course, grades.assignment, student.student)
            yield student.student, json.dumps(results(feedback, walls), indent=1)


def _project() -> str:
    """A project file that installs the package and what it requires, and nothing for development."""
    needed = sorted({*required(), *required(COURSE, GRADING)})
    return (
        '[build-system]\nrequires = ["setuptools>=77"]\nbuild-backend = "setuptools.build_meta"\n\n'
        f'[project]\nname = "{DISTRIBUTION}"\nversion = "{__version__}"\nrequires-python = ">=3.11"\n'
        f"dependencies = {json.dumps(needed, indent=4)}\n\n"
        '[tool.setuptools.packages.find]\ninclude = ["autograder*"]\n\n'
        '[tool.setuptools.package-data]\nautograder = ["**/*"]\n'
    )


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
    yield f"course/{GRADEBOOK}", generated.gradebook


def _solution(solution: SolutionFolder, with_answers: bool) -> Iterator[tuple[str, bytes]]:
    """What judging needs of an assignment's folder; with answers also what hints are made from."""
    for name, text in read_bundle(solution).files.items():
        yield name, text.encode()
    if not with_answers:
        yield solution.master.name, STAND_IN.encode()
        return
    yield solution.master.name, solution.master.read_bytes()
    others = (
        *solution.path.glob("figures/*.png"),
        *solution.checks.glob(f"*/{MISTAKE}/*.py"),
        *solution.checks.glob(f"*/{COSTS}"),
    )
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
