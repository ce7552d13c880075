"""Hidden checks of 1c.1: the matrix that a head brings to the sum over heads."""

import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.judge import assert_close, assert_tensor, points, randint, randn, tells_of

SIZES = st.integers(1, 5)


def matrix(W_v, W_out, h):
    """W_v of head h times the block of W_out that meets it."""
    blocks = W_out.reshape(W_v.shape[0], W_v.shape[2], W_out.shape[1])  # (heads, d_o, d_out)
    return W_v[h] @ blocks[h]


def quarters(*shape):
    """Random multiples of 1/4, so that products and sums are exact in float32."""
    return randint(-36, 37, *shape).float() / 4


@points(1)
@settings(max_examples=12)
@given(sizes=st.tuples(SIZES, SIZES, SIZES, SIZES), place=st.integers(0, 4))
def test_every_head(student, sizes, place):
    """The matrix is right for every head and all sizes."""
    heads, d_in, d_o, d_out = sizes
    W_v, W_out = quarters(heads, d_in, d_o), quarters(heads * d_o, d_out)
    assert_close(
        student.head_matrix(W_v, W_out, place % heads),
        matrix(W_v, W_out, place % heads),
        what="The matrix of a head",
        hint="It has d_in rows. Which rows of W_out does this head meet when all heads stand next to each other?",
    )


@points(0.5)
def test_first_head(student):
    """The matrix of the first head is right."""
    hint = "Heads are counted from 0, and the matrix leads from the input features to the output features."
    for heads, d_in, d_o, d_out in ((3, 4, 2, 5), (1, 3, 5, 2)):
        W_v, W_out = quarters(heads, d_in, d_o), quarters(heads * d_o, d_out)
        answer = student.head_matrix(W_v, W_out, 0)
        assert_close(answer, matrix(W_v, W_out, 0), what="The matrix of the first head", hint=hint)


@points(1)
def test_sum_over_heads(student):
    """With your matrices, the sum over heads in Eq. (7) equals the layer in Eq. (2)."""
    heads, tokens, d_in, d_o, d_out = 4, 6, 5, 3, 2
    Z, W_v, W_out = randn(tokens, d_in), randn(heads, d_in, d_o), randn(heads * d_o, d_out)
    probabilities = torch.softmax(randn(heads, tokens, tokens), dim=-1)
    matrices = [student.head_matrix(W_v, W_out, h) for h in range(heads)]
    matrices = [assert_tensor(answer, shape=(d_in, d_out), what="The matrix of a head").double() for answer in matrices]
    summed = sum(p @ Z @ answer for p, answer in zip(probabilities, matrices, strict=True))
    layer = torch.cat([p @ Z @ W for p, W in zip(probabilities, W_v, strict=True)], dim=1) @ W_out
    assert_close(summed, layer, what="The sum over heads", hint="Each row of W_out must be met by exactly one head.")


@points(0.5)
def test_double_precision(student):
    """Inputs in double precision are used as they are, and are not changed."""
    W_v, W_out = randn(2, 3, 4), randn(8, 6)
    W_v[1, :, :2], W_out[5] = W_v[1, :, :2] + 1e4, -W_out[4]  # large products nearly cancel: float32 would show
    call = student.call(student.head_matrix, W_v, W_out, 1)
    hint = "If the values in single precision are right, something is cast to another type on the way."
    with tells_of("cast_to_float32", alone=True):
        assert_close(call.result, matrix(W_v, W_out, 1), what="The matrix of a head", hint=hint)
    hint = "An operation in place, such as `*=` or one that ends in `_`, also changes the caller's tensor."
    with tells_of("changes_w_v"):
        assert_close(call.args[0], W_v, what="W_v after the call", hint=hint)
    with tells_of("changes_w_out"):
        assert_close(call.args[1], W_out, what="W_out after the call", hint=hint)
