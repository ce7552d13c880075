"""You return the length of the centre. Its sign is wrong, and a square is missing. Expand |delta - Delta|^2 once more and compare with the Gaussian
score."""


def constant_c(center):
    return center.norm(dim=-1)
