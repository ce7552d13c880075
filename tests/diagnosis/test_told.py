"""Mistakes that a failure tells of by itself, whatever the submission answered."""

from autograder.diagnosis.diagnosis import diagnose
from autograder.diagnosis.examples import MISTAKE, Example
from autograder.diagnosis.recognise import KnownMistake, recognise
from autograder.judge.verdict import Answer, CheckResult, CheckTranscript, Transcript, Verdict

TOLERANCE = 5e-6


def failed(name: str, *answers: Answer, told: str = "", alone: bool = False) -> CheckTranscript:
    return CheckTranscript(name, False, answers, told, alone)


def number(value: float) -> Answer:
    return Answer("numbers (2,)", (value, 1.0), abs(value))


def known(name: str, *checks: CheckTranscript) -> KnownMistake:
    return KnownMistake(Example("area", MISTAKE, name, "", f"Hint of {name}.", 1.0), Transcript(checks))


IN_PLACE = known(
    "in_place", failed("kept", number(3.0), told="in_place"), failed("values", Answer("raised RuntimeError"))
)
SIGN = known("sign", failed("values", number(-2.0)))


def names(*checks: CheckTranscript) -> list[str]:
    return [mistake.example.name for mistake in recognise(Transcript(checks), (IN_PLACE, SIGN), TOLERANCE)]


def test_a_failure_tells_of_a_mistake_whatever_the_numbers_are() -> None:
    assert names(failed("kept", number(8.0), told="in_place")) == ["in_place"]
    assert names(failed("kept", number(8.0))) == []


def test_a_mistake_that_is_told_stands_beside_one_that_numbers_tell() -> None:
    assert names(failed("kept", number(8.0), told="in_place"), failed("values", number(-2.0))) == ["sign", "in_place"]


def test_a_mistake_that_another_one_accounts_for_is_not_told() -> None:
    squared = known("squared", failed("kept", number(8.0), told="in_place"))
    found = recognise(Transcript((failed("kept", number(8.0), told="in_place"),)), (IN_PLACE, squared), TOLERANCE)
    assert [mistake.example.name for mistake in found] == ["squared"]


def test_some_mistakes_are_told_only_where_nothing_else_fails() -> None:
    told = failed("kept", number(8.0), told="in_place", alone=True)
    assert names(told) == ["in_place"]
    assert names(told, failed("values", number(5.0))) == []


def test_what_a_told_mistake_costs_counts_where_it_explains_all() -> None:
    transcript = (failed("kept", number(8.0), told="in_place"), failed("values", Answer("raised RuntimeError")))
    results = tuple(CheckResult(check.check, "", 2.0, 0.0, False) for check in transcript)
    assert diagnose(Verdict("area", results, Transcript(transcript)), (IN_PLACE,), TOLERANCE).credited == 3.0
    others = (transcript[0], failed("values", number(7.0)))
    assert diagnose(Verdict("area", results, Transcript(others)), (IN_PLACE,), TOLERANCE).credited is None
