"""Hidden checks of 1d.1: where the attention of a Gaussian head goes as alpha grows."""

import numpy as np
import torch

from autograder.judge import assert_close, assert_number, points, randint, require


def pair(first, second):
    return int(first), int(second)


def require_probabilities(answers, expected, sentence):
    """One number each; true and false will do for 1 and 0."""
    for answer, wanted in zip(answers, expected, strict=True):
        if isinstance(answer, bool) or getattr(answer, "dtype", None) in (torch.bool, np.dtype(bool)):
            answer = answer * 1
        require(abs(assert_number(answer, what="The probability") - wanted) < 1e-6, sentence)


def ask(student, function, *arguments):
    """An answer, heard with its arguments: zeros and ones alone tell no mistake from another."""
    return student.call(function, *arguments).result


def require_pixels(student, queries, targets, size, hint):
    """Ask for every query with the centre that leads to its target; then compare with the clamped targets."""
    asked = [(pair(*q), pair(*(q - target)), *size) for q, target in zip(queries, targets, strict=True)]
    answers = [ask(student, student.nearest_pixel, *case) for case in asked]
    for answer, target in zip(answers, targets, strict=True):
        clamped = torch.minimum(target.clamp(min=0), torch.tensor(size) - 1)
        assert_close(answer, clamped, what="The pixel (i, j)", hint=hint)


def inside(count, size):
    return torch.stack([randint(0, size[0], count), randint(0, size[1], count)], dim=-1)


@points(1)
def test_centre_against_far_keys(student):
    """The key at the centre and keys far from it get the right limit."""
    centers = [pair(*center) for center in randint(-4, 5, 3, 2)] + [(0, 0)]
    far = [(a + 8, b + 9) for a, b in centers]
    hits = [ask(student, student.limit_probability, center, center) for center in centers]
    misses = [
        ask(student, student.limit_probability, delta, center) for delta, center in zip(far, centers, strict=True)
    ]
    require_probabilities(
        hits, [1] * 4, "The limit for delta = Delta is wrong: divide the softmax by its largest term, what is left?"
    )
    require_probabilities(
        misses, [0] * 4, "The limit for a key far from the centre is wrong: what does its term tend to as alpha grows?"
    )


@points(0.5)
def test_near_misses(student):
    """Keys that only resemble the centre (one coordinate, the length, the mirror image) get the right limit."""
    a, b = int(randint(1, 4)), -int(randint(5, 8))
    deltas = [(b, a), (-a, -b), (a, -b), (-a, b), (a, b + 1), (a - 1, b), (a + 1, b - 1), (a, b)]
    answers = [ask(student, student.limit_probability, delta, (a, b)) for delta in deltas]
    sentence = "A key that only resembles the centre gets a wrong limit: compare both coordinates, with their signs."
    require_probabilities(answers, [0] * 7 + [1], sentence)


@points(0.5)
def test_target_inside(student):
    """A target inside the image, or on its edge, is the pixel itself."""
    size = (7, 4)
    targets = torch.cat([inside(4, size), torch.tensor([[6, 1], [2, 3], [0, 2], [6, 3]])])
    hint = "delta = q - k: at which key is delta equal to Delta? And i counts to width - 1, j to height - 1."
    require_pixels(student, inside(8, size), targets, size, hint)
    require_pixels(student, inside(4, (6, 6)), inside(4, (6, 6)), (6, 6), hint)


@points(1)
def test_target_beyond_one_side(student):
    """A target beyond one side of the image ends on the nearest pixel, however far out it lies."""
    size = (4, 9)
    i, j = int(randint(1, 3)), int(randint(5, 8))
    targets = torch.tensor([[-1, j], [-3, j], [4, j], [9, j], [i, -2], [i, -7], [i, 9], [i, 14]])
    hint = "Which pixel of the image has the smallest distance to q - Delta?"
    require_pixels(student, inside(8, size), targets, size, hint)
    for size in ((5, 5), (1, 6), (7, 1)):  # a square image, and images of a single line
        i, j = size[0] // 2, size[1] // 2
        targets = torch.tensor([[-2, j], [size[0], j], [i, -1], [i, size[1] + 3]])
        require_pixels(student, inside(4, size), targets, size, hint)


@points(1)
def test_target_beyond_a_corner(student):
    """A target beyond two sides at once ends on the nearest pixel."""
    size = (8, 5)
    targets = torch.tensor([[-2, -1], [-1, 6], [9, -4], [8, 5], [-6, -5], [12, 11]])
    hint = "The squared distance is a part for i plus a part for j: make each as small as the image allows."
    require_pixels(student, inside(6, size), targets, size, hint)
    targets = torch.tensor([[-1, -3], [-2, 4], [5, -1], [6, 7]])
    require_pixels(student, inside(4, (4, 4)), targets, (4, 4), hint)
