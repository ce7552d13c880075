"""Runs inside a Gradescope container: grades the one submission there is, and writes results.json.

Started by `run_autograder`, from what `autograder export --to gradescope` packed. The folder that Gradescope calls
/autograder can be named in GRADESCOPE_ROOT, to try it elsewhere.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
import traceback
import warnings
from pathlib import Path

from nbgrader.api import Gradebook
from sqlalchemy.exc import SAWarning

from autograder.class_run.run import grade_class
from autograder.course import Course
from autograder.errors import CourseError
from autograder.export.results import Json, feedback_of, reading_graded, results, walls_around
from autograder.jail.walls.isolation import isolation
from autograder.jail.walls.strength import Walls

STUDENT = "submission"
SETTINGS = "gradescope.json"
NOT_GRADED = "The autograder could not grade this submission; this is no fault of yours. Your instructor sees why."


def main() -> int:
    """Grade and write results.json; without a score where grading fails, so that Gradescope reports a failure."""
    warnings.filterwarnings("ignore", category=SAWarning)
    root = Path(os.environ.get("GRADESCOPE_ROOT", "/autograder"))
    settings = json.loads((root / "source" / SETTINGS).read_text())
    target = root / "results" / "results.json"
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        found = grade(root, settings)
    except Exception as error:  # whatever is in a submission, Gradescope gets an answer
        if isinstance(error, CourseError):
            print(f"error: {error}", file=sys.stderr)
        else:
            traceback.print_exc()
        target.write_text(json.dumps({"output": NOT_GRADED, "stdout_visibility": "hidden"}))
        return 1
    target.write_text(json.dumps(found, indent=1))
    return 0


def grade(root: Path, settings: Json) -> Json:
    """Grade what lies in submission/ with the course that lies in source/."""
    assignment, allow_weak = settings["assignment"], settings["allow_weak_isolation"]
    available = isolation()
    print(available.walls.meaning, *available.missing, sep="\n", file=sys.stderr)
    if available.walls is Walls.WEAK and not allow_weak:
        raise CourseError(
            "This container offers too little isolation for student code, see above. Either grade on a machine of your "
            "own, or export again with --allow-weak-isolation: then a submission can read the hidden checks."
        )
    with tempfile.TemporaryDirectory() as folder:
        course = Course(Path(folder) / "course")
        shutil.copytree(root / "source" / "course", course.root)
        _take(root / "submission", course.submission(STUDENT, assignment))
        row = grade_class(course, assignment, jobs=1, allow_weak=allow_weak).rows[0]
        if row.state == "failed":
            raise CourseError(" ".join(row.notes))
        with Gradebook(course.db_url) as gradebook, reading_graded() as read:
            feedback = feedback_of(course, gradebook, assignment, STUDENT, read)
        return results(feedback, walls_around(course, assignment, STUDENT), settings["visibility"])


def _take(submission: Path, folder: Path) -> None:
    """Copy the notebooks only: nothing else is graded, and a time stamp that a student handed in would count."""
    folder.mkdir(parents=True)
    # unlike Path.rglob, os.walk passes over folders that cannot be read
    found = [Path(place, name) for place, _, names in os.walk(submission) for name in names if name.endswith(".ipynb")]
    for path in sorted(found):
        is_taken = path.is_symlink() or path.is_file()
        if is_taken and ".ipynb_checkpoints" not in path.parts:
            target = folder / path.name
            # of two of one name the first may be a link, through which the second would be written elsewhere
            target.unlink(missing_ok=True)
            shutil.copy(path, target, follow_symlinks=False)


if __name__ == "__main__":
    sys.exit(main())
