"""Every path of a course comes from one place, and honours nbgrader's settings and course.toml."""

from pathlib import Path

import nbformat
import pytest

from autograder.class_run.run import grade_class
from autograder.course import Course, find_course
from autograder.course.answers import answers_of, with_answers
from autograder.course.master import read_master
from autograder.course.release import release
from autograder.course.settings import Settings, read_settings
from autograder.errors import CourseError
from autograder.feedback.generate import generate_feedback
from autograder.report.write import write_report
from tests.conftest import A0
from tests.tiny import configure, make_tiny_course

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")


def test_nbgraders_folders_are_where_its_settings_say(tiny_course: Course) -> None:
    root = tiny_course.root
    assert tiny_course.release(A0) == root / "notebooks" / A0 / f"{A0}.ipynb"
    assert tiny_course.submission("anna", A0) == root / "submitted" / "anna" / A0
    configure(
        tiny_course,
        'c.CourseDirectory.submitted_directory = "in"',
        'c.CourseDirectory.directory_structure = "{nbgrader_step}/{assignment_id}/{student_id}"',
    )
    assert tiny_course.submission("anna", A0) == root / "in" / A0 / "anna"
    (root / "in" / A0 / "an[n]a ü").mkdir(parents=True)
    (root / "in" / A0 / "ben").mkdir()
    assert tiny_course.submissions(A0) == {name: root / "in" / A0 / name for name in ("an[n]a ü", "ben")}
    assert tiny_course.students == {"an[n]a ü", "ben"}


def test_a_class_is_graded_in_whatever_folders_the_course_has(tmp_path: Path) -> None:
    course = make_tiny_course(tmp_path / "course")
    configure(
        course,
        'c.CourseDirectory.submitted_directory = "in"',
        'c.CourseDirectory.autograded_directory = "out"',
        'c.CourseDirectory.feedback_directory = "back"',
        'c.CourseDirectory.release_directory = "given"',
        'c.CourseDirectory.source_directory = "made"',
        f"c.CourseDirectory.db_url = 'sqlite:///{tmp_path / 'elsewhere.db'}'",
    )
    path = release(course, A0)
    assert path == course.root / "given" / A0 / f"{A0}.ipynb"
    answers = answers_of(read_master(course.master(A0)))
    folder = course.submission("anna", A0)
    folder.mkdir(parents=True)
    nbformat.write(with_answers(nbformat.read(path, as_version=4), answers), folder / f"{A0}.ipynb")
    assert [row.state for row in grade_class(course, A0, jobs=1).rows] == ["graded"]
    assert [row.state for row in grade_class(course, A0, jobs=1).rows] == ["unchanged"]
    assert course.all_autograded(A0) == {"anna": course.root / "out" / "anna" / A0 / f"{A0}.ipynb"}
    assert generate_feedback(course, A0) == {"anna": course.root / "back" / "anna" / A0 / f"{A0}.html"}
    assert len(write_report(course, A0).report.graded) == 1
    assert (tmp_path / "elsewhere.db").is_file()
    # what the copy of the finished course brought is all that lies in nbgrader's usual places
    assert {name: (course.root / name).exists() for name in ("submitted", "autograded", "feedback")} == dict.fromkeys(
        ("submitted", "autograded", "feedback"), False
    )


def test_a_course_is_found_from_any_folder_in_it(tiny_course: Course, tmp_path: Path) -> None:
    inside = tiny_course.root / "notebooks" / A0
    assert find_course(inside).root == tiny_course.root.resolve()
    with pytest.raises(CourseError, match="No course here"):
        find_course(tmp_path)
    with pytest.raises(CourseError, match="not a course folder"):
        Course(tmp_path).nbgrader_config()


def test_course_toml_is_read_and_its_errors_are_sentences(tmp_path: Path) -> None:
    assert read_settings(tmp_path) == Settings()
    path = tmp_path / "course.toml"
    path.write_text('name = "Trees"\nwarm_up = ["torch"]\ntolerance = 1\n')
    assert read_settings(tmp_path) == Settings("Trees", ("torch",), tolerance=1)
    for text, words in {
        "name = ": "cannot be read",
        "colour = 1": "has no setting 'colour'",
        "warm_up = 'torch'": "'warm_up' in course.toml is not what it should be",
        "tolerance = 0": "'tolerance'",
        "versions = [1]": "'versions'",
    }.items():
        path.write_text(text)
        with pytest.raises(CourseError, match=words):
            read_settings(tmp_path)


def looks_like_a_course(folder: Path) -> Path:
    (folder / "solutions").mkdir(parents=True)
    (folder / "nbgrader_config.py").write_text("raise SystemExit('this ran')")
    return folder


@pytest.mark.parametrize("place", ["submitted/eve/a0", "autograded/eve/a0/deep/er", ".autograder/archive/a0/eve/1"])
def test_a_course_that_was_handed_in_is_none(tiny_course: Course, place: str) -> None:
    forged = looks_like_a_course(tiny_course.root / place)
    assert find_course(forged) == tiny_course
    inside = looks_like_a_course(forged / "again")
    assert find_course(inside) == tiny_course


def test_a_handed_in_course_is_none_whatever_the_folder_is_called(tiny_course: Course) -> None:
    configure(tiny_course, 'c.CourseDirectory.submitted_directory = "abgaben"')
    assert find_course(looks_like_a_course(tiny_course.root / "abgaben" / "eve" / A0)) == tiny_course


def test_a_course_inside_another_one_is_found(tiny_course: Course) -> None:
    """As the demonstration is."""
    demo = looks_like_a_course(tiny_course.root / "demo")
    assert find_course(demo) == Course(demo)
    with pytest.raises(CourseError, match="No course here"):
        find_course(looks_like_a_course(tiny_course.root.parent / "elsewhere" / "submitted" / "eve"))
