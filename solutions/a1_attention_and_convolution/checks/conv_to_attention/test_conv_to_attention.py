"""Hidden checks of 1c.2: the heads that make a given convolution."""

import torch
import torch.nn.functional as F
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.judge import assert_close, assert_tensor, assert_tuple, points, randint, require, sorted_rows, tells_of

PARTS = "Return centers, W_heads and b_out."
HEADS = sorted_rows(0, 1)
"""The heads may come in any order: centres and matrices move together."""


def heads_and_arguments(answer):
    """The same for a result with the arguments of the call after it."""
    result, *arguments = answer
    return [HEADS(result), *arguments]


def quarters(*shape):
    """Random multiples of 1/4, so that sums are exact in float32."""
    return randint(-36, 37, *shape).float() / 4


def centers_of(answer, size):
    """The centres as a list of pairs."""
    centers, *_ = assert_tuple(answer, 3, hint=PARTS)
    centers = assert_tensor(centers, shape=(size**2, 2), finite=True, what="centers").double()
    whole = (centers - centers.round()).abs().max() < 1e-5
    require(whole, "Every centre should be a step of whole pixels; yours are not.")
    return [(round(i), round(j)) for i, j in centers.tolist()]


def require_one_head_per_shift(centers, size):
    """Require the centres to be the K*K shifts, in any order."""
    half = size // 2
    inside = all(-half <= i <= half and -half <= j <= half for i, j in centers)
    require(inside, "Some centres lie outside the kernel's shifts: where is the middle of the kernel?")
    require(
        len(set(centers)) == size**2, "Some heads share a centre: each shift of the kernel needs a head of its own."
    )


def assert_same_as_convolution(student, weight, image, hint):
    """Compare heads that look at exactly q - centre with torch's convolution, away from the border."""
    c_out, c_in, size, _ = weight.shape
    width, height, half = *image.shape[:2], size // 2
    with student.heard_as(HEADS):
        answer = student.conv_to_attention(weight, None)
    centers = centers_of(answer, size)
    require_one_head_per_shift(centers, size)
    rows = "Tokens are rows, so a head's matrix has the input channels as rows; nn.Conv2d stores them otherwise."
    matrices = assert_tensor(answer[1], shape=(size**2, c_in, c_out), what="W_heads", hint=rows).double()
    looked_at = [image[half - i : width - half - i, half - j : height - half - j] for i, j in centers]
    attention = sum(pixels @ matrix for pixels, matrix in zip(looked_at, matrices, strict=True))
    convolution = F.conv2d(image.permute(2, 0, 1)[None], weight.double())[0].permute(1, 2, 0)
    assert_close(attention, convolution, what="The output of heads with your centres and matrices", hint=hint)


@points(1)
def test_one_head_per_shift(student):
    """A 3 x 3 kernel gets one head for each of its shifts."""
    with student.heard_as(HEADS):
        answer = student.conv_to_attention(quarters(2, 4, 3, 3), torch.zeros(2))
    require_one_head_per_shift(centers_of(answer, 3), 3)


@points(1)
def test_symmetric_kernel(student):
    """For a 3 x 3 kernel that looks the same from all sides, the heads give the convolution."""
    weight = quarters(3, 2, 3, 3)
    weight = weight + weight.transpose(2, 3)
    weight = weight + weight.flip(2)
    weight = weight + weight.flip(3)
    hint = "Directions do not matter for this kernel: look at how W_heads is cut out of the weight."
    assert_same_as_convolution(student, weight, quarters(4, 6, 2).double(), hint)


@points(1.5)
def test_any_kernel(student):
    """For any 3 x 3 kernel, the heads give the convolution."""
    hint = "A kernel entry s reads pixel q + s, a head reads q minus its centre; i comes before j in both."
    assert_same_as_convolution(student, quarters(4, 3, 3, 3), quarters(5, 7, 3).double(), hint)


@points(1)
@settings(max_examples=9)
@given(size=st.sampled_from([5, 1, 7]), channels=st.sampled_from([(1, 3), (2, 1), (3, 2)]))
def test_other_kernel_sizes(student, size, channels):
    """Kernels of other odd sizes and with other channels become heads as well."""
    weight, image = quarters(*channels, size, size), quarters(8, 9, channels[1]).double()
    hint = "If it works for 3 x 3 kernels: is something about their size written down as a number?"
    assert_same_as_convolution(student, weight, image, hint)


@points(0.5)
def test_bias(student):
    """The bias goes over as it is, no bias means zeros, and the inputs are left as they were."""
    weight, bias = quarters(5, 2, 3, 3), quarters(5)
    for given_in, expected in ((bias, bias), (None, torch.zeros(5))):
        with student.heard_as(heads_and_arguments):
            call = student.call(student.conv_to_attention, weight, given_in)
        *_, b_out = assert_tuple(call.result, 3, hint=PARTS)
        require(
            b_out is not None, "b_out is None; it should always be a vector, also when the convolution has no bias."
        )
        assert_close(b_out, expected, what="b_out", hint="It has one entry per output channel, for the whole layer.")
        hint = "An operation in place, one that ends in `_` for example, also changes the caller's tensor."
        with tells_of("weight_zeroed_in_place"):
            assert_close(call.args[0], weight, what="The weight after the call", hint=hint)
        if given_in is not None:
            with tells_of("bias_zeroed_in_place"):
                assert_close(call.args[1], given_in, what="The bias after the call", hint=hint)
