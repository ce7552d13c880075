import torch
import torch.nn.functional as F

from autograder.judge import Forbidden, assert_close, points, rand, require, shows_counterexample

FORBIDDEN = Forbidden(
    names=("torch.nn.GELU", "torch.nn.functional.gelu"),
    ops=("aten::gelu", "aten::gelu_"),
    why="This question asks you to write GELU yourself.",
)


@points(2)
def test_values(student):
    """GELU has the right values."""
    x = rand(50, low=-4, high=4)
    assert_close(student.gelu_exact(x), F.gelu(x))


@points(1)
def test_input_is_left_alone(student):
    """The input is not changed."""
    x = rand(7)
    call = student.call(student.gelu_exact, x)
    assert_close(call.result, F.gelu(x))
    assert_close(call.args[0], x, what="The input after the call")


@points(1)
@shows_counterexample
def test_zero(student):
    """GELU of 0 is 0."""
    require(True, "")
    assert_close(student.gelu_exact(torch.zeros(2)), torch.zeros(2))
