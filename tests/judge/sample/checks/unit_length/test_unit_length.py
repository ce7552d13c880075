import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.judge import Forbidden, assert_close, points, rand, require

FORBIDDEN = Forbidden(
    names=("torch.nn.functional.normalize", "torch.norm", "torch.linalg.vector_norm"),
    things=("vector_norm",),
    why="This question asks you to divide by the length yourself.",
)


def unit_length(x, eps):
    return x / (x.square().sum(-1, keepdim=True) + eps).sqrt()


@points(2)
def test_each_vector_has_length_one(student):
    """Every vector comes out with length 1, whatever the batch."""
    x = rand(3, 5, 16) * 1e-3  # short vectors: a misplaced eps shows
    assert_close(student.UnitLength(16, eps=1e-5)(x), unit_length(x, 1e-5))


@points(1)
@settings(max_examples=10)
@given(shape=st.lists(st.integers(1, 4), max_size=3))
def test_any_leading_dimensions(student, shape):
    """Any number of leading dimensions will do."""
    x = rand(*shape, 8)
    assert_close(student.UnitLength(8, eps=1e-6)(x), unit_length(x, 1e-6))


@points(1.5)
def test_gradients_reach_input_and_parameters(student):
    """Gradients flow to the input and to both parameters."""
    layer = student.UnitLength(6).double()
    x, weights = rand(4, 6).requires_grad_(), rand(4, 6)
    gradients = student.gradients(layer, x, weights=weights)
    require(set(gradients.parameters) == {"weight", "bias"}, "The layer should have two parameters, weight and bias.")
    (expected,) = torch.autograd.grad((unit_length(x, 1e-12) * weights).sum(), x)
    require(gradients.args[0] is not None, "No gradient reaches the input.")
    assert_close(gradients.args[0], expected, what="The gradient of the input")
    assert_close(gradients.parameters["bias"], weights.sum(0), what="The gradient of the bias")
