"""Hidden checks of 1d.2: the constant that completes the square."""

from autograder.judge import assert_close, assert_tensor, points, rand, randn, require, tells_of


def one_number(answer):
    """The constant of a single centre; a tensor with one entry will do."""
    value = assert_tensor(answer, what="The constant of one centre")
    require(value.numel() == 1, "One centre has one constant.")
    return value.reshape(())


@points(1)
def test_size(student):
    """The constant has the right size, whatever its sign."""
    center = rand(2, low=1, high=3)
    assert_close(
        one_number(student.constant_c(center)).abs(),
        (center**2).sum(),
        what="The size of c",
        hint="Expand |delta - Delta|^2: which term has no delta?",
    )


@points(1.5)
def test_one_centre(student):
    """The constant of a single centre is right, for positive and negative coordinates."""
    centers = [rand(2, low=1, high=3), rand(2, low=-3, high=-1), randn(2) * 5, randn(2).float() * 5]
    answers = [student.constant_c(center) for center in centers]
    for answer, center in zip(answers, centers, strict=True):
        assert_close(one_number(answer), -(center**2).sum(), what="c", hint="Check the sign and the power.")


@points(1)
def test_both_scores_agree(student):
    """With your constant, both ways of writing the score agree for every step and every width."""
    center, deltas = randn(2), randn(5, 2) * 3
    call = student.call(student.constant_c, center)
    with tells_of("changes_its_input"):
        assert_close(call.args[0], center, what="The centre after the call", hint="Your function changes its input.")
    c = one_number(call.result).double()
    score = -0.7 * ((deltas**2).sum(-1) - 2 * deltas @ center)
    completed = -0.7 * (((deltas - center) ** 2).sum(-1) + c)
    hint = "Expand the square: c has to take away what the Gaussian score does not have."
    # a float32 constant is as good as its own precision
    assert_close(completed, score, atol=1e-5, what="-alpha (|delta - Delta|^2 + c)", hint=hint)


@points(1.5)
def test_any_leading_axes(student):
    """Many centres at once: one constant each, the leading axes stay."""
    batches = [randn(5, 2), randn(2, 2), randn(3, 4, 2), randn(2, 1, 3, 2), randn(1, 2), randn(4, 2).float()]
    hint = "Each centre is a pair on the last axis: that axis goes, the others stay as they are."
    for centers in batches:
        call = student.call(student.constant_c, centers)
        assert_close(call.result, -(centers**2).sum(dim=-1), what="c of many centres", hint=hint)
        with tells_of("changes_its_input"):
            hint_after = "Your function changes its input."
            assert_close(call.args[0], centers, what="The centres after the call", hint=hint_after)
