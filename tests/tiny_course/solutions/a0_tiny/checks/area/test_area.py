"""Hidden checks of the area question."""

import math

from autograder.judge import assert_close, points


@points(2)
def test_unit_circle(student):
    """The circle of radius 1 has area pi."""
    assert_close(student.area(1.0), math.pi)


@points(1)
def test_scales_with_the_square(student):
    """Twice the radius is four times the area."""
    assert_close(student.area(6.0), 36 * math.pi)
