"""Hidden checks of 2a.3: the map of how alike one pixel's embedding is to all others."""

import torch

from autograder.judge import (
    assert_close,
    assert_labelled,
    assert_shows,
    assert_tuple,
    points,
    randn,
    remembered,
    tells_of,
)

# an embedding of our own: the student's may be wrong, and this one's numbers have no pattern to lean on
TABLE = """
class AbsolutePositionalEmbedding(torch.nn.Module):
    def __init__(self, table):
        super().__init__()
        self.register_buffer("embedding", table)

    def forward(self):
        return self.embedding
"""


@remembered
def draw(student, width, height, query):
    """The figure and the similarity for a random embedding, and that embedding before and after."""
    table = randn(width, height, 8, dtype=torch.float32)
    module = student.plant(TABLE, "AbsolutePositionalEmbedding")(table)
    answer = student.visualize_abs_positional_embedding(module, query)
    figure, similarity = assert_tuple(answer, 2, what="What the function returns", hint="Return (fig, similarity).")
    return figure, similarity, table, module


@points(0.5)
def test_similarity(student):
    """The similarity of every pixel is its dot product with the query's vector."""
    _, similarity, table, _ = draw(student, 7, 4, (5, 2))
    assert_close(similarity, table.double() @ table[5, 2].double(), atol=1e-5, what="The similarity")


@points(0.5)
def test_first_pixel_and_the_embedding(student):
    """The corners of the image are no exception, and the embedding is left as it was."""
    for width, height, query in ((3, 5, (0, 4)), (6, 4, (5, 0))):
        _, similarity, table, module = draw(student, width, height, query)
        assert_close(similarity, table.double() @ table[query].double(), atol=1e-5, what="The similarity with a corner")
        with tells_of("changes_embedding_in_place"):
            assert_close(module(), table, what="The embedding after the call", hint="Do not change it in place.")


@points(0.5)
def test_figure_shows_what_is_returned(student):
    """The figure shows the similarity that is returned."""
    figure, similarity, *_ = draw(student, 7, 4, (5, 2))
    assert_shows(student.figure(figure), [similarity], shape=(7, 4))


@points(0.5)
def test_title_and_labels(student):
    """The map has a title and a label on both axes."""
    figure, *_ = draw(student, 7, 4, (5, 2))
    assert_labelled(student.figure(figure), shape=(7, 4))
