"""Hidden checks of 1e.3: a strided convolution from one with stride 1."""

import torch
import torch.nn.functional as F

from autograder.judge import assert_close, points, rand, tells_of


@points(1)
def test_keeps_the_right_pixels(student):
    """The right pixels are kept, with all their channels, also where the stride does not divide the image."""
    # the last two could hide a slip by themselves: one channel, and as many pixels along i as along j
    sizes = (((7, 5, 3), 2), ((8, 11, 4), 3), ((5, 4, 1), 2), ((6, 6, 2), 4))
    images = [(rand(*size, dtype=torch.float32), stride) for size, stride in sizes]
    answers = [student.strided(image, stride) for image, stride in images]
    hint = "Keep the first pixel along i and along j, then every stride-th; channels are no pixels."
    for (image, stride), answer in zip(images, answers, strict=True):
        rows, columns = range(0, image.shape[0], stride), range(0, image.shape[1], stride)
        kept = torch.stack([torch.stack([image[i, j] for j in columns]) for i in rows])
        assert_close(answer, kept, what="The strided output", hint=hint)


@points(1)
def test_equals_a_strided_convolution(student):
    """From a real convolution with stride 1 comes the same convolution with a larger stride."""
    image, kernel = rand(1, 2, 10, 7, dtype=torch.float32), rand(5, 2, 3, 3, dtype=torch.float32)
    full = F.conv2d(image, kernel, padding=1)[0].permute(1, 2, 0).contiguous()
    calls = [student.call(student.strided, full, stride) for stride in (1, 2, 4, 20)]
    for stride, call in zip((1, 2, 4, 20), calls, strict=True):
        wanted = F.conv2d(image, kernel, padding=1, stride=stride)[0].permute(1, 2, 0)
        hint = "Which outputs of the stride-1 convolution does the strided one compute as well?"
        assert_close(call.result, wanted, what="The strided output", hint=hint)
        with tells_of("changes_its_input"):
            hint = "Your function changes its input."
            assert_close(call.args[0], full, what="The stride-1 output after the call", hint=hint)
