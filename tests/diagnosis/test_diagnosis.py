"""What a question earns where known mistakes explain its failed checks."""

from autograder.diagnosis.diagnosis import Diagnosis, diagnose, points_of
from autograder.diagnosis.examples import Example
from autograder.diagnosis.recognise import KnownMistake, is_told_by_answers, recognise
from autograder.judge.verdict import Answer, CheckResult, CheckTranscript, Transcript, Verdict

TOLERANCE = 5e-6
WORTH = {"a": 1.0, "b": 1.0, "c": 2.0, "d": 1.0}
NOTHING, RAISED, YES = Answer("none"), Answer("raised TypeError"), Answer("numbers ()", (1.0,), 1.0)


def number(value: float) -> Answer:
    return Answer("numbers (2,)", (value, -value), abs(value))


def transcript(**failed: Answer) -> Transcript:
    checks = (CheckTranscript(name, name not in failed, (failed[name],) if name in failed else ()) for name in WORTH)
    return Transcript(tuple(checks))


def verdict(fault: str | None = None, **failed: Answer) -> Verdict:
    checks = (
        CheckResult(
            name,
            name,
            worth,
            0.0 if name in failed else worth,
            name not in failed,
            fault=fault if name in failed else None,
        )
        for name, worth in WORTH.items()
    )
    return Verdict("area", tuple(checks), transcript(**failed))


def mistake(name: str, cost: float | None = None, **failed: Answer) -> KnownMistake:
    return KnownMistake(Example("area", "mistakes", name, "", f"The hint of {name}.", cost), transcript(**failed))


def names(answers: Verdict, *known: KnownMistake) -> list[str]:
    return [each.example.name for each in recognise(answers.transcript, known, TOLERANCE)]


def test_one_slip_that_fails_many_checks_costs_what_it_costs() -> None:
    answers = verdict(a=number(2), b=number(3), c=number(4))
    found = diagnose(answers, [mistake("slip", 1.0, a=number(2), b=number(3), c=number(4))], TOLERANCE)
    assert [(each.name, each.hint, each.cost) for each in found.mistakes] == [("slip", "The hint of slip.", 1.0)]
    assert (answers.earned, found.credited, points_of(answers, found)) == (1.0, 4.0, 4.0)


def test_a_failed_check_that_no_mistake_explains_leaves_the_sum_of_passed_checks() -> None:
    answers = verdict(a=number(2), b=number(3), c=number(4))
    found = diagnose(answers, [mistake("slip", 1.0, a=number(2), b=number(3))], TOLERANCE)
    assert (len(found.mistakes), found.credited, points_of(answers, found)) == (1, None, answers.earned)


def test_costs_never_take_more_than_the_checks_and_never_give_full_points() -> None:
    answers = verdict(a=number(2))
    for cost in (1.0, 2.0, 100.0):
        assert diagnose(answers, [mistake("slip", cost, a=number(2))], TOLERANCE).credited is None
    assert diagnose(answers, [mistake("slip", 0.0, a=number(2))], TOLERANCE).credited is None
    assert diagnose(answers, [mistake("slip", 0.25, a=number(2))], TOLERANCE).credited == 4.75


def test_two_mistakes_cost_the_sum_and_one_without_a_cost_leaves_the_checks() -> None:
    answers = verdict(a=number(2), b=number(3), c=number(4))
    first, second = mistake("first", 0.5, a=number(2), b=number(3)), mistake("second", 1.0, c=number(4))
    assert diagnose(answers, [first, second], TOLERANCE).credited == 3.5
    without = mistake("second", None, c=number(4))
    found = diagnose(answers, [first, without], TOLERANCE)
    assert (len(found.mistakes), found.credited) == (2, None)


def test_nothing_is_credited_where_a_check_of_ours_is_at_fault() -> None:
    answers = verdict(fault="ZeroDivisionError", a=number(2), b=number(3))
    found = diagnose(answers, [mistake("slip", 1.0, a=number(2), b=number(3))], TOLERANCE)
    assert (len(found.mistakes), found.credited) == (1, None)


def test_what_any_broken_cell_answers_earns_nothing() -> None:
    for answer in (NOTHING, RAISED, YES, number(0.0)):
        answers = verdict(a=answer, b=answer, c=answer)
        found = diagnose(answers, [mistake("broken", 1.0, a=answer, b=answer, c=answer)], TOLERANCE)
        assert (len(found.mistakes), found.credited) == (1, None)


def test_what_any_broken_cell_answers_costs_what_its_checks_take_beside_another_mistake() -> None:
    answers = verdict(a=number(2), b=number(3), c=RAISED)
    slip, broken = mistake("slip", 0.5, a=number(2), b=number(3)), mistake("broken", 0.5, c=RAISED)
    found = diagnose(answers, [slip, broken], TOLERANCE)
    assert [each.cost for each in found.mistakes] == [0.5, 2.0]
    assert found.credited == 2.5


def test_a_text_and_rows_before_zeros_tell_a_mistake() -> None:
    answers = verdict(a=Answer("text 0123"), b=number(3))
    known = mistake("slip", 0.5, a=Answer("text 0123"), b=number(3))
    assert diagnose(answers, [known], TOLERANCE).credited == 4.5
    before_zeros = Transcript((CheckTranscript("c", False, (number(4), number(0.0))),))
    after_numbers = Transcript((CheckTranscript("c", False, (number(4), RAISED)),))
    for heard, told in ((before_zeros, True), (after_numbers, False)):
        assert is_told_by_answers(heard, KnownMistake(known.example, heard), TOLERANCE) == told


def test_forbidden_names_are_credited_only_where_a_mistake_covers_them() -> None:
    used = Answer("forbidden torch.var")
    answers = verdict(a=used, b=used, c=used, d=used)
    assert diagnose(answers, [mistake("slip", 1.0, a=number(2))], TOLERANCE) == Diagnosis()
    assert diagnose(answers, [mistake("lookup", 1.0, a=used, b=used, c=used, d=used)], TOLERANCE).credited is None


def test_an_answer_without_any_mistake_has_no_diagnosis() -> None:
    assert diagnose(verdict(), [mistake("slip", 1.0, a=number(2))], TOLERANCE) == Diagnosis()
    assert points_of(verdict(), None) == 5.0


# two mistakes in one answer, of which neither repeats all its wrong answers: together they change what c answers
ONE = mistake("one", 1.0, a=number(2), c=number(4))
TWO = mistake("two", 0.5, b=number(3), c=number(5))
BOTH = verdict(a=number(2), b=number(3), c=number(20))


def test_two_mistakes_that_change_each_other_are_both_named_and_explain_the_check_that_both_fail() -> None:
    assert names(BOTH, ONE, TWO) == ["one", "two"]
    assert diagnose(BOTH, [ONE, TWO], TOLERANCE).credited == 3.5
    also_d = verdict(a=number(2), b=number(3), c=number(20), d=number(1))
    assert diagnose(also_d, [ONE, TWO], TOLERANCE).credited is None


def test_a_mistake_is_named_beside_one_that_repeats_all_its_answers() -> None:
    whole = mistake("whole", 1.0, b=number(3), c=number(5))
    answers = verdict(a=number(2), b=number(3), c=number(5))
    assert names(answers, ONE, whole) == ["whole", "one"]


def test_a_part_of_a_mistake_is_not_named_where_no_other_mistake_accounts_for_the_rest() -> None:
    assert names(BOTH, ONE) == []
    assert names(BOTH, ONE, mistake("elsewhere", b=number(3), d=number(7))) == []


def test_a_part_of_a_mistake_is_not_named_when_a_check_that_it_fails_is_passed() -> None:
    assert names(verdict(a=number(2), b=number(3)), ONE, TWO) == []


def test_answers_that_other_mistakes_give_too_name_none_of_them() -> None:
    same = mistake("same", a=number(2), d=number(9))
    assert names(BOTH, ONE, TWO, same) == []


def test_answers_without_numbers_are_no_sign_of_a_part_of_a_mistake() -> None:
    for answer in (NOTHING, RAISED, YES, number(0.0), Answer("raised NotImplementedError"), Answer("object")):
        one = mistake("one", a=answer, c=number(4))
        assert names(verdict(a=answer, b=number(3), c=number(20)), one, TWO) == []


def test_the_same_hint_is_given_once() -> None:
    again = KnownMistake(ONE.example, transcript(a=number(2), c=number(6)))
    found = recognise(BOTH.transcript, [ONE, again, TWO], TOLERANCE)
    assert [each.example.name for each in found] == ["one", "two"]
