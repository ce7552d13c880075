"""Hidden checks of 2a.4: the map of where a Gaussian head looks."""

from autograder.judge import (
    assert_close,
    assert_labelled,
    assert_shows,
    assert_tuple,
    points,
    remembered,
    with_earlier_parts,
)

from reference.parts import RelativePositionalEmbedding, gaussian_score
from reference.positions import attention_map

LENDS = (RelativePositionalEmbedding,)


@remembered
def draw(student, width, height, query, center, alpha):
    """The figure and the probabilities, with an embedding of our own: the student's may be wrong."""
    module = student.lend(RelativePositionalEmbedding)(width, height)
    answer = student.visualize_rel_positional_embedding(module, query, center, alpha)
    return assert_tuple(answer, 2, what="What the function returns", hint="Return (fig, probabilities).")


MIDDLE = (7, 5, (4, 2), (0.75, -1.25), 0.8)


def assert_probabilities(student, *asked):
    """Compare with the map in float64; the embedding is float32, and so is its tolerance."""
    _, probabilities = draw(student, *asked)
    assert_close(probabilities, attention_map(*asked), atol=1e-5, rtol=0.0, what="The map of probabilities")


@points(0.5)
@with_earlier_parts(gaussian_score)
def test_probabilities(student):
    """The probabilities are right for a query in the middle and a centre between pixels."""
    assert_probabilities(student, *MIDDLE)


@points(0.5)
@with_earlier_parts(gaussian_score)
def test_border_and_large_alpha(student):
    """The probabilities are right at the border, also when q - Delta lies outside and alpha is large."""
    assert_probabilities(student, 4, 6, (0, 5), (-1, 2), 0.4)
    assert_probabilities(student, 5, 3, (4, 0), (-2, -3), 200.0)


@points(0.5)
@with_earlier_parts(gaussian_score)
def test_figure_shows_what_is_returned(student):
    """The figure shows the probabilities that are returned."""
    figure, probabilities = draw(student, *MIDDLE)
    assert_shows(student.figure(figure), [probabilities], shape=MIDDLE[:2])


@points(0.5)
@with_earlier_parts(gaussian_score)
def test_title_and_labels(student):
    """The map has a title and a label on both axes."""
    figure, _ = draw(student, *MIDDLE)
    assert_labelled(student.figure(figure), shape=MIDDLE[:2])
