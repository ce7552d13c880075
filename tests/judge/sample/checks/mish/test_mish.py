import torch
import torch.nn.functional as F

from autograder.judge import Forbidden, assert_close, points, rand, require, shows_counterexample

FORBIDDEN = Forbidden(
    names=("torch.nn.Mish", "torch.nn.functional.mish"),
    things=("mish",),
    why="This question asks you to write Mish yourself.",
)


@points(2)
def test_values(student):
    """Mish has the right values."""
    x = rand(50, low=-4, high=4)
    assert_close(student.mish(x), F.mish(x))


@points(1)
def test_input_is_left_alone(student):
    """The input is not changed."""
    x = rand(7)
    call = student.call(student.mish, x)
    assert_close(call.result, F.mish(x))
    assert_close(call.args[0], x, what="The input after the call")


@points(1)
@shows_counterexample
def test_zero(student):
    """Mish of 0 is 0."""
    require(True, "")
    assert_close(student.mish(torch.zeros(2)), torch.zeros(2))
