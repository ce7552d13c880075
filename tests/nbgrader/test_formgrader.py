"""A TA's day in formgrader, in a real browser: read, give points, comment, go on, release feedback."""

from __future__ import annotations

import base64
import io
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbconvert.exporters import HTMLExporter
from nbformat.v4 import new_output
from nbgrader.api import Gradebook
from selenium.common.exceptions import TimeoutException, WebDriverException
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

from autograder.class_run.run import grade_class
from autograder.course import Course
from autograder.course.answers import answers_of, with_answers
from autograder.course.cells import grade_id
from autograder.course.master import read_master
from autograder.course.release import release as make_release
from autograder.nbgrader.formgrader_page import template_folders
from tests.browser import browser, jupyterlab
from tests.conftest import A0
from tests.feedback import attacks
from tests.tiny import make_tiny_course

pytestmark = [pytest.mark.browser, pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")]

# A question that only people grade, with a figure of the student's own run, and a task: students add cells to it.
MORE = """
# %% [markdown]
# ### (c) A figure

# %% tags=["keep-output"] nbgrader={"grade": false, "grade_id": "run_figure", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Draw it (DO NOT CHANGE)
print("drawn")

# %% [markdown] nbgrader={"grade": false, "grade_id": "scheme_figure", "locked": true, "schema_version": 3, "solution": false, "task": false}
# **Written part (2 points).** What does the figure show about $\\sum_i x_i$?
#
# === BEGIN MARK SCHEME ===
# - 2 points: it **falls**.
# === END MARK SCHEME ===

# %% [markdown] nbgrader={"grade": true, "grade_id": "explain_figure", "locked": false, "points": 2, "schema_version": 3, "solution": true, "task": false}
# It falls.

# %% [markdown] nbgrader={"grade": false, "grade_id": "poster", "locked": true, "points": 4, "schema_version": 3, "solution": false, "task": true}
# **Task (4 points).** Make a poster in cells of your own.
#
# === BEGIN MARK SCHEME ===
# - 4 points: a poster.
# === END MARK SCHEME ===
"""
BUTTON = '\n\n<a href="#" class="full-credit">my sources</a> <b class="btn no-credit">here</b>\n'
NAMES = {
    "anna": ("Anna", "Ångström"),
    "bert": ("Bert", "Brown"),
    "eve": (attacks.FIRST_NAME, f"<img src=x onerror={attacks.PWN}>"),
}
READY = "return formgrader.loaded && formgrader.grades.loaded && formgrader.comments.loaded && MathJax.loaded === true"
IDLE = "return jQuery.active === 0"
# what a dialog says once it is there; one that fades in has its words before it can be seen
DIALOG = """
const [title, body] = ['title', 'body'].map(part => document.querySelector(`.modal .modal-${part}`)?.textContent.trim());
return title && body ? [title, body] : null;
"""
# close it, and say whether it is gone: a click of the mouse may miss a button that still moves
CLOSED = """
document.querySelector('.modal.in .modal-footer button')?.click();
return !document.querySelector('.modal, .modal-backdrop');
"""
# what formgrader's page must not have where it shows what students wrote; script in a picture's own file does not run
SAFE = """
const shown = [...document.querySelectorAll('.rendered_html, .output_area, .breadcrumb')];
const inside = shown.flatMap(e => [...e.querySelectorAll('*')]);
const odd = /^(script|svg|iframe|object|embed|form|base|meta|link|style|input|button|textarea)$/i;
const elements = inside.filter(e => odd.test(e.localName) && !/^math\\/tex/.test(e.type));
const attributes = inside.flatMap(e => [...e.attributes].map(a => [e.localName, a.name, a.value])).filter(
    ([tag, name, value]) => /^\\s*(javascript|vbscript|data:text)/i.test(value) || (name.startsWith('on') && /pwned/.test(value)));
const buttons = document.querySelectorAll('.rendered_html :is(.full-credit, .no-credit, .score, .extra-credit, .mark-graded)');
return [...elements, ...buttons].map(e => e.outerHTML).concat(attributes.map(a => a.join(' ')));
"""
CLICK = """
document.querySelectorAll('.nbgrader_cell > .panel-body *, .output_area *').forEach(e => {
  if (e.click && !/^(http|mailto)/.test(e.getAttribute('href') || '')) e.click();
  e.dispatchEvent(new Event('error')); e.dispatchEvent(new Event('load')); });
"""


@dataclass(frozen=True)
class Desk:
    """A TA at work: a browser on a running server, and the course behind it."""

    chrome: Chrome
    address: str
    course: Course

    def wait(self, condition: Callable[[Chrome], Any], seconds: float = 60) -> Any:
        try:
            return WebDriverWait(self.chrome, seconds, ignored_exceptions=[WebDriverException]).until(condition)
        except TimeoutException:
            shown = self.chrome.find_element(By.TAG_NAME, "body").text[:500]
            said = [entry["message"][:300] for entry in self.chrome.get_log("browser")]
            pytest.fail(f"waited {seconds} s in vain at {self.chrome.current_url}: {shown!r}, {said}")

    def go(self, path: str) -> None:
        self.chrome.get(f"{self.address}/formgrader/{path}")

    def find(self, selector: str) -> WebElement:
        return self.wait(lambda page: page.find_element(By.CSS_SELECTOR, selector))

    def click(self, selector: str) -> None:
        self.wait(lambda page: page.find_element(By.CSS_SELECTOR, selector).click() or True)

    def follow(self, text: str) -> None:
        """Click a link by its words, once the page has written it."""
        self.wait(lambda page: page.find_element(By.LINK_TEXT, text).click() or True)

    def ready(self) -> None:
        """Wait until a submission shows its grades and its formulas."""
        self.wait(lambda page: page.execute_script(READY))

    def student(self) -> str:
        shown = self.chrome.execute_script("return document.querySelector('a.name-shown').textContent.trim()")
        return next(student for student, (first, last) in NAMES.items() if shown == f"{last}, {first}")

    def enter(self, element: str, text: str) -> None:
        """Type into a field and leave it, which saves; wait until the server has it."""
        field = self.find(f"[id='{element}']")
        field.clear()
        field.send_keys(text)
        self.chrome.execute_script("arguments[0].blur()", field)
        self.wait(lambda page: page.execute_script(IDLE))

    def submissions(self) -> dict[str, str]:
        """The address of everybody's submission."""
        with Gradebook(f"sqlite:///{self.course.root}/gradebook.db") as gradebook:
            return {each.student.id: f"submissions/{each.id}/" for each in gradebook.notebook_submissions(A0, A0)}

    def open(self, student: str) -> None:
        self.go(self.submissions()[student])
        self.ready()

    def grade(self, student: str, cell: str) -> tuple[float | None, float | None, bool]:
        with Gradebook(f"sqlite:///{self.course.root}/gradebook.db") as gradebook:
            found = gradebook.find_grade(cell, A0, A0, student)
            return found.manual_score, found.extra_credit, found.needs_manual_grade

    def comment(self, student: str, cell: str) -> str | None:
        with Gradebook(f"sqlite:///{self.course.root}/gradebook.db") as gradebook:
            return gradebook.find_comment(cell, A0, A0, student).manual_comment  # type: ignore[no-any-return]


def picture() -> str:
    from matplotlib.figure import Figure

    figure, target = Figure(figsize=(2, 1)), io.BytesIO()
    figure.add_subplot().plot([1, 0])
    figure.savefig(target, format="png")
    return base64.b64encode(target.getvalue()).decode()


def hand_in(course: Course, student: str, **changed: str) -> None:
    release = nbformat.read(course.release(A0), as_version=4)
    notebook = with_answers(release, answers_of(read_master(course.master(A0))) | changed)
    cell = next(cell for cell in notebook.cells if grade_id(cell) == "run_figure")
    cell.outputs = [
        new_output("display_data", data={"image/png": picture()}),
        new_output("display_data", data={"text/html": f"<script>{attacks.PWN}</script>", "image/svg+xml": attacks.SVG}),
    ]
    folder = course.root / "submitted" / student / A0
    folder.mkdir(parents=True)
    nbformat.write(notebook, folder / f"{A0}.ipynb")
    (folder / "poster.svg").write_text(attacks.SVG)
    if student != "bert":  # he handed in by mail, the others through nbgrader's exchange
        (folder / "timestamp.txt").write_text("2025-03-01 10:00:00 UTC")
        (folder / "submission_secret.txt").write_text(f"secret of {student}")


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    course = make_tiny_course(tmp_path_factory.mktemp("formgrader") / "course")
    exchange = course.root.parent / "exchange"
    exchange.mkdir(mode=0o777)
    with (course.root / "nbgrader_config.py").open("a") as config:
        config.write(f"c.Exchange.root = {str(exchange)!r}\n")
    with course.master(A0).open("a") as master:
        master.write(MORE)
    make_release(course, A0)
    assert "falls" not in course.release(A0).read_text()  # neither solution nor marking scheme
    hand_in(course, "anna", explain_mean="One cannot divide by $0$.")
    hand_in(course, "bert", area="def area(radius):\n    return 0")
    hand_in(course, "eve", area=attacks.CODE, explain_mean=attacks.ANSWER + BUTTON)
    grade_class(course, A0, jobs=2)
    with Gradebook(f"sqlite:///{course.root}/gradebook.db") as gradebook:
        for student, (first, last) in NAMES.items():
            gradebook.update_or_create_student(student, first_name=first, last_name=last)
    return course


@pytest.fixture(scope="module")
def desk(course: Course) -> Iterator[Desk]:
    with jupyterlab(course.root) as address, browser() as chrome:
        yield Desk(chrome, address, course)


def test_a_ta_finds_the_way_from_the_assignment_to_a_submission(desk: Desk) -> None:
    desk.go("")
    assert desk.find("td.num-submissions a").text == "3"
    desk.follow("Manual Grading")
    for address in (f"gradebook/{A0}", f"gradebook/{A0}/{A0}"):
        desk.follow(A0)
        desk.wait(lambda page, address=address: page.current_url.endswith(address))
    desk.follow("Submission #1")
    desk.ready()
    assert desk.student() in NAMES


def test_an_answer_stands_below_its_scheme_and_the_students_own_figure(desk: Desk) -> None:
    desk.open("anna")
    places = desk.chrome.execute_script(
        """const top = e => e.getBoundingClientRect().top + scrollY;
        const answer = document.getElementById('explain_figure').closest('.nbgrader_cell');
        const scheme = answer.closest('.cell').previousElementSibling, figure = scheme.previousElementSibling;
        const picture = figure.querySelector('img');
        return {words: scheme.innerText, box: !!scheme.querySelector('[class^=scheme-]'), figure: figure.innerText,
            width: picture.naturalWidth, border: getComputedStyle(picture).borderTopWidth,
            order: top(picture) < top(scheme) && top(scheme) < top(answer),
            formulas: scheme.querySelectorAll('.MathJax').length, answer: answer.innerText}"""
    )
    assert "it falls." in places["words"]
    assert "MARK SCHEME" not in places["words"]
    assert places["box"]
    assert "not run again when it was graded" in places["figure"]
    assert places["width"] > 0
    assert places["border"] == "0px"
    assert places["order"]
    assert places["formulas"]
    assert "It falls." in places["answer"]
    links = desk.chrome.find_elements(By.CSS_SELECTOR, "[class^=overview-] a")
    assert [link.text for link in links] == [f"1b.{number} · Mean" for number in (1, 2, 3)]
    if folder := os.environ.get("SCREENSHOTS"):
        desk.chrome.save_screenshot(str(Path(folder) / "formgrader.png"))


def test_points_comments_and_extra_credit_arrive_and_the_keyboard_leads_to_the_next_student(desk: Desk) -> None:
    first = min(desk.submissions(), key=lambda student: desk.submissions()[student])
    desk.open(first)
    desk.enter("explain_mean-comment", "Say *which* division.")
    field = desk.find("#explain_mean")
    field.click()
    field.send_keys("0.5", Keys.CONTROL, ".")
    desk.wait(
        lambda page: (
            page.execute_script(READY)
            and desk.student() != first
            and page.execute_script("return document.activeElement.id") == "explain_mean"
        )
    )
    second = desk.student()
    desk.open(second)
    desk.chrome.execute_script(
        "document.querySelector('#explain_mean').closest('.panel-heading').querySelector('.full-credit').click()"
    )
    desk.wait(lambda page: page.execute_script(IDLE))
    desk.enter("explain_mean_extra_credit", "0.25")
    assert desk.grade(first, "explain_mean") == (0.5, None, False)
    assert desk.comment(first, "explain_mean") == "Say *which* division."
    assert desk.grade(second, "explain_mean") == (1, 0.25, False)


def test_questions_that_only_people_grade_and_tasks_take_points(desk: Desk) -> None:
    for student in NAMES:
        desk.open(student)
        desk.enter("explain_figure", "1.5")
        desk.enter("poster", "3")
        desk.enter("poster-comment", "Nice colours.")
        if desk.grade(student, "explain_mean")[2]:
            desk.enter("explain_mean", "1")
        assert desk.grade(student, "explain_figure") == (1.5, None, False)
        assert desk.grade(student, "poster") == (3, None, False)
    desk.go(f"gradebook/{A0}/{A0}")
    desk.wait(lambda page: len(page.find_elements(By.CSS_SELECTOR, "td.needs-manual-grade")) == len(NAMES))
    assert desk.chrome.find_elements(By.CSS_SELECTOR, "td.needs-manual-grade .glyphicon-ok") == []


def test_more_points_than_there_are_become_the_most_there_are(desk: Desk) -> None:
    desk.open("anna")
    desk.enter("explain_figure", "99")
    assert desk.grade("anna", "explain_figure")[0] == 2
    desk.enter("explain_figure", "1.5")


def test_two_tas_see_each_others_points_and_save_only_what_they_changed(desk: Desk) -> None:
    desk.open("bert")
    with Gradebook(f"sqlite:///{desk.course.root}/gradebook.db") as gradebook:  # a server of the other TA's own
        gradebook.find_grade("poster", A0, A0, "bert").manual_score = 2.5
        gradebook.db.commit()
    desk.enter("explain_figure", "0.5")
    assert desk.grade("bert", "poster")[0] == 2.5
    desk.open("bert")
    assert desk.find("#poster").get_attribute("value") == "2.5"
    assert desk.find("#explain_figure").get_attribute("value") == "0.5"


def test_nothing_a_student_wrote_runs_or_grades(desk: Desk) -> None:
    before = {cell: desk.grade("eve", cell) for cell in ("explain_mean", "test_area", "explain_figure")}
    desk.open("eve")
    assert desk.chrome.execute_script(SAFE) == []
    desk.chrome.execute_script(CLICK)
    desk.wait(lambda page: page.execute_script(IDLE))
    assert desk.chrome.execute_script("return window.pwned") is None
    assert {cell: desk.grade("eve", cell) for cell in before} == before
    assert not list((desk.course.root / "autograded" / "eve" / A0).glob("*.svg"))
    for page in ("manage_students", "manage_students/eve", f"gradebook/{A0}/{A0}", f"manage_submissions/{A0}"):
        desk.go(page)
        desk.wait(lambda page: page.find_elements(By.CSS_SELECTOR, "tbody td a"))
        assert desk.chrome.execute_script("return window.pwned") is None, page


def test_the_test_would_notice_what_stock_formgrader_lets_run(desk: Desk, tmp_path: Path) -> None:
    stock = HTMLExporter(template_name="formgrade", extra_template_basedirs=template_folders()[1:])
    notebook = nbformat.read(desk.course.root / "autograded" / "eve" / A0 / f"{A0}.ipynb", as_version=4)
    for cell in notebook.cells:
        cell.source = cell.source.replace("attachment:", "")  # a picture that is not there would be an error 500
    about = {"index": 0, "total": 1, "base_url": desk.address, "last_name": "E", "first_name": attacks.FIRST_NAME}
    page, _ = stock.from_notebook_node(notebook, resources=about)
    copy = tmp_path / "page.html"
    copy.write_text(page)
    desk.chrome.get(copy.as_uri())
    desk.wait(lambda page: page.execute_script("return window.pwned") == 1)
    assert desk.chrome.execute_script(SAFE) != []


def test_feedback_is_generated_and_released_by_the_buttons(desk: Desk) -> None:
    desk.go("manage_assignments")
    for column in ("generate-feedback", "release-feedback"):
        desk.click(f"td.{column} a")
        title, said = desk.wait(lambda page: page.execute_script(DIALOG))
        assert "Success" in title, said
        desk.wait(lambda page: page.execute_script(CLOSED))
    assert "did not hand in through the exchange: bert" in said
    released = list((desk.course.root.parent / "exchange").glob("attention/feedback/*.html"))
    assert len(released) == 2
    pages = {student: desk.course.root / "feedback" / student / A0 / f"{A0}.html" for student in NAMES}
    assert sorted(page.read_text() for page in released) == sorted(pages[s].read_text() for s in ("anna", "eve"))


def test_points_and_comments_are_on_the_page_that_the_student_gets(desk: Desk) -> None:
    desk.chrome.get((desk.course.root / "feedback" / "anna" / A0 / f"{A0}.html").as_uri())
    text = desk.find("main").text
    assert "Nice colours." in text
    assert "it falls" not in text  # the marking scheme
    with Gradebook(f"sqlite:///{desk.course.root}/gradebook.db") as gradebook:
        total = gradebook.find_submission(A0, "anna").score
    assert f"{total:g}" in text
    commented = next(student for student in NAMES if desk.comment(student, "explain_mean"))
    desk.chrome.get((desk.course.root / "feedback" / commented / A0 / f"{A0}.html").as_uri())
    assert "Say which division." in desk.find("main").text
