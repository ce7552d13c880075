"""What the instructor's page says about a class that was graded for real."""

from __future__ import annotations

import contextlib
import html
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest
from nbgrader.api import Gradebook
from sqlalchemy import event
from sqlalchemy.engine import Engine

from autograder.course import Course
from autograder.errors import CourseError
from autograder.pages.students import NamedStudent, Names, read_names
from autograder.report.book import read_book
from autograder.report.content import Report, StudentRow
from autograder.report.page import page
from autograder.report.write import write_report
from tests.conftest import A0
from tests.feedback import attacks
from tests.report.conftest import HINT, PEOPLE, Reports, hand_in
from tests.report.made_up import made_up_report

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")


@pytest.fixture(scope="module")
def report(reports: Reports) -> Report:
    return reports.named.report


def row(report: Report, student: str) -> StudentRow:
    return next(row for row in report.rows if row.student == student)


def test_everyone_is_counted_once(report: Report) -> None:
    assert (len(report.rows), len(report.graded), len(report.counted)) == (12, 11, 10)
    assert report.missing == ("Mia Moreno",)
    assert [row.student for row in report.unfilled] == ["ben22"]
    assert not row(report, "ulla5").graded
    assert row(report, "emil2").unreadable


def test_totals_are_those_of_the_gradebook(reports: Reports) -> None:
    with Gradebook(reports.course.db_url) as gradebook:
        for student, shown in (
            ("anna1", "Anna Ångström & Co"),
            ("dora4", "dora4"),
            ("lena3", "lena3"),
            ("ben22", "ben22"),
        ):
            notebook = gradebook.find_submission_notebook(A0, A0, student)
            expected = (
                max(notebook.score - notebook.late_submission_penalty, 0)
                if notebook.late_submission_penalty
                else notebook.score
            )
            assert row(reports.named.report, shown).total == expected
    anna = row(reports.named.report, "Anna Ångström & Co")
    assert [(score.earned, score.points) for score in anna.scores] == [(3, 3), (2.5, 3)]
    assert [column.label for column in reports.named.report.columns] == ["1a", "1b"]
    assert reports.named.report.points == 6


def test_lateness_and_its_penalty_are_told(report: Report) -> None:
    (late,) = report.late
    assert (late.student, late.lateness, late.penalty) == ("lena3", "2 days 2 hours late", 3.0)


def test_hard_checks_are_counted_among_those_who_answered(report: Report) -> None:
    hardest = report.hardest[0]
    assert hardest.question.id == "area"
    assert hardest.answered == 9  # not the unfilled, not the unreadable
    assert hardest.failed == 6
    assert "four times the area" in hardest.sentence


def test_mistakes_and_groups_name_who_made_them(report: Report) -> None:
    (mistake,) = report.mistakes
    assert (mistake.hint, mistake.students) == (HINT, ("dina4", "dora4"))
    (group,) = report.groups
    assert group.students == ("gil8", "Gustav Hansen")
    assert "gustav7_pi + radius" in group.cell or "pi + radius" in group.cell


def test_what_went_wrong_is_listed_by_its_kind(report: Report) -> None:
    kinds = {(incident.student, incident.kind) for incident in report.incidents}
    assert kinds >= {
        ("carl5", "crashed"), ("finn6", "hung"), ("emil2", "unreadable"), ("dora4", "flagged"), ("lena3", "doubtful"),
    }  # fmt: skip
    assert report.stopped == 2
    assert "`mean`" in next(each.sentence for each in report.incidents if each.kind == "crashed")


def test_rules_that_were_broken_are_a_column_and_remarks_are_not(report: Report) -> None:
    (finding,) = row(report, "Anna Ångström & Co").preflight
    assert "changed a locked cell" in finding


def test_what_waits_for_a_person_is_counted_by_question(report: Report) -> None:
    (awaiting,) = report.awaiting
    assert awaiting.question.id == "mean"
    assert awaiting.count == report.waiting == 8  # all but Anna's, the unfilled one and the unreadable one


def test_isolation_and_versions_are_told(reports: Reports) -> None:
    report = reports.named.report
    assert report.walls.judged == 10
    assert {name for name, _ in report.versions} >= {"python", "torch", "nbgrader", "autograder"}
    text = reports.named.path.read_text()
    for sentence, _ in report.walls.missing:
        assert html.escape(sentence) in text


def test_names_lead_to_pages_of_feedback_that_exist(reports: Reports) -> None:
    links = {row.student: row.feedback for row in reports.named.report.rows if row.feedback}
    assert set(links) == {"Anna Ångström & Co", attacks.FIRST_NAME}
    for link in links.values():
        assert (reports.named.path.parent / unquote(link)).is_file()
        assert f'href="{html.escape(link)}"' in reports.named.path.read_text()


def test_the_page_of_alike_answers_lies_beside_it(reports: Reports) -> None:
    for written in (reports.named, reports.nameless):
        assert (written.path.parent / written.report.similarity_link).is_file()
    assert reports.named.report.similarity_link != reports.nameless.report.similarity_link


@pytest.mark.parametrize("kind", ["report", "similarity"])
def test_a_nameless_page_names_nobody(reports: Reports, kind: str) -> None:
    path = reports.nameless.path
    text = html.unescape((path if kind == "report" else path.with_name("similarity-anonymous.html")).read_text())
    named = {"mia99", *(folder.name for folder in (reports.course.root / "submitted").iterdir())}
    named |= {part for both in PEOPLE.values() for part in both if part}
    named |= {f"{first.lower()}@uni.example" for first, _ in PEOPLE.values()}
    body = re.sub(r"<style>.*?</style>", "", text, flags=re.DOTALL)
    for word in sorted(named):
        assert word.casefold() not in body.casefold(), word
    assert re.search(r"Student \d+", body)
    assert "feedback/" not in body


def test_numbers_mean_the_same_student_on_every_page(reports: Reports) -> None:
    names = read_names(reports.course, anonymous=True)
    again = read_names(reports.course, anonymous=True)
    assert [names(student) for student in PEOPLE] == [again(student) for student in PEOPLE]
    assert len({names(student) for student in PEOPLE}) == len(PEOPLE)
    nameless = {row.student: row.total for row in reports.nameless.report.rows}
    assert nameless[names("anna1")] == row(reports.named.report, "Anna Ångström & Co").total


def test_names_are_hidden_inside_sentences_and_identifiers() -> None:
    people = {
        "ada7": NamedStudent("ada7", "Ada", "King", "ada@uni.example", "90210"),
        "bo": NamedStudent("bo", "Bo", "King"),
    }
    names = Names(people, anonymous=True, numbers={"ada7": 1, "bo": 2})
    hidden = names.hide("# ADA King (ada@uni.example, 90210) and Bo\nada7_helper = canada + boat")
    assert hidden == "# Student 1 (Student 1, Student 1) and Student 2\nStudent 1_helper = canada + boat"
    assert names.hide("King") == "A student"  # which of the two is not known
    assert Names(people).hide("Ada King") == "Ada King"


def test_the_number_of_queries_does_not_grow_with_the_class(reports: Reports, tmp_path: Path) -> None:
    larger = f"sqlite:///{shutil.copy(reports.course.root / 'gradebook.db', tmp_path)}"
    with Gradebook(larger) as gradebook:
        for number in range(30):
            gradebook.update_or_create_student(f"new{number}")
            gradebook.update_or_create_submission(A0, f"new{number}")
    asked: list[list[str]] = []
    with _listening(asked):
        small = read_book(reports.course.db_url, A0)
    with _listening(asked):
        large = read_book(larger, A0)
    assert (len(small.submissions), len(large.submissions)) == (11, 41)
    assert len(asked[0]) == len(asked[1])


@contextlib.contextmanager
def _listening(heard: list[list[str]]) -> Iterator[None]:
    """Notes the queries that are made."""
    own: list[str] = []
    heard.append(own)

    def note(connection: object, cursor: object, statement: str, *rest: object) -> None:
        own.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield
    finally:
        event.remove(Engine, "before_cursor_execute", note)


def test_a_class_that_has_not_handed_in_anything_gets_a_page(tiny_course: Course) -> None:
    written = write_report(tiny_course, A0)
    text = written.path.read_text()
    assert written.path == tiny_course.root / "reports" / A0 / "report.html"
    assert "Nobody has handed anything in" in text
    assert "Nothing is graded yet" in text


def test_a_class_that_is_not_graded_yet_gets_a_page(tiny_course: Course, tmp_path: Path) -> None:
    hand_in(tiny_course, "anna1", tiny_course.release(A0).read_bytes())
    hand_in(tiny_course, "ben22", b"not a notebook")
    written = write_report(tiny_course, A0, tmp_path / "else where" / "out.html")
    text = written.path.read_text()
    assert "<b>2</b> handed in, not graded yet" in text
    assert "anna1" in text
    assert (written.path.parent / unquote(written.report.similarity_link)).is_file()


def test_an_assignment_without_a_release_is_a_sentence(tiny_course: Course) -> None:
    tiny_course.release(A0).unlink()
    with pytest.raises(CourseError, match="autograder release a0_tiny"):
        write_report(tiny_course, A0)


def test_three_hundred_students_fit_on_a_page() -> None:
    text = page(made_up_report(300, 21))
    assert len(text.encode()) < 1_000_000
    assert text.count('<th scope="row">') >= 300


def test_the_distribution_is_told_in_words_too() -> None:
    text = page(made_up_report(12, 5))
    label = re.search(r'role="img" aria-label="(Totals: [^"]+)"', text)
    assert label
    assert sum(int(count) for count in re.findall(r"(\d+) students?", label[1])) == 12
