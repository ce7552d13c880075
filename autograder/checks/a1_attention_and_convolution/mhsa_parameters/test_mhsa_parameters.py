"""Hidden checks of (a.1): the number of parameters of a multi-head self-attention layer."""

from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.judge import assert_integer, points

SIZES = st.integers(2, 40)


def count(n_heads, d_in, d_hid, d_o, d_out):
    """Entries of W_q, W_k, W_v per head, then of W_out and b_out."""
    return n_heads * (d_in * d_hid + d_in * d_hid + d_in * d_o) + n_heads * d_o * d_out + d_out


@points(1.5)
@settings(max_examples=25)
@given(sizes=st.tuples(SIZES, SIZES, SIZES, SIZES, SIZES))
def test_counts_every_matrix(student, sizes):
    """The count is right for any number of heads and any sizes."""
    assert_integer(student.num_mhsa_parameters(*sizes), count(*sizes))


@points(0.5)
def test_one_head(student):
    """One head is counted right, all sizes different."""
    assert_integer(student.num_mhsa_parameters(1, 7, 3, 5, 11), count(1, 7, 3, 5, 11))


@points(0.5)
def test_large_layer(student):
    """The count is exact for a layer as large as those of big language models."""
    assert_integer(student.num_mhsa_parameters(96, 12288, 128, 128, 12289), count(96, 12288, 128, 128, 12289))
