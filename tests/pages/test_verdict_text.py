"""A verdict as a graded cell shows it, and its checks read back from there."""

from autograder.diagnosis.diagnosis import Diagnosis, Recognised
from autograder.judge.verdict import CheckResult, Verdict
from autograder.pages.verdict_text import as_html, checks_in, verdict_as_text

CHECKS = (
    CheckResult("test_a", "It is round.", 2.0, 2.0, True),
    CheckResult(
        "test_b", "It is even (nearly).", 1.5, 0.0, False, "The answer is off by 3.", ("Cell area, line 2: x",)
    ),
    CheckResult("test_c", "It is quick.", 1.5, 0.0, False),
)
VERDICT = Verdict("area", CHECKS)
SLIP, GAP = Recognised("slip", "You add 1 & 1.", 0.5), Recognised("gap", "You forget the root.", 1.0)


def test_a_recognised_mistake_says_what_it_costs_and_the_checks_stay() -> None:
    text = verdict_as_text(VERDICT, Diagnosis((SLIP, GAP), 3.5))
    assert text.split("\n") == [
        "3.5 of 5 points",
        "✓ It is round. (2/2)",
        "✗ It is even (nearly). (0/1.5)",
        "    The answer is off by 3.",
        "    Cell area, line 2: x",
        "✗ It is quick. (0/1.5)",
        "Recognised: You add 1 & 1. It costs 0.5 of 5 points, whatever else it makes fail.",
        "Recognised: You forget the root. It costs 1 of 5 points, whatever else it makes fail.",
    ]
    html = as_html(VERDICT, Diagnosis((SLIP,), 4.5))
    assert "<b>4.5 of 5 points</b>" in html
    assert "<b>Recognised:</b> You add 1 &amp; 1. <b>It costs 0.5 of 5 points" in html


def test_where_passed_checks_count_a_recognised_mistake_is_a_hint() -> None:
    text = verdict_as_text(VERDICT, Diagnosis((SLIP,), None))
    assert text.startswith("2 of 5 points\n")
    assert text.endswith("\nHint: You add 1 & 1.")
    assert "<b>Hint:</b> You add 1 &amp; 1.</p>" in as_html(VERDICT, Diagnosis((SLIP,), None))


def test_the_checks_are_read_back_whatever_is_recognised() -> None:
    for diagnosis in (Diagnosis(), Diagnosis((SLIP,), None), Diagnosis((SLIP, GAP), 3.5)):
        found = list(checks_in(verdict_as_text(VERDICT, diagnosis)))
        assert [(each.sentence, each.points, each.earned, each.passed) for each in found] == [
            (each.sentence, each.points, each.earned, each.passed) for each in CHECKS
        ]
        assert found[1].lines == ("The answer is off by 3.", "Cell area, line 2: x")
