"""Hidden checks of 1b.2: what a head costs with absolute and with Gaussian encoding."""

from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.judge import assert_equal, assert_integer, points

SIZES = st.integers(2, 60)
RULE = "Count rows times inner length times columns for each product that the counting rule names, and nothing else."


def absolute(n, d):
    """Three projections, scores, mixing."""
    return 3 * n * d**2 + n**2 * d + n**2 * d


def gaussian(n, d, d_p):
    """The value projection, scores, mixing."""
    return n * d**2 + n**2 * d_p + n**2 * d


def per_token(cost, n, *sizes):
    """What grows with N alone: four times the cost minus that of twice as many tokens has no N^2 left."""
    once, twice = (assert_integer(cost(tokens, *sizes), what="The count") for tokens in (n, 2 * n))
    return 4 * once - twice


def per_pair(cost, n, *sizes):
    """What grows with N^2."""
    once, twice = (assert_integer(cost(tokens, *sizes), what="The count") for tokens in (n, 2 * n))
    return twice - 2 * once


@points(1)
@settings(max_examples=10)
@given(sizes=st.tuples(SIZES, SIZES))
def test_absolute(student, sizes):
    """The multiplications with absolute encoding are counted right."""
    assert_integer(student.mults_absolute(*sizes), absolute(*sizes), what="The count with absolute encoding", hint=RULE)


@points(0.5)
def test_absolute_projections(student):
    """With absolute encoding, the part that grows with the number of tokens is right."""
    answer, expected = per_token(student.mults_absolute, 7, 5), per_token(absolute, 7, 5)
    hint = "These are the projections: how many, and what does each cost?"
    assert_integer(answer, expected, what="The part of the count that grows with N", hint=hint)


@points(0.5)
def test_absolute_pairs(student):
    """With absolute encoding, the part that grows with the square of the number of tokens is right."""
    answer, expected = per_pair(student.mults_absolute, 4, 9), per_pair(absolute, 4, 9)
    hint = "Every query meets every key here: once for its score, and again when?"
    assert_integer(answer, expected, what="The part of the count that grows with N^2", hint=hint)


@points(1)
@settings(max_examples=10)
@given(sizes=st.tuples(SIZES, SIZES, SIZES))
def test_gaussian(student, sizes):
    """The multiplications with Gaussian encoding are counted right."""
    assert_integer(student.mults_gaussian(*sizes), gaussian(*sizes), what="The count with Gaussian encoding", hint=RULE)


@points(0.5)
def test_gaussian_projections(student):
    """With Gaussian encoding, the part that grows with the number of tokens is right."""
    answer, expected = per_token(student.mults_gaussian, 6, 11, 3), per_token(gaussian, 6, 11, 3)
    hint = "W_q and W_k are zero: what is left to be projected?"
    assert_integer(answer, expected, what="The part of the count that grows with N", hint=hint)


@points(0.5)
def test_gaussian_pairs(student):
    """With Gaussian encoding, the part that grows with the square of the number of tokens is right."""
    answer, expected = per_pair(student.mults_gaussian, 5, 8, 4), per_pair(gaussian, 5, 8, 4)
    hint = "How long are the two vectors whose dot product is a score now? And what still has the length D?"
    assert_integer(answer, expected, what="The part of the count that grows with N^2", hint=hint)


@points(1)
def test_order_of_absolute_scores(student):
    """The order of the scores' cost with absolute encoding is right."""
    hint = "There is one score for every pair of tokens. What does one cost, once queries and keys are there?"
    assert_equal(student.score_order("absolute"), "O(N^2 D)", what="The order for absolute encoding", hint=hint)


@points(1)
def test_order_of_gaussian_scores(student):
    """The order of the scores' cost with Gaussian encoding is right."""
    hint = "There is one score for every pair of tokens. How long are the vectors that are multiplied for one of them?"
    assert_equal(student.score_order("gaussian"), "O(N^2 D_p)", what="The order for Gaussian encoding", hint=hint)
