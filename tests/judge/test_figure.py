"""A figure is read as data: what is drawn, and whether one can tell what it is."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
import torch

from autograder.jail.inside.figures import describe
from autograder.judge import StudentError
from autograder.judge.figure import read_figure
from autograder.judge.transcript import answer_of
from tests.judge.conftest import HONEST

X = np.linspace(-3, 3, 41)


@pytest.fixture
def figure():
    made = plt.figure()
    yield made
    plt.close(made)


def read(figure):
    return read_figure(describe(figure))


def test_every_panel_in_use_needs_a_title_and_labels(figure):
    first, second, _unused = figure.subplots(1, 3)
    first.plot(X, X)
    second.plot(X, -X)
    first.set(title="one", xlabel="x", ylabel="y")
    assert read(figure).lacking == ("title", "xlabel", "ylabel")
    second.set(title="two", ylabel="y")
    assert read(figure).lacking == ("xlabel",)
    figure.supxlabel("x")
    assert read(figure).lacking == ()


def test_twins_share_title_and_labels(figure):
    axes = figure.subplots()
    axes.plot(X, X)
    axes.twinx().plot(X, X**2)
    axes.set(title="both", xlabel="x", ylabel="y")
    assert read(figure).lacking == ()


def test_words_layout_and_rulers_do_not_change_the_essence(figure):
    left, right = figure.subplots(1, 2)
    left.plot(X, np.sin(X), label="sine")
    right.plot(X, X**2, color="red")
    for axes in (left, right):
        axes.set(title="curves", xlabel="x", ylabel="y")
    two = answer_of(read(figure).essence)
    figure.clear()
    one = figure.subplots()
    one.plot(X.astype(np.float32), X**2, "--")
    one.axhline(0)
    one.plot(X, np.sin(X))
    one.legend(["a", "b", "c"])
    one.set(title="other words", xlabel="time", ylabel="value")
    assert two.is_like(answer_of(read(figure).essence), 2e-5)
    one.plot(X, np.cos(X))
    assert not two.is_like(answer_of(read(figure).essence), 2e-5)


def test_either_orientation_of_a_map_has_the_same_essence(figure):
    grid = np.arange(12.0).reshape(3, 4)
    figure.subplots().imshow(grid)
    upright = answer_of(read(figure).essence)
    figure.clear()
    figure.colorbar(figure.subplots().pcolormesh(grid.T, cmap="magma"))
    assert upright.is_like(answer_of(read(figure).essence), 2e-5)
    figure.clear()
    figure.subplots().imshow(grid / 2)
    assert not upright.is_like(answer_of(read(figure).essence), 2e-5)


def test_figures_with_other_words_are_the_same_mistake(grade):
    wrong = HONEST["plot"].replace("imshow(x)", "imshow(x.T)")
    one, other = (grade(plot=wrong.replace("'title'", title))["plot"].transcript for title in ("'a'", "'b'"))
    assert one.is_like(other, 2e-5)


@pytest.mark.parametrize("words", [[torch.zeros(1)] * 3, 5, None])
def test_words_of_a_figure_are_words(words):
    data = {"suptitle": words, "supxlabel": "", "supylabel": "", "axes": []}
    with pytest.raises(StudentError, match="cannot be read"):
        read_figure(data)
    assert len(read_figure({**data, "suptitle": "x" * 1_000_000}).suptitle) <= 10_000
