"""One step after another, in Python numbers."""


def _one(step, center, alpha):
    (d1, d2), (c1, c2) = step.tolist(), center.tolist()
    return -alpha * (d1 * d1 + d2 * d2) + 2 * alpha * (c1 * d1 + c2 * d2)


def gaussian_score(delta, center, alpha):
    flat = delta.reshape(-1, 2)
    scores = [_one(step, center, alpha) for step in flat]
    return torch.tensor(scores, dtype=delta.dtype).reshape(delta.shape[:-1])
