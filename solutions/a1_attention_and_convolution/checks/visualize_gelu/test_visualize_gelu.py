"""Hidden checks of 2b.2: a figure of both GELUs and their difference."""

import numpy as np
import torch
import torch.nn.functional as F

from autograder.judge import assert_close, assert_labelled, assert_tensor, assert_tuple, points, rand, require, tells_of


def gelu_exact(x, *_, **__):
    """Right, whatever the student's own is."""
    return F.gelu(torch.as_tensor(x))


def gelu_tanh(x, *_, **__):
    """Right, whatever the student's own is."""
    return F.gelu(torch.as_tensor(x), approximate="tanh")


LENDS = (gelu_exact, gelu_tanh)


def with_right_gelus(student):
    """The student's function, with right GELUs to call."""
    for part in LENDS:
        student.replace(part.__name__, value=part)
    return student.visualize_gelu


def assert_pair(answer):
    return assert_tuple(answer, 2, what="What visualize_gelu returns", hint="Return (fig, difference).")


def drawn_as(figure, x, y):
    """The curves that show y over x."""
    x, y = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    lines = (line for panel in figure.panels for line in panel.lines if line.x.shape == line.y.shape == x.shape)
    # float32 on either side rounds by less, the two GELUs differ by far more
    return [line for line in lines if np.allclose(line.x, x, 0, 1e-5) and np.allclose(line.y, y, 1e-5, 1e-6)]


@points(0.5)
def test_difference(student):
    """The difference that is returned is right for every x."""
    x = torch.cat([rand(24, low=-4.5, high=5), torch.tensor([-2.7, -1.4, 1.3, 2.8])]).sort().values
    _, difference = assert_pair(with_right_gelus(student)(x))
    expected = F.gelu(x) - F.gelu(x, approximate="tanh")
    assert_close(difference, expected, what="The difference", hint="Exact minus tanh, one value per x, as it is.")


@points(0.5)
def test_figure(student):
    """The figure shows both curves and the returned difference over x, with a title and labelled axes."""
    x = rand(60, low=-5, high=4, dtype=torch.float32).sort().values
    call = student.call(with_right_gelus(student), x)
    with tells_of("input_changed"):
        assert_close(call.args[0], x, what="x after the call", hint="Your function changes its input in place.")
    handle, difference = assert_pair(call.result)
    figure = student.figure(handle)
    returned = assert_tensor(difference, shape=tuple(x.shape), what="The returned difference").double()
    exact = drawn_as(figure, x, F.gelu(x))
    approximate = drawn_as(figure, x, F.gelu(x, approximate="tanh"))
    require(exact, "No line of the figure shows gelu_exact(x) over the x that was passed in.")
    require(approximate, "No line of the figure shows gelu_tanh(x) over the x that was passed in.")
    hint = "Draw it over x with the values that you return, neither scaled nor shifted."
    require(drawn_as(figure, x, returned), f"No line of the figure shows the difference that is returned. {hint}")
    assert_labelled(figure)
