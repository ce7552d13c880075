"""Fills v entry by entry in the type of delta."""


def gaussian_score(delta, center, alpha):
    v = delta.new_zeros(3)
    v[0], v[1], v[2] = -alpha, 2 * alpha * center[0], 2 * alpha * center[1]
    r = torch.stack((torch.linalg.vector_norm(delta, dim=-1) ** 2, delta[..., 0], delta[..., 1]), dim=-1)
    return torch.matmul(r, v)
