"""Your term with the centre is the product of two lengths. That is right only where delta and the centre point the
same way. v and r meet entry by entry.
"""


def gaussian_score(delta, center, alpha):
    """Gaussian attention score of every step in delta (..., 2), shape (...)."""
    nd = torch.norm(delta, dim=-1)
    nc = torch.norm(center)
    return -alpha * (nd**2 - 2 * nd * nc)
