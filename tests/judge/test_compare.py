"""Comparisons accept what is right in any form, and say in words what is wrong."""

import math

import numpy as np
import pytest
import torch

from autograder.judge import (
    CheckFailed,
    assert_close,
    assert_equal,
    assert_integer,
    assert_number,
    assert_tensor,
    assert_tuple,
    rand,
)


def sentence(assertion, *args, **kwargs):
    with pytest.raises(CheckFailed) as caught:
        assertion(*args, **kwargs)
    return caught.value.sentence


@pytest.mark.parametrize(
    "answer",
    [torch.tensor([1.0, 2.0]), np.array([1.0, 2.0]), [1, 2], (1.0, 2.0), [torch.tensor(1.0), torch.tensor(2.0)],
     np.array([1, 2], dtype=np.int32), torch.tensor([1.0, 2.0], dtype=torch.float64)],
)  # fmt: skip
def test_any_form_of_the_same_numbers_is_close(answer):
    assert_close(answer, torch.tensor([1.0, 2.0]))


@pytest.mark.parametrize(
    "answer", [3, 3.0, torch.tensor(3.0), torch.tensor(3), np.float32(3), np.array(3.0), np.int64(3)]
)
def test_any_form_of_a_number_is_a_number(answer):
    assert_number(answer, 3)
    assert_integer(answer, 3)
    assert_close(answer, 3.0)


def test_tolerance_follows_the_precision_of_the_answer():
    exact = rand(5)
    assert_close(exact.float(), exact)
    assert_close(exact + 5e-7, exact)
    assert "all 5 values are wrong" in sentence(assert_close, exact + 1e-5, exact)


def test_sentences_never_tell_the_expected_value():
    expected = torch.tensor([123.456, 7.0])
    said = sentence(assert_close, torch.tensor([123.456, 8.5]), expected)
    assert said == "The answer: 1 of 2 values is wrong."
    assert "42" not in sentence(assert_number, 41, 42)
    assert "42" not in sentence(assert_integer, 41, 42)
    assert "secret" not in sentence(assert_equal, "guess", "secret")


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (torch.zeros(3, 5), "has shape (3, 5) where (5, 3) was expected"),
        ("text", "is a string where a tensor was expected"),
        (None, "is None, which is nothing, where a tensor was expected"),
        ([[1, 2], [3]], "is a list of 2 where a tensor was expected"),
        (torch.full((5, 3), math.nan), "holds NaN (15 of 15 values)"),
        (torch.full((5, 3), math.inf), "is infinite where it should not be (15 of 15 values)"),
        ({"a": 1}, "is a dict where a tensor was expected"),
    ],
)
def test_what_is_wrong_is_said(answer, words):
    assert words in sentence(assert_close, answer, torch.zeros(5, 3))


@pytest.mark.parametrize("there", [math.inf, -math.inf, math.nan])
def test_a_complex_number_is_not_taken_for_an_infinity(there):
    with pytest.raises(CheckFailed, match="is finite where it should not be"):
        assert_close(torch.tensor([1 + 0j, 5 + 0j]), torch.tensor([1.0, there]))
    with pytest.raises(CheckFailed, match=r"infinite|NaN"):
        assert_close(torch.tensor([1 + 0j, complex(there, 0)]), torch.tensor([1.0, 5.0]))
    assert_close(torch.tensor([1 + 0j, 5 + 0j]), torch.tensor([1.0, 5.0]))


def test_infinities_that_belong_there_are_fine():
    values = torch.tensor([math.inf, -math.inf, math.nan, 1.0])
    assert_close(values.clone(), values)
    assert "finite where it should not be" in sentence(assert_close, torch.ones(4), values)


def test_types_and_parts_can_be_asked_for():
    said = sentence(assert_tensor, torch.ones(2), dtype=torch.float64)
    assert said == "The answer has type float32 where float64 was expected."
    assert sentence(assert_tuple, 3, 2) == "The answer is an int where a tuple of 2 was expected."
    assert sentence(assert_tuple, (1, 2, 3), 2) == "The answer has 3 parts where 2 were expected."
    assert sentence(assert_integer, 2.5) == "The answer is not a whole number."
    assert sentence(assert_number, True) == "The answer is a bool where one number was expected."
    assert sentence(assert_integer, 10**400, 3) == "The answer is not the right number."
    assert sentence(assert_number, 10**400, 3) == "The answer is not the right number."


def test_hints_follow_the_sentence():
    assert sentence(assert_close, 1.0, 2.0, what="The mean", hint="Is it over the last axis?").endswith("last axis?")


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
def test_an_answer_cannot_choose_a_wider_tolerance(dtype):
    assert sentence(assert_close, torch.tensor(3.14, dtype=dtype), torch.tensor(3.141592653589793))
    assert sentence(assert_number, torch.tensor(3.14, dtype=dtype), 3.141592653589793)
    half = torch.tensor(3.141592653589793, dtype=dtype)
    assert_close(half, half)


def test_only_the_beginning_of_a_long_answer_is_written(monkeypatch):
    written = []
    monkeypatch.setattr(torch.Tensor, "__repr__", lambda self, **options: written.append(1) or "tensor(0)")
    with pytest.raises(CheckFailed) as failed:
        assert_equal([torch.zeros(1)] * 5000, [])
    assert len(failed.value.counterexample) < 1000
    assert len(written) <= 100


def test_arrays_in_nested_lists_are_close():
    assert_close([[np.ones(2), np.ones(2)], [torch.ones(2), [1.0, 1.0]]], torch.ones(2, 2, 2))
