"""Pages of the real assignment, made from its known mistakes: nothing of a check or a reference shows."""

from __future__ import annotations

import shutil
from itertools import zip_longest
from pathlib import Path

import nbformat
import pytest

from autograder.course.folder import Course
from autograder.feedback.generate import generate_feedback
from autograder.course.answers import fill, solutions
from autograder.class_run.run import grade_class
from autograder.course.master import read_master
from autograder.course.release import release as make_release
from tests.conftest import A1, ROOT
from tests.feedback.conftest import hand_in
from tests.feedback.leaks import (
    hidden_lines,
    leaked_lines,
    paths_of_the_machine,
    scheme_lines,
    visible_text,
    written_by,
)

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")

CHECKS = ROOT / "autograder" / "checks"


def answers_with_mistakes() -> list[dict[str, str]]:
    """Sets of answers that together make every known mistake, one a question and set."""
    questions = sorted(path.parent.parent.name for path in (CHECKS / A1).glob("*/mistakes/*.py"))
    files = [sorted((CHECKS / A1 / name / "mistakes").glob("*.py")) for name in dict.fromkeys(questions)]
    rounds = [[path for path in some if path] for some in zip_longest(*files)]
    return [{path.parent.parent.name: path.read_text() for path in some} for some in rounds]


def test_no_page_of_a_mistake_shows_what_is_hidden(tmp_path: Path) -> None:
    course, checks = Course(tmp_path / "course"), tmp_path / "checks"
    shutil.copytree(ROOT / "solutions", course.masters)
    # hints are told on purpose, and finding them would run every mistake once more
    shutil.copytree(CHECKS, checks, ignore=shutil.ignore_patterns("mistakes", "variants"))
    config = (ROOT / "nbgrader_config.py").read_text()
    (course.root / "nbgrader_config.py").write_text(f"{config}\nc.JudgeSubmission.checks = {str(checks)!r}\n")
    make_release(course, A1)
    release, master = nbformat.read(course.release(A1), as_version=4), read_master(course.master(A1))
    right = solutions(master)
    handed_in = {f"s{place}": fill(release, right | wrong) for place, wrong in enumerate(answers_with_mistakes())}
    for student, notebook in handed_in.items():
        hand_in(course, student, notebook, f"{A1}.ipynb", A1)
    assert {row.state for row in grade_class(course, A1, jobs=2).rows} == {"graded"}
    hidden = hidden_lines([CHECKS, ROOT / "autograder" / "reference"], written_by(release))
    for student, page in generate_feedback(course, A1).items():
        text, own = visible_text(page.read_text()), written_by(handed_in[student])
        assert leaked_lines(page.read_text(), hidden, own) == []
        assert paths_of_the_machine(page.read_text(), tmp_path) == []
        assert [line for line in scheme_lines(master) if line in text and line not in " ".join(own.split())] == []
