"""Your term with the centre does not depend on delta. In v times r every entry of the centre meets an entry of
delta. Try a delta that is not the centre.
"""


def gaussian_score(delta, center, alpha):
    """Gaussian attention score of every step in delta (..., 2), shape (...)."""
    delta_sq = delta.pow(2).sum(dim=-1)
    center_sq = center.pow(2).sum(dim=-1)
    return -alpha * (delta_sq - 2 * center_sq)
