"""Pages made from the known mistakes of every assignment: nothing of a check or a reference shows."""

from __future__ import annotations

import os
import shutil
from itertools import zip_longest
from pathlib import Path

import nbformat
import pytest

from autograder.class_run.run import grade_class
from autograder.course import Course
from autograder.course.answers import answers_of, with_answers
from autograder.course.master import read_master
from autograder.course.release import release as make_release
from autograder.course.solution import SolutionFolder
from autograder.diagnosis.examples import MISTAKE
from autograder.feedback.generate import generate_feedback
from tests.conftest import ROOT
from tests.feedback.conftest import hand_in
from tests.feedback.leaks import (
    hidden_lines,
    leaked_lines,
    paths_of_the_machine,
    scheme_lines,
    visible_text,
    written_by,
)
from tests.tiny import allow_what_this_machine_has

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")

# every mistake takes minutes: `make certify` looks at all of them
ROUNDS = None if os.environ.get("ALL_MISTAKES") else 3


def answers_with_mistakes(solution: SolutionFolder) -> list[dict[str, str]]:
    """Sets of answers that together make every known mistake, one a question and set."""
    files = [sorted((solution.checks / name / MISTAKE).glob("*.py")) for name in solution.checked_questions]
    rounds = [[path for path in some if path] for some in zip_longest(*files)]
    return [{path.parent.parent.name: path.read_text() for path in some} for some in rounds]


def test_no_page_of_a_mistake_shows_what_is_hidden(course: Course, assignment: str, tmp_path: Path) -> None:
    copy, solution = Course(tmp_path / "course"), course.solution(assignment)
    # hints are told on purpose, and finding them would run every mistake once more
    ignored = shutil.ignore_patterns("mistakes", "variants", "costs.toml", "__pycache__")
    shutil.copytree(solution.path, copy.solutions / assignment, ignore=ignored)
    for name in ("nbgrader_config.py", "course.toml"):
        shutil.copy(ROOT / name, copy.root)
    allow_what_this_machine_has(copy)
    make_release(copy, assignment)
    release, master = nbformat.read(copy.release(assignment), as_version=4), read_master(solution.master)
    right, rounds = answers_of(master), answers_with_mistakes(solution)[:ROUNDS]
    handed_in = {f"s{place}": with_answers(release, right | wrong) for place, wrong in enumerate(rounds)}
    for student, notebook in handed_in.items():
        hand_in(copy, student, notebook, f"{assignment}.ipynb", assignment)
    assert {row.state for row in grade_class(copy, assignment, jobs=2).rows} == {"graded"}
    hidden = hidden_lines([solution.path], written_by(release))
    assert hidden
    for student, page in generate_feedback(copy, assignment).items():
        text, own = visible_text(page.read_text()), written_by(handed_in[student])
        assert leaked_lines(page.read_text(), hidden, own) == []
        assert paths_of_the_machine(page.read_text(), tmp_path) == []
        assert [line for line in scheme_lines(master) if line in text and line not in " ".join(own.split())] == []
