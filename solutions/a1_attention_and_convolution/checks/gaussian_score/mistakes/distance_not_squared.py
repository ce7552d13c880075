"""You return -alpha times the distance of delta and the centre, without the square. Neither is the score: multiply v and r of Eq. (4) out entry by
entry."""


def gaussian_score(delta, center, alpha):
    return -alpha * torch.linalg.norm(delta - center, dim=-1)
