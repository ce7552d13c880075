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
    assert_probabilities(student, 5, 3, (3, 0), (-2, 1), [0.4, 300.0])


@points(0.5)
@on_its_own_merits
def test_figure_shows_what_is_returned(student):
    """There is one panel per alpha, in the given order, and it shows the map that is returned."""
    figure, answer = draw(student, *MIDDLE)
    maps = assert_tensor(answer, shape=(3, 6, 4), what="The stack of maps")
    assert_shows(student.figure(figure), list(maps), shape=MIDDLE[:2])


@points(0.5)
@on_its_own_merits
def test_title_and_labels(student):
    """Every panel has a title and a label on both axes."""
    figure, _ = draw(student, *MIDDLE)
    assert_labelled(student.figure(figure), shape=MIDDLE[:2])
