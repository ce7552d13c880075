"""Damaged notebooks graded for real: by our command, by plain nbgrader, and by nbgrader as it comes."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell
from nbgrader.api import Gradebook
from nbgrader.apps import NbGraderAPI

from autograder.class_run.run import ClassRun, grade_class
from autograder.course import Course
from autograder.course.answers import answers_of, with_answers
from autograder.course.cells import grade_id
from autograder.course.folder import read_configurations_again
from autograder.course.master import read_master
from autograder.feedback.generate import generate_feedback
from autograder.intake.collect import collect
from autograder.nbgrader.judge import end_pools
from tests.conftest import A0
from tests.gradebook import autograded, grades
from tests.intake.damage import copied, place_of, shuffled, split, stripped, without
from tests.intake.packing import pack
from tests.tiny import configure, make_tiny_course

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")

ROSTER = "id,name,email\n" + "".join(
    f"{each.lower()},{each} Student,{each.lower()}@x\n" for each in ("Anna", "Ben", "Cleo", "Dora", "Emil")
)
STOCK = """
c = get_config()
c.CourseDirectory.course_id = "stock"
c.CourseDirectory.release_directory = "notebooks"
c.ClearMarkScheme.enforce_metadata = False
"""
WRONG = "def area(radius):\n    return 3.141592653589793 * radius"


def full(course: Course) -> NotebookNode:
    return with_answers(nbformat.read(course.release(A0), as_version=4), answers_of(read_master(course.master(A0))))


def hand_in(course: Course, student: str, notebook: NotebookNode) -> Path:
    folder = course.root / "submitted" / student / A0
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{A0}.ipynb").write_text(nbformat.v4.writes(notebook))
    return folder


def nbgrader(course: Course, *arguments: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PATH": os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"]}
    command = [sys.executable, "-W", "ignore", "-m", "nbgrader", *arguments]
    return subprocess.run(command, cwd=course.root, env=env, capture_output=True, text=True, check=False)


def damaged(course: Course) -> dict[str, NotebookNode]:
    """A class whose editors did all they can."""
    notebook = full(course)
    mixed = stripped(split(shuffled(notebook, 2), "area", 2), keep_ids=True)
    mixed.cells.insert(1, new_code_cell("print('mine')"))
    mixed.metadata["kernelspec"] = {"name": "python3"}  # not what the format asks for, but seen
    return {
        "Anna": notebook,
        "Ben": stripped(notebook),
        "Cleo": mixed,
        "Dora": without(with_answers(notebook, {"area": WRONG}), "imports", "test_area"),
        "Emil": copied(notebook, "area", len(notebook.cells), source=WRONG),
    }


@dataclass(frozen=True)
class Graded:
    """The class on its way from Moodle's zip into the gradebook."""

    course: Course
    run: ClassRun


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Graded:
    place = tmp_path_factory.mktemp("intake")
    course = make_tiny_course(place / "course")
    (place / "roster.csv").write_text(ROSTER)
    files = {
        f"{name} Student_{number}_assignsubmission_file_/homework.ipynb": nbformat.v4.writes(notebook).encode()
        for number, (name, notebook) in enumerate(damaged(course).items())
    }
    collection = collect(course, A0, pack(place / "moodle.zip", files), place / "roster.csv")
    assert not collection.left
    return Graded(course, grade_class(course, A0, jobs=2))


def test_from_moodles_zip_to_grades(graded: Graded) -> None:
    assert {row.student: row.state for row in graded.run.rows} == dict.fromkeys(
        ["anna", "ben", "cleo", "dora", "emil"], "graded"
    )
    found = {name: (own["test_area"][0], own["test_mean"][0]) for name, own in grades(graded.course).items()}
    assert found == {"anna": (3, 2), "ben": (3, 2), "cleo": (3, 2), "dora": (2, 2), "emil": (2, 2)}


def test_what_was_done_is_told_and_written_down(graded: Graded) -> None:
    remarks = {row.student: " ".join(row.remarks) for row in graded.run.rows}
    assert remarks["anna"] == ""
    words = {
        "ben": "8 cells had lost",
        "cleo": "split into 2 parts",
        "dora": "'imports', 'test_area'",
        "emil": "copies differ",
    }
    assert {name: word in remarks[name] for name, word in words.items()} == dict.fromkeys(words, True)
    noted = {row.student: autograded(graded.course, row.student).metadata["autograder"] for row in graded.run.rows}
    assert "recovery" not in noted["anna"]
    assert {name: noted[name]["recovery"]["certainty"] for name in words} == {
        "ben": "sure", "cleo": "sure", "dora": "sure", "emil": "doubtful",
    }  # fmt: skip
    assert noted["emil"]["recovery"]["notes"] == list(
        next(row.remarks for row in graded.run.rows if row.student == "emil")
    )
    rules = {name: [finding["rule"] for finding in own["preflight"]] for name, own in noted.items()}
    assert rules == {
        "anna": ["executed"], "ben": ["executed"], "cleo": ["executed"],
        "dora": ["executed", "locked", "locked"], "emil": ["executed", "cells"],
    }  # fmt: skip


def test_a_recovered_notebook_is_graded_as_the_undamaged_one(graded: Graded) -> None:
    right, recovered = (autograded(graded.course, student) for student in ("anna", "ben"))
    assert recovered.cells == right.cells
    assert recovered.metadata["autograder"]["key"] == right.metadata["autograder"]["key"]


def test_doubtful_answers_wait_for_a_person_and_keep_their_score(graded: Graded) -> None:
    found = grades(graded.course)
    assert found["emil"] == {"test_area": (2, True), "test_mean": (2, False), "explain_mean": (None, True)}
    assert found["ben"] == {"test_area": (3, False), "test_mean": (2, False), "explain_mean": (None, True)}


def test_plain_nbgrader_and_formgraders_button_see_the_same_cells(graded: Graded, tmp_path: Path) -> None:
    plain, button = (make_tiny_course(tmp_path / name) for name in ("plain", "button"))
    for course in (plain, button):
        for name, notebook in damaged(course).items():
            hand_in(course, name.lower(), notebook)
    done = nbgrader(plain, "autograde", A0)
    assert done.returncode == 0, done.stderr
    api = NbGraderAPI(config=button.nbgrader_config())
    try:
        for name in damaged(button):
            assert api.autograde(A0, name.lower())["success"]
    finally:
        end_pools()
    assert grades(plain) == grades(button) == grades(graded.course)
    for course in (plain, button):
        for row in graded.run.rows:
            own, other = autograded(course, row.student), autograded(graded.course, row.student)
            for notebook in (own, other):
                notebook.metadata.autograder.pop("submitted")  # the time of handing in is part of it
            assert (own.cells, own.metadata) == (other.cells, other.metadata), row.student


def test_grading_again_changes_nothing(graded: Graded) -> None:
    before = grades(graded.course)
    again = grade_class(graded.course, A0)
    assert {row.state for row in again.rows} == {"unchanged"}
    assert [row.remarks for row in again.rows] == [row.remarks for row in graded.run.rows]
    assert grades(graded.course) == before


def test_stock_nbgrader_gives_a_stripped_notebook_zero_and_says_nothing(graded: Graded, tmp_path: Path) -> None:
    stock = Course(tmp_path)
    (tmp_path / "source" / A0).mkdir(parents=True)
    (tmp_path / "nbgrader_config.py").write_text(STOCK)
    nbformat.write(read_master(graded.course.master(A0)), tmp_path / "source" / A0 / f"{A0}.ipynb")
    assert nbgrader(stock, "generate_assignment", A0, "--create").returncode == 0
    for name in ("Anna", "Ben"):
        hand_in(stock, name.lower(), damaged(graded.course)[name])
    done = nbgrader(stock, "autograde", A0, "--create")
    assert done.returncode == 0
    with Gradebook(f"sqlite:///{tmp_path}/gradebook.db") as gradebook:
        scores = {name: gradebook.find_submission(A0, name).score for name in ("anna", "ben")}
    assert scores == {"anna": 5, "ben": 0}
    ours = grades(graded.course)
    assert ours["ben"] == ours["anna"]


def test_a_bad_time_is_set_aside_and_told(tiny_course: Course) -> None:
    bad = "yesterday, I promise"
    for student in ("ours", "plain"):
        (hand_in(tiny_course, student, full(tiny_course)) / "timestamp.txt").write_text(bad)
    run = grade_class(tiny_course, A0, ["ours"])
    assert [row.state for row in run.rows] == ["graded"]
    assert "does not hold the time" in run.rows[0].remarks[0]
    done = nbgrader(tiny_course, "autograde", A0, "--student", "plain")
    assert done.returncode == 0, done.stderr
    found = grades(tiny_course)
    assert (
        found["ours"]
        == found["plain"]
        == {"test_area": (3, False), "test_mean": (2, False), "explain_mean": (None, True)}
    )
    for student in ("ours", "plain"):
        folder = tiny_course.root / "submitted" / student / A0
        assert (folder / "timestamp.unreadable.txt").read_text() == bad
        recovery = autograded(tiny_course, student).metadata["autograder"]["recovery"]
        assert (recovery["certainty"], len(recovery["notes"])) == ("doubtful", 1)


def test_findings_cost_points_only_where_the_course_says_so(tiny_course: Course) -> None:
    hand_in(tiny_course, "anna", without(full(tiny_course), "imports"))
    hand_in(tiny_course, "zero", nbformat.read(tiny_course.release(A0), as_version=4))

    def penalties() -> dict[str, float | None]:
        grade_class(tiny_course, A0, force=True)
        with Gradebook(f"sqlite:///{tiny_course.root}/gradebook.db") as gradebook:
            found = gradebook.assignment_submissions(A0)
            return {each.student.id: each.notebooks[0].late_submission_penalty for each in found}

    assert penalties() == {"anna": None, "zero": None}
    before = (tiny_course.root / "nbgrader_config.py").read_text()
    configure(tiny_course, "c.PreflightPenalty.points_per_finding = 0.75")
    assert penalties() == {"anna": 1.5, "zero": 0.0}
    assert autograded(tiny_course, "anna").metadata["autograder"]["preflight_penalty"] == 1.5
    page = generate_feedback(tiny_course, A0)["anna"].read_text()
    assert "Rules of handing in not followed" in page
    assert "Handed in late" not in page
    configure(tiny_course, "c.PreflightPenalty.most = 1.0")
    assert penalties() == {"anna": 1.0, "zero": 0.0}
    read_configurations_again()
    (tiny_course.root / "nbgrader_config.py").write_text(before)
    assert penalties() == {"anna": None, "zero": None}


def test_forged_notes_about_the_intake_are_dropped(tiny_course: Course) -> None:
    notebook = full(tiny_course)
    forged = {"recovery": {"certainty": "sure", "notes": ["all fine"], "cells": ["test_area"]}, "preflight": []}
    notebook.metadata["autograder"] = forged
    notebook.cells[place_of(notebook, "imports")].source = "import math, os"
    hand_in(tiny_course, "anna", notebook)
    grade_class(tiny_course, A0)
    noted = autograded(tiny_course, "anna").metadata["autograder"]
    assert "recovery" not in noted
    assert [finding["rule"] for finding in noted["preflight"]] == ["executed", "locked"]
    assert grade_id(autograded(tiny_course, "anna").cells[1]) == "imports"
