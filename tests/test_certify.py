"""Certifying an assignment: known answers test the checks."""

import json
import shutil
from pathlib import Path

import pytest

from autograder.authoring.certificate import certificate_path, content_digest, require_certificate
from autograder.authoring.certify import certify
from autograder.course.folder import Course
from autograder.diagnosis.recognise import KnownMistake, has_to_run_mistakes, transcripts_path, write_transcripts
from autograder.errors import CourseError
from autograder.diagnosis.examples import MISTAKE, examples
from autograder.diagnosis.groups import Group, add_mistake, new_question
from autograder.judge.verdict import Transcript
from tests.conftest import A0, A1, ROOT, make_tiny_course

RIGHT = {
    "area": "def area(radius):\n    return radius * radius * math.pi",
    "mean": "def mean(numbers):\n    total = 0\n    for number in numbers:\n        total += number\n    return total / len(numbers)",
}


@pytest.fixture
def course(tmp_path: Path) -> Course:
    """The tiny course with checks of its own, which a test may spoil."""
    course = make_tiny_course(tmp_path / "course")
    shutil.copytree(ROOT / "tests" / "tiny_course" / "checks", tmp_path / "checks")
    config = course.root / "nbgrader_config.py"
    config.write_text(f"{config.read_text()}\nc.JudgeSubmission.checks = {str(tmp_path / 'checks')!r}\n")
    return course


def write_example(course: Course, question: str, kind: str, name: str, text: str) -> None:
    path = course.checks / A0 / question / kind / f"{name}.py"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)


def test_good_checks_are_certified_and_the_certificate_is_written(course: Course) -> None:
    write_example(
        course, "area", "mistakes", "no_square", '"""Square it."""\ndef area(radius):\n    return math.pi * radius'
    )
    write_example(course, "area", "variants", "product", f'"""A product."""\n{RIGHT["area"]}')
    write_example(
        course, "mean", "mistakes", "sum_only", '"""Divide it."""\ndef mean(numbers):\n    return sum(numbers)'
    )
    write_example(course, "mean", "variants", "loop", f'"""A loop."""\n{RIGHT["mean"]}')
    certificate = certify(course, A0, seeds=2)
    assert [report.problems for report in certificate.questions] == [[], []]
    assert [(report.mistakes, report.variants) for report in certificate.questions] == [(1, 1), (1, 1)]
    require_certificate(course, A0)
    assert json.loads(certificate_path(course, A0).read_text())["seeds"] == 2
    course.master(A0).write_text(course.master(A0).read_text().replace("Area of a circle", "Area of a disc"))
    with pytest.raises(CourseError, match="not certified as it is now"):
        require_certificate(course, A0)


def test_every_kind_of_trouble_is_named(course: Course) -> None:
    half = "def area(radius):\n    return math.pi * radius / 2"
    write_example(course, "area", "mistakes", "harmless", f'"""Nothing wrong."""\n{RIGHT["area"]}')
    write_example(course, "area", "mistakes", "half", f'"""Half."""\n{half}')
    write_example(course, "area", "mistakes", "half_again", f'"""Half too."""\n{half}')
    write_example(course, "area", "mistakes", "mute", "def area(radius):\n    return 0.0")
    write_example(course, "area", "variants", "wrong", '"""Wrong."""\ndef area(radius):\n    return 3 * radius**2')
    checks = course.checks / A0 / "mean" / "test_mean.py"
    checks.write_text(checks.read_text().replace("@points(1)", "@points(2)", 1))
    area, mean = certify(course, A0, seeds=1).questions
    text = "\n".join(area.problems)
    assert "harmless loses no points" in text
    assert "half looks like half_again" in text
    assert "mute has no hint" in text
    assert "wrong loses points" in text
    assert mean.problems == ["its checks are worth 3 points, its cell 2"]
    assert "test_mean_of_two catches no known mistake" in mean.remarks


def test_the_real_assignment_is_certified_as_it_is(request: pytest.FixtureRequest) -> None:
    real = Course(ROOT)
    require_certificate(real, A1)
    certificate = json.loads(certificate_path(real, A1).read_text())
    assert certificate["content"] == content_digest(real, A1)
    assert certificate["seeds"] >= 2
    kept = json.loads(transcripts_path(real, A1).read_text())
    assert kept["content"] == certificate["content"]
    assert len(kept["transcripts"]) == len(examples(real.checks, A1, MISTAKE))


def test_mistakes_have_to_run_again_when_something_has_changed(course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not has_to_run_mistakes(course, A0)  # it has none
    half = "def area(radius):\n    return math.pi * radius**2 / 2"
    write_example(course, "area", "mistakes", "half", f'"""Half."""\n{half}')
    assert has_to_run_mistakes(course, A0)
    write_transcripts(course, A0, [KnownMistake(examples(course.checks, A0, MISTAKE)[0], Transcript())])
    assert not has_to_run_mistakes(course, A0)
    monkeypatch.setattr("autograder.diagnosis.recognise.version", lambda name: "0")
    assert has_to_run_mistakes(course, A0)


def test_a_group_becomes_a_mistake_to_be_given_a_hint(course: Course) -> None:
    group = Group("area", ("ada", "bo"), ("It is wrong.",), "def area(radius):\n    return 7.0")
    path = add_mistake(course.checks, A0, group, "always_seven")
    assert "return 7.0" in path.read_text()
    area, _ = certify(course, A0, seeds=1).questions
    assert area.problems == ["always_seven has no hint"]
    with pytest.raises(CourseError, match="already"):
        add_mistake(course.checks, A0, group, "always_seven")
    with pytest.raises(CourseError, match="cannot be the name"):
        add_mistake(course.checks, A0, group, "../evil")


def test_a_new_question_is_laid_out_once(course: Course) -> None:
    shutil.rmtree(course.checks / A0 / "area")
    path = new_question(course, A0, "area")
    assert "@points(3)" in path.read_text()
    assert (path.parent / "mistakes").is_dir()
    with pytest.raises(CourseError, match="there already"):
        new_question(course, A0, "area")
    with pytest.raises(CourseError, match="no question 'nothing'"):
        new_question(course, A0, "nothing")
