"""Hidden checks of 1e.2: the head centres of a dilated convolution."""

from autograder.judge import assert_tensor, points, randint, require, sorted_rows


def centers_of(K, dilation):
    """All shifts of the kernel, spread out; the set is its own mirror image, so the sign of delta does not show."""
    reach = [dilation * (step - K // 2) for step in range(K)]
    return sorted((i, j) for i in reach for j in reach)


def require_centers(student, cases):
    """Compare as sets: the order of the heads is free."""
    with student.heard_as(sorted_rows()):
        answers = [student.dilated_centers(K, dilation) for K, dilation in cases]
    for (K, dilation), answer in zip(cases, answers, strict=True):
        rows = assert_tensor(
            answer, shape=(K * K, 2), what="The array of centres", hint="One row (i, j) for each of the K*K heads."
        )
        got = sorted(tuple(round(value, 4) for value in row) for row in rows.double().tolist())
        wrong = len(set(centers_of(K, dilation)) - set(got))
        require(
            got == centers_of(K, dilation),
            f"{wrong} of the {K * K} places that the dilated kernel reads have no head: where is p + d s for each shift s?",
        )


@points(1)
def test_three_by_three(student):
    """A 3 x 3 kernel gets the right centres for any dilation."""
    require_centers(student, [(3, 1), (3, 2), (3, int(randint(3, 9)))])


@points(1)
def test_other_sizes(student):
    """Kernels of other sizes get the right centres, a single pixel included."""
    require_centers(student, [(1, 4), (5, 2), (7, 3), (5, int(randint(4, 8)))])
