"""Hidden checks of 1a.1: the number of parameters of a multi-head self-attention layer."""

from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.judge import assert_integer, points

SIZES = st.integers(2, 40)


def count(n_heads, d_in, d_hid, d_o, d_out):
    """Entries of W_q, W_k, W_v per head, then of W_out and b_out."""
    return n_heads * (d_in * d_hid + d_in * d_hid + d_in * d_o) + n_heads * d_o * d_out + d_out


@points(1)
@settings(max_examples=15)
@given(sizes=st.tuples(SIZES, SIZES, SIZES, SIZES, SIZES))
def test_counts_everything(student, sizes):
    """The count is right for any number of heads and any sizes."""
    assert_integer(
        student.num_mhsa_parameters(*sizes),
        count(*sizes),
        what="The number of parameters",
        hint="Write down the shape of everything in Eqs. (1) and (2) that is learnt, and how often it is there.",
    )


@points(0.5)
def test_one_head(student):
    """One head is counted right, all sizes different."""
    assert_integer(
        student.num_mhsa_parameters(1, 7, 3, 5, 11),
        count(1, 7, 3, 5, 11),
        what="The number of parameters of a layer with one head",
        hint="Which size belongs to which matrix?",
    )


@points(0.5)
def test_one_head_more(student):
    """One head more adds the right number of parameters."""
    sizes = (13, 6, 9, 4)
    few, more = (assert_integer(student.num_mhsa_parameters(n_heads, *sizes)) for n_heads in (5, 6))
    assert_integer(
        more - few,
        count(6, *sizes) - count(5, *sizes),
        what="The number of parameters that one head more adds",
        hint="A head brings its own matrices, and W_out grows with it; what else belongs to the layer stays.",
    )


@points(0.5)
def test_one_output_more(student):
    """One output feature more adds the right number of parameters."""
    sizes = (3, 8, 5, 6)
    few, more = (assert_integer(student.num_mhsa_parameters(*sizes, d_out)) for d_out in (10, 11))
    assert_integer(
        more - few,
        count(*sizes, 11) - count(*sizes, 10),
        what="The number of parameters that one output feature more adds",
        hint="Only W_out and b_out know about the outputs.",
    )
