"""You use the length of delta where its square is asked. Look at the first entry of r in Eq. (4)."""


def gaussian_score(delta, center, alpha):
    return -alpha * (delta.norm(dim=-1) - 2 * (delta * center).sum(dim=-1))
