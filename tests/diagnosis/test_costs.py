"""costs.toml: what the known mistakes of a question cost."""

from pathlib import Path

import pytest

from autograder.course.solution import SolutionFolder
from autograder.diagnosis.costs import COSTS, read_costs
from autograder.diagnosis.examples import MISTAKE, read_examples
from autograder.errors import CourseError

MISTAKES = ("halved", "no_square")


def read(folder: Path, text: str | bytes) -> dict[str, float]:
    question = folder / "area"
    question.mkdir(exist_ok=True)
    (question / COSTS).write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_costs(question, MISTAKES)


def test_a_line_for_each_mistake_with_comments_and_whole_or_broken_numbers(tmp_path: Path) -> None:
    assert read(tmp_path, "# a slip\nno_square = 1  # of 3\nhalved = 0.25\n") == {"no_square": 1.0, "halved": 0.25}


def test_a_mistake_without_a_line_and_a_question_without_a_file_have_no_cost(tmp_path: Path) -> None:
    assert read(tmp_path, "halved = 0.5\n") == {"halved": 0.5}
    assert read_costs(tmp_path / "mean", MISTAKES) == {}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "no_sqare = 1",
            r"costs.toml of area names 'no_sqare', and there is no such mistake. Those of area: halved, no",
        ),
        ("[area]\nno_square = 1", r"names 'area', and there is no such mistake"),
        ('no_square = "1"', r"the cost of no_square should be a number of points above 0, such as 1.5"),
        ("no_square = true", r"should be a number"),
        ("no_square = nan", r"should be a number"),
        ("no_square = inf", r"should be a number"),
        ("no_square = 0", r"should be a number of points above 0"),
        ("no_square = -1", r"should be a number of points above 0"),
        (f"no_square = 1{'0' * 400}", r"should be a number"),
        ("no_square: 1", r"costs.toml of area cannot be read: .* Write a line for each mistake, such as: not_squared"),
        (b"no_square = 1  # \xff", r"costs.toml of area cannot be read"),
    ],
)
def test_what_is_wrong_is_a_sentence(tmp_path: Path, text: str | bytes, said: str) -> None:
    with pytest.raises(CourseError, match=said):
        read(tmp_path, text)


def test_mistakes_are_read_with_their_costs_and_a_file_without_mistakes_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "checks" / "area" / MISTAKE
    folder.mkdir(parents=True)
    for name in MISTAKES:
        (folder / f"{name}.py").write_text(f'"""A hint for {name}."""\ndef area(radius):\n    return 1.0\n')
    (folder.parent / COSTS).write_text("no_square = 1.5\n")
    found = read_examples(SolutionFolder(tmp_path), MISTAKE)
    assert [(example.name, example.cost) for example in found] == [("halved", None), ("no_square", 1.5)]
    (tmp_path / "checks" / "mean").mkdir()
    (tmp_path / "checks" / "mean" / COSTS).write_text("halved = 1\n")
    with pytest.raises(CourseError, match="Those of mean: none"):
        read_examples(SolutionFolder(tmp_path), MISTAKE)
