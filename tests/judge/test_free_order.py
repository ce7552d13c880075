"""Answers whose order a question leaves open are heard in one order."""

import pytest
import torch

from autograder.judge.conversation import StudentError
from autograder.judge.free_order import sorted_rows
from autograder.judge.heard_answers import HeardAnswers
from autograder.judge.transcript import answer_of

TOLERANCE = 5e-6
CENTERS = torch.tensor([[1.0, -1.0], [0.0, 1.0], [0.0, -1.0], [1.0, 1.0]])
MATRICES = torch.arange(24.0).reshape(4, 2, 3)
BIAS = torch.tensor([3.0, 1.0, 2.0])


def heard(answer, form):
    answers = HeardAnswers()
    answers.form = form
    answers.note(("call",), answer)
    (summed_up,) = answers.summed_up()
    return summed_up


@pytest.mark.parametrize("order", [[3, 2, 1, 0], [1, 0, 3, 2]])
def test_rows_in_another_order_are_alike_and_other_rows_are_not(order):
    first, second = heard(CENTERS, sorted_rows()), heard(CENTERS[order].tolist(), sorted_rows())
    assert first.is_like(second, TOLERANCE)
    assert not first.is_like(heard(CENTERS[order] * 2, sorted_rows()), TOLERANCE)
    assert not heard(CENTERS, None).is_like(heard(CENTERS[order], None), TOLERANCE)


def test_parts_move_together_and_others_stay():
    order = [2, 0, 3, 1]
    form = sorted_rows(0, 1)
    first = heard((CENTERS, MATRICES, BIAS), form)
    assert first.is_like(heard([CENTERS[order].numpy(), [MATRICES[head] for head in order], BIAS], form), TOLERANCE)
    assert not first.is_like(heard((CENTERS[order], MATRICES, BIAS), form), TOLERANCE)
    assert not first.is_like(heard((CENTERS, MATRICES, BIAS.flip(0)), form), TOLERANCE)


def test_rounding_and_the_sign_of_zero_do_not_decide_the_order():
    noise = torch.tensor([[0.0, 0.0], [2e-8, 0.0], [-2e-8, 0.0], [0.0, 0.0]])
    assert heard(CENTERS, sorted_rows()).is_like(heard(-(-CENTERS + noise).flip(0), sorted_rows()), TOLERANCE)


@pytest.mark.parametrize(
    "answer", [None, 3.0, "text", (CENTERS,), [1, "a"], {"a": 1}, (CENTERS, MATRICES[:2]), torch.tensor([1j, 2j])]
)
def test_an_answer_of_another_form_is_heard_as_it_came(answer):
    assert heard(answer, sorted_rows(0, 1)) == answer_of(answer)


def test_objects_that_stay_in_the_jail_are_not_looked_into():
    class Object:
        _is_handle = True

        def __getitem__(self, key):
            raise AssertionError("the jail is asked")

        __len__ = __iter__ = __getitem__

    def look(answer):
        return answer[0][0]

    for answer in (Object(), [[Object()]], {"a": [Object()]}):
        assert heard(answer, look) == answer_of(answer)


def test_an_alarm_is_not_taken_for_an_answer_of_another_form():
    def alarm(answer):
        raise StudentError("overtime", "It did not finish in time.")

    with pytest.raises(StudentError):
        heard(CENTERS, alarm)
