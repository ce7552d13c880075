"""Hidden checks of 1e.1: the padding that attention alone gives."""

from autograder.judge import assert_equal, assert_integer, points


@points(1)
def test_size(student):
    """The padding per side fits every odd kernel size."""
    sizes = (1, 3, 5, 7, 13, 31)
    answers = [student.same_padding(size) for size in sizes]
    hint = "The output has as many pixels as the input, and padding is counted on each side alone."
    for size, answer in zip(sizes, answers, strict=True):
        assert_integer(answer, size // 2, what="The padding per side", hint=hint)


@points(1)
def test_mode(student):
    """The padding is filled with what the heads read beyond the border."""
    hint = "Which pixel does a head read when its target lies outside the image? See 1d.1."
    assert_equal(student["padding_mode"], "replicate", what="padding_mode", hint=hint)
