"""Hidden checks of 2b.1: GELU, exact and approximate."""

import torch
import torch.nn.functional as F

from autograder.judge import Forbidden, assert_close, assert_tensor, points, rand, randn, require, tells_of

# no names: comparing one's own GELU with torch's in the cell is good practice, answering with it is not
FORBIDDEN = Forbidden(
    things=("gelu",),
    why="Write GELU yourself, with the error function or the hyperbolic tangent.",
)
ERF = "Compare with the left half of Eq. (9): the factor in front, and what stands inside erf."
TANH = "Compare with the right half of Eq. (9): sqrt(2 / pi), 0.044715 and the cube."


def wide(count):
    """Numbers on both sides, among them those where exact and approximate differ most, and some further out."""
    both_sides = torch.tensor([1.3, 2.7, 4.3, 5.1, 7.5, 10.5], dtype=torch.float64)
    chosen = torch.cat([both_sides, -both_sides, torch.tensor([-0.5, 0.0], dtype=torch.float64)])
    return torch.cat([rand(count - len(chosen), low=-4, high=4), chosen])


def assert_gradient(student, gelu, approximate):
    cut = "No gradient reaches x: .item(), .detach(), .numpy() and torch.tensor(...) cut it, torch's own functions keep it."
    hint = "If the values are right, a part of the formula is cut off from x."
    drawn, weights = wide(28), rand(28)
    # float32 alone adds up to 1e-6 where 1 and a number near -1 are added
    for dtype, atol in ((torch.float64, 1e-6), (torch.float32, 1e-4)):
        x = drawn.to(dtype).requires_grad_()
        gradient = student.gradients(gelu, x, weights=weights.to(dtype)).args[0]
        require(gradient is not None, cut)
        (expected,) = torch.autograd.grad((F.gelu(x, approximate=approximate) * weights.to(dtype)).sum(), x)
        assert_close(gradient, expected, atol=atol, what="The gradient of x", hint=hint)


def assert_holds_up(student, gelu, approximate, changes_its_input):
    """Far from zero, in several shapes, in both precisions, without touching the input."""
    far = torch.tensor([-1000.0, -60.0, -12.0, 12.0, 60.0, 1000.0])
    inputs = [far, far.double(), randn(2, 3, 4, dtype=torch.float32), randn(1, 5, 1, 3)]
    inputs += [torch.tensor(1.3), torch.tensor(-0.7, dtype=torch.float64)]  # a number is a tensor as well
    # one after the other: which type of input fails first tells a cast to float32 from one to float64
    for x in inputs:
        call = student.call(gelu, x)
        same = f"The result has the shape and the type of the input, here {str(x.dtype).removeprefix('torch.')}."
        assert_tensor(call.result, shape=tuple(x.shape), dtype=x.dtype, what="The result", hint=same)
        hint = "For large positive x it is x, for large negative x it is 0: does an intermediate result overflow?"
        assert_close(
            call.result, F.gelu(x, approximate=approximate), what="The result", hint=hint if x.ndim == 1 else ""
        )
        with tells_of(changes_its_input):
            assert_close(call.args[0], x, what="x after the call", hint="Your function changes its input in place.")


@points(1)
def test_exact_values(student):
    """gelu_exact has the right values."""
    x = wide(32)
    assert_close(student.gelu_exact(x), F.gelu(x), what="gelu_exact(x)", hint=ERF)


@points(0.5)
def test_exact_gradient(student):
    """Gradients flow through gelu_exact, and are right."""
    assert_gradient(student, student.gelu_exact, "none")


@points(0.5)
def test_exact_holds_up(student):
    """gelu_exact takes any shape, float32 and float64, very large numbers, and leaves its input alone."""
    assert_holds_up(student, student.gelu_exact, "none", "changes_its_input")


@points(1)
def test_tanh_values(student):
    """gelu_tanh has the right values."""
    x = wide(32)
    assert_close(student.gelu_tanh(x), F.gelu(x, approximate="tanh"), what="gelu_tanh(x)", hint=TANH)


@points(0.5)
def test_tanh_gradient(student):
    """Gradients flow through gelu_tanh, and are right."""
    assert_gradient(student, student.gelu_tanh, "tanh")


@points(0.5)
def test_tanh_holds_up(student):
    """gelu_tanh takes any shape, float32 and float64, very large numbers, and leaves its input alone."""
    assert_holds_up(student, student.gelu_tanh, "tanh", "tanh_changes_its_input")
