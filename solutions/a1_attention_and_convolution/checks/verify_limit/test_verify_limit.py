"""Hidden checks of 2a.5: one attention map per alpha, from wide to one-hot."""

import torch

from autograder.judge import (
    Planted,
    assert_close,
    assert_labelled,
    assert_shows,
    assert_tensor,
    assert_tuple,
    points,
    remembered,
    with_earlier_parts,
)

from reference.parts import (
    RelativePositionalEmbedding,
    gaussian_score,
    visualize_rel_positional_embedding,
    where_a_head_looks,
)
from reference.positions import attention_map

on_its_own_merits = with_earlier_parts(
    gaussian_score,
    RelativePositionalEmbedding,
    Planted(visualize_rel_positional_embedding, uses=(where_a_head_looks,)),
)


@remembered
def draw(student, *asked):
    """The figure and the probabilities."""
    answer = student.verify_limit(*asked)
    return assert_tuple(answer, 2, what="What the function returns", hint="Return (fig, probabilities).")


MIDDLE = (6, 4, (3, 1), (1, -1), [2, 0.25, 0.75])
# one alpha more than fits on two rows of two, and as few as there may be
MANY, FEW = (3, 5, (1, 3), (0.5, 1), [0.3, 1.5, 0.7, 3, 0.1]), (5, 3, (2, 0), (-1, -1), [0.5, 4])


def assert_probabilities(student, width, height, query, center, alphas):
    """Compare with the maps in float64; scores made in float32 have its tolerance."""
    _, answer = draw(student, width, height, query, center, alphas)
    expected = torch.stack([attention_map(width, height, query, center, alpha) for alpha in alphas])
    assert_close(answer, expected, atol=1e-5, rtol=0.0, what="The stack of maps")


@points(1)
@on_its_own_merits
def test_probabilities(student):
    """Each map holds the probabilities of its alpha, the alphas in the given order."""
    assert_probabilities(student, *MIDDLE)


@points(0.5)
@on_its_own_merits
def test_limit(student):
    """With a large alpha the map is 1 at q - Delta and 0 elsewhere."""
    assert_probabilities(student, 4, 7, (1, 2), (-2, 1), [1.0, 1000.0])


@points(0.5)
@on_its_own_merits
def test_border(student):
    """When q - Delta lies outside the image the maps are still right, and finite for a large alpha."""
    assert_probabilities(student, 5, 3, (3, 0), (-1.75, 1.25), [0.4, 300.0])  # between pixels, too


@points(0.5)
@on_its_own_merits
def test_figure_shows_what_is_returned(student):
    """There is one panel per alpha, in the given order, and it shows the map that is returned."""
    for asked in (MIDDLE, MANY, FEW):
        width, height, *_, alphas = asked
        figure, answer = draw(student, *asked)
        maps = assert_tensor(answer, shape=(len(alphas), width, height), what="The stack of maps")
        assert_shows(student.figure(figure), list(maps), shape=(width, height))


@points(0.5)
@on_its_own_merits
def test_title_and_labels(student):
    """Every panel has a title and a label on both axes."""
    figure, _ = draw(student, *MIDDLE)
    assert_labelled(student.figure(figure), shape=MIDDLE[:2])
