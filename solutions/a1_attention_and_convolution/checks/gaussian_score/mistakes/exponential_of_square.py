"""You return the bell curve itself. The softmax takes the exponential later, and the score in Eq. (4) is no squared distance to the centre: multiply
v and r out entry by entry."""


def gaussian_score(delta, center, alpha):
    return torch.exp(-alpha * ((delta - center) ** 2).sum(dim=-1))
