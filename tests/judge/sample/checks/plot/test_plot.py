import numpy as np

from autograder.judge import assert_close, assert_tuple, points, rand, require

LENDS = ("helper",)


@points(1)
def test_figure_shows_what_is_returned(student):
    """The picture shows the matrix that is returned."""
    x = rand(3, 4)
    figure, matrix = assert_tuple(student.draw(x), 2)
    drawn = student.figure(figure)
    (panel,) = drawn.panels
    require(len(panel.grids) == 1, "The figure should show one matrix.")
    assert_close(panel.grids[0], np.asarray(matrix), what="The picture")
    require(panel.xlabel and panel.title, "The axes should have a title and a label.")


@points(1)
def test_with_reference_part(student):
    """The sum uses the other function."""
    student.replace("helper", "def helper(x):\n    return x + 100")
    assert_close(student.uses_helper(rand(2) * 0), [100.0, 100.0])
