"""Hidden checks of 2a.2: the vectors r of Gaussian relative encoding, and the scores made from them."""

import torch
from hypothesis import example, given, settings
from hypothesis import strategies as st

from autograder.judge import (
    assert_close,
    assert_tensor,
    move_parameters,
    points,
    randint,
    randn,
    require,
    tells_of,
    with_earlier_parts,
)

from reference.parts import gaussian_score
from reference.positions import gaussian_scores, interior_probability, relative_vectors

SIZES = st.lists(st.integers(1, 6), min_size=2, max_size=2, unique=True)  # never a square image


def heads(count):
    """Centres and alphas that are short in binary: float32 computes their scores without rounding."""
    centers, alphas = randint(-12, 13, count, 2) / 4, randint(1, 9, count) / 4
    return centers + torch.tensor([0.25, -0.5]), alphas


def gradients(student, wanted):
    """What reaches the centres (0) or the alphas (1), and what should."""
    inputs = [tensor.requires_grad_() for tensor in heads(5)]
    weights = randint(-3, 4, 5, 4, 3, 4, 3).float()
    # they sum to 0 over the keys, so that a constant added to the scores costs nothing here
    weights[..., -1, -1] -= weights.sum((-1, -2))
    (expected,) = torch.autograd.grad((gaussian_scores(4, 3, *inputs) * weights).sum(), inputs[wanted])
    module = student.RelativePositionalEmbedding(4, 3)
    assert_tensor(module.attention_scores(*inputs), shape=(5, 4, 3, 4, 3), what="The tensor of scores")
    return student.gradients(module.attention_scores, *inputs, weights=weights).args[wanted], expected


@points(1)
@settings(max_examples=6)
@given(sizes=SIZES)
@example(sizes=[3, 3])  # beside all others, one that is square
def test_vectors(student, sizes):
    """r is right for every query and every key, whatever the sizes."""
    assert_close(student.RelativePositionalEmbedding(*sizes)(), relative_vectors(*sizes), what="r")


@points(0.5)
def test_is_a_floating_point_buffer(student):
    """r is kept in a registered floating-point buffer, and there is nothing to learn."""
    # long enough for squared lengths that bfloat16 has to round
    module = student.RelativePositionalEmbedding(21, 2)
    r = assert_tensor(module(), shape=(21, 2, 21, 2, 3), what="r")
    require(r.is_floating_point(), "r is not floating-point: it could not be multiplied with centres and alphas.")
    with tells_of("parameter"):
        require(not module.named_parameters(), "The module has parameters: an optimizer would change r.")
    buffers = [buffer for buffer in module.named_buffers().values() if isinstance(buffer, torch.Tensor)]
    require(buffers, "The module has no buffer: a plain tensor stays behind when the module moves.")
    require(any(buffer.is_floating_point() for buffer in buffers), "The buffer holds integers.")
    # a module can claim all of this: what counts is what happens to the numbers
    student.plant(move_parameters)(module, 0.5)
    assert_close(module(), r, what="r after all parameters have moved")
    after = assert_tensor(module.bfloat16().float()(), shape=tuple(r.shape), what="r of the converted module")
    change = (after.double() - r.double()).abs().max()
    require(change > 1e-6, "r stays as it is when the module is converted to another precision.")
    require(change < 0.02 * r.abs().max(), "r changes by more than rounding when the module is converted.")


@points(0.5)
@with_earlier_parts(gaussian_score)
def test_scores(student):
    """The scores are exactly v times r, nothing added, and the inputs are left as they were."""
    for width, height, count in ((4, 3, 5), (2, 5, 1), (3, 3, 2)):
        centers, alphas = heads(count)
        module = student.RelativePositionalEmbedding(width, height)
        if count == 1:
            module = module.eval()
        call = student.call(module.attention_scores, centers, alphas)
        assert_close(call.result, gaussian_scores(width, height, centers, alphas).float(), what="The tensor of scores")
        with tells_of("changes_centres_in_place"):
            assert_close(call.args[0], centers, what="The centres after the call", hint="Do not change them in place.")
        with tells_of("alphas_in_place"):
            assert_close(call.args[1], alphas, what="The alphas after the call", hint="Do not change them in place.")


@points(0.5)
@with_earlier_parts(gaussian_score)
def test_probabilities(student):
    """Through a softmax, the scores send each head to the pixel q - Delta, as sharply as its alpha says."""
    alphas = torch.tensor([1.0, 200.0, 2.0, 5.0])
    module = student.RelativePositionalEmbedding(9, 7)
    answer = module.attention_scores(torch.tensor([[1.0, -1.0]]).expand(4, 2).clone(), alphas)
    scores = assert_tensor(answer, shape=(4, 9, 7, 9, 7), finite=True, what="The tensor of scores")[:, 5, 2].double()
    seen = scores.flatten(1).softmax(1).reshape(4, 9, 7)[:, 4, 3]
    # float32 scores, so float32's tolerance
    expected = torch.tensor([interior_probability(alpha) for alpha in alphas.tolist()])
    assert_close(seen, expected, what="The probability of the pixel each head should look at")


@points(0.5)
@with_earlier_parts(gaussian_score)
def test_double_precision(student):
    """After double() everything is float64, and the scores are exact for a large alpha, too."""
    module = student.RelativePositionalEmbedding(3, 6).double()
    assert_tensor(module(), dtype=torch.float64, what="r of the converted module")
    centers, alphas = 2 * randn(4, 2), torch.tensor([0.7, 200.0, 3.1, 19.3], dtype=torch.float64)
    scores = module.attention_scores(centers, alphas)
    assert_close(scores, gaussian_scores(3, 6, centers, alphas), dtype=torch.float64, what="The tensor of scores")


@points(0.5)
@with_earlier_parts(gaussian_score)
def test_gradients_reach_the_centres(student):
    """Gradients of the scores reach the centres."""
    gradient, expected = gradients(student, 0)
    require(gradient is not None, "No gradient reaches the centres: something on the way makes a new tensor of them.")
    assert_close(gradient, expected, what="The gradient of the centres")


@points(0.5)
@with_earlier_parts(gaussian_score)
def test_gradients_reach_the_alphas(student):
    """Gradients of the scores reach the alphas."""
    gradient, expected = gradients(student, 1)
    require(gradient is not None, "No gradient reaches the alphas: something on the way makes a new tensor of them.")
    assert_close(gradient, expected, what="The gradient of the alphas")
