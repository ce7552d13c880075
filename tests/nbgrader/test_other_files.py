"""Files beside the notebook, through grading and feedback: none stops a run, none is a page beside ours."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

import nbformat
import pytest
from nbgrader.apps import NbGraderAPI

from autograder.class_run.run import GradedRow, grade_class
from autograder.course import Course
from autograder.course.answers import answers_of, with_answers
from autograder.course.folder import read_configurations_again
from autograder.course.master import read_master
from autograder.feedback.generate import generate_feedback
from autograder.nbgrader.judge import end_pools
from tests.conftest import A0
from tests.intake.packing import make_deep
from tests.tiny import make_tiny_course

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")

SCRIPT = "<script>document.title = 'pwned'</script>"
PAGES = ("PAGE.HTML", "x.Htm", "x.shtml", "x.xht", "p.html", "d[1]/page.html", "d[1]/evil.svg", "d[1]/deep/x.MHTML")
OTHERS = ("data.csv", "more[2]/picture.png")
SECONDS = 20
"""Far more than the class takes; nbgrader's own way of copying takes more than forty seconds for many files alone."""


def hand_in(course: Course, student: str) -> Path:
    folder = course.submission(student, A0)
    folder.mkdir(parents=True)
    release = nbformat.read(course.release(A0), as_version=4)
    right = with_answers(release, answers_of(read_master(course.master(A0))))
    (folder / f"{A0}.ipynb").write_text(nbformat.v4.writes(right))
    return folder


def hand_in_pages(course: Course, student: str) -> None:
    folder = hand_in(course, student)
    for name in (*PAGES, "d[1]/__pycache__/a.pyc", *OTHERS):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(SCRIPT)
    (folder / "timestamp.txt").write_text("2025-03-01 10:00:00 UTC")
    (folder / "submission_secret.txt").write_text("secret")


def found_in(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


@dataclass(frozen=True)
class Graded:
    course: Course
    rows: dict[str, GradedRow]
    seconds: float


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Graded:
    course = make_tiny_course(tmp_path_factory.mktemp("others") / "course")
    source = course.source(A0).parent
    (source / "given").mkdir(parents=True, exist_ok=True)
    (source / "data.csv").write_text("ours")
    (source / "given" / "more.csv").write_text("ours")
    for student in ("anna", "zoe"):
        hand_in(course, student)
    in_the_way = hand_in(course, "in_the_way")
    (in_the_way / "data.csv").mkdir()
    (in_the_way / "data.csv" / "x").write_text("theirs")
    (in_the_way / "given").write_text("theirs")
    make_deep(hand_in(course, "longer_than_a_path"), ["d" * 250] * 20)
    long = hand_in(course, "long")
    make_deep(long, ["d" * 250] * ((4090 - len(str(long))) // 251))
    many = hand_in(course, "many")
    for number in range(1990):
        (many / f"{number:04}{'.html.htm' * 30}"[:250]).with_suffix(".x").write_text("")
    hand_in_pages(course, "pages")
    began = time.monotonic()
    run = grade_class(course, A0, jobs=1)
    return Graded(course, {row.student: row for row in run.rows}, time.monotonic() - began)


def test_nothing_that_is_handed_in_is_a_fault_of_ours(graded: Graded) -> None:
    states = {student: row.state for student, row in graded.rows.items()}
    odd = {"longer_than_a_path": "unreadable", "long": "unreadable"}
    assert states == dict.fromkeys(states, "graded") | odd
    for student in odd:
        assert "more than the 1,000 bytes allowed" in graded.rows[student].notes[0]
    assert graded.seconds < SECONDS


def test_the_courses_files_are_there_whatever_stood_in_their_way(graded: Graded) -> None:
    for student in ("anna", "in_the_way"):
        folder = graded.course.autograded(student, A0).parent
        assert {(folder / name).read_text() for name in ("data.csv", "given/more.csv")} == {"ours"}


def test_what_a_browser_runs_is_not_copied_and_the_rest_is(graded: Graded) -> None:
    found = found_in(graded.course.autograded("pages", A0).parent)
    ours = {f"{A0}.ipynb", "timestamp.txt", "submission_secret.txt", "given/more.csv"}
    assert found == {*OTHERS, *ours}


def test_beside_a_page_of_feedback_lies_nothing_of_the_students(graded: Graded) -> None:
    began = time.monotonic()
    assert generate_feedback(graded.course, A0).keys() == graded.rows.keys()
    assert time.monotonic() - began < SECONDS
    for student in graded.rows:
        sent = {"timestamp.txt", "submission_secret.txt"} if student == "pages" else set()
        assert found_in(graded.course.feedback(student, A0).parent) == {f"{A0}.html", *sent}


def test_a_course_whose_configuration_is_older_has_the_same_folders(graded: Graded) -> None:
    config = graded.course.root / "nbgrader_config.py"
    before = config.read_text()
    config.write_text("".join(line for line in before.splitlines(keepends=True) if "post_convert_hook" not in line))
    try:
        generate_feedback(graded.course, A0, ["pages"])
    finally:
        config.write_text(before)
    assert found_in(graded.course.feedback("pages", A0).parent) == {
        f"{A0}.html", "timestamp.txt", "submission_secret.txt",
    }  # fmt: skip


def test_plain_nbgrader_copies_none_either(tmp_path: Path) -> None:
    course = make_tiny_course(tmp_path / "course")
    hand_in_pages(course, "pages")
    api = NbGraderAPI(config=course.nbgrader_config())
    try:
        assert api.autograde(A0, "pages")["success"]
    finally:
        end_pools()
        read_configurations_again()
    sent = {"timestamp.txt", "submission_secret.txt"}
    compiled = {"d[1]/__pycache__/a.pyc"}  # nbgrader does not find it there, and no browser runs it
    assert found_in(course.autograded("pages", A0).parent) - compiled == {f"{A0}.ipynb", *OTHERS, *sent}
    assert api.generate_feedback(A0, "pages")["success"]
    assert found_in(course.feedback("pages", A0).parent) == {f"{A0}.html", *sent}
