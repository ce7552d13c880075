"""The same wrong answer looks the same however it is written, a different one does not."""

import msgspec
import numpy as np
import pytest
import torch
import torch.nn.functional as F

from autograder.judge.transcript import answer_of
from autograder.judge.verdict import Transcript

TOLERANCE = 2e-5


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
    assert not exact.is_like(answer_of(F.gelu(x, approximate="tanh")), TOLERANCE)
    assert not exact.is_like(answer_of(F.gelu(x).flip(0)), TOLERANCE)


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
