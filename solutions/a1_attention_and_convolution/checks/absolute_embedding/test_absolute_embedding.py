"""Hidden checks of 2a.1: the fixed sine/cosine embedding of every pixel."""

import torch
from hypothesis import example, given, settings
from hypothesis import strategies as st

from autograder.judge import assert_close, assert_tensor, move_parameters, points, randint, require, tells_of

from reference.positions import absolute_table

SIZES = st.lists(st.integers(1, 9), min_size=2, max_size=2, unique=True)  # never a square image
# the embedding, or None for a ValueError, also for one of the student's own kind; other exceptions speak for themselves
BUILD = """
def AbsolutePositionalEmbedding(module, *sizes):
    try:
        embedding = module(*sizes)
    except ValueError:
        return None
    return embedding()
"""


def require_embedding(answer, *sizes):
    """Require as many numbers as an embedding has, not the same for all pixels; whether they are right is asked once."""
    pixels = assert_tensor(answer, what="The embedding").double().reshape(-1)
    require(len(pixels) == sizes[0] * sizes[1] * sizes[2], "The embedding does not have its size.")
    pixels = pixels.reshape(-1, sizes[2])
    require((pixels - pixels[0]).abs().max() > 1e-3, "All pixels have the same vector.")


@points(1.5)
@settings(max_examples=6)
@given(sizes=SIZES, quarter=st.integers(2, 6))
@example(sizes=[4, 4], quarter=6)  # beside all others, one that is square
def test_every_number_is_right(student, sizes, quarter):
    """Every number of the embedding is right, whatever the sizes."""
    answer = student.AbsolutePositionalEmbedding(*sizes, 4 * quarter)()
    assert_close(answer, absolute_table(*sizes, 4 * quarter), what="The embedding")


@points(0.5)
def test_first_frequency(student):
    """Each half of the channels begins with the sine and the cosine of its coordinate, counted from 0."""
    first = [0, 1, 6, 7]
    answer = assert_tensor(student.AbsolutePositionalEmbedding(7, 4, 12)(), shape=(7, 4, 12), what="The embedding")
    assert_close(answer[..., first], absolute_table(7, 4, 12)[..., first], what="The first two channels of the halves")
    # four channels have no other frequency, and evaluation mode changes nothing
    smallest = student.AbsolutePositionalEmbedding(5, 2, 4).eval()()
    assert_close(smallest, absolute_table(5, 2, 4), what="The embedding of four channels, in evaluation mode")


@points(0.5)
def test_each_half_has_its_coordinate(student):
    """The first half of the channels changes along i only, the second half along j only."""
    answer = assert_tensor(student.AbsolutePositionalEmbedding(3, 5, 8)(), shape=(3, 5, 8), what="The embedding")
    along_i, along_j = answer[..., :4].double(), answer[..., 4:].double()
    require((along_i - along_i[:, :1]).abs().max() < 1e-6, "The first half of the channels changes along j.")
    require((along_j - along_j[:1]).abs().max() < 1e-6, "The second half of the channels changes along i.")
    apart = min(torch.pdist(along_i[:, 0]).min(), torch.pdist(along_j[0]).min())
    require(apart > 1e-3, "Some positions cannot be told apart: their vectors are equal.")


@points(0.5)
def test_refuses_other_dimensions(student):
    """An embedding_dim that cannot be divided by 4 raises a ValueError."""
    build = student.plant(BUILD, "AbsolutePositionalEmbedding")
    # right and wrong ones in turn: a class that refuses all of them is no better than one that refuses none
    dimensions = [7, 8, 10, 6, 4 * int(randint(3, 6)), 2, 4 * int(randint(6, 9)) + int(randint(1, 4)), 4]
    for embedding_dim in dimensions:
        answer = build(student.AbsolutePositionalEmbedding, 3, 5, embedding_dim)
        if embedding_dim % 4:
            require(answer is None, "An embedding_dim that cannot be divided by 4 was accepted without a ValueError.")
        else:
            require(answer is not None, "An embedding_dim that can be divided by 4 raised a ValueError.")
            require_embedding(answer, 3, 5, embedding_dim)


@points(0.5)
def test_is_a_buffer(student):
    """The embedding is kept in a registered buffer, and there is nothing to learn."""
    module = student.AbsolutePositionalEmbedding(4, 3, 8)
    with tells_of("parameter"):
        require(not module.named_parameters(), "The module has parameters: an optimizer would change the embedding.")
    require(module.named_buffers(), "The module has no buffer: a plain tensor stays behind when the module moves.")
    # a module can claim both: what counts is what happens to the numbers
    before = assert_tensor(module(), what="The embedding")
    require_embedding(before, 4, 3, 8)
    student.plant(move_parameters)(module, 0.5)
    assert_close(module(), before, what="The embedding after all parameters have moved")
    after = assert_tensor(module.bfloat16().float()(), shape=tuple(before.shape), what="The converted embedding")
    change = (after.double() - before.double()).abs().max()
    require(change > 1e-6, "The embedding stays as it is when the module is converted to another precision.")
    require(change < 0.05, "The embedding changes by more than rounding when the module is converted.")


@points(0.5)
def test_type_follows_the_module(student):
    """The embedding is float32, and float64 after the module was converted with double()."""
    module = student.AbsolutePositionalEmbedding(5, 2, 12)
    before = assert_tensor(module(), shape=(5, 2, 12), dtype=torch.float32, what="The embedding")
    require_embedding(before, 5, 2, 12)
    after = module.double()()
    # only the type may change here: whether the numbers are right is asked above
    assert_close(after, before, dtype=torch.float64, what="The embedding of the converted module")
