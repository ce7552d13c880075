"""You return minus the length of the centre, not of its square. Expand |delta - Delta|^2 once more and look at the
power of the term without delta."""


def constant_c(center):
    return -torch.sqrt((center**2).sum(dim=-1))
