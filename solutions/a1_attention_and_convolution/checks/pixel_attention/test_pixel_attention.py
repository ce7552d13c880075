"""Hidden checks of 1a.2: attention as one query pixel sees it."""

from contextlib import nullcontext

import torch
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from autograder.judge import assert_close, points, randn, tells_of

SIZES = st.integers(1, 4)


def one_head(Z, q, W_q, W_k, W_v):
    """Eq. (1) for the whole image, then row q."""
    tokens = Z.flatten(0, 1)
    probabilities = torch.softmax(tokens @ W_q @ W_k.T @ tokens.T, dim=1)
    return (probabilities @ tokens @ W_v)[q[0] * Z.shape[1] + q[1]]


def many_heads(Z, q, W_q, W_k, W_v, W_out, b_out):
    """Eq. (2) for pixel q."""
    return torch.cat([one_head(Z, q, *weights) for weights in zip(W_q, W_k, W_v, strict=True)]) @ W_out + b_out


def layer(width, height, heads, d_in, d_hid, d_o, d_out, dtype=torch.float64):
    """A random image and the weights of a layer."""
    shapes = (
        (width, height, d_in),
        *((heads, d_in, d_hid), (heads, d_in, d_hid), (heads, d_in, d_o)),
        *((heads * d_o, d_out), (d_out,)),
    )
    return [randn(*shape, dtype=dtype) for shape in shapes]


CHANGES = {"Z": "changes_image", "W_out": "changes_w_out", "b_out": "bias_changed_in_place"}
"""The mistakes that change an input."""


def assert_unchanged(inputs, call):
    """Require image and weights to be after the call what they were before."""
    hint = "An operation in place, such as `+=` or one that ends in `_`, also changes the caller's tensor."
    after = (call.args[0], *call.args[2:])  # the second argument is q
    for name, before, now in zip(("Z", "W_q", "W_k", "W_v", "W_out", "b_out"), inputs, after, strict=False):
        with tells_of(CHANGES[name]) if name in CHANGES else nullcontext():
            assert_close(now, before, what=f"{name} after the call", hint=hint)


@points(1)
@settings(max_examples=10)
@given(place=st.tuples(st.integers(0, 5), st.integers(0, 5)), sizes=st.tuples(*[SIZES] * 5))
def test_one_head(student, place, sizes):
    """One head gives the right output at any pixel of any image, and leaves its inputs as they were."""
    width, height, d_in, d_hid, d_o = sizes
    assume(width != height)
    q = place[0] % width, place[1] % height
    Z, W_q, W_k, W_v, *_ = layer(width, height, 1, d_in, d_hid, d_o, 1)
    weights = W_q[0], W_k[0], W_v[0]
    call = student.call(student.self_attention_pixel, Z, q, *weights)
    hint = "Compare each step with Eq. (1): which pixel asks, what the scores are, over what the softmax runs."
    assert_close(call.result, one_head(Z, q, *weights), what="The output of one head", hint=hint)
    assert_unchanged((Z, *weights), call)


@points(0.5)
def test_large_scores(student):
    """Large scores neither overflow nor lose the small differences between them."""
    Z, W_q, W_k, W_v, *_ = layer(4, 3, 1, 5, 2, 6, 1)
    W_q, W_k, W_v = W_q[0], W_k[0] / 10, W_v[0]
    # one feature is large and the same everywhere, so it adds the same large number to all scores
    Z[..., 0], W_q[0], W_k[0], W_v[0] = 3000, 5 / 3000, 1, 0
    hint = "If one head is right otherwise: exp of a large number is infinite, and a cast to float32 loses digits."
    for q in ((3, 1), (0, 2)):
        answer, expected = student.self_attention_pixel(Z, q, W_q, W_k, W_v), one_head(Z, q, W_q, W_k, W_v)
        assert_close(answer, expected, what="The output for large scores", hint=hint)


@points(0.5)
def test_heads_side_by_side(student):
    """The heads are put next to each other in order, projected once, and the bias is added once."""
    Z, W_q, *weights = layer(2, 5, 3, 4, 3, 2, 6, dtype=torch.float32)
    answer = student.multihead_pixel(Z, (1, 3), W_q * 0, *weights)  # all scores are zero: each head averages the image
    expected = many_heads(Z.double(), (1, 3), W_q.double() * 0, *(weight.double() for weight in weights))
    hint = "All scores are zero here, so each head averages the image; look at what happens after the heads."
    assert_close(answer, expected, what="The output of several heads", hint=hint)


def assert_right_layer(student, q, sizes, hint):
    """Ask for the output of a layer at q, and for its inputs after the call."""
    Z, *weights = layer(*sizes)
    call = student.call(student.multihead_pixel, Z, q, *weights)
    assert_close(call.result, many_heads(Z, q, *weights), what="The output of the layer", hint=hint)
    assert_unchanged((Z, *weights), call)


@points(0.5)
def test_many_heads(student):
    """The layer gives the right output at any pixel, and leaves its inputs as they were."""
    hint = "Each head has its own weights; compare with Eq. (2) step by step."
    for q, sizes in (((2, 4), (3, 5, 4, 2, 3, 6, 5)), ((5, 0), (6, 2, 2, 3, 5, 1, 4))):
        assert_right_layer(student, q, sizes, hint)


@points(0.5)
def test_sizes_of_one(student):
    """The layer is right for a single head, a single feature, a single pixel and a square image too."""
    hint = "If the layer is right otherwise: what does your code do with an axis of length 1?"
    for q, sizes in (
        ((1, 0), (2, 3, 1, 4, 2, 3, 5)),  # one head
        ((0, 2), (1, 3, 5, 4, 2, 3, 1)),  # one line of pixels, one output feature
        ((2, 1), (4, 3, 1, 3, 2, 1, 1)),  # one head with one feature
        ((0, 0), (1, 1, 3, 2, 4, 3, 2)),  # one pixel
        ((1, 2), (3, 3, 2, 4, 5, 3, 6)),  # a square image
    ):
        assert_right_layer(student, q, sizes, hint)
