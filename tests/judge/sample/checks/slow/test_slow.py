from autograder.judge import assert_equal, assert_integer, limits, points


@points(1)
@limits(seconds=1)
def test_first(student):
    """The first call works."""
    assert_integer(student.answer(1), 1)


@points(1)
@limits(seconds=2)
def test_second(student):
    """The second call works."""
    assert_equal(student.answer(2), 2)


@points(1)
@limits(memory=64 << 20)
def test_third(student):
    """The third call needs little memory."""
    assert_equal(student.answer(3), 3)
