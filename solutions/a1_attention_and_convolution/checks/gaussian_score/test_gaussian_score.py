"""Hidden checks of 1b.1: the score of Gaussian attention, v . r_delta."""

import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.judge import assert_close, assert_tensor, points, rand, randint, tells_of


def score(delta, center, alpha):
    """Eq. (4) word for word: v . r_delta."""
    v = -alpha * torch.stack([torch.ones(()), -2 * center[0], -2 * center[1]])
    r = torch.stack([delta[..., 0] ** 2 + delta[..., 1] ** 2, delta[..., 0], delta[..., 1]], dim=-1)
    return r @ v.to(r.dtype)


def steps(*shape):
    """Steps between pixels: whole numbers, so that any order of computation is exact in float32."""
    return randint(-9, 10, *shape, 2).float()


@points(1)
def test_values(student):
    """The score is right for any steps, centre and width."""
    for center, alpha in (((1.5, -0.25), 0.5), ((-3.0, 2.0), 2.0), ((0.0, 4.0), 1.25)):
        delta, center = steps(7), torch.tensor(center)
        assert_close(
            student.gaussian_score(delta, center, alpha),
            score(delta, center, alpha),
            what="The score",
            hint="It is the dot product of v and r in Eq. (4), nothing added and nothing left out: mind signs and factors.",
        )


@points(0.5)
def test_center_at_zero(student):
    """With the centre at 0 the score falls with the squared length of the step."""
    delta, center = steps(5), torch.zeros(2)
    assert_close(
        student.gaussian_score(delta, center, 0.75),
        score(delta, center, 0.75),
        what="The score with the centre at 0",
        hint="Only the first entries of v and r are left then.",
    )


@points(0.5)
@settings(max_examples=8)
@given(shape=st.lists(st.integers(1, 4), max_size=3))
def test_leading_axes(student, shape):
    """delta may have any number of leading axes, none included, and only its last axis goes."""
    delta, center = steps(*shape), torch.tensor([0.5, -2.0])
    answer = student.gaussian_score(delta, center, 1.5)
    assert_tensor(answer, shape=tuple(shape), what="The score", hint="Over which axis of delta does your code add up?")
    assert_close(answer, score(delta, center, 1.5), what="The score")


@points(0.5)
def test_double_precision(student):
    """Inputs in double precision are used as they are, and are not changed."""
    for signs in ((1, -1), (-1, 1)):
        center = rand(2, low=200, high=400) * torch.tensor(signs)
        delta = 2 * center + rand(3, 4, 2)  # |delta|^2 and 2 Delta . delta nearly cancel: float32 would show
        call = student.call(student.gaussian_score, delta, center, 1.7)
        hint = "If the values in single precision are right, something is cast to another type on the way."
        with tells_of("cast_to_float32", alone=True):
            assert_close(call.result, score(delta, center, 1.7), what="The score", hint=hint)
        hint = "An operation in place, such as `-=` or one that ends in `_`, also changes the caller's tensor."
        with tells_of("changes_delta"):
            assert_close(call.args[0], delta, what="delta after the call", hint=hint)
        with tells_of("changes_centre"):
            assert_close(call.args[1], center, what="center after the call", hint=hint)
