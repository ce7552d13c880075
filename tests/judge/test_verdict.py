"""What a verdict says about all of its checks at once."""

from autograder.judge.verdict import CheckResult, Verdict
from autograder.pages.verdict_text import verdict_as_text

CAUSE = "The answer has the opposite sign."


def failed(
    message: str, cause: str = "", lines: tuple[str, ...] = (), counterexample: str | None = None
) -> CheckResult:
    return CheckResult("a", "It is right.", 1, 0, False, message, lines, counterexample, cause=cause)


def passed() -> CheckResult:
    return CheckResult("p", "It is there.", 1, 1, True)


def test_the_same_cause_is_said_once() -> None:
    one, other = (
        failed(f"2 of 3 values are wrong. {CAUSE} See Eq. (9).", CAUSE),
        failed(f"The gradient is wrong. {CAUSE}", CAUSE),
    )
    verdict = Verdict("q", (passed(), one, other))
    assert verdict.common_cause == CAUSE
    assert [verdict.notes_of(check) for check in verdict.checks] == [
        (), ("2 of 3 values are wrong. See Eq. (9).",), ("The gradient is wrong.",)
    ]  # fmt: skip
    assert verdict_as_text(verdict).count(CAUSE) == 1


def test_the_same_message_with_the_same_line_is_said_once() -> None:
    one = failed("`f` raised an error.", lines=("Cell In[3], line 2: x @ y",))
    other = failed("`f` raised an error.", lines=one.lines, counterexample="f(1)")
    verdict = Verdict("q", (one, other))
    assert (verdict.common_cause, verdict.common_lines) == ("`f` raised an error.", one.lines)
    assert [verdict.notes_of(check) for check in verdict.checks] == [(), ("f(1)",)]


def test_lines_that_differ_stay_with_their_checks() -> None:
    one, other = failed("`f` raised an error.", lines=("line 2",)), failed("`f` raised an error.", lines=("line 3",))
    verdict = Verdict("q", (one, other))
    assert verdict.common_lines == ()
    assert [verdict.notes_of(check) for check in verdict.checks] == [("line 2",), ("line 3",)]


def test_different_reasons_have_nothing_in_common() -> None:
    verdict = Verdict("q", (failed("This is wrong."), failed("That is wrong.")))
    assert verdict.common_cause == ""
    assert verdict.notes_of(verdict.checks[0]) == ("This is wrong.",)


def test_a_single_check_that_failed_says_all_of_it_by_itself() -> None:
    verdict = Verdict("q", (passed(), failed(f"Wrong. {CAUSE}", CAUSE)))
    assert verdict.common_cause == ""
    assert verdict.notes_of(verdict.checks[1]) == (f"Wrong. {CAUSE}",)
