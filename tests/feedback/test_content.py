"""What a page says about points, before it is written."""

from __future__ import annotations

import re

import pytest

from autograder.feedback.content import (
    CellScore,
    Feedback,
    QuestionFeedback,
    ShownCause,
    ShownCell,
    ShownCheck,
    ShownMistake,
    ShownOutput,
)
from autograder.feedback.page import page

FAILED = ShownCheck("It is right.", 2, 0, False, ("It is wrong.",))


def question(auto: CellScore | None = None, manual: CellScore | None = None, **more: object) -> QuestionFeedback:
    return QuestionFeedback("q", "1a.2", "Title", auto, manual, **more)  # type: ignore[arg-type]


def written(*questions: QuestionFeedback, **more: object) -> str:
    earned, points = sum(each.earned for each in questions), sum(each.points for each in questions)
    return page(Feedback("anna", "a1", "Attention", earned, points, questions=questions, **more))  # type: ignore[arg-type]


def text_of(html: str) -> str:
    return " ".join(re.sub(r"<style>.*?</style>|<[^>]*>", " ", html, flags=re.DOTALL).split())


@pytest.mark.parametrize(
    ("auto", "manual", "state", "lost"),
    [
        (CellScore(2, 2), None, "full", 0),
        (CellScore(0.1 + 0.2, 0.3), None, "full", 0),
        (CellScore(1, 2), None, "part", 1),
        (CellScore(0, 2), None, "none", 2),
        (CellScore(0, 2), CellScore(0, 3, pending=True), "none", 2),
        (CellScore(1, 2), CellScore(0, 3, pending=True), "part", 1),
        (CellScore(2, 2), CellScore(0, 3, pending=True), "pending", 0),
        (None, CellScore(0, 3, pending=True), "pending", 0),
        (CellScore(0, 2), CellScore(3, 3), "part", 2),
    ],
)
def test_how_a_question_went_is_said_of_what_was_graded(
    auto: CellScore | None, manual: CellScore | None, state: str, lost: float
) -> None:
    asked = question(auto, manual)
    assert asked.state == state
    assert asked.lost == pytest.approx(lost)


def test_a_question_without_a_passed_check_looks_like_one() -> None:
    shown = written(question(CellScore(0, 2), CellScore(0, 3, pending=True), checks=(FAILED,)))
    assert '<span class="mark none"' in shown
    assert "none of 1 checks passed" in text_of(shown)
    assert "Show only what lost points" in shown


def test_the_bar_shows_points_that_wait_apart_from_those_lost() -> None:
    shown = written(question(CellScore(4, 6), CellScore(0, 4, pending=True)))
    assert '<i style="width: 40%"></i><i class="waiting" style="width: 40%"></i>' in shown
    assert "4 earned 4 waiting for a person 2 lost" in text_of(shown)


def test_nothing_waits_when_all_is_graded_or_nothing_can_be_read() -> None:
    assert "waiting" not in text_of(written(question(CellScore(4, 6))))
    unread = written(question(None, CellScore(0, 4, pending=True)), unreadable="It is empty.")
    assert "waiting" not in text_of(unread)
    assert "only-lost" not in unread[unread.index("<main>") :]


def test_labels_and_points_of_both_parts_are_as_in_the_notebook() -> None:
    text = text_of(
        written(
            question(
                CellScore(1, 2), CellScore(3, 4), difficulty="●●○", checks=(FAILED,), answer=ShownCell("text", "x")
            )
        )
    )
    assert "1a.2 · Title ●●○ 4 / 6 Code none of 1 checks passed 1 / 2" in text
    assert "Your written answer 3 / 4 x" in text


def test_each_mistake_has_its_cost_and_the_sum_is_that_of_the_costs() -> None:
    mistakes = (ShownMistake("You add $x$.", 1), ShownMistake("You forget `y`.", 0.5))
    text = text_of(written(question(CellScore(3.5, 5), checks=(FAILED,), mistakes=mistakes)))
    assert "Recognised mistake costs 1 of 5 points You add x ." in text
    assert "Recognised mistake costs 0.5 of 5 points You forget y ." in text
    assert "failed because of these mistakes. So they alone cost points: 5 − 1 − 0.5 = 3.5 ." in text
    assert "0 / 2" not in text


def test_a_mistake_that_does_not_explain_everything_is_a_hint_without_a_cost() -> None:
    text = text_of(written(question(CellScore(3, 5), checks=(FAILED,), mistakes=(ShownMistake("You add."),))))
    assert "Hint You add." in text
    assert "costs" not in text
    assert "0 / 2" in text


def test_a_common_cause_stands_once_above_the_checks_and_later_refers_to_where_it_was_told() -> None:
    cause = ShownCause("`f` is not defined, because its cell did not run.\n    def f(x)\n            ^")
    first = question(CellScore(0, 4), checks=(FAILED, FAILED), cause=cause)
    shown = written(first)
    assert shown.count("is not defined") == 1
    assert shown.index("is not defined") < shown.index('<ul class="checks">')
    assert "<pre>def f(x)\n        ^</pre>" in shown
    later = text_of(
        written(question(CellScore(0, 4), checks=(FAILED,), cause=ShownCause(cause.sentence, said_at="1a.1")))
    )
    assert "For the reason that is told at question 1a.1." in later
    assert "is not defined" not in later


def test_an_error_in_a_given_cell_is_one_line_that_unfolds() -> None:
    trail = ShownOutput("error", "Cell In[3], line 1\n----> 1 run()\nNameError: name 'f' is not defined")
    shown = written(question(CellScore(0, 4), cells=(ShownCell("outputs", "", (trail,)),)))
    assert (
        "<summary>When it was graded, this cell ended with an error: <code>NameError: name &#39;f&#39; is not defined</code></summary>"
        in shown
    )
