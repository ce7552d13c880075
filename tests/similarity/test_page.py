"""The page of alike answers: it shows what two students share, and runs nothing of what they wrote."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode
from selenium.webdriver import Chrome
from typer.testing import CliRunner

from autograder.cli import app
from autograder.course import Course
from autograder.course.answers import with_answers
from autograder.errors import CourseError
from autograder.pages.students import NamedStudent, Names
from autograder.similarity.answers import answers_in
from autograder.similarity.compare import compare
from autograder.similarity.page import page, similarity_path, write_similarity
from tests.browser import browser
from tests.conftest import A0, A1
from tests.feedback import attacks

QUESTIONS = ("gelu", "layer_norm", "ffn", "stride")
OWN = """
def {name}_{number}(values):
    {body}
    return values
"""
STEPS = (
    "values = [v + 1 for v in values]",
    "while values.sum() > 3:\n        values -= 1",
    "assert len(values) == 4, values",
)
HOSTILE = f"{attacks.CODE}\n'''\n{attacks.ANSWER}\n'''\n</pre></mark></main><script>{attacks.PWN}</script>"


def hostile_page(release: NotebookNode, anonymous: bool = False) -> str:
    """Two who handed in the same attack, in a class of others."""
    notebooks = {
        f"honest{number}": with_answers(
            release,
            {name: OWN.format(name=name, number=number, body="\n    ".join(STEPS[number % 3 :])) for name in QUESTIONS},
        )
        for number in range(6)
    }
    for student in (attacks.STUDENT, "mallory"):
        notebooks[student] = with_answers(
            release, dict.fromkeys(QUESTIONS, HOSTILE) | {"explain_limit": attacks.ANSWER * 2}
        )
    given = answers_in(release, notebooks)
    people = {student: NamedStudent(student) for student in notebooks} | {
        attacks.STUDENT: NamedStudent(attacks.STUDENT, attacks.FIRST_NAME, "Evil"),
    }
    names = Names(people, anonymous, {student: number for number, student in enumerate(people, start=1)})
    found = compare(A1, given)
    assert {(pair.first, pair.second) for pair in found.standing_out} == {(attacks.STUDENT, "mallory")}
    return page(given, found, names, attacks.FIRST_NAME)


def test_what_both_wrote_is_shown_and_marked(release: NotebookNode) -> None:
    text = hostile_page(release)
    shown = unescape(re.sub("</?mark>", "", text))
    assert shown.count("raise Sneaky(sneaky)") >= 2
    assert text.count("<mark>") == 2 * (len(QUESTIONS) + 1)
    assert text.count("<mark>") == text.count("</mark>")
    assert "<script" not in text
    assert "<img" not in text


def test_a_nameless_page_shows_numbers(release: NotebookNode) -> None:
    text = unescape(hostile_page(release, anonymous=True))
    assert "mallory" not in text
    assert "Evil" not in re.sub(r"evil\.example|evil\.svg", "", text)
    assert re.search(r"Student \d and Student \d", text)


@pytest.fixture(scope="module")
def chrome() -> Iterator[Chrome]:
    with browser() as chrome:
        yield chrome


@pytest.mark.browser
@pytest.mark.parametrize("policy", [True, False], ids=["as written", "without its policy"])
def test_nothing_in_it_runs(release: NotebookNode, chrome: Chrome, tmp_path: Path, policy: bool) -> None:
    text = hostile_page(release)
    if not policy:
        text = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", text)
    path = tmp_path / "page.html"
    path.write_text(text)
    chrome.get(path.as_uri())
    chrome.execute_script("document.querySelectorAll('details').forEach(e => e.open = true)")
    chrome.execute_script("document.querySelectorAll('main *').forEach(e => e.click())")
    assert chrome.execute_script("return window.pwned") is None
    injected = "script, iframe, img, svg, object, embed, form, input, base, link, math, body style"
    assert chrome.execute_script(f"return document.querySelectorAll('{injected}').length") == 0
    assert chrome.execute_script("return document.documentElement.scrollWidth <= window.innerWidth")


def hand_in(course: Course, student: str, content: str) -> None:
    path = course.root / "submitted" / student / A0 / f"{A0}.ipynb"
    path.parent.mkdir(parents=True)
    path.write_text(content)


def test_a_class_is_compared_before_it_is_graded_and_files_that_are_no_notebooks_are_left_out(
    tiny_course: Course,
) -> None:
    release = nbformat.read(tiny_course.release(A0), as_version=4)
    for number in range(4):
        source = OWN.format(name="area", number=number, body="\n    ".join(STEPS[number % 2 :]))
        hand_in(tiny_course, f"student{number}", nbformat.writes(with_answers(release, {"area": source})))
    hand_in(tiny_course, "broken", "{")
    found, _ = write_similarity(tiny_course, A0, similarity_path(tiny_course, A0))
    assert found.students == 4
    assert similarity_path(tiny_course, A0).is_file()


def test_nothing_to_compare_is_a_sentence(tiny_course: Course) -> None:
    with pytest.raises(CourseError, match="Nothing that can be read was handed in"):
        write_similarity(tiny_course, A0, similarity_path(tiny_course, A0))


def test_the_command_says_that_nobody_stands_out_and_where_the_page_is(
    tiny_course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    release = tiny_course.release(A0).read_text()
    for student in ("anna", "ben", "carl"):
        hand_in(tiny_course, student, release)
    monkeypatch.chdir(tiny_course.root)
    for command in ("similarity", "report"):
        outcome = CliRunner().invoke(app, [command, A0])
        assert outcome.exit_code == 0, outcome.output
        assert os.path.join("reports", A0, f"{command}.html") in outcome.output
        assert (tiny_course.root / "reports" / A0 / f"{command}.html").is_file()
    assert "stands out" in (tiny_course.root / "reports" / A0 / "similarity.html").read_text()
