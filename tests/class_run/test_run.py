"""Grading a class for real: the jail, the checks, nbgrader's gradebook."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import Future
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode
from nbgrader.api import Gradebook
from nbgrader.apps import NbGraderAPI

from autograder.class_run.run import ClassRun, grade_class
from autograder.course import Course
from autograder.course.answers import answers_of, with_answers
from autograder.course.cells import grade_id
from autograder.course.master import read_master
from autograder.course.released import ReleasedNotebook
from autograder.errors import CourseError
from autograder.grading.result import Result
from autograder.grading.session import GradingSession
from autograder.grading.task import Task
from autograder.intake.submission import Intake, take_in
from autograder.nbgrader.judge import end_pools
from tests.conftest import A0
from tests.gradebook import autograded, grades
from tests.tiny import configure, make_tiny_course

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")


def hand_in(course: Course, student: str, notebook: NotebookNode | bytes, name: str = f"{A0}.ipynb") -> Path:
    folder = course.root / "submitted" / student / A0
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_bytes(notebook if isinstance(notebook, bytes) else nbformat.writes(notebook).encode())
    return path


def test_a_submission_that_costs_too_much_or_breaks_the_reader_costs_one_row(
    tiny_course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    release = nbformat.read(tiny_course.release(A0), as_version=4)
    for student in ("anna", "costly", "fails", "zoe"):
        hand_in(tiny_course, student, with_answers(release, answers(tiny_course)))

    def take(folder: Path, assignment: str, released: ReleasedNotebook) -> Intake:
        if "costly" in folder.parts:
            bytearray(2**50)
        if "fails" in folder.parts:
            raise RecursionError("too deep\x1b[2J")
        return take_in(folder, assignment, released)

    monkeypatch.setattr("autograder.class_run.run.take_in", take)
    run = grade_class(tiny_course, A0, jobs=1)
    assert {row.student: row.state for row in run.rows} == {
        "anna": "graded",
        "costly": "unreadable",
        "fails": "failed",
        "zoe": "graded",
    }
    notes = {row.student: row.notes for row in run.rows}
    assert notes["costly"] == ("Reading this notebook takes more memory than one submission may; it was given up.",)
    assert notes["fails"] == ("The grader failed: RecursionError: too deep\ufffd[2J",)
    assert grades(tiny_course)["costly"]["test_area"] == (0.0, True)


def answers(course: Course) -> dict[str, str]:
    return answers_of(read_master(course.master(A0)))


def class_of(course: Course) -> None:
    """Right, unfilled, wrong, crashing, noisy and cheating submissions."""
    right, release = answers(course), nbformat.read(course.release(A0), as_version=4)
    noisy = "import warnings, sys\nprint('0')\nwarnings.warn('careful')\nprint('oh', file=sys.stderr)\n"
    cells = {
        "right": {},
        "unfilled": {"area": None, "mean": None, "explain_mean": None},
        "wrong": {"area": "def area(radius):\n    return 3.141592653589793 * radius"},
        "crashing": {"mean": "import os\nos._exit(3)"},
        "noisy": {"area": noisy + right["area"], "mean": noisy + right["mean"]},
        "forging": {"area": "print('3')\n3.0", "test_area": "3.0"},
        "hungry": {"mean": "def mean(numbers):\n    return bytearray(64 << 30)"},
    }
    for student, changed in cells.items():
        filled = {name: source for name, source in (right | changed).items() if source is not None}
        hand_in(course, student, with_answers(release, filled))


EXPECTED = {
    "right": (3, 2), "unfilled": (0, 0), "wrong": (2, 2), "crashing": (3, 0), "noisy": (3, 2), "forging": (0, 2), "hungry": (3, 0),
}  # fmt: skip


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Course, ClassRun]:
    """A class graded once with two processes; tests look at it and leave it as it is."""
    course = make_tiny_course(tmp_path_factory.mktemp("graded") / "course")
    class_of(course)
    return course, grade_class(course, A0, jobs=2)


def test_every_submission_gets_what_it_earned(graded: tuple[Course, ClassRun]) -> None:
    course, run = graded
    assert {row.student: row.state for row in run.rows} == dict.fromkeys(sorted(EXPECTED), "graded")
    found = {student: (own["test_area"][0], own["test_mean"][0]) for student, own in grades(course).items()}
    assert found == EXPECTED


def test_written_answers_wait_for_a_person_unless_there_is_none(graded: tuple[Course, ClassRun]) -> None:
    found = grades(graded[0])
    assert found["right"]["explain_mean"] == (None, True)
    assert found["unfilled"]["explain_mean"] == (0, False)


def test_graded_cells_show_the_judges_words_and_nothing_of_the_student(graded: tuple[Course, ClassRun]) -> None:
    cell = next(cell for cell in autograded(graded[0], "wrong").cells if grade_id(cell) == "test_area")
    shown, score = cell.outputs
    assert "✓ The circle of radius 1 has area pi. (2/2)" in shown.data["text/plain"]
    assert "✗ Twice the radius is four times the area. (0/1)" in shown.data["text/plain"]
    assert score.data["text/plain"] == "2"


def test_the_students_own_output_is_kept_on_the_other_cells(graded: tuple[Course, ClassRun]) -> None:
    cell = next(cell for cell in autograded(graded[0], "noisy").cells if grade_id(cell) == "area")
    assert "0\n" in [output.text for output in cell.outputs if output.get("name") == "stdout"]


def test_a_crash_is_told_and_costs_its_question_only(graded: tuple[Course, ClassRun]) -> None:
    row = next(row for row in graded[1].rows if row.student == "crashing")
    assert "ended the program" in row.notes[0]


def test_marking_schemes_are_back_for_the_ta(graded: tuple[Course, ClassRun]) -> None:
    cell = next(cell for cell in autograded(graded[0], "right").cells if grade_id(cell) == "scheme_mean")
    assert "a division by zero" in cell.source


def test_grading_again_changes_nothing(graded: tuple[Course, ClassRun]) -> None:
    course, first = graded
    before, notebooks = grades(course), {row.student: autograded(course, row.student) for row in first.rows}
    again = grade_class(course, A0)
    assert {row.state for row in again.rows} == {"unchanged"}
    assert grades(course) == before
    assert {row.student: autograded(course, row.student) for row in again.rows} == notebooks


def test_one_process_grades_like_two(graded: tuple[Course, ClassRun], tmp_path: Path) -> None:
    course = make_tiny_course(tmp_path / "course")
    class_of(course)
    grade_class(course, A0, jobs=1)
    assert grades(course) == grades(graded[0])
    for student in EXPECTED:
        assert autograded(course, student).cells == autograded(graded[0], student).cells, student


def test_plain_nbgrader_and_formgraders_button_give_the_same_grades(
    graded: tuple[Course, ClassRun], tmp_path: Path
) -> None:
    plain, button = (make_tiny_course(tmp_path / name) for name in ("plain", "button"))
    for course in (plain, button):
        class_of(course)
    env = {**os.environ, "PATH": os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"]}
    command = [sys.executable, "-W", "ignore", "-m", "nbgrader", "autograde", A0]
    subprocess.run(command, cwd=plain.root, env=env, check=True, capture_output=True)
    api = NbGraderAPI(config=button.nbgrader_config())
    try:
        for student in EXPECTED:
            assert api.autograde(A0, student)["success"]
    finally:
        end_pools()
    assert grades(plain) == grades(button) == grades(graded[0])
    for student in EXPECTED:
        one, *others = (autograded(course, student) for course in (plain, button, graded[0]))
        assert [one, one] == others, student


def test_bad_files_are_a_sentence_and_a_zero_and_the_others_are_graded(tiny_course: Course, tmp_path: Path) -> None:
    course = tiny_course
    right = with_answers(nbformat.read(course.release(A0), as_version=4), answers(course))
    text = nbformat.writes(right).encode()
    hand_in(course, "good", right)
    hand_in(course, "empty", b"")
    hand_in(course, "cut off", text[:1000])
    hand_in(course, "binary", bytes(range(256)) * 10)
    hand_in(course, "old format", json.dumps({"nbformat": 3, "worksheets": []}).encode())
    hand_in(course, "odd'name\"ü", right, name='my "work" ü.ipynb')
    hand_in(course, "two", right, name="one.ipynb")
    hand_in(course, "two", right, name="other.ipynb")
    (course.root / "submitted" / "none" / A0).mkdir(parents=True)
    secret = tmp_path / "secret.ipynb"
    secret.write_bytes(text)
    (course.root / "submitted" / "link" / A0).mkdir(parents=True)
    (course.root / "submitted" / "link" / A0 / f"{A0}.ipynb").symlink_to(secret)
    with hand_in(course, "huge", b"").open("wb") as file:
        file.truncate(200 * 2**20)
    before = {path: path.stat().st_mtime_ns for path in (course.root / "submitted").rglob("*.ipynb")}

    run = grade_class(course, A0)
    states = {row.student: row.state for row in run.rows}
    assert {name for name, state in states.items() if state == "graded"} == {"good", "odd'name\"ü"}
    sentences = {row.student: row.notes[0] for row in run.rows if row.state == "unreadable"}
    words = {
        "empty": "is empty", "cut off": "not valid JSON", "binary": "not a text file", "old format": "format 3",
        "two": "Several notebooks", "none": "No notebook", "link": "link to another place", "huge": "200 MB",
    }  # fmt: skip
    assert {name: word in sentences[name] for name, word in words.items()} == dict.fromkeys(words, True)
    assert str(tmp_path) not in "".join(sentences.values())
    found = grades(course)
    for student in words:
        assert set(found[student].values()) == {(0, True)}, student
        assert autograded(course, student).cells[0].source.startswith("**This submission could not be read.**")
    assert {path: path.stat().st_mtime_ns for path in before} == before


def test_plain_nbgrader_does_not_follow_links_either(tiny_course: Course, tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret")
    path = hand_in(tiny_course, "anna", nbformat.read(tiny_course.release(A0), as_version=4))
    (path.parent / "data.txt").symlink_to(tmp_path / "secret.txt")
    api = NbGraderAPI(config=tiny_course.nbgrader_config())
    outcome = api.autograde(A0, "anna")
    assert not outcome["success"]
    assert "links are not followed" in outcome["log"]
    assert not list((tiny_course.root / "autograded").rglob("data.txt"))


def test_copied_and_forged_cells_change_nothing(tiny_course: Course) -> None:
    notebook = with_answers(nbformat.read(tiny_course.release(A0), as_version=4), answers(tiny_course))
    for cell in list(notebook.cells):
        if grade_id(cell) in ("area", "test_area"):
            twin = nbformat.from_dict(cell)
            twin.id = f"{cell.id}-twin"
            notebook.cells.insert(1, twin)
        if grade_id(cell) == "test_mean":
            cell.metadata.nbgrader.update(solution=True, points=1000, locked=False)
    hand_in(tiny_course, "anna", notebook)
    run = grade_class(tiny_course, A0)
    assert [row.state for row in run.rows] == ["graded"]
    assert {name: score for name, (score, _) in grades(tiny_course)["anna"].items() if "test" in name} == {
        "test_area": 3,
        "test_mean": 2,
    }


def test_a_new_hand_in_is_graded_and_the_others_are_not_touched(tiny_course: Course) -> None:
    release = nbformat.read(tiny_course.release(A0), as_version=4)
    right = answers(tiny_course)
    hand_in(tiny_course, "anna", with_answers(release, right))
    hand_in(tiny_course, "ben", with_answers(release, right | {"area": "def area(radius):\n    return 0"}))
    grade_class(tiny_course, A0)
    assert grades(tiny_course)["ben"]["test_area"][0] == 0
    hand_in(tiny_course, "ben", with_answers(release, right))
    run = grade_class(tiny_course, A0)
    assert {row.student: row.state for row in run.rows} == {"anna": "unchanged", "ben": "graded"}
    assert grades(tiny_course)["ben"]["test_area"][0] == 3


def test_a_manual_grade_survives_grading_again(tiny_course: Course) -> None:
    hand_in(
        tiny_course, "anna", with_answers(nbformat.read(tiny_course.release(A0), as_version=4), answers(tiny_course))
    )
    grade_class(tiny_course, A0)
    with Gradebook(f"sqlite:///{tiny_course.root}/gradebook.db") as gradebook:
        grade = gradebook.find_grade("explain_mean", A0, A0, "anna")
        grade.manual_score, grade.needs_manual_grade = 0.5, False
        gradebook.db.commit()
    grade_class(tiny_course, A0, force=True)
    with Gradebook(f"sqlite:///{tiny_course.root}/gradebook.db") as gradebook:
        assert gradebook.find_grade("explain_mean", A0, A0, "anna").manual_score == 0.5


def test_interrupt_leaves_a_consistent_gradebook_and_the_next_run_goes_on(tiny_course: Course) -> None:
    release, right = nbformat.read(tiny_course.release(A0), as_version=4), answers(tiny_course)
    students = [f"student{number:02d}" for number in range(12)]
    for number, student in enumerate(students):
        slow = f"import time\ntime.sleep(1)\nnumber = {number}\n" + right["area"]
        hand_in(tiny_course, student, with_answers(release, right | {"area": slow}))
    command = [sys.executable, "-m", "autograder", "grade", A0, "--jobs", "1"]
    process = subprocess.Popen(
        command,
        cwd=tiny_course.root,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    deadline = time.monotonic() + 120
    while not list((tiny_course.root / "autograded").glob(f"*/{A0}/{A0}.ipynb")) and time.monotonic() < deadline:
        time.sleep(0.1)
    os.killpg(process.pid, signal.SIGINT)
    output, _ = process.communicate(timeout=120)
    assert process.returncode == 130, output
    assert "continues where it stopped" in output
    first = grades(tiny_course)
    done = {path.parents[1].name for path in (tiny_course.root / "autograded").glob(f"*/{A0}/{A0}.ipynb")}
    assert 0 < len(done) < len(students)
    assert all(first[student]["test_area"] == (3, False) for student in done)

    run = grade_class(tiny_course, A0)
    assert {row.student for row in run.rows if row.state == "unchanged"} >= done
    assert {student: own["test_area"][0] for student, own in grades(tiny_course).items()} == dict.fromkeys(students, 3)


def test_an_interrupt_does_not_wait_for_what_hangs(tiny_course: Course) -> None:
    release, right = nbformat.read(tiny_course.release(A0), as_version=4), answers(tiny_course)
    hangs = "while True:\n    try:\n        while True: pass\n    except BaseException: pass"
    hand_in(tiny_course, "anna", with_answers(release, right | {"area": hangs}))
    configure(tiny_course, "c.JudgeSubmission.cell_seconds = 300")
    command = [sys.executable, "-m", "autograder", "grade", A0, "--jobs", "1"]
    process = subprocess.Popen(command, cwd=tiny_course.root, stdout=subprocess.DEVNULL, start_new_session=True)
    time.sleep(20)  # until the cell runs, or the command still starts, which is interrupted as well
    assert process.poll() is None
    os.killpg(process.pid, signal.SIGINT)
    process.communicate(timeout=30)
    assert process.returncode == 130


def test_a_grading_process_that_is_killed_costs_nobody_a_grade(
    tiny_course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    release, right = nbformat.read(tiny_course.release(A0), as_version=4), answers(tiny_course)
    for number in range(4):
        hand_in(
            tiny_course,
            f"student{number}",
            with_answers(release, right | {"area": f"{right['area']}\nnumber = {number}"}),
        )
    submit, killed = GradingSession.submit, []

    def kill_once(self: GradingSession, task: Task, anew: bool = False) -> Future[Result]:
        future = submit(self, task, anew)
        if not killed:
            self.executor._up.result()  # type: ignore[attr-defined]
            killed.extend(self.executor._pool._processes)  # type: ignore[attr-defined]
            os.kill(killed[0], signal.SIGKILL)
        return future

    monkeypatch.setattr(GradingSession, "submit", kill_once)
    run = grade_class(tiny_course, A0, jobs=1)
    assert killed
    assert [row.state for row in run.rows] == ["graded"] * 4


def test_a_result_that_cannot_be_stored_or_read_again_costs_one_row(
    tiny_course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    release, right = nbformat.read(tiny_course.release(A0), as_version=4), answers(tiny_course)
    for student, added in (("anna", "# a"), ("fails", "# this one"), ("zoe", "# z")):
        hand_in(tiny_course, student, with_answers(release, right | {"area": f"{right['area']}\n{added}"}))
    diagnosed = GradingSession.with_diagnoses
    task_of = GradingSession.task

    def task(self: GradingSession, notebook: NotebookNode) -> Task:
        made = task_of(self, notebook)
        if any("# this one" in cell.source for cell in notebook.cells):
            (tiny_course.root / "broken").write_text(made.key)
        return made

    def with_diagnoses(self: GradingSession, result: Result) -> Result:
        if result.key == (tiny_course.root / "broken").read_text():
            raise RecursionError("too deep")
        return diagnosed(self, result)

    monkeypatch.setattr(GradingSession, "task", task)
    monkeypatch.setattr(GradingSession, "with_diagnoses", with_diagnoses)
    for force in (True, False):  # the second run finds what the first one stored
        run = grade_class(tiny_course, A0, jobs=1, force=force)
        states = {row.student: row.state for row in run.rows}
        others = "graded" if force else "unchanged"
        assert states == {"anna": others, "fails": "failed", "zoe": others}
        assert run.failed
        assert "The grader failed: RecursionError: too deep" in next(row for row in run.rows if row.notes).notes


def test_unknown_students_and_unreleased_assignments_are_a_sentence(tiny_course: Course) -> None:
    with pytest.raises(CourseError, match="Nothing was submitted for a0_tiny by nobody"):
        grade_class(tiny_course, A0, students=["nobody"])
    (tiny_course.root / "gradebook.db").unlink()
    hand_in(tiny_course, "anna", b"")
    with pytest.raises(CourseError, match="autograder release a0_tiny"):
        grade_class(tiny_course, A0)


def test_figures_of_the_students_own_training_are_kept_and_marked(tiny_course: Course) -> None:
    master = tiny_course.master(A0)
    text = master.read_text().replace('"grade_id": "imports",', '"grade_id": "imports",', 1)
    text = text.replace(
        '# %% nbgrader={"grade": false, "grade_id": "imports"',
        '# %% tags=["keep-output"] nbgrader={"grade": false, "grade_id": "imports"',
    )
    master.write_text(text)
    shutil.rmtree(tiny_course.root / "source")
    from autograder.course.release import release as make_release

    make_release(tiny_course, A0)
    notebook = with_answers(nbformat.read(tiny_course.release(A0), as_version=4), answers(tiny_course))
    cell = next(cell for cell in notebook.cells if grade_id(cell) == "imports")
    png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    cell.outputs = [
        nbformat.v4.new_output("display_data", data={"image/png": png}),
        nbformat.v4.new_output("display_data", data={"text/html": "<script>alert(1)</script>"}),
        nbformat.v4.new_output("display_data", data={"image/png": "bm90IGEgcGljdHVyZQ=="}),
    ]
    hand_in(tiny_course, "anna", notebook)
    grade_class(tiny_course, A0)
    cell = next(cell for cell in autograded(tiny_course, "anna").cells if grade_id(cell) == "imports")
    notice, picture = cell.outputs
    assert "not run again" in notice.text
    assert picture.data == {"image/png": png}
