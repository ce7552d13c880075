"""Hidden checks of 2c: layer normalisation."""

import torch
import torch.nn.functional as F
from hypothesis import example, given, settings
from hypothesis import strategies as st

from autograder.judge import (
    Forbidden,
    assert_close,
    assert_tensor,
    learn,
    points,
    rand,
    randn,
    require,
    set_parameters,
    tells_of,
)

# no names: comparing one's own norm with torch's in the cell is good practice, answering with it is not
FORBIDDEN = Forbidden(
    things=("layer_norm",),
    why="This question asks you to write the normalisation yourself.",
)


def normalised(x, eps=1e-12, weight=None, bias=None):
    """Torch's layer norm in float64."""
    return F.layer_norm(x.double(), x.shape[-1:], weight, bias, eps)


def changed(answer, x):
    """The answer to x, if it is one: of x's shape, not x itself, not the same everywhere."""
    y = assert_tensor(answer, shape=tuple(x.shape), finite=True, what="The answer").double()
    require(y.std() > 1e-3 and (y - x).abs().max() > 1e-3, "The layer does not normalise: it gives nothing new.")
    return y


@points(0.5)
def test_parameters(student):
    """`weight` and `bias` are parameters with one entry per channel, ones and zeros at the start."""
    layer, other = student.BertLayerNorm(7).double(), student.BertLayerNorm(7).double()
    x, weights = 2 * randn(3, 2, 7), randn(3, 2, 7)
    parameters = layer.named_parameters()
    require(set(parameters) == {"weight", "bias"}, "The layer should have two parameters, `weight` and `bias`.")
    assert_close(parameters["weight"], torch.ones(7), what="`weight` at the start")
    assert_close(parameters["bias"], torch.zeros(7), what="`bias` at the start")
    # a layer can claim parameters: the answers have to follow ours, whatever the norm is, and so has what is learnt
    start = changed(layer(x), x)
    one, zero = torch.ones(7).double(), torch.zeros(7).double()
    for weight, bias in ((randn(7), zero), (one, randn(7)), (one, zero)):
        student.plant(set_parameters)(layer, {"weight": weight, "bias": bias})
        what = "The answer after `weight` and `bias` were set"
        assert_close(layer(x), start * weight + bias, atol=1e-5, rtol=1e-5, what=what)
    student.plant(learn)(layer, x, weights, 0.1)
    learnt = layer.named_parameters()
    for name, gradient in (("weight", start * weights), ("bias", weights)):
        require(name in learnt, f"The layer lost its `{name}`.")
        expected = parameters[name] - 0.1 * gradient.sum((0, 1))
        assert_close(learnt[name], expected, atol=1e-5, rtol=1e-5, what=f"`{name}` after a step of training")
    hint = "Every layer has a `weight` and a `bias` of its own."
    what = "The answer of a second layer, when the first one has learnt"
    assert_close(other(x), start, atol=1e-5, rtol=1e-5, what=what, hint=hint)


@points(0.5)
def test_values(student):
    """Every vector is normalised by its own mean and its own biased variance, in training and in evaluation."""
    hint = "Mean and variance belong to one vector; the variance divides by D."
    for size, mean in ((5, 0.0), (9, 100.0), (16, -50_000.0), (1, 3.0)):
        layer = student.BertLayerNorm(size).double()
        for training, mode in ((True, "training"), (False, "evaluation")):
            x = 100 * randn(7, size) + mean
            answer = assert_tensor(layer.train(training)(x), dtype=torch.float64, what="The float64 answer")
            assert_close(answer, normalised(x), what=f"The normalised tensor, in {mode}", hint=hint)


@points(0.5)
@settings(max_examples=6)
@given(leading=st.lists(st.integers(1, 4), max_size=4))
@example(leading=[])
@example(leading=[6])
@example(leading=[1, 4, 1])
@example(leading=[2, 3, 5])
def test_any_leading_axes(student, leading):
    """Any number of leading axes will do, none included, and no vector depends on its neighbours."""
    x = 20 * randn(*leading, 6) + 30 * randn(*leading, 1)
    what = f"The answer (leading axes: {len(leading)})"
    hint = "Only the last axis belongs to one vector."
    assert_close(student.BertLayerNorm(6).double()(x), normalised(x), what=what, hint=hint)


@points(0.5)
def test_eps_inside_the_root(student):
    """The given `eps` is added to the variance, inside the root."""
    x = rand(4, 5)
    # both before either is asked: each layer has an eps of its own
    layers = {0.1: student.BertLayerNorm(5, eps=0.1).double(), 2.0: student.BertLayerNorm(5, 2.0).double()}
    for eps, layer in layers.items():
        hint = "If a tiny eps works, see whether eps is used as given, and where it stands in Eq. (10)."
        assert_close(layer(x), normalised(x, eps), what="The answer with a large eps", hint=hint)


@points(0.5)
def test_default_eps(student):
    """Without a given `eps`, tiny vectors are normalised to full size and a constant vector gives zeros."""
    layer = student.BertLayerNorm(8).double()
    for spread in (1e-3, 1e-6):
        x = randn(3, 8) * spread
        hint = "If larger vectors come out right, look at the default of eps."
        assert_close(layer(x), normalised(x), what="The answer to tiny vectors", hint=hint)
    hint = "The variance is 0 there: eps keeps the division finite."
    assert_close(layer(torch.full((2, 8), 3.0).double()), torch.zeros(2, 8), what="A constant vector", hint=hint)


@points(0.5)
def test_weight_and_bias(student):
    """The normalised vector is scaled by `weight`, then shifted by `bias`, entry by entry."""
    x, weight, bias = 10 * randn(3, 2, 6), randn(6), randn(6)
    layer = student.BertLayerNorm(6).double()
    student.plant(set_parameters)(layer, {"weight": weight, "bias": bias})
    for mode in (True, False):
        answer = layer.train(mode)(x)
        assert_close(answer, normalised(x, weight=weight, bias=bias), what="The scaled and shifted answer")


@points(0.5)
def test_float32(student):
    """In float32 the answer is float32, and accurate when the mean is a thousand times the spread."""
    layer, noise = student.BertLayerNorm(24), 50 * randn(20, 24, dtype=torch.float32)
    answer = assert_tensor(layer(noise), dtype=torch.float32, what="The answer to float32")
    assert_close(answer, normalised(noise), what="The float32 answer")
    hint = "Subtracting two large, nearly equal numbers loses the digits that matter."
    for mean in (50_000.0, -50_000.0):
        # the promise is 1e-2: float32 itself keeps only four digits of the spread
        far = noise + mean
        assert_close(layer(far), normalised(far), atol=1e-2, rtol=0, what="The answer far from zero", hint=hint)


@points(0.5)
def test_gradient_of_the_input(student):
    """The gradient of the input is right: it flows through mean and variance too."""
    drawn, weights = 30 * randn(4, 3, 5), 10 * randn(4, 3, 5)
    for dtype, atol in ((torch.float64, 1e-6), (torch.float32, 1e-3)):
        x, layer = drawn.to(dtype).requires_grad_(), student.BertLayerNorm(5)
        found = student.gradients(layer.to(dtype), x, weights=weights.to(dtype))
        expected = normalised(x)
        what = "The values are wrong, so their gradients are too"
        assert_close(found.output, expected, atol=atol, what=what)
        require(found.args[0] is not None, "No gradient reaches the input.")
        (expected,) = torch.autograd.grad((expected * weights).sum(), x)
        hint = "Are mean and variance part of the graph, without detach, no_grad or item?"
        assert_close(found.args[0], expected, atol=atol, what="The gradient of the input", hint=hint)


@points(0.5)
def test_gradients_of_the_parameters(student):
    """The gradients of `weight` and `bias` are right."""
    x, weights = 10 * randn(4, 3, 5), randn(4, 3, 5)
    found = student.gradients(student.BertLayerNorm(5).double(), x, weights=weights).parameters
    for name, expected in (("weight", (normalised(x) * weights).sum((0, 1))), ("bias", weights.sum((0, 1)))):
        require(found.get(name) is not None, f"No gradient reaches `{name}`: is it an nn.Parameter that is used?")
        assert_close(found[name], expected, what=f"The gradient of `{name}`")


@points(0.5)
def test_input_is_left_alone(student):
    """The input is not changed."""
    x = randn(3, 2, 5)
    call = student.call(student.BertLayerNorm(5).double(), x)
    changed(call.result, x)
    hint = "An operation such as -= writes into the caller's x."
    with tells_of("input_changed"):
        assert_close(call.args[0], x, what="The input after the call", hint=hint)
