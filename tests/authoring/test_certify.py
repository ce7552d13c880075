"""Certifying an assignment: known answers test the checks."""

import shutil
from pathlib import Path

import msgspec
import pytest

from autograder.authoring.certificate import certified_seeds, read_certificate, require_certificate
from autograder.authoring.certify import certify, certify_changed
from autograder.authoring.mistakes import add_mistake
from autograder.authoring.new_question import new_question
from autograder.course import Course
from autograder.diagnosis.costs import COSTS
from autograder.diagnosis.examples import MISTAKE, read_examples
from autograder.diagnosis.groups import Group
from autograder.errors import CourseError
from autograder.grading.pool import LocalPool
from autograder.grading.session import GradingSession
from tests.conftest import A0
from tests.tiny import make_tiny_course

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")

RIGHT = {
    "area": "def area(radius):\n    return radius * radius * math.pi",
    "mean": "def mean(numbers):\n    total = 0\n    for number in numbers:\n        total += number\n    return total / len(numbers)",
}
EXAMPLES = {
    "area/mistakes/no_square": '"""Square it."""\ndef area(radius):\n    return math.pi * radius',
    "area/variants/product": f'"""A product."""\n{RIGHT["area"]}',
    "mean/mistakes/sum_only": '"""Divide it."""\ndef mean(numbers):\n    return sum(numbers)',
    "mean/variants/loop": f'"""A loop."""\n{RIGHT["mean"]}',
}


def write_example(course: Course, label: str, text: str) -> None:
    path = course.solution(A0).checks / f"{label}.py"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Course:
    """A tiny course with good known answers, certified with two seeds; to be copied."""
    course = make_tiny_course(tmp_path_factory.mktemp("certify") / "course")
    for label, text in EXAMPLES.items():
        write_example(course, label, text)
    made = certify(course, A0, seeds=2)
    assert [report.problems for report in made.questions] == [[], []]
    assert [(report.mistakes, report.variants) for report in made.questions] == [(1, 1), (1, 1)]
    return course


@pytest.fixture
def certified(finished: Course, tmp_path: Path) -> Course:
    return Course(shutil.copytree(finished.root, tmp_path / "course"))


def missing_mistakes(course: Course) -> tuple[str, ...]:
    """The questions whose mistakes have to be run before a class is graded."""
    return GradingSession(course, A0, LocalPool(1, [])).mistakes.missing


def test_good_checks_are_certified_and_the_certificate_is_written(certified: Course) -> None:
    assert "2 questions were certified with as few as 2 of 50 seeds" in require_certificate(certified, A0)
    assert certified_seeds(certified, A0) == {"area": 2, "mean": 2}
    assert missing_mistakes(certified) == ()


def test_a_changed_text_needs_no_new_certificate_but_changed_code_does(certified: Course) -> None:
    path = certified.master(A0)
    path.write_text(path.read_text().replace("# ### 1a · Area of a circle", "# ### 1a · Area of a disc"))
    require_certificate(certified, A0)
    path.write_text(path.read_text().replace("math.pi * radius**2", "radius**2 * math.pi"))
    with pytest.raises(CourseError, match="not certified as it is now"):
        require_certificate(certified, A0)


def test_only_the_question_that_changed_is_stale_and_certified_again(certified: Course) -> None:
    path = certified.solution(A0).check_file("mean")
    path.write_text(path.read_text().replace("[2.0, 6.0]), 4.0", "[2.0, 8.0]), 5.0"))
    assert certified_seeds(certified, A0) == {"area": 2, "mean": 0}
    assert missing_mistakes(certified) == ("mean",)
    made = certify_changed(certified, A0, seeds=3, sample=1)
    assert made.passed
    assert [report.question for report in made.questions] == ["mean", "area"]
    assert certified_seeds(certified, A0) == {"area": 2, "mean": 3}
    assert missing_mistakes(certified) == ()


def test_a_sample_shows_when_stored_answers_are_no_longer_true(certified: Course) -> None:
    solution = certified.solution(A0)
    text = solution.transcripts.read_text()
    assert "18.84955592153876" in text
    solution.transcripts.write_text(text.replace("18.84955592153876", "18.5"))
    made = certify_changed(certified, A0, sample=10)
    assert {report.question: report.problems for report in made.questions} == {
        "area": ["no_square answers something else than what is stored of it"],
        "mean": [],
    }


def test_fewer_seeds_do_not_undo_a_better_certificate(certified: Course) -> None:
    certify(certified, A0, seeds=1, only=["area"])
    assert certified_seeds(certified, A0) == {"area": 2, "mean": 2}


def test_other_libraries_are_said_and_mistakes_run_again(certified: Course) -> None:
    solution = certified.solution(A0)
    path = solution.path / "reference.py"
    path.write_text("# a reference that nothing imports changes nothing\n")
    assert certified_seeds(certified, A0) == {"area": 2, "mean": 2}
    (certified.root / "course.toml").write_text('versions = ["rich"]\n')
    assert "certified with other libraries: rich none" in require_certificate(certified, A0)
    assert missing_mistakes(certified) == ("area", "mean")


def test_another_tolerance_makes_the_certificate_stale(certified: Course) -> None:
    (certified.root / "course.toml").write_text("tolerance = 0.1\n")
    with pytest.raises(CourseError, match="not certified as it is now"):
        require_certificate(certified, A0)


def test_a_broken_certificate_is_a_sentence(certified: Course) -> None:
    certified.solution(A0).certificate.write_text("{")
    with pytest.raises(CourseError, match="Run: autograder certify a0_tiny"):
        require_certificate(certified, A0)


def test_every_kind_of_trouble_is_named(tiny_course: Course) -> None:
    half = "def area(radius):\n    return math.pi * radius / 2"
    write_example(tiny_course, "area/mistakes/harmless", f'"""Nothing wrong."""\n{RIGHT["area"]}')
    write_example(tiny_course, "area/mistakes/half", f'"""Half."""\n{half}')
    write_example(tiny_course, "area/mistakes/half_again", f'"""Half too."""\n{half}')
    write_example(tiny_course, "area/mistakes/mute", "def area(radius):\n    return 0.0")
    write_example(tiny_course, "area/variants/wrong", '"""Wrong."""\ndef area(radius):\n    return 3 * radius**2')
    checks = tiny_course.solution(A0).check_file("mean")
    checks.write_text(checks.read_text().replace("@points(1)", "@points(2)", 1))
    area, mean = certify(tiny_course, A0, seeds=1).questions
    text = "\n".join(area.problems)
    assert "harmless loses no points" in text
    assert "half looks like half_again" in text
    assert "mute has no hint" in text
    assert "wrong loses points" in text
    assert mean.problems == ["its checks are worth 3 points, its cell 2"]
    assert "test_mean_of_two catches no known mistake" in mean.remarks
    assert read_certificate(tiny_course.solution(A0)).questions == {}


def test_a_question_without_checks_is_named(tiny_course: Course) -> None:
    shutil.rmtree(tiny_course.solution(A0).checks / "mean")
    area, mean = certify(tiny_course, A0, seeds=1).questions
    assert (area.problems, mean.problems) == ([], ["has no checks"])
    with pytest.raises(CourseError, match=r"not certified as it is now \(mean\)"):
        require_certificate(tiny_course, A0)


def test_a_group_becomes_a_mistake_to_be_given_a_hint(certified: Course) -> None:
    solution = certified.solution(A0)
    group = Group("area", ("ada", "bo"), ("It is wrong.",), "def area(radius):\n    return 7.0")
    path = add_mistake(solution, group, "always_seven")
    assert "return 7.0" in path.read_text()
    assert not next(each for each in read_examples(solution, MISTAKE) if each.name == "always_seven").has_hint
    (area,) = certify(certified, A0, seeds=1, only=["area"]).questions
    assert area.problems == ["always_seven has no hint"]
    with pytest.raises(CourseError, match="already"):
        add_mistake(solution, group, "always_seven")
    with pytest.raises(CourseError, match="cannot be the name"):
        add_mistake(solution, group, "../evil")


def test_a_new_question_is_laid_out_once(tiny_course: Course) -> None:
    shutil.rmtree(tiny_course.solution(A0).checks / "area")
    path = new_question(tiny_course, A0, "area")
    assert "@points(3)" in path.read_text()
    assert "Hidden checks of 1a · Area of a circle" in path.read_text()
    assert (path.parent / "mistakes").is_dir()
    with pytest.raises(CourseError, match="there already"):
        new_question(tiny_course, A0, "area")
    with pytest.raises(CourseError, match="no question 'nothing'"):
        new_question(tiny_course, A0, "nothing")


def test_certificates_are_read_by_people(certified: Course) -> None:
    text = certified.solution(A0).certificate.read_text()
    assert text.endswith("}\n")
    assert msgspec.json.decode(text)["questions"].keys() == {"area", "mean"}


def write_costs(course: Course, text: str, question: str = "area") -> None:
    (course.solution(A0).checks / question / COSTS).write_text(text)


def test_changed_costs_are_noticed_and_make_no_transcript_stale(certified: Course) -> None:
    write_costs(certified, "no_square = 0.5\n")
    assert certified_seeds(certified, A0) == {"area": 0, "mean": 2}
    assert missing_mistakes(certified) == ()
    assert certify_changed(certified, A0, seeds=2, sample=0).passed
    assert certified_seeds(certified, A0) == {"area": 2, "mean": 2}
    write_costs(certified, "no_square = 0.5  # a comment changes nothing\n")
    assert certified_seeds(certified, A0) == {"area": 2, "mean": 2}
    write_costs(certified, "no_square = 1\n")
    assert certified_seeds(certified, A0) == {"area": 0, "mean": 2}


@pytest.mark.parametrize(
    ("cost", "problem"),
    [
        ("1.25", "no_square costs 1.25 points, but the checks take only 1"),
        ("0.3", "no_square costs 0.3 points; take a multiple of 0.25"),
        ("1", ""),
        ("0.75", ""),
    ],
)
def test_what_a_mistake_costs_is_certified(certified: Course, cost: str, problem: str) -> None:
    write_costs(certified, f"no_square = {cost}\n")
    (area,) = certify(certified, A0, seeds=1, only=["area"]).questions
    assert area.problems == ([problem] if problem else [])


def test_mistakes_without_a_cost_and_costs_that_never_count_are_remarks(certified: Course) -> None:
    write_example(certified, "area/mistakes/returns_nothing", '"""Return it."""\ndef area(radius):\n    radius**2')
    write_costs(certified, "returns_nothing = 1\n")
    (area,) = certify(certified, A0, seeds=2, only=["area"]).questions
    assert area.problems == []
    assert [remark for remark in area.remarks if "cost" in remark] == [
        "no_square has no cost in costs.toml: students lose all that the checks take",
        "returns_nothing answers nothing that tells it from other broken cells: its cost never counts",
    ]


def test_a_cost_of_a_mistake_that_is_not_there_is_a_sentence(certified: Course) -> None:
    write_costs(certified, "no_sqare = 1\n")
    with pytest.raises(CourseError, match=r"there is no such mistake\. Those of area: no_square"):
        certify(certified, A0, seeds=1)
    with pytest.raises(CourseError, match="there is no such mistake"):
        require_certificate(certified, A0)
