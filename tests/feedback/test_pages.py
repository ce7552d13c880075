"""The pages of a class that was graded for real."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from html import unescape
from pathlib import Path

import nbformat
import pytest
from typer.testing import CliRunner

from autograder.cli import app
from autograder.course import Course
from autograder.course.master import read_master
from autograder.errors import CourseError
from autograder.feedback.content import Feedback
from autograder.feedback.generate import generate_feedback
from autograder.feedback.submission import GradedSubmission
from tests.conftest import A0, ROOT
from tests.feedback import attacks
from tests.feedback.conftest import Pages
from tests.feedback.leaks import (
    hidden_lines,
    leaked_lines,
    paths_of_the_machine,
    scheme_lines,
    visible_text,
    written_by,
)

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")

STUDENTS = ("anna", "ben", "carl", "dora", "emil", attacks.STUDENT, "finn", "lena", "mia", "nora", "olga")


def text_of(page: str) -> str:
    return " ".join(unescape(re.sub(r"<style>.*?</style>|<[^>]*>", " ", page, flags=re.DOTALL)).split())


def test_every_student_gets_one_page_and_nothing_that_is_html_beside_it(pages: Pages) -> None:
    assert sorted(pages.files) == sorted(STUDENTS)
    for file in pages.files.values():
        assert [path.name for path in file.parent.glob("*.html")] == [f"{A0}.html"]


def test_a_page_names_the_student_and_all_points(pages: Pages) -> None:
    text = text_of(pages["anna"])
    assert "Anna Ångström & Co anna" in text
    assert "5.5 of 6 points" in text
    assert "1a Area of a circle 3 / 3 – 3 / 3" in text
    assert "1b Mean 2 / 2 0.5 / 1 2.5 / 3" in text
    assert "✓ The circle of radius 1 has area pi. 2 / 2" in text


def test_the_written_answer_comes_with_points_picture_formulas_and_comment(pages: Pages) -> None:
    page = pages["anna"]
    assert "Your written answer 0.5 / 1" in text_of(page)
    assert "<em>divide</em> by <strong>zero</strong>" in page
    assert "<mfrac><mn>1</mn><mn>0</mn></mfrac>" in page
    assert "<mi>lim</mi>" in page
    assert 'see <span class="math"><math><mi>n</mi><mo>=</mo><mn>0</mn></math></span>.' in page
    assert re.search(r'<img src="data:image/png;base64,[^"]+" alt="sketch">', page)
    assert "Say <em>which</em> division" in page


def test_cells_that_the_student_added_are_there(pages: Pages) -> None:
    assert "A cell of your own:" in pages["anna"]
    assert "def square(x): return x * x print('helper', square(3)) helper 9" in visible_text(pages["anna"])


def test_an_unfilled_notebook_says_so(pages: Pages) -> None:
    text = text_of(pages["ben"])
    assert text.count("This cell is as it was handed out") == 2
    assert "No answer was written." in text
    assert "0 of 6 points" in text


def test_a_killed_cell_and_a_time_out_are_told_once_where_they_happened(pages: Pages) -> None:
    assert text_of(pages["carl"]).count("Running this cell ended the program (it exited with code 1)") == 1
    assert text_of(pages["finn"]).count("This cell ran longer than 3 s and was interrupted.") == 1


def test_a_recognised_mistake_is_a_hint_and_a_persons_points_are_named(pages: Pages) -> None:
    text = text_of(pages["dora"])
    assert "Hint The area grows with the radius itself here. What happens to a square" in text
    assert "✗ Twice the radius is four times the area." in text
    assert "Points set by a person: 2.5. Without that, there would be 2.75. Extra credit: 0.25." in text


def test_a_recognised_mistake_says_what_it_costs_and_that_the_failed_checks_follow_from_it(pages: Pages) -> None:
    text = text_of(pages["olga"])
    assert "Recognised mistake costs 0.25 of 3 points The area grows with the radius itself here." in text
    assert "failed because of this mistake. So it alone costs points: 3 − 0.25 = 2.75 ." in text
    assert "1a Area of a circle 2.75 / 3" in text
    # the points of the single checks do not add up to those
    assert "✗ Twice the radius is four times the area. 0 / 1" not in text
    assert "Hint" not in text


def test_given_cells_that_were_changed_or_lost_are_told_where_they_belong(pages: Pages) -> None:
    text = text_of(pages["mia"])
    top, area, mean = re.split(r"1a · Area of a circle|1b · Mean", text)
    assert "The given cell imports was missing; it was put back for grading." in top
    assert "You changed the given cell test_area ; the original was used for grading." in area
    assert "given cell" not in mean
    assert "given cell" not in text_of(pages["anna"])


def test_a_syntax_error_is_said_once_with_its_line_and_caret(pages: Pages) -> None:
    mean = pages["nora"][pages["nora"].index('id="q-mean"') :]
    assert mean.count("syntax error in line 1") == 1
    assert "def mean(numbers)\n                 ^</pre>" in mean
    assert "did not run" not in mean[mean.index('<ul class="checks">') :]
    assert "SyntaxError" not in mean


def test_questions_with_full_marks_are_folded_and_no_others(pages: Pages) -> None:
    questions = re.findall(r'<details class="card question([^"]*)"( open)?>', pages["anna"])
    assert questions == [(" nothing-lost", ""), ("", " open")]
    # nothing is lost while a person has still to look at it
    assert re.findall(r'<details class="card question([^"]*)"( open)?>', pages["carl"]) == [
        (" nothing-lost", ""),
        ("", " open"),
    ]
    assert "Show only what lost points" in pages["carl"]


def test_an_unreadable_submission_says_why(pages: Pages) -> None:
    text = text_of(pages["emil"])
    assert "Your submission could not be read Several notebooks were handed in" in text
    assert "'other.ipynb'" in text


def test_what_is_not_graded_yet_is_not_a_zero(pages: Pages) -> None:
    text = text_of(pages["carl"])
    assert "So far: 1 answer is not graded yet." in text
    assert "Your written answer not graded yet · 1 point It would divide by zero." in text
    assert "3 earned 1 waiting for a person 2 lost" in text


def test_a_late_penalty_is_shown_with_its_cost(pages: Pages) -> None:
    text = text_of(pages["lena"])
    assert "2 of 6 points 2 earned 1 waiting for a person 3 lost Handed in 2 days 2 hours late: −3 points" in text
    assert "Handed in 2 days 2 hours late −3 Total 2 / 6" in text


def test_the_students_own_output_and_trimmed_traceback_are_there(pages: Pages) -> None:
    page, text = pages["nora"], text_of(pages["nora"])
    assert "100%|##########|" in text
    assert "radius 2 from os.py" in text
    assert "UserWarning: careful" in text
    assert '<figure><img src="data:image/png;base64,' in page
    assert '---> 15 input("your name?")' in text
    assert "The cell has a syntax error in line 1: expected ':'." in text
    assert "numpy.linalg.LinAlgError: Singular matrix" in text
    assert 'File "' not in text
    assert "autograder" not in text


@pytest.mark.parametrize("student", STUDENTS)
def test_nothing_hidden_is_in_a_page(pages: Pages, student: str) -> None:
    page, master = pages[student], read_master(pages.course.master(A0))
    release = nbformat.read(pages.course.release(A0), as_version=4)
    hidden = hidden_lines([ROOT / "solutions", pages.course.solutions], written_by(release))
    assert "assert_close(student.area(6.0), 36 * math.pi)" in hidden
    graded = nbformat.read(pages.course.root / "autograded" / student / A0 / f"{A0}.ipynb", as_version=4)
    assert leaked_lines(page, hidden, written_by(graded)) == []
    assert paths_of_the_machine(page, pages.course.root, pages.course.root.parent) == []
    text = visible_text(page)
    assert [line for line in scheme_lines(master) if line in text] == []
    assert "MARK SCHEME" not in text
    assert [
        other for other in ("anna", "dora", "emil", "lena") if other != student and re.search(rf"\b{other}\b", text)
    ] == []


def test_nbgraders_own_command_writes_the_same_pages(pages: Pages, tmp_path: Path) -> None:
    ours = {student: pages[student] for student in STUDENTS}
    copy = tmp_path / "course"
    shutil.copytree(pages.course.root, copy)
    config = (copy / "nbgrader_config.py").read_text()
    (copy / "nbgrader_config.py").write_text(f"{config}\nc.CourseDirectory.root = {str(copy)!r}\n")
    shutil.rmtree(copy / "feedback")
    command = [str(Path(sys.executable).parent / "nbgrader"), "generate_feedback", A0]
    env = {**os.environ, "HOME": str(tmp_path), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=copy, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    theirs = {student: (copy / "feedback" / student / A0 / f"{A0}.html").read_text() for student in STUDENTS}
    assert theirs == ours


def test_the_command_writes_the_pages_of_some_students_and_says_where(
    pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = {student: pages[student] for student in ("anna", "dora")}
    for student in before:
        pages.files[student].unlink()
    monkeypatch.chdir(pages.course.root)
    result = CliRunner().invoke(app, ["feedback", A0, "--student", "anna", "--student", "dora"])
    assert result.exit_code == 0, result.output
    assert f"feedback/anna/{A0}/{A0}.html\nfeedback/dora/{A0}/{A0}.html\n" in result.output
    assert {student: pages[student] for student in before} == before


def test_a_student_who_was_not_graded_is_an_error_that_says_what_to_do(pages: Pages) -> None:
    with pytest.raises(CourseError, match=r"Not graded yet for a0_tiny: zoe\. Run: autograder grade a0_tiny"):
        generate_feedback(pages.course, A0, ["zoe"])


def test_without_kept_results_the_graded_notebook_is_enough(pages: Pages, tmp_path: Path) -> None:
    copy = Course(tmp_path / "course")
    shutil.copytree(pages.course.root, copy.root)
    shutil.rmtree(copy.root / ".autograder")
    found = generate_feedback(copy, A0, ["anna", "dora", "nora"])
    assert found["anna"].read_text() == pages["anna"]
    assert text_of(found["dora"].read_text()) == text_of(pages["dora"])
    assert "Cell In[3], line 14: return np.linalg.inv" in text_of(found["nora"].read_text())


def test_a_page_that_cannot_be_written_costs_nobody_elses(
    pages: Pages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = Course(tmp_path / "course")
    shutil.copytree(pages.course.root, copy.root)
    made = GradedSubmission.feedback

    def feedback(submission: GradedSubmission) -> Feedback:
        if submission.graded.student.id == "dora":
            bytearray(2**50)
        if submission.graded.student.id == "nora":
            raise ValueError("of ours")
        return made(submission)

    monkeypatch.setattr(GradedSubmission, "feedback", feedback)
    left_out: dict[str, str] = {}
    found = generate_feedback(copy, A0, ["anna", "dora", "nora", "lena"], left_out=left_out)
    assert list(found) == ["anna", "lena"]
    assert list(left_out) == ["dora", "nora"]
    assert not copy.feedback("dora", A0).exists()
    with pytest.raises(CourseError, match=r"Of 2 pages of feedback, 1 could not be written\. nora: "):
        generate_feedback(copy, A0, ["nora", "anna"])
    assert copy.feedback("anna", A0).is_file()
    monkeypatch.chdir(copy.root)
    result = CliRunner().invoke(app, ["feedback", A0, "--student", "nora", "--student", "anna"])
    assert result.exit_code == 1
    assert "1 page of feedback." in result.output
    assert "no page for nora:" in result.output
