"""Maps in a figure count when they show what is returned, and when there is something to show."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

from autograder.jail.inside.figures import describe
from autograder.judge import CheckFailed, assert_labelled, assert_shows
from autograder.judge.figure import read_figure

MAP = np.arange(12.0).reshape(3, 4)


def drawn(*maps):
    figure, axes = plt.subplots(1, len(maps), squeeze=False)
    for panel, values in zip(axes[0], maps, strict=True):
        panel.imshow(values)
        panel.set(title="map", xlabel="i", ylabel="j")
    plt.close(figure)
    return read_figure(describe(figure))


@pytest.mark.parametrize("shown", [MAP, MAP.T, MAP[::-1], MAP.T[::-1]])
def test_a_map_may_be_drawn_in_any_orientation(shown):
    assert_shows(drawn(shown), [MAP], shape=(3, 4))
    assert_labelled(drawn(shown), shape=(3, 4))


def test_one_of_several_maps_may_be_the_same_everywhere():
    assert_shows(drawn(MAP * 0, MAP), [MAP * 0, MAP], shape=(3, 4))
    assert_labelled(drawn(MAP * 0, MAP), shape=(3, 4))


@pytest.mark.parametrize("empty", [np.zeros((3, 4)), np.zeros((2, 2)), np.arange(4.0).reshape(2, 2)])
def test_a_map_of_nothing_is_no_map_of_the_pixels(empty):
    assert_shows(drawn(empty), [empty])
    assert_labelled(drawn(empty))
    with pytest.raises(CheckFailed, match="no map of the pixels"):
        assert_shows(drawn(empty), [empty], shape=(3, 4))
    with pytest.raises(CheckFailed, match="shows the pixels"):
        assert_labelled(drawn(empty), shape=(3, 4))


def test_other_values_than_those_returned_are_seen():
    with pytest.raises(CheckFailed, match="shows other values"):
        assert_shows(drawn(MAP + 1), [MAP], shape=(3, 4))


@pytest.mark.parametrize("odd", [np.inf, -np.inf, np.nan])
def test_a_map_with_values_that_are_no_numbers_shows_nothing(odd):
    returned = MAP.copy()
    returned[1, 2] = odd
    for shown in (returned, MAP, -MAP):
        with pytest.raises(CheckFailed, match="shows other values"):
            assert_shows(drawn(shown), [returned], shape=(3, 4))
