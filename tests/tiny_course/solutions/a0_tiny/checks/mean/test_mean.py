"""Hidden checks of the mean question."""

from autograder.judge import assert_close, points


@points(1)
def test_mean_of_two(student):
    """The mean of two numbers lies in the middle."""
    assert_close(student.mean([2.0, 6.0]), 4.0)


@points(1)
def test_mean_of_many(student):
    """Every number counts, however many there are."""
    assert_close(student.mean([1.0, 2.0, 3.0, 10.0]), 4.0)
