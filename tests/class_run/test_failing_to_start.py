"""Where grading cannot start: one attempt, one sentence, exit code 1, and nothing written."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbgrader.api import Gradebook
from nbgrader.apps import NbGraderAPI

from autograder.course import Course
from autograder.course.answers import answers_of, with_answers
from autograder.course.master import read_master
from tests.conftest import A0
from tests.gradebook import grades

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")

STUDENTS = ("anna", "ben", "chen")
REFUSES = "raise zygote.WeakIsolation('There are no walls here.')"
BREAKS = "raise MemoryError('none is left')"
DIES = "os._exit(3)"
GRADE = ("autograder", "grade", A0)
PLAIN = ("nbgrader", "autograde", A0)


class Broken:
    """A course whose grading processes cannot start, because a library that they import first sees to that."""

    def __init__(self, course: Course, place: Path) -> None:
        self.course = course
        self.tried = place / "tried"
        self.library = place / "breaks_grading.py"
        (course.root / "course.toml").write_text('warm_up = ["breaks_grading"]\n')
        right = with_answers(
            nbformat.read(course.release(A0), as_version=4), answers_of(read_master(course.master(A0)))
        )
        for student in STUDENTS:
            folder = course.submission(student, A0)
            folder.mkdir(parents=True)
            nbformat.write(right, folder / f"{A0}.ipynb")
        unreadable = course.submission("aa first", A0)
        unreadable.mkdir(parents=True)
        (unreadable / f"{A0}.ipynb").touch()

    def when_started(self, line: str) -> None:
        """Say what starting a grading process does; each attempt is written down."""
        self.library.write_text(
            "import os\n"
            "from autograder.jail.outside import zygote\n\n"
            "def start(*arguments, **options):\n"
            f"    with open({str(self.tried)!r}, 'a') as file:\n"
            "        file.write('x')\n"
            f"    {line}\n\n"
            "zygote.Zygote.start = start\n"
        )

    def run(self, *command: str, flags: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
        path = os.pathsep.join([str(self.library.parent), os.environ.get("PYTHONPATH", "")])
        commands = os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"]
        return subprocess.run(
            [sys.executable, *flags, "-W", "ignore", "-m", *command],
            cwd=self.course.root,
            env={**os.environ, "PYTHONPATH": path, "PATH": commands, "COLUMNS": "500"},
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )

    def written(self) -> list[str]:
        """What there is that grading writes."""
        kept = [name for name in ("autograded", "feedback", "reports") if list(self.course.root.glob(f"{name}/**/*.*"))]
        with Gradebook(self.course.db_url) as gradebook:
            scores = [
                grade.auto_score
                for submission in gradebook.assignment_submissions(A0)
                for notebook in submission.notebooks
                for grade in notebook.grades
                if grade.auto_score is not None
            ]
        return kept + [str(score) for score in scores]


@pytest.fixture
def broken(tiny_course: Course, tmp_path: Path) -> Broken:
    return Broken(tiny_course, tmp_path)


@pytest.mark.parametrize(
    ("line", "words"),
    [(REFUSES, "There are no walls here."), (BREAKS, "MemoryError: none is left"), (DIES, "ended at once")],
)
def test_a_pool_that_cannot_come_up_is_one_sentence(broken: Broken, line: str, words: str) -> None:
    broken.when_started(line)
    done = broken.run(*GRADE, "--jobs", "1")
    assert done.returncode == 1, done.stderr
    assert done.stdout == ""
    (sentence,) = done.stderr.splitlines()
    assert sentence.startswith("error: Grading could not start: ")
    assert words in sentence
    assert broken.tried.read_text() == "x"
    assert broken.written() == []


def test_python_that_leaves_out_assertions_grades_nothing(broken: Broken) -> None:
    done = broken.run("autograder", "grade", A0, flags=("-O",))
    assert done.returncode == 1
    assert done.stderr.startswith("error: Grading could not start: this Python leaves out all assertions")
    assert len(done.stderr.splitlines()) == 1
    assert broken.written() == []


def test_several_processes_say_it_once(broken: Broken) -> None:
    broken.when_started(REFUSES)
    done = broken.run(*GRADE, "--jobs", "2")
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert len(broken.tried.read_text()) <= 2
    assert broken.written() == []


def test_plain_nbgrader_stops_at_the_first_submission(broken: Broken) -> None:
    for student in ("aa first",):
        shutil.rmtree(broken.course.submission(student, A0))
    broken.when_started(REFUSES)
    done = broken.run(*PLAIN)
    assert done.returncode == 1
    assert done.stderr.count("There are no walls here.") == 1
    assert "Traceback" not in done.stderr
    assert broken.tried.read_text() == "x"
    assert broken.written() == []
    # and nothing is in the way of the next attempt
    (broken.course.root / "course.toml").unlink()
    assert broken.run(*PLAIN).returncode == 0
    assert {own["test_area"] for own in grades(broken.course).values()} == {(3, False)}


def test_formgraders_button_shows_the_sentence(broken: Broken, monkeypatch: pytest.MonkeyPatch) -> None:
    from autograder.errors import CannotStart
    from autograder.grading.session import GradingSession

    def refuse(*arguments: object, **options: object) -> None:
        raise CannotStart("Grading could not start: there are no walls here.")

    monkeypatch.setattr(GradingSession, "result", refuse)
    outcome = NbGraderAPI(config=broken.course.nbgrader_config()).autograde(A0, "anna")
    assert not outcome["success"]
    assert "there are no walls here." in outcome["log"]
    assert "Traceback" not in outcome["log"]
    assert broken.written() == []


def test_demo_and_certify_end_the_same_way(broken: Broken) -> None:
    broken.when_started(REFUSES)
    for command in (("demo", "--folder", "shown"), ("certify", A0)):
        done = broken.run("autograder", *command)
        assert done.returncode == 1, done.stdout + done.stderr
        (sentence,) = [line for line in done.stderr.splitlines() if line]
        assert "There are no walls here." in sentence
    shown = broken.course.root / "shown"
    assert moodle_only(shown)
    assert not (broken.course.solution(A0).path / "certificate.json").exists()


def moodle_only(shown: Path) -> bool:
    """Whether a demonstration got as far as collecting."""
    return (shown / "submitted").is_dir() and not any(
        (shown / name).exists() for name in ("autograded", "feedback", "reports")
    )


def test_a_library_that_breaks_does_not_stop_grading(broken: Broken) -> None:
    broken.library.write_text("raise OSError('a file of this library is missing')\n")
    done = broken.run(*GRADE, "--jobs", "1")
    assert done.returncode == 0, done.stderr
    assert {own["test_area"][0] for student, own in grades(broken.course).items() if student in STUDENTS} == {3}


def test_a_check_that_breaks_is_ours_and_a_bad_submission_is_not(broken: Broken) -> None:
    (broken.course.root / "course.toml").unlink()
    bad = with_answers(nbformat.read(broken.course.release(A0), as_version=4), {"area": "import os\nos._exit(3)"})
    nbformat.write(bad, broken.course.submission("ben", A0) / f"{A0}.ipynb")
    done = broken.run(*GRADE, "--jobs", "1")
    assert "unreadable" in done.stdout
    assert "ended the program" in done.stdout
    assert done.returncode == 0, done.stdout
    checks = broken.course.solution(A0).checks / "area" / "test_area.py"
    checks.write_text(checks.read_text().replace('"""\n    ', '"""\n    1 / 0\n    ', 1))
    done = broken.run(*GRADE, "--jobs", "1")
    assert "grader fault in" in done.stdout
    assert done.returncode == 1
    # also when nothing is graded anew: somebody still has to look
    assert broken.run(*GRADE, "--jobs", "1").returncode == 1
