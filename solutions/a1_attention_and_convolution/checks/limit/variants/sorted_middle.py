"""Clamps by taking the middle of three numbers; one-element tensor for the probability."""


def _clamp(value, last):
    return sorted((0, value, last))[1]


def limit_probability(delta, center):
    same = np.array_equal(np.asarray(delta), np.asarray(center))
    return torch.tensor([1.0 if same else 0.0])


def nearest_pixel(q, center, width, height):
    return torch.tensor(_clamp(q[0] - center[0], width - 1)), torch.tensor(_clamp(q[1] - center[1], height - 1))
