"""The same wrong answer looks the same however it is written, a different one does not."""

import math

import msgspec
import numpy as np
import pytest
import torch
import torch.nn.functional as F

from autograder.judge.transcript import answer_of
from autograder.judge.verdict import Transcript

TOLERANCE = 5e-6


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ([1, 2.0, 3], (1.0, 2, 3)),
        (torch.arange(40.0), np.arange(40)),
        (torch.arange(40.0), list(range(40))),
        (torch.tensor(3.0), 3),
        (True, 1.0),
        ({"b": 1, "a": [2]}, {"a": (2,), "b": 1.0}),
        ((torch.ones(2), "x"), [np.ones(2), "x"]),
        (torch.rand(50, 50).double(), None),
        (torch.rand(50, 50, dtype=torch.float64), None),
        (torch.linspace(-1, 1, 3) + 1e-7, [-1, 0, 1]),
    ],
)
def test_writing_it_differently_makes_no_difference(one, other):
    other = one.float() if other is None else other
    assert answer_of(one).is_like(answer_of(other), TOLERANCE)


@pytest.mark.parametrize("size", [5, 31, 33, 1000, 20_000])
def test_rounding_makes_no_difference_but_another_answer_does(size):
    torch.manual_seed(0)
    x = torch.randn(size, dtype=torch.float64) * 3
    exact = answer_of(F.gelu(x))
    assert exact.is_like(answer_of(F.gelu(x.float())), TOLERANCE)
    assert exact.is_like(answer_of(x * (1 + torch.erf(x * 0.5**0.5)) / 2), TOLERANCE)
    assert not exact.is_like(answer_of(F.gelu(x, approximate="tanh")), TOLERANCE)
    assert not exact.is_like(answer_of(F.gelu(x).flip(0)), TOLERANCE)


SCALE = math.sqrt(2 / math.pi)


def tanh_gelu(x, constant=0.044715, scale=SCALE):
    return 0.5 * x * (1 + torch.tanh(scale * (x + constant * x**3)))


@pytest.mark.parametrize("size", [5, 31, 33, 1000, 20_000])
def test_the_same_in_float32_is_alike_in_whatever_order_it_is_summed(size):
    torch.manual_seed(1)
    x = torch.randn(size, 8)
    biased = (x - x.mean(-1, keepdim=True)) / x.std(-1, keepdim=True)
    total = sum(x[:, column] for column in range(7, -1, -1))[:, None]
    away = x - total / 8
    again = away * torch.rsqrt(away.pow(2).flip(-1).sum(-1, keepdim=True) / 7)
    assert not torch.equal(biased, again)
    assert answer_of(biased).is_like(answer_of(again), TOLERANCE)
    assert answer_of(tanh_gelu(x)).is_like(
        answer_of(x / 2 + x / 2 * torch.tanh((x * x * 0.044715 + 1) * x * 2**0.5 / math.pi**0.5)), TOLERANCE
    )


@pytest.mark.parametrize("size", [5, 31, 33, 1000, 20_000])
def test_a_rounded_constant_is_told_apart_from_a_cast_to_float32(size):
    torch.manual_seed(0)
    x = torch.randn(size, dtype=torch.float64) * 3
    cast = answer_of(tanh_gelu(x.float()).double())
    for rounded in (tanh_gelu(x, scale=0.7979), tanh_gelu(x, scale=0.79788), tanh_gelu(x, constant=0.04472)):
        assert not answer_of(rounded).is_like(cast, TOLERANCE)
    assert cast.is_like(answer_of(tanh_gelu(x.float())), TOLERANCE)


def test_a_constant_in_float32_makes_no_difference_to_another_mistake():
    x = torch.linspace(-3, 3, 40, dtype=torch.float64)
    one, other = (tanh_gelu(x, constant=0.05, scale=scale) for scale in (SCALE, torch.tensor(2 / math.pi).sqrt()))
    assert not torch.equal(one, other)
    assert answer_of(one).is_like(answer_of(other), TOLERANCE)


def test_whole_numbers_are_compared_exactly():
    assert not answer_of(60_000**2).is_like(answer_of(60_000**2 + 1), TOLERANCE)
    assert not answer_of([10_000_000, 3]).is_like(answer_of([10_000_000, 4]), TOLERANCE)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (torch.ones(3), torch.ones(1, 3)),
        (torch.tensor([1.0, float("nan")]), torch.tensor([1.0, 0.0])),
        ("a", "b"),
        (10**30, 10**30 + 1),
        (None, 0),
        ([1, "a"], [1, "b"]),
    ],
)
def test_different_answers_are_told_apart(one, other):
    assert not answer_of(one).is_like(answer_of(other), TOLERANCE)


def test_a_transcript_survives_json(grade):
    heard = grade(mish="def mish(x):\n    return F.relu(x)")["mish"].transcript
    assert msgspec.json.decode(msgspec.json.encode(heard), type=Transcript) == heard


def test_the_same_mistake_is_recognised(grade):
    mistake = "def mish(x):\n    return 0.5 * x * (1 + torch.tanh(math.sqrt(0.5) * (x + x**3 / 8)))"
    written_again = """
import numpy
def mish(z):
    print('working')
    a = z.numpy()
    inner = numpy.sqrt(1 / 2) * a * (1 + a * a / 8)
    return a * (numpy.tanh(inner) + 1) / 2
"""
    another = "def mish(x):\n    return x * torch.sigmoid(1.702 * x)"
    first, second, third = (grade(mish=source)["mish"].transcript for source in (mistake, written_again, another))
    assert first.is_like(second, TOLERANCE)
    assert not first.is_like(third, TOLERANCE)


def test_what_is_kept_of_a_hostile_answer_is_bounded():
    words = [str(number) for number in range(40_000)]
    for answer in (words, dict.fromkeys(words, 0.0), [torch.rand(30)] * 20_000, [[words] * 10]):
        kept = answer_of(answer)
        assert len(kept.structure) < 5000
        assert len(kept.numbers) < 5000
    assert answer_of(words).structure != answer_of(["other", *words[1:]]).structure
    assert answer_of([words, words]).structure != answer_of([["other", *words[1:]], words]).structure


def test_a_large_answer_is_sampled():
    assert answer_of(torch.ones(20 << 20, dtype=torch.uint8)).numbers[0] == 1.0


@pytest.mark.parametrize(
    "answer",
    [
        [[]] * 60_000,
        [torch.zeros(1 << 20, dtype=torch.uint8)] * 8,
        dict.fromkeys(range(60_000), 0.0),
    ],
    ids=["empty lists", "values", "keys"],
)
def test_what_is_looked_at_of_a_hostile_answer_is_bounded(answer):
    assert answer_of(answer).structure.startswith("large ")


def test_containers_in_containers_are_looked_at_once(monkeypatch):
    nested = ["no number"]
    for _ in range(40):
        nested = [1.0, nested]
    seen = []
    monkeypatch.setattr("autograder.judge.transcript._joined", lambda values, arrays: seen.append(values) or None)
    answer_of(nested)
    assert len(seen) <= 41


def test_a_long_key_is_cut():
    assert len(answer_of({"x" * 1_000_000: 1.0}).structure) < 200
